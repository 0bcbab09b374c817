import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { backdropClass, popupClass } from './dialog-box.tsx'

const place =
  'bg-surface top-[18vh] left-1/2 w-popup-s -translate-x-1/2 gap-4 rounded-m border border-line p-5 max-h-[74dvh] overflow-y-auto'

export type AlertProps = {
  open: boolean
  onClose: () => void
  title?: string
  children: ReactNode
  closeLabel?: string
  /** Receives the focus when it closes; by default the element that had it before. */
  focusAfter?: () => HTMLElement | null
}

export function AlertBox({ open, onClose, title = 'Aviso', children, closeLabel = 'Fechar', focusAfter }: AlertProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropClass} />
        <Base.Popup finalFocus={focusAfter ?? true} className={cx(popupClass, place)}>
          <Base.Title className="text-base font-heavy">{title}</Base.Title>
          <Base.Description render={<div />} className="wrap-anywhere text-ink-2">
            {children}
          </Base.Description>
          <div className="flex justify-end">
            <Base.Close render={<Button variant="primary" />}>{closeLabel}</Base.Close>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** 'waiting': continues by itself, and can still be cancelled. */
  busy?: boolean | 'waiting'
  /** A third button, between cancel and confirm. */
  alternative?: { label: string; onClick: () => void } | undefined
  /** Receives the focus when it closes; by default the element that had it before. */
  focusAfter?: () => HTMLElement | null
}

export function ConfirmBox({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancelar',
  tone = 'primary',
  busy = false,
  alternative,
  focusAfter,
}: ConfirmProps) {
  const isBusy = busy === true
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropClass} />
        <Base.Popup finalFocus={focusAfter ?? true} className={cx(popupClass, place)}>
          <Base.Title className="text-base font-heavy">{title}</Base.Title>
          <Base.Description render={<div />} className="flex flex-col gap-2 wrap-anywhere text-ink-2">
            {children}
          </Base.Description>
          <div className="flex flex-wrap justify-end gap-2">
            <Base.Close render={<Button />} disabled={isBusy}>
              {cancelLabel}
            </Base.Close>
            {alternative && (
              <Button disabled={isBusy} onClick={alternative.onClick}>
                {alternative.label}
              </Button>
            )}
            <Button variant={tone} busy={busy !== false} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
