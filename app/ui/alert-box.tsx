import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { backdropClass, popupClass } from './dialog-box.tsx'

const place =
  'bg-surface top-[18vh] left-1/2 w-popup-s -translate-x-1/2 gap-4 rounded-m border border-line p-5 max-h-[74dvh] overflow-y-auto'

type FrameProps = {
  open: boolean
  onClose: () => void
  title?: string
  children: ReactNode
  /** Receives the focus when it closes; by default the element that had it before. */
  focusAfter?: () => HTMLElement | null
}

type BoxProps = FrameProps & { textClass?: string; buttons: ReactNode }

function Box({ open, onClose, title, children, focusAfter, textClass, buttons }: BoxProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropClass} />
        <Base.Popup finalFocus={focusAfter ?? true} className={cx(popupClass, place)}>
          <Base.Title className="text-base font-heavy">{title}</Base.Title>
          <Base.Description render={<div />} className={cx(textClass, 'wrap-anywhere text-ink-2')}>
            {children}
          </Base.Description>
          {buttons}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export function AlertBox({ title = 'Aviso', ...props }: FrameProps) {
  const close = (
    <div className="flex justify-end">
      <Base.Close render={<Button variant="primary" />}>Fechar</Base.Close>
    </div>
  )
  return <Box {...props} title={title} buttons={close} />
}

type ConfirmProps = FrameProps & {
  onConfirm: () => void
  title: string
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** 'waiting': continues by itself, and can still be cancelled. */
  busy?: boolean | 'waiting'
  /** A third button, between cancel and confirm. */
  alternative?: { label: string; onClick: () => void } | undefined
}

export function ConfirmBox({ onConfirm, confirmLabel, cancelLabel, tone, busy, alternative, ...props }: ConfirmProps) {
  const isBusy = busy === true
  const buttons = (
    <div className="flex flex-wrap justify-end gap-2">
      <Base.Close render={<Button />} disabled={isBusy}>
        {cancelLabel ?? 'Cancelar'}
      </Base.Close>
      {alternative && (
        <Button disabled={isBusy} onClick={alternative.onClick}>
          {alternative.label}
        </Button>
      )}
      <Button variant={tone ?? 'primary'} busy={Boolean(busy)} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </div>
  )
  const close = () => !isBusy && props.onClose()
  return <Box {...props} onClose={close} textClass="flex flex-col gap-2" buttons={buttons} />
}
