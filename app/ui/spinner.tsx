import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** A spinning ring; needs words beside it or a label that say what is loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-2 text-ink-2">
      <LoaderCircle aria-hidden className={cx('size-4.5 animate-spin', className)} />
      {label}
    </span>
  )
}
