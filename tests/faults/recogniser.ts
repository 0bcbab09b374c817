import { wordOf } from '#tests/testkit/engine/engine.ts'
import { between, chosen, type Random, randomFrom } from '#tests/testkit/random.ts'

/** The clock of the recogniser's browser. An owner that dies takes its timers with it. */
export type RecogniserWorld = {
  readonly now: number
  readonly faults: string[]
  /** How far the clocks of page and recogniser may be apart, in ms. */
  readonly blurMs: number
  after(ms: number, run: () => void, owner: object | null): unknown
}

/**
 * 'dies' ends each session soon; 'stalled' gives no text; 'repeats' gives finals twice; 'late' brings text up to
 * 1.5 s after the speech that it reported; 'garbage' gives finals without words, old ones and strange ones; 'withdrawn' starts none.
 */
export type RecogniserMood = 'well' | RecogniserFault
export const recogniserFaults = ['dies', 'stalled', 'repeats', 'late', 'garbage', 'withdrawn'] as const
export type RecogniserFault = (typeof recogniserFaults)[number]

export type RecogniserReport = { struck: RecogniserFault[]; heard: string[]; faults: string[] }

/** An utterance ends after this much silence. */
const PAUSE_MS = 600
/** A session hears a word if it listens at its middle. */
const HALF_WORD_MS = 125
const WITHDRAWN = 'service-not-allowed'
const codes = ['network', 'audio-capture', 'aborted', 'no-speech', 'bad-grammar', null]

/** The recogniser of every browser; null: they have none. */
let present: ScriptedRecogniser | null = null

/** The recogniser of the fault table's browsers: simulated, imitated in Node, and Chromium. It hears whole words. */
export class ScriptedRecogniser {
  mood: RecogniserMood = 'well'
  /** It took words for silence. */
  hasMissed = false
  /** Number of the last word that no speaker said: each gets its own. */
  noise = 0
  /** Faults that have touched a session. */
  readonly struck = new Set<RecogniserFault>()
  /** Words in its finals. */
  readonly heard = new Set<string>()
  readonly world: RecogniserWorld
  readonly random: Random
  readonly sessions = new Set<Recognition>()
  /** The track of a real page; elsewhere the page gives its own `Track`. */
  track: Track | null = null

  constructor(world: RecogniserWorld, seed: number) {
    this.world = world
    this.random = randomFrom(seed + 1)
  }

  between(from: number, to: number): number {
    return between(this.random, from, to)
  }
  chance(share: number): boolean {
    return this.random() < share
  }
  /** From now on; the session in progress ends. */
  become(mood: RecogniserMood): void {
    this.mood = mood
    if (mood !== 'well') this.die()
  }
  report(): RecogniserReport {
    return { struck: [...this.struck], heard: [...this.heard], faults: this.world.faults }
  }
  die(): void {
    for (const session of this.sessions) session.die(chosen(this.random, codes))
  }
}

export const enterRecogniser = (recogniser: ScriptedRecogniser | null): void => {
  present = recogniser
}

/** The track that a page records. Its sessions die with the page. */
export class Track {
  readonly owner: object | null
  readonly kind = 'audio'
  session: Recognition | null = null
  /** When the word that is being spoken began. */
  wordSince = 0

  constructor(owner: object | null) {
    this.owner = owner
  }
  /** The page begins to record, in the middle of a word or not. */
  begin(now: number): void {
    this.session?.endAudio()
    this.wordSince = now
  }
  hear(word: number, now: number): void {
    this.session?.hear(word, this.wordSince)
    this.wordSince = now
  }
}

type Result = { isFinal: boolean; length: 1; 0: { transcript: string; confidence: number } }
type Handler<E> = ((event: E) => void) | null
const resultOf = (transcript: string, isFinal: boolean, confidence = 0.9): Result => ({
  isFinal,
  length: 1,
  0: { transcript, confidence },
})

