import { CloudAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useBackOnline, useOnline } from './online.ts'
import { Technical } from './technical.tsx'

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
