import { z } from 'zod/mini'

/** Reports a revocation to this browser's other pages; offline they have no other source. */
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
    const message = revoked.safeParse(data)
    if (message.success && message.data.consultationId === consultationId) listener(message.data.at)
  }
  return () => channel.close()
}
