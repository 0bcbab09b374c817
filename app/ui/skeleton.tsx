import { cx } from './cx.ts'

/** The shape of loading content. Wrap several in one element with role="status" and a sentence. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-s bg-line/70', className)} />
)

/** A loading list: screen readers get its sentence, and rows hold the place. */
export function SkeletonRows({
  label,
  rows = 4,
  className = 'h-19',
}: {
  label: string
  rows?: number
  className?: string
}) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={cx('rounded-m', className)} />
      ))}
    </div>
  )
}
