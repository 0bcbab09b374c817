import { Check, Clock } from 'lucide-react'
import { cx } from './cx.ts'

type Props = { features: readonly { text: string; soon?: boolean }[]; className?: string }

/** Lists features; planned ones have no tick. */
export const FeatureList = ({ features, className }: Props) => (
  <ul className={cx('flex flex-col gap-2.5 border-t border-line', className)}>
    {features.map(({ text, soon }) => {
      const Icon = soon ? Clock : Check
      return (
        <li key={text} className={cx('flex gap-2.5', soon && 'text-ink-3')}>
          <Icon aria-hidden className={cx('mt-1 size-4 shrink-0', !soon && 'text-accent')} />
          <span>
            {text}
            {soon && ' (em breve)'}
          </span>
        </li>
      )
    })}
  </ul>
)
