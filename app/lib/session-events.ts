import { createListeners } from './listeners.ts'

/** Events of this page: the session ended, or was renewed. */
const ended = createListeners()
const renewed = createListeners()
const contact = createListeners()
export const onSessionEnded = ended.on
export const onSessionRenewed = renewed.on
/** The server has answered with this page's session. */
export const onContact = contact.on
export const announceContact = contact.call
/** While the doctor signs out, the end of the session is expected and not announced. */
let expected = 0

export function announceSessionEnded(): void {
  if (expected === 0) ended.call()
}
/** The doctor has signed in again on this page. */
export const announceSessionRenewed = renewed.call

/** The doctor is signing out and has answered all questions. Call the result if signing out fails. */
export function expectSessionEnd(): () => void {
  expected++
  let over = false
  return () => {
    if (!over) expected--
    over = true
  }
}
export const isSigningOut = (): boolean => expected > 0

/** Tells this browser's other pages of the app who is signed in: they share the session cookie. */
const NAME = 'relato-account'

/** Tells the other pages which doctor is signed in; null: signed out. */
export function tellOtherPages(doctorId: string | null): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(doctorId)
  channel.close()
}

/** Null: signed out there. */
export function onOtherPage(listener: (doctorId: string | null) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null)
  return () => channel.close()
}
