import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

/** The height of its dialog's layer: over a dialog within a dialog it covers the outer one. */
export const backdropClass =
  'fixed inset-0 z-50 bg-backdrop transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0'
export const popupClass =
  'fixed z-50 flex flex-col text-ink shadow-raised transition-[opacity,translate] duration-150 outline-none ' +
  'data-starting-style:translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0'

const sizes = {
  /** A sheet from below on a phone, a card elsewhere. */
  md: 'bg-surface inset-x-0 bottom-0 max-h-sheet rounded-t-m border border-line sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:w-popup sm:-translate-x-1/2 sm:rounded-m sm:max-h-sheet',
  lg: 'bg-surface inset-x-0 bottom-0 max-h-sheet rounded-t-m border border-line sm:inset-auto sm:top-[6vh] sm:left-1/2 sm:w-popup-l sm:-translate-x-1/2 sm:rounded-m sm:max-h-sheet',
  /** A full-screen page over the page. */
  full: 'inset-0 bg-paper',
  /** Slides in from the left: the navigation of a phone. */
  side: 'bg-surface inset-y-0 left-0 w-[min(300px,84vw)] border-r border-line',
}

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  /** Stays in view below the scrolling body. */
  footer?: ReactNode
  /** 'full' dialogs have their own header: only screen readers get the title. */
  bare?: boolean
  /** False where a stray click outside would lose work. */
  dismissible?: boolean
  /** Receives the focus when it opens; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Receives the focus when it closes; by default the element that had it before. */
  focusAfter?: () => HTMLElement | null
  children: ReactNode
}

export function DialogBox({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  footer,
  bare,
  dismissible = true,
  initialFocus,
  focusAfter,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={!dismissible}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={backdropClass} />
        <BaseDialog.Popup
          initialFocus={initialFocus}
          finalFocus={focusAfter ?? true}
          data-page={size === 'full' || undefined}
          className={cx(popupClass, sizes[size])}
        >
          {bare ? (
            <BaseDialog.Title className="sr-only">{title}</BaseDialog.Title>
          ) : (
            <div className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="font-serif text-xl leading-tight font-semibold tracking-tight">
                  {title}
                </BaseDialog.Title>
                {description && (
                  <BaseDialog.Description className="mt-1 text-ink-2">{description}</BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                render={<IconButton label="Fechar" size="sm" className="-mr-2 pointer-coarse:-my-1.5" />}
              >
                <X aria-hidden className="size-4.5" />
              </BaseDialog.Close>
            </div>
          )}
          <div className={cx('min-h-0 flex-1 overflow-y-auto', !bare && 'px-5 pb-5')}>{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
