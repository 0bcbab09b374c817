import type { WebSocket } from 'ws'
import { between, chosen, randomFrom } from '../random.ts'
import { mangleSockets, pause } from './device.ts'
import { inConsultation, repeated, type Scenario } from './scenario.ts'

/**
 * A cut of `seconds`. The microphone speaks `speed` times as fast as a person, so the cut is as long on the
 * audio's clock and shorter on the wall's. Recovery is timed from the moment the network is back.
 */
const cut = (seconds: number, speed: number): Scenario =>
  inConsultation(async (consultation) => {
    const device = await consultation.recorder()
    await device.speak(20, 10)
    device.proxy.cut()
    await device.speak(seconds * 4, speed)
    device.proxy.heal()
    const enough = device.keepSpeaking(speed)
    await consultation.recovered(device)
    await enough()
    await device.drained()
    await consultation.compareStored()
    return consultation.measure(await consultation.finish())
  })

export const cutShortly = repeated(5, cut(1, 1))
export const cutForAMinute = repeated(3, cut(60, 10))
export const cutForTenMinutes = cut(600, 40)

/** Connections stay open but get no answer. */
export const halfOpen = repeated(
  2,
  inConsultation(async (consultation) => {
    const device = await consultation.recorder()
    await device.speak(20, 10)
    device.proxy.swallow()
    await device.speak(400, 50)
    await pause(6_000)
    device.proxy.heal()
    const enough = device.keepSpeaking(10)
    await consultation.recovered(device)
    await enough()
    await device.drained()
    await consultation.compareStored()
    return consultation.measure(await consultation.finish())
  }),
)

/** Frames come twice, out of order, and between them what is no frame. */
export const badFrames = repeated(
  3,
  inConsultation(async (consultation, { seed }) => {
    const random = randomFrom(seed)
    mangleSockets((socket) => mangle(socket, random))
    try {
      const device = await consultation.recorder()
      await device.speak(300, 20)
      await device.drained()
      await consultation.compareStored()
      const measure = consultation.measure(await consultation.finish())
      if (!bad.every((one) => one.sent > 0)) measure.faults.push('not every kind of bad frame was sent')
      return measure
    } finally {
      mangleSockets(null)
    }
  }),
)

const bad = [
  { name: 'empty', sent: 0, make: (frame: Uint8Array) => frame.slice(0, 8) },
  { name: 'truncated', sent: 0, make: (frame: Uint8Array) => frame.slice(0, 5) },
  { name: 'odd', sent: 0, make: (frame: Uint8Array) => frame.slice(0, frame.length - 1) },
  { name: 'oversized', sent: 0, make: (frame: Uint8Array) => Uint8Array.from([...frame, 0, 0]) },
  { name: 'kind', sent: 0, make: (frame: Uint8Array) => frame.map((byte, i) => (i === 0 ? 9 : byte)) },
  { name: 'version', sent: 0, make: (frame: Uint8Array) => frame.map((byte, i) => (i === 1 ? 77 : byte)) },
  { name: 'take', sent: 0, make: (frame: Uint8Array) => frame.map((byte, i) => (i === 3 ? 0x7f : byte)) },
]

function mangle(socket: WebSocket, random: () => number): void {
  const send = socket.send.bind(socket) as (data: unknown) => void
  let heldMessage: unknown = null
  const flush = () => {
    if (heldMessage !== null && socket.readyState === socket.OPEN) send(heldMessage)
    heldMessage = null
  }
  socket.send = ((data: unknown) => {
    if (typeof data === 'string') return send(data)
    const chance = random()
    if (chance < 0.1) {
      // Overtaken by the next one.
      flush()
      heldMessage = data
      setTimeout(flush, between(random, 1, 40))
      return
    }
    send(data)
    if (chance < 0.25) send(data)
    else if (chance < 0.4) {
      const kind = chosen(random, bad)
      kind.sent++
      send(kind.make(new Uint8Array(data as ArrayBuffer)))
    }
    flush()
  }) as typeof socket.send
}
