import { useEffect, useEffectEvent } from 'react'
import { listen } from './listeners.ts'
import { readSettings } from './settings.ts'

const TYPED_INTO = 'input, textarea, select, [contenteditable=true], [role=menuitem], [role=option]'
const OWN_KEYS = `${TYPED_INTO}, button, a, summary`
/** Leaves out radio buttons and checkboxes: a click gives them the focus, and they take no text. */
const TYPED_INTO_BY_POINTER = TYPED_INTO.replace('input', 'input:not([type=radio], [type=checkbox])')

/** True if the doctor wants shortcuts. Standard keys (Tab, arrows, Escape in a dialog) do not count. */
export const hasShortcuts = (): boolean => readSettings().interface.shortcuts

/** The last input was the pointer: a button that it left focused does not wait for keys. */
let isPointerLast = false
function setPointerLast(is: boolean): void {
  isPointerLast = is
}
const MAY_FOLLOW_POINTER = ['Shift', 'Control', 'Alt', 'Meta', ' ']

/** True when a single key is free for a shortcut: no typing, no control with its own keys, no open dialog or menu. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  isFree(event, isPointerLast ? TYPED_INTO_BY_POINTER : OWN_KEYS)
/** The same for a character that buttons and links ignore, so that one of them may have the focus. */
export const isFreeCharacter = (event: KeyboardEvent): boolean => isFree(event, TYPED_INTO)

/** The same on a full-screen dialog, for its own shortcuts. */
export const isFreeOverPage = (event: KeyboardEvent): boolean => isFree(event, TYPED_INTO, hasPopupOverPage)

/** True when the page or a full-screen dialog has the keyboard, and no text field. For keys with a modifier. */
export const isOverPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest(TYPED_INTO)) &&
  !hasPopupOverPage()

function isFree(event: KeyboardEvent, taken: string, isCovered = hasOpenPopup): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false
  if (event.target instanceof Element && event.target.closest(taken)) return false
  return hasShortcuts() && !isCovered()
}

// A popup that fades out after it was closed (`data-closed`) takes no keys.
export const hasOpenPopup = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed])') !== null
const hasPopupOverPage = (): boolean =>
  document.querySelector(':is([role=dialog]:not([data-page]), [role=alertdialog], [role=menu]):not([data-closed])') !==
  null

/** Calls `onKey` at every key on the page. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(onKey)
  useEffect(() => {
    const stops = [
      listen(window, 'pointerdown', () => setPointerLast(true), { capture: true }),
      listen(window, 'keydown', ({ key }) => MAY_FOLLOW_POINTER.includes(key) || setPointerLast(false), {
        capture: true,
      }),
      listen(window, 'keydown', (event) => latest(event)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** Whether a finger is the main pointer: its keyboard covers half of the screen and has no Shift+Enter. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches
