import { FRAME_MS } from '#domain/consultation/frame.ts'
import { type Doctor, signIn } from '#tests/testkit/doctor.ts'
import { wordOf } from '#tests/testkit/engine/engine.ts'
import type { EngineServer } from '#tests/testkit/engine/server.ts'
import { type Frames, type Ledger, sha256 } from '#tests/testkit/ledger.ts'
import type { CuttableNetwork } from '#tests/testkit/network.ts'
import { until } from '#tests/testkit/until.ts'
import { HANDED_OVER, isHandedOver, isInOrder, type Measure, nothingWrong } from './fault.ts'
import type { RecogniserMood, RecogniserReport } from './recogniser.ts'

/** How long a page of a busy machine may take to draw what it knows. */
const DRAWN_MS = 1_500
const NO_SOUND = sha256(new Uint8Array())
/** Words of a recogniser that answers garbage. No speaker said them, and each occurs once. */
const isNoise = (word: string): boolean => /^ruido\d+$/.test(word)

type Line = { at: number; text: string | null }
/** From here to there the line must be one of these. */
type Truth = { what: string; from: number; to: number; must: RegExp; drawnMs: number }

/** A page of the consultation: what its doctor does, its ledger, and every text of its status line. */
export abstract class Screen {
  readonly lines: Line[] = []
  /** Words that its microphone gave. Speech faster than real time makes takes overlap: order counts within each. */
  readonly captured: { word: number; take: number }[] = []
  abstract readonly ledger: Ledger
  /** The line once the session has ended. */
  readonly signedOutLine: RegExp = /^Entre novamente: áudio guardado neste aparelho/
  readonly #truths: Truth[] = []
  readonly #consultation: Consultation
  goneAt = Number.POSITIVE_INFINITY

  constructor(consultation: Consultation) {
    this.#consultation = consultation
    consultation.screens.push(this)
  }

  abstract record(): Promise<void>
  abstract pauseRecording(): Promise<void>
  /** Gives audio so many times as fast as a person. */
  abstract speed(times: number): Promise<void>
  abstract takeOver(): Promise<void>
  abstract canRecord(): Promise<boolean>
  abstract isRecording(): Promise<boolean>
  abstract unplugMicrophone(): Promise<void>
  abstract changeMicrophone(): Promise<void>
  abstract fillDisk(isFull: boolean): Promise<void>
  abstract signInAgain(): Promise<void>
  abstract askFinish(): Promise<void>
  /** Its browser's recogniser, from now on. */
  abstract recogniserBecomes(mood: RecogniserMood): Promise<void>
  protected abstract recogniserReport(): Promise<RecogniserReport>
  /** Writes down what the recogniser did, while the page is there. */
  async noteRecogniser(): Promise<void> {
    this.#consultation.recognisers.push(await this.recogniserReport())
  }
  /** Frames that the device keeps and the room has not acknowledged. */
  abstract waiting(): Promise<number>
  /** The recording's shown time; the same for ever where none is drawn. */
  abstract timer(): Promise<string>

  /** Waits until all pages have captured so many frames more, stored or not. */
  async hears(frames: number, withinMs = 60_000): Promise<void> {
    const count = () => this.#consultation.screens.reduce((sum, { captured }) => sum + captured.length, 0)
    const before = count()
    await until(`${frames} frames are captured`, () => count() >= before + frames, withinMs)
  }

  says(must: RegExp, withinMs = 30_000): Promise<void> {
    return until(`the line says ${must}`, () => must.test(this.lines.at(-1)?.text ?? ''), withinMs)
  }
  /** From now until the answer is called. */
  mustSay(what: string, must: RegExp, drawnMs = DRAWN_MS): () => void {
    const truth: Truth = { what, from: Date.now(), to: Number.POSITIVE_INFINITY, must, drawnMs }
    this.#truths.push(truth)
    return () => {
      truth.to = Date.now()
    }
  }
  /** [SIL] Every moment in which the line said what was not so. */
  lies(): string[] {
    const falseStatements = new Set<string>()
    for (const { what, from, to, must, drawnMs } of this.#truths)
      this.lines.forEach(({ at, text }, i) => {
        const end = this.lines[i + 1]?.at ?? this.goneAt
        const overlaps = Math.min(end, to) > Math.max(at, from + drawnMs)
        if (overlaps && !must.test(text ?? '')) falseStatements.add(`'${text}' while ${what}`)
      })
    return [...falseStatements]
  }

  get acknowledged(): number {
    return [...this.ledger.acknowledged.values()].reduce((sum, one) => sum + one, 0)
  }
  /** [RT] Measures how long it takes from now until audio is acknowledged again. */
  async recovered(withinMs = 60_000): Promise<void> {
    const [began, before] = [performance.now(), this.acknowledged]
    await until('audio is acknowledged again', () => this.acknowledged > before, withinMs)
    this.#consultation.recoveries.push((performance.now() - began) / 1_000)
  }
  caughtUp(most = 4, withinMs = 150_000): Promise<void> {
    return until('the device has sent its audio', async () => (await this.waiting()) <= most, withinMs)
  }
  /** Pauses, sends everything, and compares it with what is stored. */
  async settled(): Promise<void> {
    await this.speed(1)
    await this.pauseRecording()
    await this.caughtUp(0)
    await this.#consultation.compareStored()
  }
  async finished(withinMs?: number): Promise<Measure> {
    await this.settled()
    await this.askFinish()
    return this.#consultation.measure(withinMs)
  }
}

/** The server and the engine, once for all faults; a consultation for each. */
export abstract class Clinic {
  readonly engine: EngineServer
  /** One session for all consultations: signing in is limited. */
  readonly doctor: Doctor
  /** Address of the server itself, without a simulated network. */
  readonly url: string

  constructor(engine: EngineServer, doctor: Doctor, url: string) {
    this.engine = engine
    this.doctor = doctor
    this.url = url
  }

  /** `script` runs in its pages before their own scripts. */
  abstract consultation(script?: string): Promise<Consultation>
  /** Makes everything well again after a fault. */
  async restore(): Promise<void> {
    this.engine.mood = 'well'
    this.engine.tooFast = 0
  }
  abstract close(): Promise<void>
}

/** One consultation on a real server, its pages, and what must be true of it in the end. */
export abstract class Consultation<C extends Clinic = Clinic> {
  readonly screens: Screen[] = []
  readonly recoveries: number[] = []
  /** Reports of the recognisers of closed pages. */
  readonly recognisers: RecogniserReport[] = []
  /** Between the first page and the server. */
  abstract readonly network: CuttableNetwork
  readonly clinic: C
  doctor: Doctor
  readonly id: string
  #lost = 0
  #hasRecogniser = false

  constructor(clinic: C, id: string) {
    this.clinic = clinic
    this.doctor = clinic.doctor
    this.id = id
  }
  get engine(): EngineServer {
    return this.clinic.engine
  }

  /** Gives its next pages a recogniser. */
  giveRecogniser(seed: number): Promise<void> {
    this.#hasRecogniser = true
    return this.installRecogniser(seed)
  }
  protected abstract installRecogniser(seed: number): Promise<void>
  abstract screen(): Promise<Screen>
  /** The page dies at once, or the whole browser. */
  abstract crash(screen: Screen, wholeBrowser: boolean): Promise<void>
  /** Another page of the same device continues the consultation. */
  abstract resume(): Promise<Screen>
  /** Ends the server's process at once; resolves when another serves the same storage. `back` is called when it may. */
  abstract killServer(back?: () => void): Promise<void>
  /** Gives the next pages a session of their own. */
  async signIn(): Promise<void> {
    this.doctor = await signIn(this.clinic.url)
  }
  protected abstract storedFrames(): Frames | Promise<Frames>
  /** Null until the consultation is complete. */
  abstract transcript(): Promise<string[] | null>
  abstract close(): Promise<void>

