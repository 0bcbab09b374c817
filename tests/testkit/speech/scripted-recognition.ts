// A SpeechRecognition for browser tests. It listens to the energy of the track that the page gives it, and writes the
// next line of a script for each utterance. Chromium plays its file from the start for each opened microphone, so the
// lines start again with each track.

/** `seconds`: how long the line is spoken; a session that starts or stops inside it hears only a part of its words. */
type ScriptLine = { text: string; seconds?: number }
export type SpeechScript = {
  lines: ScriptLine[]
  /** For the first sessions, in order; later ones are normal. */
  moods?: SpeechMood[]
  availability?: 'available' | 'downloadable' | 'downloading' | 'unavailable'
  quality?: 'conversation' | 'lower'
}

export type SpeechMood =
  | { kind: 'normal' }
  /** Reports this error after `ms`, and ends. */
  | { kind: 'dies'; code: string; ms: number }
  /** Hears speech and gives no text, or no final. */
  | { kind: 'stalls'; shows: 'speech' | 'interim' }
  | { kind: 'repeats' }
  /** Its text comes this much later. */
  | { kind: 'late'; ms: number }
  /** `empty`: finals without words. `long`: over 4,000 letters. `backwards`: an old result again, with other words. */
  | { kind: 'garbage'; what: 'empty' | 'long' | 'confidence' | 'backwards' }
  /** Ends after this much silence, with `no-speech`. */
  | { kind: 'no-speech'; ms: number }
  /** Ends by itself after `ms`, without an error. */
  | { kind: 'ends'; ms: number }

/** `window.__speech` of the page. */
export type SpeechControl = {
  /** Moods of the next sessions, in order. */
  moods: SpeechMood[]
  /** No session can start any more, and the running one ends with an error. */
  withdraw(): void
  availability: NonNullable<SpeechScript['availability']>
  quality: NonNullable<SpeechScript['quality']>
  installs: number
  /** Faults of the page: a start without `processLocally`, or two sessions at once. Must stay empty. */
  violations: string[]
  sessions: { mood: SpeechMood; finals: string[]; isOver: boolean }[]
  phrases: string[]
  /** Each text when the page was given it, in epoch ms. */
  writes: { text: string; at: number }[]
}

