import type { Page } from '@playwright/test'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import { hourLong } from '#tests/support/long-consultation.ts'
import type { Doctor } from './fill.ts'

const HOUR_MS = 3_600_000
/** A line is heard this often while the doctor works. */
const HEARD_MS = 1_000

/** Fills the running consultation through its room, as if each line had been typed at its time. */
export async function fillRoom(page: Page, { running, lines }: Doctor): Promise<void> {
  const said = hourLong().map(({ speaker, text }) => ({ speaker: speaker ?? null, text }))
  const all = Array.from({ length: lines }, (_, index) => ({
    ...(said[index % said.length] as (typeof said)[number]),
    ago_ms: Math.round(HOUR_MS * (1 - index / lines)),
  }))
  await page.goto('/app/settings')
  await page.evaluate(
    ([id, version, all]) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`/api/consultations/${id}/room`)
        const last = `typed-${crypto.randomUUID()}`
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { type: string; id?: string }
          if (message.type === 'welcome')
            for (const [index, line] of all.entries()) {
              const own = index === all.length - 1 ? last : `typed-${crypto.randomUUID()}`
              socket.send(JSON.stringify({ type: 'write_entry', id: own, ...line }))
            }
          else if (message.id === last) resolve()
        }
        socket.onclose = ({ code }) => reject(new Error(`the room hung up: ${code}`))
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version, holds: [] }))
        window.roomOfBench = socket
      }),
    [running, PROTOCOL_VERSION, all] as const,
  )
}

/** Writes on, a line a second, until the result is called. */
export function goOn(page: Page): () => void {
  const timer = setInterval(
    () =>
      void page.evaluate(
        (id) =>
          window.roomOfBench?.send(
            JSON.stringify({ type: 'write_entry', id, speaker: 'patient', text: 'E a dor continua igual, doutora.' }),
          ),
        `typed-${crypto.randomUUID()}`,
      ),
    HEARD_MS,
  )
  return () => clearInterval(timer)
}

declare global {
  interface Window {
    roomOfBench?: WebSocket
  }
}
