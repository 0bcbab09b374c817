import { FRAME_MS, FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import type { GapReason } from '#domain/consultation/gap.ts'
import type { RoomGap, TakeLength } from '#domain/consultation/protocol.ts'
import type { Consent } from '#domain/consultation/state.ts'
import { DAY_MS } from '#domain/time.ts'
import { FIRST_WORD, numberIn, wordOf } from '#tests/testkit/engine/engine.ts'
import { HANDED_OVER, isHandedOver, isInOrder, type Measure, nothingWrong } from '../fault.ts'
import { enterRecogniser, installRecognition, ScriptedRecogniser } from '../recogniser.ts'
import { rows, SimD1 } from './d1.ts'
import { Device } from './device.ts'
import { SimEngine } from './engine.ts'
import { inhabit, SimResponse } from './globals.ts'
import { Network } from './network.ts'
import { RoomHost } from './room-host.ts'
import { World } from './world.ts'

installRecognition()

const ROUNDING_MS = 300
/** By so much a gap may be too long when the device lied and could not be heard at once. */
const LATE_MS = 90_000
/**
 * Rules of a consultation. Three seconds of voice without a word raise a question, less half a second near written
 * text.
 */
const WORDLESS_MS = 4_000

export type Variant = 'right' | 'acknowledges-before-storing' | 'forgets-on-send' | 'drops-while-disconnected'
type Recorded = { device: Device; take: number; at: number; word: number }
/** One consultation in a world of its own, and the oracle that judges it. */
export class Consultation {
  readonly world: World
  readonly engine: SimEngine
  /** The browsers' own recogniser; null where they have none. */
  readonly recogniser: ScriptedRecogniser | null
  readonly d1: SimD1
  readonly host: RoomHost
  readonly devices: Device[] = []
  readonly recorded: Recorded[] = []
  readonly untruths = new Set<string>()
  readonly id = crypto.randomUUID()
  readonly variant: Variant
  consent: Consent
  /** The page that revoked consent, and the number of lines when the room received it. */
  revokedBy: Device | null = null
  #linesThen: number | null = null
  /** Audio that devices reported to D1 as discarded: milliseconds by take. */
  readonly #thrown = new Map<number, number>()
  /** The stored length of each take when the room received it, in samples; no more is stored after that. */
  readonly #storedThen = new Map<number, number>()
  /** A device slept while it recorded. */
  readonly slept: { take: number; at: number; ms: number; jumped: boolean; lateMs: number }[] = []
  isSilent = false
  /** When somebody first said so. */
  finishedAt = Number.POSITIVE_INFINITY
  #word = FIRST_WORD
  #lost = 0
  /** Words of frames that were not on the disk when their page died. */
  #mayBeLost = new Set<number>()

  constructor(seed: number, variant: Variant, hasRecogniser = false) {
    this.variant = variant
    this.world = new World(seed)
    inhabit(this.world)
    Network.clear()
    this.engine = new SimEngine(this.world)
    this.recogniser = hasRecogniser ? new ScriptedRecogniser(this.world, seed) : null
    enterRecogniser(this.recogniser)
    // A page's session request gets no answer; its consent reports arrive.
    this.world.fetch = async (input, init) => {
      if (!String(input).startsWith('/')) return this.engine.fetch(input, init)
      if (String(input).endsWith('/revocation')) return this.#revoked(init)
      throw new TypeError('offline')
    }
    this.d1 = new SimD1(this.world)
    const startedAt = this.world.now
    this.consent = { state: 'accepted', at: startedAt }
    rows(
      `INSERT INTO consultations (id, doctor_id, patient_id, patient_name, search_text, consultation_type, clinical_context, status, start_time, entry_count)
       VALUES (?, 'doctor', 'patient', 'Rita', 'rita', 'presencial', '', 'active', ?, 0)`,
      this.id,
      startedAt,
    )
    this.host = new RoomHost({
      world: this.world,
      env: {
        DB: this.d1,
        SPEECH_URL: 'ws://engine.test/v1/listen',
        ENVIRONMENT: 'preview',
        APP_URL: 'http://localhost',
        DEVICE_SPEECH: hasRecogniser ? 'first' : '',
      },
      speaksTooEarly: variant === 'acknowledges-before-storing',
      visitor: async (sessionId) => {
        const [row] = await this.d1
          .prepare('SELECT status FROM consultations WHERE id = ?')
          .bind(this.id)
          .all()
          .then(({ results }) => results as { status: 'active' | 'completed' }[])
          .catch(() => [])
        if (!row || sessionId === 'ended') return null
        const { id: consultationId, consent } = this
        const sessionEndsAt = startedAt + 30 * DAY_MS
        return { consultationId, doctorId: 'doctor', sessionId, sessionEndsAt, startedAt, status: row.status, consent }
      },
    })
    this.host.onDeath = (life) => this.engine.abandoned(life)
  }

  async #revoked(init: unknown): Promise<unknown> {
    // Whose call it is gets lost on its way through the client.
    const device = this.revokedBy
    await this.world.pause(this.world.between(10, 100))
    if (device?.network.mood !== 'well' || this.host.isDown) throw new TypeError('offline')
    const { discarded, ago_ms } = JSON.parse((init as { body: string }).body) as {
      discarded: TakeLength[]
      ago_ms: number
    }
    const answered_at = this.consent.at
    const at = Math.max(answered_at + 1, Math.floor(this.world.now) - Math.max(0, ago_ms))
    for (const { take, samples } of discarded)
      this.#thrown.set(take, Math.max(samples / 16, this.#thrown.get(take) ?? 0))
    if (this.consent.state === 'accepted') this.consent = { state: 'revoked', at }
    if (this.host.consentChanged(this.consent, discarded) && this.#linesThen === null) {
      this.#linesThen = this.host.lines
      for (const one of this.host.frames()) this.#storedThen.set(one.take, one.at + one.length)
    }
    const answers = { ai: 'accepted', recording: 'accepted' }
    return new SimResponse({ consent: { state: 'revoked', answers, notice_version: '1', answered_at, revoked_at: at } })
  }

  device(): Device {
    const device = new Device(this, `d${this.devices.length}`)
    this.devices.push(device)
    return device
  }
  /** Something waits on a device. */
  get isSending(): boolean {
    return this.devices.some((device) => device.isSending)
  }
  nextWord(): number {
    return this.#word++
  }

  /** [LA] Audio that the room acknowledged without storing it. */
  compareStored(): void {
    if (this.isCompleted) return
    const stored = new Map(this.host.frames().map((one) => [`${one.take}:${one.at}`, one]))
    const last = new Map(this.recorded.filter((one) => one.take > 0).map((one) => [`${one.take}:${one.at}`, one]))
    for (const [place, { device, take, at, word }] of last) {
      const storedUntil = device.page.view.takes.find((one) => one.take === take)?.stored ?? 0
      if (at >= storedUntil) continue
      const { length, samples } = stored.get(place) ?? {}
      // [C33] A revoked take has no sound, but still its length. [C47] The same is true of audio that the page has heard.
      const mayBeSilent = this.consent.state === 'revoked' || this.recogniser !== null
      const isSilenced = mayBeSilent && length === FRAME_SAMPLES && samples?.length === 0
      if (
        !isSilenced &&
        (samples?.length !== FRAME_SAMPLES ||
          numberIn(samples) !== word ||
          samples[FRAME_SAMPLES - 1] !== -(samples[0] as number))
      )
        this.#lost++
      if (!isSilenced && this.#storedThen.has(take)) this.untruths.add('what was taken back sounds on')
    }
  }
  /** A page dies: at most the frame in hand may go with it, unless the screen said that the disk is full. */
  noteUnkept(device: Device): void {
    const storedStarts = new Set([...device.disk.frames.values()].map((frame) => numberIn(frame.samples)))
    const isNotStored = ({ take, at, word }: Recorded) =>
      !storedStarts.has(word) && at >= (device.page.view.takes.find((one) => one.take === take)?.stored ?? 0)
    const notStored = this.recorded.filter((one) => one.device === device && isNotStored(one))
    const allowed = device.page.queue.health() === 'ok' ? notStored.slice(-1) : notStored
    for (const one of allowed) this.#mayBeLost.add(one.word)
  }

  get isRevocationTold(): boolean {
    return this.consent.state === 'revoked' && this.devices.every(({ disk }) => disk.statements.revocation === null)
  }
  get isCompleted(): boolean {
    return rows<{ status: string }>('SELECT status FROM consultations WHERE id = ?', this.id)[0]?.status === 'completed'
  }

  /**
   * The engine finds nothing even at the final retry. Voice of this length raises a question; shorter voice
   * counts as a cough.
   */
  #withoutCoughs(missing: readonly Recorded[]): readonly Recorded[] {
    const isShortAllowed = this.recogniser && (this.recogniser.hasMissed || this.engine.emptyAt > 0)
    if (this.engine.emptyAt < this.finishedAt && !isShortAllowed) return missing
    const runs: Recorded[][] = []
    for (const one of missing) {
      const before = runs.at(-1)?.at(-1)
      if (before?.take === one.take && before.at + FRAME_SAMPLES === one.at) runs.at(-1)?.push(one)
      else runs.push([one])
    }
    // [C29] Less than 0.2 s beside a session of the page's recogniser raises no doubt: it may be a word's middle.
    const leastMs = this.engine.emptyAt < this.finishedAt ? FRAME_MS : WORDLESS_MS
    return runs.filter((run) => run.length * FRAME_MS > leastMs).flat()
  }

  measure(): Measure {
    const texts = rows<{ text: string; id: string }>(
      'SELECT id, coalesce(original, text) AS text FROM transcript_entries WHERE consultation_id = ? ORDER BY position',
      this.id,
    )
    const words = texts.flatMap(({ text }) => text.split(' '))
    const heardWords = new Set(words)
    const measure = nothingWrong(1)
    const isMissing = ({ word }: Recorded) => !heardWords.has(wordOf(word)) && !this.#mayBeLost.has(word)
    const missing = this.#withoutCoughs(this.recorded.filter(isMissing))
    measure.la = this.#lost
    for (const struck of this.recogniser?.struck ?? []) measure.struck[struck] = 1
    if (isHandedOver(words, this.recogniser?.heard)) measure.struck[HANDED_OVER] = 1
    if (this.revokedBy) return this.#afterRevocation(measure, missing, texts.length)
    measure.lu = missing.length * (FRAME_MS / 1_000)
    measure.dv = words.length - heardWords.size
    measure.sil = this.untruths.size
    if (this.engine.tooFast > 0) measure.faults.push('the engine was fed faster than 1.25 x real time')
    measure.faults.push(...this.world.faults, ...this.untruths)
    this.#compareSleep(measure)
    this.#compareAway(measure)
    for (const device of this.devices) {
      const own = this.recorded.filter((one) => one.device === device)
      if (!isInOrder(words, own)) measure.faults.push('words out of order')
    }
    return measure
  }

  #gaps(take: number, reason: GapReason): number[] {
    const [row] = rows<{ gaps: string | null }>('SELECT gaps FROM consultations WHERE id = ?', this.id)
    const gaps = JSON.parse(row?.gaps ?? '[]') as RoomGap[]
    return gaps.filter((gap) => gap.take === take && gap.reason === reason).map((gap) => gap.end_ms - gap.start_ms)
  }

  /** [SIL] What a device slept through is marked with its length, and a clock that jumped is not believed. */
  #compareSleep(measure: Measure): void {
    // Asleep again before any audio came: the two are reported as one.
    const sleeps: typeof this.slept = []
    for (const one of this.slept) {
      const before = sleeps.at(-1)
      if (before?.take !== one.take || before.at !== one.at) sleeps.push(one)
      else
        sleeps[sleeps.length - 1] = {
          ...one,
          ms: before.ms + one.ms,
          lateMs: before.lateMs + one.lateMs,
          jumped: before.jumped || one.jumped,
        }
    }
    for (const { take, ms, jumped, lateMs } of sleeps) {
      const reportedGaps = this.#gaps(take, 'asleep')
      // The room believes no more than it saw pass since the recording went on: a slow link told it of that late.
      const least = ms - lateMs - ROUNDING_MS
      if (reportedGaps.some((length) => length >= least && length <= ms + (jumped ? LATE_MS : ROUNDING_MS))) continue
      measure.sil++
      measure.faults.push(
        `${ms} ms asleep in take ${take}${jumped ? ', clock jumped' : ''}; gaps: ${reportedGaps.join(', ')}`,
      )
    }
  }

  /** [SIL] Another page of the device sent all audio: none of it is reported as not received. */
  #compareAway(measure: Measure): void {
    for (const device of this.devices.filter((one) => one.wasEmptied)) {
      const own = this.recorded.filter((one) => one.device === device)
      for (const take of new Set(own.map((one) => one.take))) {
        const unkeptMs = own.filter((one) => one.take === take && this.#mayBeLost.has(one.word)).length * FRAME_MS
        const toldMs = this.#gaps(take, 'not_received').reduce((sum, ms) => sum + ms, 0)
        if (toldMs <= unkeptMs + ROUNDING_MS) continue
        measure.sil++
        measure.faults.push(`take ${take}: ${toldMs} ms told as not received, ${unkeptMs} ms were`)
      }
    }
  }

  /** [SIL] Audio without text by then never gets any, and all of it is reported as discarded. */
  #afterRevocation(measure: Measure, missing: readonly Recorded[], lines: number): Measure {
    measure.sil = this.untruths.size
    measure.faults.push(...this.world.faults, ...this.untruths)
    if (this.#linesThen !== null && lines !== this.#linesThen) {
      measure.faults.push(`${this.#linesThen} lines when consent was taken back, ${lines} in the end`)
    }
    for (const take of new Set(missing.map((one) => one.take))) {
      const lost = missing.filter((one) => one.take === take)
      // The room's audio is in its gap. The device's discarded audio is there too, and beside the consent. If the
      // consultation was over when the device came back, it is beside the consent only. Neither replaces the
      // other.
      const stored = this.#storedThen.get(take) ?? 0
      const [room, device] = [lost.filter((one) => one.at < stored), lost.filter((one) => one.at >= stored)]
      const lostMs = lost.length * FRAME_MS
      const gapMs = this.#gaps(take, 'discarded').reduce((sum, ms) => sum + ms, 0)
      const roomMs = Math.min(gapMs, room.length * FRAME_MS)
      const deviceMs = Math.min(Math.max(this.#thrown.get(take) ?? 0, gapMs - roomMs), device.length * FRAME_MS)
      const reportedMs = roomMs + deviceMs
      if (reportedMs >= lostMs - FRAME_MS) continue
      measure.sil++
      measure.faults.push(`take ${take}: ${lostMs} ms were thrown away, ${reportedMs} ms were told`)
    }
    return measure
  }

  close(): void {
    this.host.close()
    rows('DELETE FROM transcript_entries WHERE consultation_id = ?', this.id)
    inhabit(null)
  }
}
