import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import { Switch as SwitchBase } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type RadioOption<T extends string> = { value: T; title: string; detail?: string; icon?: ReactNode }
type RadioGroupProps<T extends string> = {
  label: string
  /** Another element already shows the label. */
  hideLabel?: boolean
  options: readonly RadioOption<T>[]
  value: T | null
  onChange: (value: T) => void
  columns?: 1 | 2 | 3
  disabled?: boolean
}

const grids = { 1: 'grid-cols-1', 2: 'grid-cols-1 sm:grid-cols-2', 3: 'grid-cols-1 sm:grid-cols-2 md:grid-cols-3' }

/** Choices as cards with a title and a line of detail; one is chosen. */
export function RadioGroup<T extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  columns = 2,
  disabled,
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className={hideLabel ? 'sr-only' : 'text-sm font-strong'}>
        {label}
      </span>
      <Base
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        disabled={disabled ?? false}
        className={cx('grid gap-2', grids[columns])}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: Radio.Root inside is the control.
          <label
            key={option.value}
            className="flex min-h-11 items-start gap-3 rounded-m border border-line-strong bg-surface px-3.5 py-3 transition-colors duration-150 hover:border-ink-3 has-data-checked:border-accent has-data-checked:bg-accent-soft"
          >
            <Radio.Root
              value={option.value}
              className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border-2 border-control bg-surface data-checked:border-accent"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
            </Radio.Root>
            <span className="min-w-0 flex-1">
              <span className="block leading-snug font-semibold">{option.title}</span>
              {option.detail && <span className="block text-sm leading-snug text-ink-2">{option.detail}</span>}
            </span>
            {option.icon}
          </label>
        ))}
      </Base>
    </div>
  )
}

type SwitchProps = {
  label: string
  /** Describes the setting in a sentence. */
  children?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that is on or off and changes at once. */
export function Switch({ label, children, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Switch.Root inside is the control.
    <label className="flex min-h-11 items-start gap-4">
      <span className="min-w-0 flex-1">
        <span id={id} className="block leading-snug font-strong">
          {label}
        </span>
        {children && (
          <span id={`${id}-detail`} className="mt-0.5 block text-sm leading-snug text-ink-2">
            {children}
          </span>
        )}
      </span>
      <SwitchBase.Root
        aria-labelledby={id}
        aria-describedby={children ? `${id}-detail` : undefined}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="mt-0.5 flex h-6 w-10.5 items-center shrink-0 rounded-full border-2 border-control bg-sunken transition-colors duration-150 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55"
      >
        <SwitchBase.Thumb className="block size-3.75 translate-x-0.75 rounded-full bg-ink-2 transition-transform duration-150 data-checked:translate-x-5.25 data-checked:bg-on-accent" />
      </SwitchBase.Root>
    </label>
  )
}
