import { cx } from '#app/ui/cx.ts'

export type Fact = [label: string, value: string]

export const Facts = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={cx('grid grid-cols-2 gap-x-6 gap-y-3', className)}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt className="text-xs text-ink-3">{label}</dt>
        <dd className="font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)
