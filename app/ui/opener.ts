import { type HTMLAttributes, type RefObject, useRef, useState } from 'react'
import type { Later } from './later.ts'

type Change = { reason: string; event: Event; cancel: () => void }

/** A button and its popup, whose code loads when the pointer or the focus comes near. */
export function useOpener(
  part: Later<unknown>,
  popup: 'menu' | 'dialog',
  open: boolean,
  setOpen: (open: boolean) => void,
) {
  const button = useRef<HTMLButtonElement>(null)
  const [byKey, setByKey] = useState(false)
  const comeNear = () => void part.come().catch(() => undefined)
  const props: HTMLAttributes<HTMLButtonElement> & { ref: RefObject<HTMLButtonElement | null> } = {
    ref: button,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onPointerEnter: comeNear,
    onFocus: comeNear,
    onClick: ({ detail }) => {
      setByKey(detail === 0)
      setOpen(!open)
    },
    onKeyDown: (event) => {
      if (popup !== 'menu' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      setByKey(true)
      setOpen(true)
    },
  }
  /** A click on the button is not a click outside: the button toggles its popup itself. */
  function onOpenChange(next: boolean, { event, cancel }: Change): void {
    const touched = [event.target, (event as FocusEvent).relatedTarget]
    if (
      !next &&
      event.type !== 'keydown' &&
      touched.some((one) => one instanceof Node && button.current?.contains(one))
    )
      cancel()
    else setOpen(next)
  }
  return { button, props, byKey, onOpenChange }
}
