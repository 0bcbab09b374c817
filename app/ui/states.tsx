import { CloudAlert, LoaderCircle, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useBackOnline, useOnline } from './online.ts'

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode; icon?: ReactNode; className?: string }

/** An empty list: says why, and what to do next. */
export function EmptyState({ title, children, action, icon, className }: EmptyProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-2 rounded-m border border-dashed border-line-strong px-6 py-12 text-center',
        className,
      )}
    >
      {icon && <div className="mb-1 text-ink-3 [&_svg]:size-7">{icon}</div>}
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="max-w-measure-md text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

type ErrorProps = {
  message: string
  /** The technical message, small, below. */
  technical?: string | undefined
  onRetry?: () => void
  busy?: boolean
  retryLabel?: string
  className?: string
}

/** Shows a failure and the next step. Without a network it says so and retries when the network is back. */
export function ErrorState({
  message,
  technical,
  onRetry,
  busy,
  retryLabel = 'Tentar novamente',
  className,
}: ErrorProps) {
  const online = useOnline()
  useBackOnline(() => onRetry?.())
  const Icon = online ? CloudAlert : WifiOff
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-center gap-3 rounded-m border border-line bg-sunken px-6 py-10 text-center text-ink',
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-7', online ? 'text-warn' : 'text-ink-3')} />
      <p className="max-w-measure font-medium">{message}</p>
      <Technical text={technical} className="text-ink-2" />
      {onRetry && (
        <Button onClick={onRetry} busy={busy ?? false}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** The shape of loading content. Wrap several in one element with role="status" and a sentence. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-s bg-line/70', className)} />
)

type SkeletonsProps = { label: string; shapes: readonly string[]; className?: string }

/** Loading content: screen readers get its sentence, and each shape holds the place of a part. */
export const Skeletons = ({ label, shapes, className = 'gap-4' }: SkeletonsProps) => (
  <div role="status" className={cx('flex flex-col', className)}>
    <span className="sr-only">{label}</span>
    {shapes.map((shape, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
      <Skeleton key={at} className={shape} />
    ))}
  </div>
)

type RowsProps = { label: string; rows?: number; className?: string }

export const SkeletonRows = ({ label, rows = 4, className = 'h-19' }: RowsProps) => (
  <Skeletons label={label} shapes={Array<string>(rows).fill(cx('rounded-m', className))} className="gap-3" />
)

/** A spinning ring; needs words beside it or a label that say what is loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-2 text-ink-2">
      <LoaderCircle aria-hidden className={cx('size-4.5 animate-spin', className)} />
      {label}
    </span>
  )
}

/** The technical message in English, in small print below the Portuguese sentence. */
export const Technical = ({ text, className }: { text: string | null | undefined; className?: string }) =>
  text ? (
    <span lang="en" className={cx('block text-xs', className)}>
      {text}
    </span>
  ) : null

/** Why an action failed; nothing without a reason. */
export const FailureLine = ({ children, className }: { children: ReactNode; className?: string }) =>
  children ? (
    <p role="alert" className={className ?? 'text-sm font-medium text-rec'}>
      {children}
    </p>
  ) : null
