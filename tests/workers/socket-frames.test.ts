import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FRAME_MAX_BYTES } from '#domain/consultation/frame.ts'
import { clientMessage, closeCodes, TEXT_FRAME_MAX_BYTES } from '#domain/consultation/protocol.ts'
import type { RoomClient } from '#tests/testkit/room/room-client.ts'
import { hostileText, hostileValue, nearlyValid, type Schema, valid } from './arbitrary.ts'
import { everythingOf, idsIn } from './belongings.ts'
import { newConsent, newConsultation, newPatient, OPEN } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { enterRoom, openStage, speak } from './room-stage.ts'

const CANARY = 'Zumbaruvaque'
const seed = Number(env.FUZZ_SEED || Date.now() % 2 ** 31)
const count = Number(env.FUZZ_REQUESTS || 600)
/** Fewer than a socket may have refused, and may say [C35]. */
const PIECE = 60
const long = { timeout: 20 * 60_000 }

const messages = (z.toJSONSchema(clientMessage, { io: 'input', unrepresentable: 'any' }) as Schema).oneOf ?? []
const typeOf = (schema: Schema) => String(schema.properties?.type?.const)

type Frame = { kind: string; data: string | Uint8Array<ArrayBuffer> }

/** Messages that the protocol allows with any ids, messages that are nearly allowed, and garbage. */
function frames(ids: readonly string[]): fc.Arbitrary<Frame> {
  const text = (kind: string) => (value: unknown) => ({ kind, data: JSON.stringify(value) ?? '' })
  const bytes = (kind: string) => (data: Uint8Array) => ({ kind, data: new Uint8Array(data) })
  const header = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(0xffff), fc.nat(), fc.nat(FRAME_MAX_BYTES + 64))
    .map(([kind, version, take, at, length]) => {
      const buffer = new Uint8Array(Math.max(8, length))
      const view = new DataView(buffer.buffer)
      view.setUint8(0, kind)
      view.setUint8(1, version)
      view.setUint16(2, take, true)
      view.setUint32(4, at, true)
      return buffer
    })
  return fc.oneof(
    ...messages.flatMap((schema) => [
      valid(schema, ids).map(text(typeOf(schema))),
      nearlyValid(schema, ids).map(text(typeOf(schema))),
    ]),
    hostileValue.map(text('value')),
    hostileText.map((data) => ({ kind: 'text', data })),
    fc.constantFrom('{', '[]', 'null', '{"type":"__proto__"}', '{"type":"hello"', '['.repeat(16_000)).map((data) => ({
      kind: 'text',
      data,
    })),
    fc.integer({ min: TEXT_FRAME_MAX_BYTES - 2, max: 200_000 }).map((n) => ({ kind: 'long', data: 'x'.repeat(n) })),
    fc.uint8Array({ maxLength: 40 }).map(bytes('bytes')),
    header.map(bytes('header')),
    fc.constant(new Uint8Array(300_000)).map(bytes('bytes')),
  )
}

/** A running consultation of this doctor, with consent, and its screen. */
async function ownRoom(doctor: TestDoctor): Promise<{ id: string; client: RoomClient }> {
  const patient = await newPatient(doctor)
  const id = await newConsultation(doctor, patient, OPEN, [])
  await newConsent(doctor, patient, id)
  const { client } = await enterRoom(doctor, id, 'own')
  return { id, client }
}

/** Resolves when the room has read everything: it has answered the last message or closed the socket. */
async function waitUntilRead(client: RoomClient): Promise<'here' | number> {
  const before = client.all('welcome').length
  client.say({ type: 'hello', version: 1 })
  const welcome = async () => {
    while (client.all('welcome').length === before) await client.next('welcome')
    return 'here' as const
  }
  return Promise.race([welcome(), client.closed])
}