/** Their `SpeechRecognition`. */
class Recognition {
  static async available(): Promise<string> {
    return present && present.mood !== 'withdrawn' ? 'available' : 'unavailable'
  }
  processLocally = false
  onstart: Handler<void> = null
  onspeechstart: Handler<void> = null
  onspeechend: Handler<void> = null
  onaudioend: Handler<void> = null
  onresult: Handler<{ resultIndex: number; results: Result[] }> = null
  onerror: Handler<{ error: string }> = null
  onend: Handler<void> = null
  readonly #world: RecogniserWorld
  readonly #device: ScriptedRecogniser
  #track: Track | null = null
  #state: 'new' | 'starting' | 'listening' | 'stopping' | 'ending' | 'over' = 'new'
  #startedAt = 0
  /** Some recognisers report no speech. */
  #reportsSpeech = false
  /** A session that gives no text once gives none any more. */
  #isStalled = false
  #lateMs = 0
  #textAt = 0
  #words: number[] = []
  #length = 0
  #finals: Result[] = []
  #lastWordAt = 0

  constructor() {
    if (!present) throw new Error('no recogniser')
    this.#device = present
    this.#world = present.world
  }

  start(track: Track): void {
    const device = this.#device
    this.#track = device.track ?? track
    if (!this.processLocally) this.#world.faults.push('a recogniser started without processLocally')
    if (this.#track.session?.isListening) this.#world.faults.push('two sessions at once')
    this.#track.session = this
    this.#state = 'starting'
    device.sessions.add(this)
    this.#reportsSpeech = device.mood === 'late' || device.chance(0.5)
    if (device.mood === 'late') this.#lateMs = device.between(200, 1_500)
    this.#length = this.#nextLength()
    if (device.mood === 'withdrawn') this.die(WITHDRAWN)
    if (device.mood === 'stalled' && device.chance(0.3)) {
      device.struck.add('stalled')
      return
    }
    this.#after(device.between(0, 400), () => this.#listen())
    const lifeMs = device.mood === 'dies' ? device.between(0, 3_000) : device.between(3_000, 90_000)
    const dies = device.mood === 'dies' || device.chance(0.3)
    this.#after(lifeMs, () => (dies ? this.die(chosen(device.random, codes)) : this.stop()))
  }
  #listen(): void {
    if (this.#state !== 'starting') return
    // Which engine has a word in its middle is not drawn closer than the clocks and places of the page are.
    const { now, blurMs } = this.#world
    const since = now - (this.#track?.wordSince ?? 0)
    if (Math.abs(since - HALF_WORD_MS) < blurMs) this.#after(2 * blurMs, () => this.#listen())
    else {
      this.#state = 'listening'
      this.#startedAt = this.#world.now
      this.onstart?.()
      if (this.#reportsSpeech) this.onspeechstart?.()
    }
  }
  get isListening(): boolean {
    return this.#state === 'starting' || this.#state === 'listening'
  }

  hear(word: number, since: number): void {
    const isStopping = this.#state === 'stopping'
    if (this.#state !== 'listening' && !isStopping) return
    if (isStopping) this.#after(0, () => this.endAudio())
    if (this.#startedAt - since > HALF_WORD_MS) return
    // Late text without its final has no place that a page could know: a late session gives its finals.
    this.#isStalled ||= this.#device.mood === 'stalled' && this.#lateMs === 0
    this.#device.hasMissed ||= this.#isStalled
    if (this.#isStalled) {
      this.#device.struck.add('stalled')
      return
    }
    this.#words.push(word)
    this.#lastWordAt = this.#world.now
    const interim = resultOf(this.#words.map(wordOf).join(' '), false)
    this.#sayText(() => this.onresult?.(this.#event([interim])))
    if (this.#words.length >= this.#length && !isStopping) this.#endUtterance()
    const lastWordAt = this.#lastWordAt
    // After a sleep there was no pause in the audio.
    const isPause = () => this.#lastWordAt === lastWordAt && this.#world.now - lastWordAt < 2 * PAUSE_MS
    this.#after(PAUSE_MS, () => this.isListening && isPause() && this.#endUtterance())
  }
  #endUtterance(): void {
    const device = this.#device
    const { mood } = device
    const words = this.#words.splice(0)
    this.#length = this.#nextLength()
    if (words.length === 0 || this.#isStalled) return
    const reports = this.#reportsSpeech && this.#state === 'listening'
    if (reports) this.onspeechend?.()
    const text = words.map(wordOf).join(' ')
    const result = mood === 'garbage' ? this.#garbage(text) : resultOf(text, true)
    if (mood === 'repeats' || mood === 'garbage') device.struck.add(mood)
    this.#sayText(() => this.#final(result))
    if (mood === 'repeats') this.#sayText(() => this.#final(result))
    if (mood === 'garbage')
      this.#sayText(() =>
        this.onresult?.({ resultIndex: 0, results: [resultOf('bobagem', true), ...this.#finals.slice(1)] }),
      )
    if (reports) this.onspeechstart?.()
  }
  /** In words. The text of an utterance begins before its speech ends. */
  #nextLength(): number {
    return Math.floor(this.#lateMs > 0 ? this.#device.between(8, 13) : this.#device.between(1, 7))
  }
  #garbage(text: string): Result {
    const noise = Array.from({ length: 600 }, () => `ruido${this.#device.noise++}`).join(' ')
    const odd = [resultOf('', true), resultOf(`${text} ${noise}`, true), resultOf(`\u0000${text}\n`, true, 7)]
    return chosen(this.#device.random, [...odd, resultOf(text, true, Number.NaN)])
  }
  #final(result: Result): void {
    for (const word of result[0].transcript.split(/\s/)) this.#device.heard.add(word)
    this.#finals.push(result)
    this.onresult?.({ ...this.#event([]), resultIndex: this.#finals.length - 1 })
  }
  #event(interim: Result[]) {
    return { resultIndex: this.#finals.length, results: [...this.#finals, ...interim] }
  }

  /** It hears the word that is being spoken, and gives the finals of what it has heard. */
  stop(): void {
    if (!this.isListening) return
    const isStarted = this.#state === 'listening'
    this.#state = 'stopping'
    if (!isStarted) this.endAudio()
    else this.#after(2 * HALF_WORD_MS, () => this.endAudio())
  }
  endAudio(): void {
    if (this.#state !== 'stopping' || this.#isStalled) return
    this.#state = 'ending'
    this.onaudioend?.()
    this.#endUtterance()
    const textMs = Math.max(0, this.#textAt - this.#world.now)
    this.#after(textMs + this.#device.between(5, 200), () => this.#close(null))
  }
  abort(): void {
    this.#close('aborted')
  }
  /** Ends without the finals of what it has heard. */
  die(code: string | null): void {
    if (this.#state === 'over' || (this.#lateMs > 0 && !this.isListening)) return
    this.#device.struck.add(code === WITHDRAWN ? 'withdrawn' : 'dies')
    this.#close(code)
  }
  #close(code: string | null): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#device.sessions.delete(this)
    this.#after(this.#device.between(1, 20), () => {
      if (code) this.onerror?.({ error: code })
      this.onend?.()
    })
  }

  /** Reports of speech come at once, text may come late. */
  #sayText(report: () => void): void {
    this.#textAt = this.#world.now + this.#lateMs
    if (this.#lateMs > 0) this.#device.struck.add('late')
    if (this.#lateMs === 0) report()
    else this.#after(this.#lateMs, () => this.#state !== 'over' && report())
  }
  #after(ms: number, run: () => void): void {
    this.#world.after(ms, run, this.#track?.owner ?? null)
  }
}

/** Gives the browser, or as much of one as the product asks for, this recogniser. */
export function installRecognition(): void {
  for (const place of [globalThis, window]) Object.assign(place, { SpeechRecognition: Recognition })
}
