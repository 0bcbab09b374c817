import { cx } from '#app/ui/cx.ts'
import { passwordStrength } from '#domain/account/password.ts'

const colors = ['bg-rec', 'bg-rec', 'bg-rec', 'bg-warn', 'bg-ok', 'bg-ok']

/** How many rules a new password meets, as five steps and in words. */
export function PasswordStrengthMeter({ password }: { password: string }) {
  const { met, percent, label } = passwordStrength(password)
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn as steps. */}
      <div
        role="meter"
        aria-label="Força da senha"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={label}
        className="grid grid-cols-5 gap-1"
      >
        {colors.slice(1).map((_, step) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps are always the same five.
            key={step}
            className={cx('h-1.5 rounded-full transition-colors duration-150', step < met ? colors[met] : 'bg-line')}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3 text-xs text-ink-2">
        <span>
          Força da senha:{' '}
          <b role="status" className="font-semibold text-ink">
            {label}
          </b>
        </span>
        <span aria-hidden>{percent}%</span>
      </p>
    </div>
  )
}