/** Install it with `page.addInitScript(scriptedRecognition, script)`. It must not use anything outside itself. */
export function scriptedRecognition(script: SpeechScript): void {
  const LOUD = 0.01
  const BLOCK_SECONDS = 0.02
  const PAUSE_SECONDS = 0.6
  /** After this much silence the last word of an utterance is over. */
  const WORD_END_SECONDS = 0.2
  const LOOK_MS = 50
  const WORD_SECONDS = 0.35
  const INTERIM_SECONDS = 0.4
  const START_MS = 30

  /** One run of energy in a track. Times are seconds of its audio clock. */
  type Utterance = { line: ScriptLine; onset: number; lastLoud: number; isOver: boolean }
  type Ear = { now: number; utterances: Utterance[] }
  /** `first`: number of the first word that the session hears. `shownAt`: when it wrote interim text last. */
  type Writing = { utterance: Utterance; first: number; shownAt: number }
  type Listener = ((event: object) => void) | null

  const control: SpeechControl = {
    moods: script.moods ?? [],
    withdraw() {
      isWithdrawn = true
      control.availability = 'unavailable'
      listening?.fail('service-not-allowed')
    },
    availability: script.availability ?? 'available',
    quality: script.quality ?? 'conversation',
    installs: 0,
    violations: [],
    sessions: [],
    phrases: [],
    writes: [],
  }
  let isWithdrawn = false
  let listening: ScriptedRecognition | null = null
  const ears = new WeakMap<MediaStreamTrack, Ear>()

  /** Listens from the moment that the microphone opens, also between sessions: an unheard utterance takes its line along. */
  function listenTo(track: MediaStreamTrack): Ear {
    const existing = ears.get(track)
    if (existing) return existing
    const context = new AudioContext()
    void context.resume()
    const analyser = new AnalyserNode(context, { fftSize: 32_768 })
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const ear: Ear = { now: 0, utterances: [] }
    ears.set(track, ear)
    const samples = new Float32Array(analyser.fftSize)
    const blockLength = Math.round(context.sampleRate * BLOCK_SECONDS)
    let readUntil = 0
    const look = () => {
      if (track.readyState === 'ended') {
        clearInterval(timer)
        void context.close()
        return
      }
      const now = context.currentTime
      // Only what is new since the last look, at most the 0.68 s that the analyser remembers.
      const fresh = Math.min(samples.length, Math.round((now - readUntil) * context.sampleRate))
      if (fresh < blockLength) return
      analyser.getFloatTimeDomainData(samples)
      for (let at = samples.length - fresh; at + blockLength <= samples.length; at += blockLength) {
        const block = samples.subarray(at, at + blockLength)
        const loudness = Math.sqrt(block.reduce((sum, sample) => sum + sample * sample, 0) / blockLength)
        const time = now - (samples.length - at) / context.sampleRate
        const last = ear.utterances.at(-1)
        if (loudness > LOUD) {
          const line = script.lines[ear.utterances.length] ?? { text: '' }
          if (last && !last.isOver) last.lastLoud = time
          else ear.utterances.push({ line, onset: time, lastLoud: time, isOver: false })
        } else if (last && time - last.lastLoud > PAUSE_SECONDS) last.isOver = true
      }
      readUntil = now
      ear.now = now
    }
    const timer = setInterval(look, LOOK_MS)
    return ear
  }

  const wordSeconds = ({ line }: Utterance): number =>
    line.seconds ? line.seconds / line.text.split(' ').length : WORD_SECONDS
  const isSpoken = ({ isOver, lastLoud }: Utterance, now: number): boolean =>
    isOver || now - lastLoud > WORD_END_SECONDS
  /** The words that the session hears, until `now` or to the end of the line. */
  function wordsOf({ utterance, first }: Writing, now: number | null): string {
    const isWhole = now === null || isSpoken(utterance, now)
    const last = isWhole ? undefined : Math.floor((now - utterance.onset) / wordSeconds(utterance))
    return utterance.line.text.split(' ').slice(first, last).join(' ')
  }

  const devices = navigator.mediaDevices
  const open = devices?.getUserMedia.bind(devices)
  if (open)
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      for (const track of stream.getAudioTracks()) listenTo(track)
      return stream
    }

  class ScriptedRecognition {
    static async available(options: { processLocally?: boolean; quality?: string }): Promise<string> {
      if (options.processLocally !== true) control.violations.push('asked for recognition by a server')
      return options.quality === 'conversation' && control.quality === 'lower' ? 'unavailable' : control.availability
    }
    static async install(options: { processLocally?: boolean }): Promise<boolean> {
      if (options.processLocally !== true) control.violations.push('installed for a server')
      control.installs++
      if (control.availability === 'unavailable') return false
      control.availability = 'available'
      return true
    }

    processLocally = false
    lang = ''
    continuous = false
    interimResults = false
    maxAlternatives = 1
    phrases: { phrase: string }[] = []
    onstart: Listener = null
    onspeechstart: Listener = null
    onspeechend: Listener = null
    onresult: Listener = null
    onerror: Listener = null
    onend: Listener = null
    #mood: SpeechMood = { kind: 'normal' }
    #record: SpeechControl['sessions'][number] | null = null
    #ear: Ear | null = null
    #timer: ReturnType<typeof setInterval> | undefined
    #since = 0
    #quietSince = 0
    #results: object[] = []
    #writing: Writing | null = null
    /** Number of the utterance that it hears, or hears next. */
    #next = 0
    #isStopping = false

    start(track: MediaStreamTrack): void {
      const violation = this.processLocally === true ? listening && 'two sessions at once' : 'started for a server'
      if (violation) {
        control.violations.push(violation)
        throw new DOMException(violation, 'NotAllowedError')
      }
      if (this.#record || track.readyState !== 'live') throw new DOMException('cannot start', 'InvalidStateError')
      control.phrases = this.phrases.map(({ phrase }) => phrase)
      this.#mood = control.moods.shift() ?? { kind: 'normal' }
      this.#record = { mood: this.#mood, finals: [], isOver: false }
      control.sessions.push(this.#record)
      listening = this
      setTimeout(() => this.#begin(track), START_MS)
    }
    stop(): void {
      if (this.#isStopping || this.#record?.isOver) return
      this.#isStopping = true
      if (this.#writing && this.#ear) this.#finish(this.#ear.now)
      this.#later(() => this.#end())
    }
    abort(): void {
      if (listening === this) listening = null
      if (!this.#record || this.#record.isOver) return
      this.#close()
      setTimeout(() => {
        this.onerror?.({ error: 'aborted' })
        this.onend?.({})
      })
    }
    fail(error: string): void {
      if (this.#record?.isOver) return
      this.onerror?.({ error })
      this.#end()
    }

    #begin(track: MediaStreamTrack): void {
      if (this.#record?.isOver) return
      if (isWithdrawn) {
        this.fail('service-not-allowed')
        return
      }
      this.#ear = listenTo(track)
      const { now, utterances } = this.#ear
      this.#since = this.#quietSince = now
      this.#next = utterances.filter((one) => isSpoken(one, now)).length
      this.onstart?.({})
      const mood = this.#mood
      if (mood.kind === 'dies') setTimeout(() => this.fail(mood.code), mood.ms)
      if (mood.kind === 'ends') setTimeout(() => this.#end(), mood.ms)
      this.#timer = setInterval(() => this.#look(), LOOK_MS)
    }

    #look(): void {
      const ear = this.#ear
      if (!ear || this.#isStopping) return
      const { now, utterances } = ear
      for (let utterance = utterances[this.#next]; utterance; utterance = utterances[this.#next]) {
        this.#quietSince = now
        this.#writing ??= this.#hear(utterance)
        if (!utterance.isOver) break
        this.#finish(null)
      }
      if (this.#writing && now - this.#writing.shownAt >= INTERIM_SECONDS) this.#showInterim(this.#writing, now)
      const mood = this.#mood
      if (mood.kind === 'no-speech' && (now - this.#quietSince) * 1_000 >= mood.ms) this.fail('no-speech')
    }

    #hear(utterance: Utterance): Writing {
      this.onspeechstart?.({})
      const first = Math.max(0, Math.round((this.#since - utterance.onset) / wordSeconds(utterance)))
      return { utterance, first, shownAt: utterance.onset }
    }

    #showInterim(writing: Writing, now: number): void {
      writing.shownAt = now
      const mood = this.#mood
      const isMute = (mood.kind === 'stalls' && mood.shows === 'speech') || mood.kind === 'garbage'
      const text = wordsOf(writing, now)
      if (text && !isMute) this.#later(() => this.#write(text, false))
    }

    /** Writes the final of the utterance, or of its words until `now`. */
    #finish(now: number | null): void {
      const writing = this.#writing
      if (!writing) return
      this.#writing = null
      this.#next++
      this.onspeechend?.({})
      const mood = this.#mood
      const text = wordsOf(writing, now)
      if (!text || mood.kind === 'stalls') return
      this.#later(() => this.#writeFinal(text))
    }

    #writeFinal(text: string): void {
      const mood = this.#mood
      const what = mood.kind === 'garbage' ? mood.what : null
      const long = `${text} `.repeat(Math.ceil(4_200 / text.length))
      const transcript = what === 'empty' ? '' : what === 'long' ? long : text
      this.#write(transcript, true, what === 'confidence' ? 7 : 0.9)
      if (mood.kind === 'repeats') this.#write(text, true)
      if (what === 'backwards') {
        const old = this.#results.map(() => this.#resultOf('isto não foi dito', true, 0.9))
        this.onresult?.({ resultIndex: 0, results: old })
      }
    }

    #resultOf(transcript: string, isFinal: boolean, confidence: number): object {
      return { 0: { transcript, confidence }, length: 1, isFinal }
    }
    #write(transcript: string, isFinal: boolean, confidence = 0.9): void {
      const results = [...this.#results, this.#resultOf(transcript, isFinal, confidence)]
      if (isFinal) {
        this.#results = results
        this.#record?.finals.push(transcript)
      }
      control.writes.push({ text: transcript, at: Date.now() })
      this.onresult?.({ resultIndex: results.length - 1, results })
    }

    #later(action: () => void): void {
      const ms = this.#mood.kind === 'late' ? this.#mood.ms : 0
      setTimeout(() => {
        if (!this.#record?.isOver) action()
      }, ms)
    }
    #close(): void {
      clearInterval(this.#timer)
      if (this.#record) this.#record.isOver = true
      if (listening === this) listening = null
    }
    #end(): void {
      if (this.#record?.isOver) return
      this.#close()
      this.onend?.({})
    }
  }

  class ScriptedPhrase {
    readonly phrase: string
    readonly boost: number
    constructor(phrase: string, boost: number) {
      this.phrase = phrase
      this.boost = boost
    }
  }
  Object.assign(window, {
    __speech: control,
    SpeechRecognition: ScriptedRecognition,
    webkitSpeechRecognition: ScriptedRecognition,
    SpeechRecognitionPhrase: ScriptedPhrase,
  })
}
