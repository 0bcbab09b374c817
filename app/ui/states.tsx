import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode; icon?: ReactNode; className?: string }

/** Nothing here yet: what it is, and what to do next. */
export function EmptyState({ title, children, action, icon, className }: EmptyProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-2 rounded-m border border-dashed border-line-strong px-6 py-12 text-center',
        className,
      )}
    >
      {icon && <div className="mb-1 text-ink-3 [&_svg]:size-7">{icon}</div>}
      <p className="text-[16px] font-[600]">{title}</p>
      {children && <div className="max-w-[46ch] text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

type ErrorProps = { message: string; onRetry?: () => void; busy?: boolean; retryLabel?: string; className?: string }

/** What happened, and the way on. */
export function ErrorState({ message, onRetry, busy, retryLabel = 'Tentar novamente', className }: ErrorProps) {
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-center gap-3 rounded-m border border-line bg-rec-soft px-6 py-10 text-center',
        className,
      )}
    >
      <CloudAlert aria-hidden className="size-7 text-rec" />
      <p className="max-w-[52ch] font-medium">{message}</p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy ?? false}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
