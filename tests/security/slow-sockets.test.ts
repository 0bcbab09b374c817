import type { Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { encodeFrame, FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import type { ServerMessage } from '#domain/consultation/protocol.ts'
import { type Doctor, signIn, startConsultation } from '#tests/testkit/doctor.ts'
import { RoomClient } from '#tests/testkit/room/room-client.ts'
import { startWorkerd, type Workerd } from '#tests/testkit/worker.ts'

// The wire itself: TCP connections to workerd that do what no browser does.

let workerd: Workerd | undefined
afterAll(() => workerd?.stop())

class Screen extends RoomClient {
  readonly #socket: WebSocket
  constructor(socket: WebSocket) {
    super(socket as never)
    this.#socket = socket
  }

  /** The bytes beneath the protocol. */
  get wire() {
    return (this.#socket as unknown as { _socket: Socket })._socket
  }
  count(type: ServerMessage['type']): number {
    return this.all(type).length
  }
  stored(): number {
    return Math.max(0, ...this.all('audio_ack').map(({ stored }) => stored))
  }
}

const audio = (take: number, n: number) =>
  encodeFrame(take, n * FRAME_SAMPLES, new Int16Array(FRAME_SAMPLES).fill(n + 1))

/** A masked frame as it travels; a mask of zeros leaves the payload as it is. */
function onTheWire(payload: ArrayBuffer, kind = 0x82): Buffer {
  const header = Buffer.from([kind, 0x80 | 126, 0, 0, 0, 0, 0, 0])
  header.writeUInt16BE(payload.byteLength, 2)
  return Buffer.concat([header, Buffer.from(payload)])
}

/** The first byte of a close frame. */
const CLOSE = 0x88

/** Waits for a close frame on the wire. The server's frames before it are skipped. */
function closeFrame(wire: Socket): Promise<void> {
  let bytes: Buffer = Buffer.alloc(0)
  return new Promise((resolve) => {
    wire.on('data', (more: Buffer) => {
      bytes = Buffer.concat([bytes, more])
      while (bytes.length >= 10 && bytes[0] !== CLOSE) {
        const short = bytes.readUInt8(1) & 127
        const size = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
        const end = (short === 127 ? 10 : short === 126 ? 4 : 2) + size
        if (bytes.length < end) return
        bytes = bytes.subarray(end)
      }
      if (bytes[0] === CLOSE) resolve()
    })
  })
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function connect(doctor: Doctor, id: string): Promise<Screen> {
  const { url } = workerd as Workerd
  const headers = { cookie: doctor.cookie, origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/consultations/${id}/room`, { headers })
  const screen = new Screen(socket)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return screen
}
async function enter(doctor: Doctor, id: string, name: string): Promise<Screen> {
  const screen = await connect(doctor, id)
  screen.say({ type: 'hello', version: 1, since: 0, screen: name })
  await screen.until(() => screen.count('welcome') > 0)
  return screen
}

test('half-open, unread, dribbled, boundless and deaf connections leave the recording as it is', async () => {
  workerd = await startWorkerd('ws://127.0.0.1:9/v1/listen')
  const doctor = await signIn(workerd.url)
  const id = await startConsultation(doctor)
  const recorder = await enter(doctor, id, 'recorder')
  recorder.say({ type: 'toggle_transcription', action: 'start' })
  await recorder.had('recorder', ({ take }) => take === 1)
  let n = 0
  const record = async (frames: number) => {
    for (const end = n + frames; n < end; n++) recorder.raw(audio(1, n))
    await recorder.until(() => recorder.stored() === n * FRAME_SAMPLES)
  }

  // Half open: two peers are gone without closing, one before its hello and one after it.
  const silent = await connect(doctor, id)
  silent.wire.pause()
  const vanished = await enter(doctor, id, 'vanished')
  vanished.wire.pause()
  await record(8)

  // Never reads, while 60 long lines change six times for every screen: 1.5 MB for each. A busy machine may need over
  // 10 s for this, and the room would end a screen that leaves 2 MB unread for so long.
  const line = { type: 'write_entry' as const, text: 'a'.repeat(4_000), speaker: 'doctor' as const, ago_ms: 0 }
  for (let i = 0; i < 60; i++) recorder.say({ ...line, id: `typed-${crypto.randomUUID()}` })
  const unread = await enter(doctor, id, 'unread')
  unread.wire.pause()
  for (let i = 0; i < 6; i++) recorder.say({ type: 'flip_speakers' })
  await record(8)
  await recorder.until(() => recorder.count('entry_changed') === 360)

  // A frame in pieces of 40 bytes is stored when it is complete and delays no other socket.
  const dribbler = await enter(doctor, id, 'dribbler')
  const bytes = onTheWire(audio(1, 20))
  for (let at = 0; at < bytes.length - 1; at += 40) {
    dribbler.wire.write(bytes.subarray(at, Math.min(at + 40, bytes.length - 1)))
    if (at % 2_000 === 0) await record(n < 20 ? 1 : 0)
    else await turn()
  }
  await record(20 - n)
  expect(dribbler.stored()).toBe(0)
  dribbler.wire.write(bytes.subarray(-1))
  await dribbler.until(() => dribbler.stored() === 21 * FRAME_SAMPLES)
  n = 21
  // One that breaks off within a frame has sent nothing.
  dribbler.wire.write(onTheWire(audio(1, 21)).subarray(0, 4_000))
  await turn()
  dribbler.wire.destroy()
  await dribbler.closed

  // A frame that says it is 2 GB long is not waited for.
  const boundless = await enter(doctor, id, 'boundless')
  const header = Buffer.from([0x82, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeBigUInt64BE(2n ** 31n, 2)
  const refused = closeFrame(boundless.wire)
  boundless.wire.write(header)
  await refused
  boundless.wire.destroy()
  await record(8)

  // A peer whose session has ended and that does not answer the close changes nothing any more.
  const elsewhere = await signIn(workerd.url)
  const deaf = await enter(elsewhere, id, 'deaf')
  deaf.wire.removeAllListeners('data')
  const closed = closeFrame(deaf.wire)
  expect((await elsewhere.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
  deaf.wire.resume()
  await closed
  const text = new TextEncoder().encode(JSON.stringify({ ...line, text: 'tarde', id: `typed-${crypto.randomUUID()}` }))
  deaf.wire.write(onTheWire(text.buffer, 0x81))
  deaf.wire.write(onTheWire(audio(1, n)))
  for (let i = 0; i < 3; i++) {
    const again = await enter(doctor, id, 'again')
    expect(JSON.stringify(again.received)).not.toContain('tarde')
  }
  await record(1)

  // The slow reader gets everything once it reads.
  unread.wire.resume()
  await unread.until(() => unread.count('entry_changed') === 360)
  const stored = await workerd.control<[string, string][]>(`frames/${id}`)
  expect(stored.map(([place]) => Number(place.split(':')[1]))).toEqual(
    Array.from({ length: n }, (_, i) => i * FRAME_SAMPLES),
  )
  expect(recorder.count('refused')).toBe(0)
  for (const one of [silent, vanished, deaf]) one.wire.destroy()
})
