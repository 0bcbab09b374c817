/** Events of this page: the session ended, or was renewed. */
const events = new EventTarget()
/** While the doctor signs out, the end of the session is expected and not announced. */
let expected = 0

export function announceSessionEnded(): void {
  if (expected === 0) events.dispatchEvent(new Event('ended'))
}
/** The doctor has signed in again on this page. */
export function announceSessionRenewed(): void {
  events.dispatchEvent(new Event('renewed'))
}

export const onSessionEnded = (listener: () => void): (() => void) => on('ended', listener)
export const onSessionRenewed = (listener: () => void): (() => void) => on('renewed', listener)

/**
 * The doctor is signing out and has answered every question about unsaved work. Call the result if signing out fails.
 */
export function expectSessionEnd(): () => void {
  expected++
  let over = false
  return () => {
    if (!over) expected--
    over = true
  }
}
export const isSigningOut = (): boolean => expected > 0

function on(name: 'ended' | 'renewed', listener: () => void): () => void {
  const call = () => listener()
  events.addEventListener(name, call)
  return () => events.removeEventListener(name, call)
}
