import { z } from 'zod/mini'

/** Tells this browser's other pages that the patient took consent back: offline they would hear it from nobody else. */
const NAME = 'relato-revoked'
const revoked = z.object({ consultationId: z.string(), at: z.number() })

export function tellRevokedHere(consultationId: string, at: number): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage({ consultationId, at })
  channel.close()
}

export function onRevokedElsewhere(consultationId: string, listener: (at: number) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const said = revoked.safeParse(data)
    if (said.success && said.data.consultationId === consultationId) listener(said.data.at)
  }
  return () => channel.close()
}