  /** A page that records, after so many frames. */
  async recorder<S extends Screen>(this: { screen(): Promise<S> }, frames = 0): Promise<S> {
    const screen = await this.screen()
    await screen.record()
    await screen.hears(frames)
    return screen
  }

  /** [LA] Finds what was acknowledged and is not stored, or is stored otherwise than it was sent. */
  async compareStored(): Promise<void> {
    // Frames acknowledged while the stored ones are read are not among them.
    const acknowledged = this.screens.map(({ ledger }) => new Map(ledger.acknowledged))
    const stored = await this.storedFrames()
    const isLost = (screen: number, place: string, sum: string) => {
      const [take, at] = place.split(':').map(Number) as [number, number]
      // [C47] Audio that the page has heard keeps its place without its sound.
      const isRight = stored.get(place) === sum || (this.#hasRecogniser && stored.get(place) === NO_SOUND)
      return at < (acknowledged[screen]?.get(take) ?? 0) && !isRight
    }
    const lost = this.screens.flatMap(({ ledger }, i) => [...ledger.sent].filter((one) => isLost(i, ...one)))
    this.#lost = Math.max(this.#lost, lost.length)
  }

  /** Waits for the end of the consultation, and says what the fault has cost. */
  async measure(withinMs = 120_000): Promise<Measure> {
    let words: string[] | null = null
    const isCompleted = async () => {
      words = await this.transcript()
      return words !== null
    }
    await until('the consultation is complete', isCompleted, withinMs)
    return this.judge(words ?? [])
  }

  /** The cost of the fault, if this is the whole transcript. */
  judge(words: readonly string[]): Measure {
    const uniqueWords = new Set(words)
    const measure = nothingWrong(1)
    measure.la = this.#lost
    // A page that dies may take the frame in hand with it, and no more: LU is that of the worst page.
    for (const { captured, goneAt } of this.screens) {
      const missing = captured.filter(({ word }) => !uniqueWords.has(wordOf(word)))
      measure.lu = Math.max(measure.lu, (missing.length * FRAME_MS) / 1_000)
      const inHand = Number.isFinite(goneAt) ? captured.at(-1) : undefined
      const lost = missing.filter((one) => one !== inHand)
      if (lost.length > 0) measure.faults.push(`never became text: ${lost.map(({ word }) => word).join(' ')}`)
    }
    const heardByPage = new Set(this.recognisers.flatMap(({ heard }) => heard))
    if (isHandedOver(words, heardByPage)) measure.struck[HANDED_OVER] = 1
    for (const { struck, faults } of this.recognisers) {
      measure.faults.push(...faults)
      for (const fault of struck) measure.struck[fault] = 1
    }
    measure.dv = words.length - uniqueWords.size
    measure.rt = this.recoveries.length > 0 ? Math.max(...this.recoveries) : null
    const falseStatements = this.screens.flatMap((screen) => screen.lies())
    measure.sil = falseStatements.length
    measure.faults.push(...falseStatements)
    const spoken = new Set(this.screens.flatMap(({ captured }) => captured.map(({ word }) => wordOf(word))))
    if (spoken.size === 0) measure.faults.push('nothing was recorded')
    const foreign = words.filter((word) => !spoken.has(word) && !isNoise(word))
    if (foreign.length > 0) measure.faults.push(`words nobody said: ${foreign.slice(0, 3).join(' ')}`)
    const takes = this.screens.flatMap(({ captured }) =>
      [...new Set(captured.map(({ take }) => take))].map((take) => captured.filter((one) => one.take === take)),
    )
    if (!takes.every((own) => isInOrder(words, own))) measure.faults.push('words are out of order')
    if (this.engine.tooFast > 0) measure.faults.push(`the engine was fed too fast ${this.engine.tooFast} times`)
    return measure
  }

  /** The state of every page, for the reader of a failure. */
  look(): string {
    const pages = this.screens.map(({ lines }) => lines.map(({ text }) => text).join(' · '))
    return ['the status lines:', ...pages].join('\n')
  }
}
