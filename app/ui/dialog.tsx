import { type ReactNode, useState } from 'react'
import { later, openedLater } from './later.tsx'

export const Dialog = openedLater(
  later(() => import('./dialog-box.tsx')),
  'DialogBox',
)

const boxes = later(() => import('./alert-box.tsx'))
/** Shows one sentence that must be read, with one button and room for a link. */
export const Alert = openedLater(boxes, 'AlertBox')
/** Asks before an action that cannot be undone. */
export const Confirm = openedLater(boxes, 'ConfirmBox')

type DiscardProps = {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
  keepLabel?: string
  /** Describes what will be lost, if it is not on the screen. */
  children?: ReactNode
}

/** Asks before unsaved text is lost. */
export function DiscardChanges({
  open,
  onKeep,
  onDiscard,
  keepLabel = 'Continuar editando',
  children = 'O que foi escrito e não foi salvo será perdido.',
}: DiscardProps) {
  return (
    <Confirm
      open={open}
      onClose={onKeep}
      onConfirm={onDiscard}
      title="Descartar alterações?"
      confirmLabel="Descartar"
      cancelLabel={keepLabel}
      tone="danger"
    >
      {children}
    </Confirm>
  )
}

/** `ask` continues at once if nothing has changed. Render `question` inside its dialog. */
export function useDiscardQuestion(changed: boolean): { ask: (goOn: () => void) => void; question: ReactNode } {
  const [waiting, setWaiting] = useState<{ goOn: () => void } | null>(null)
  return {
    ask: (goOn) => (changed ? setWaiting({ goOn }) : goOn()),
    question: (
      <DiscardChanges
        open={waiting !== null}
        onKeep={() => setWaiting(null)}
        onDiscard={() => {
          setWaiting(null)
          waiting?.goOn()
        }}
      />
    ),
  }
}

/** The last value that was not null: a dialog shows the same content while it closes. */
export function useLastShown<T>(value: T | null): T | null {
  const [shown, setShown] = useState(value)
  if (value !== null && value !== shown) setShown(value)
  return value ?? shown
}
