import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Props = { label: string; children: ReactElement<HTMLAttributes<HTMLElement>>; disabled?: boolean }

const DELAY_MS = 250
/** How long it stays after the pointer has left, in ms. */
const LEAVE_MS = 150
const GAP_PX = 8

/** The visible name of an icon button, for pointer and keyboard. Screen readers get the name from the button. */
export function Tooltip({ label, children, disabled = false }: Props) {
  const [over, setOver] = useState<HTMLElement | null>(null)
  const [at, setAt] = useState<{ left: number; top: number } | null>(null)
  useEffect(() => {
    if (!over) return setAt(null)
    const show = () => {
      const { right, top, height } = over.getBoundingClientRect()
      setAt({ left: right + GAP_PX, top: top + height / 2 })
    }
    const timer = setTimeout(show, over.matches(':focus-visible') ? 0 : DELAY_MS)
    const hide = () => setOver(null)
    // Captured before dialogs: one Escape closes one thing.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      hide()
    }
    addEventListener('keydown', onKey, true)
    addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, true)
      removeEventListener('scroll', hide, true)
    }
  }, [over])
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(leaving.current)
  const hide = () => {
    stay()
    setOver(null)
  }
  const leave = () => {
    stay()
    if (at === null) return hide()
    leaving.current = setTimeout(() => setOver(null), LEAVE_MS)
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          stay()
          if (pointerType !== 'touch') setOver(currentTarget)
        },
        onPointerLeave: leave,
        onPointerDown: hide,
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && setOver(currentTarget),
        onBlur: hide,
      })}
      {at &&
        !disabled &&
        createPortal(
          <span
            aria-hidden
            style={at}
            onPointerEnter={stay}
            onPointerLeave={leave}
            className="fixed z-50 -translate-y-1/2 rounded-s border border-line-strong bg-surface px-2.5 py-1 text-sm font-medium text-ink shadow-raised"
          >
            {label}
          </span>,
          document.body,
        )}
    </>
  )
}
