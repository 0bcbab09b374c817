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