test(
  'whatever comes through a socket is refused by a code or is the doctor’s own; no room of another is touched',
  long,
  async ({ task }) => {
    const stage = await openStage()
    const { client: recorder, take } = await stage.recorder()
    await speak(recorder, take, 0, 3)
    recorder.say({
      type: 'write_entry',
      id: `typed-${crypto.randomUUID()}`,
      text: CANARY,
      speaker: 'doctor',
      ago_ms: 0,
    })
    const written = await recorder.next('transcription_update', (line) => line.text === CANARY)
    stage.engine.mood = 'away'
    const roomOf = () =>
      stage.inRoom((_, state) =>
        [...state.storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")].flatMap(
          ({ name }) =>
            name.startsWith('_cf') || name.startsWith('sqlite')
              ? []
              : [
                  [
                    name,
                    [...state.storage.sql.exec(`SELECT * FROM "${name}"`)].filter(
                      (row) => row.key !== 'state' && row.name !== 'state',
                    ),
                  ],
                ],
        ),
      )
    const [stored, before] = [JSON.stringify(await roomOf()), await everythingOf(stage.doctor.id)]
    const lines = await stage.spool(take)

    const second = await newDoctor('Dr. Outro')
    const ids = [...idsIn(before), written.id, 'e0', String(take), stage.id]
    const sent = fc.sample(frames(ids), { seed, numRuns: count })
    const kinds = new Set<string>()
    let refused = 0
    for (let from = 0; from < sent.length; from += PIECE) {
      const { client } = await ownRoom(second)
      for (const { kind, data } of sent.slice(from, from + PIECE)) {
        kinds.add(kind)
        client.raw(typeof data === 'string' ? data : data.buffer)
      }
      expect(await waitUntilRead(client)).toBe('here')
      refused += client.all('refused').length
      expect(JSON.stringify(client.received)).not.toContain(CANARY)
      client.close()
    }
    expect(messages.map(typeOf).filter((type) => !kinds.has(type))).toEqual([])
    // Most messages are wrong, so silence would not be an answer.
    expect(refused).toBeGreaterThan(sent.length / 3)
    expect(await everythingOf(stage.doctor.id)).toEqual(before)
    expect(JSON.stringify(await roomOf())).toBe(stored)
    expect(await stage.spool(take)).toEqual(lines)
    recorder.say({ type: 'hello', version: 1 })
    expect(await recorder.next('welcome')).toMatchObject({ status: 'active' })
    task.meta.seed = seed
    task.meta.badFrames = sent.length
  },
)

test('too large, of no kind, of no version: each by its own code, and who sends nothing else is shut out', async ({
  task,
}) => {
  const doctor = await newDoctor()
  const { id, client } = await ownRoom(doctor)
  const binary = (bytes: number, ...head: number[]) => {
    const data = new Uint8Array(bytes)
    data.set(head)
    return data.buffer
  }
  const wrong: [string | ArrayBuffer, string][] = [
    [binary(FRAME_MAX_BYTES + 2, 1, 1), 'frame_too_large'],
    [binary(900_000, 1, 1), 'frame_too_large'],
    ['x'.repeat(TEXT_FRAME_MAX_BYTES + 1), 'frame_too_large'],
    ['á'.repeat(TEXT_FRAME_MAX_BYTES / 2 + 1), 'frame_too_large'],
    [JSON.stringify({ type: 'edit_entry', id: 'x', text: 'á'.repeat(9_000) }), 'frame_too_large'],
    [binary(3, 1, 1), 'bad_frame'],
    [binary(8, 1, 1), 'bad_frame'],
    [binary(11, 1, 1), 'bad_frame'],
    [binary(16, 2, 1), 'bad_frame'],
    [binary(16, 1, 9), 'version_unsupported'],
    [binary(10, 1, 1, 44), 'unknown_take'],
    ['', 'bad_message'],
    ['{"type":', 'bad_message'],
    ['{"type":"launch"}', 'bad_message'],
    ['{"type":"hello"}', 'bad_message'],
    ['{"type":"hello","version":3}', 'version_unsupported'],
    ['{"type":"take_over","doctor":"x"}', 'bad_message'],
    [JSON.stringify({ type: 'edit_entry', id: 'e0', text: ' ' }), 'bad_message'],
    ['{"type":"finish","takes":[{"take":9,"samples":4}]}', 'unknown_take'],
  ]
  for (const [data, code] of wrong) {
    client.raw(data)
    expect(await client.next('refused')).toEqual({ type: 'refused', code })
  }
  expect(await waitUntilRead(client)).toBe('here')
  for (let n = 0; n < 300; n++) client.raw('{')
  expect(await client.closed).toBe(closeCodes.flood)
  // A message that breaks the rules counts like one that cannot be parsed. The room goes on for who behaves.
  const { client: other, welcome } = await enterRoom(doctor, id, 'again')
  expect(welcome).toMatchObject({ status: 'active' })
  for (let n = 0; n < 200; n++) other.say({ type: 'finish', takes: [{ take: 9, samples: 4 }] })
  expect(await other.closed).toBe(closeCodes.flood)
  task.meta.badFrames = wrong.length + 300
})
