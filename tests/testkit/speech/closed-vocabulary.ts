// A real recogniser without network: pocketsphinx with a grammar of exactly the sentences to be spoken. It shows that
// what was spoken comes out as text; it misses losses under half a second and hears nothing outside its sentences.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EnergyVad } from '#local/speech/energy-vad.ts'
import { writeWav } from '#local/speech/pcm.ts'
import {
  type HeardWord,
  type Recogniser,
  type RecogniserStream,
  SAMPLE_RATE,
  type StreamOptions,
} from '#local/speech/recogniser.ts'
import { ensurePackages, SPEECH_PACKAGES } from '../packages.ts'
import { phonesOf } from './pronunciation.ts'

export interface Sentence {
  text: string
  /** Given to the words of this sentence: the recogniser itself tells no voices apart. */
  speaker?: number
}

const ACOUSTIC_MODEL = '/usr/share/pocketsphinx/model/en-us/en-us'
// With more silence before, or less after, pocketsphinx hears nothing.
const BEFORE = 0.2 * SAMPLE_RATE
const AFTER = 1 * SAMPLE_RATE
// The usual beams lose a third of the sentences before their last word: the voice is synthetic, the phones are foreign.
const BEAMS = ['-beam', '1e-80', '-pbeam', '1e-80', '-wbeam', '1e-60']
/** The stops inside a sentence last longer than a short endpointing. */
const SHORTEST_PAUSE_MS = 400

interface Vocabulary {
  directory: string
  /** Grammar key (ASCII) -> word as written. */
  words: Map<string, string>
  speakers: Map<string, number>
}

export function closedVocabularyRecogniser(sentences: readonly Sentence[]): Recogniser {
  ensurePackages(SPEECH_PACKAGES)
  const vocabulary = writeVocabulary(sentences)
  return {
    name: 'closed-vocabulary',
    demonstration: false,
    open: (options) => new ClosedVocabularyStream(vocabulary, options),
    async dispose() {
      rmSync(vocabulary.directory, { recursive: true, force: true })
    },
  }
}

const wordsOf = (text: string) => text.toLocaleLowerCase('pt-BR').match(/[\p{L}\p{N}]+/gu) ?? []

function writeVocabulary(sentences: readonly Sentence[]): Vocabulary {
  const directory = mkdtempSync(join(tmpdir(), 'closed-vocabulary-'))
  const keys = new Map<string, string>()
  const words = new Map<string, string>()
  for (const word of new Set(sentences.flatMap(({ text }) => wordsOf(text)))) {
    // 'esta' and 'está' are two words with one spelling once the accents are gone.
    const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
    let key = plain
    for (let n = 2; words.has(key); n++) key = `${plain}_${n}`
    keys.set(word, key)
    words.set(key, word)
  }
  const dictionary = [...words].map(([key, word]) => `${key} ${phonesOf(word)}\n`)
  const rules = sentences.map(({ text }) =>
    wordsOf(text)
      .map((word) => keys.get(word))
      .join(' '),
  )
  writeFileSync(join(directory, 'words.dict'), dictionary.join(''))
  writeFileSync(join(directory, 'sentences.gram'), `#JSGF V1.0;\ngrammar c;\npublic <s> = ${rules.join(' | ')};\n`)
  const speakers = new Map<string, number>()
  for (const { text, speaker } of sentences) if (speaker !== undefined) speakers.set(wordsOf(text).join(' '), speaker)
  return { directory, words, speakers }
}

let lastFile = 0

/** The words heard in one utterance; times count from its first sample. */
async function recognise(vocabulary: Vocabulary, utterance: Int16Array): Promise<HeardWord[]> {
  lastFile += 1
  const file = join(vocabulary.directory, `${lastFile}.wav`)
  const padded = new Int16Array(utterance.length + AFTER)
  padded.set(utterance)
  await writeFile(file, writeWav(padded, SAMPLE_RATE))
  const { stdout } = await promisify(execFile)('pocketsphinx_continuous', [
    ...['-infile', file, '-hmm', ACOUSTIC_MODEL, '-time', 'yes', '-logfn', '/dev/null'],
    ...BEAMS,
    ...['-dict', join(vocabulary.directory, 'words.dict'), '-jsgf', join(vocabulary.directory, 'sentences.gram')],
  ])
  await rm(file, { force: true })
  const heardWords = stdout.split('\n').flatMap((line): HeardWord[] => {
    const [key, start, end, confidence] = line.split(' ')
    const text = vocabulary.words.get((key ?? '').replace(/\(\d+\)$/, ''))
    if (text === undefined || confidence === undefined || Number.isNaN(Number(start))) return []
    return [{ text, start: Number(start), end: Number(end), confidence: Math.min(1, Number(confidence)) }]
  })
  const speaker = vocabulary.speakers.get(heardWords.map((word) => word.text).join(' '))
  return speaker === undefined ? heardWords : heardWords.map((word) => ({ ...word, speaker }))
}

class ClosedVocabularyStream implements RecogniserStream {
  readonly #vocabulary: Vocabulary
  readonly #options: StreamOptions
  readonly #vad: EnergyVad
  /** Samples kept, and where the first of them lies in the stream. */
  #kept = new Int16Array(0)
  #keptFrom = 0
  #began = 0
  #waiting = 0
  #queue = Promise.resolve()
  #aborted = false

  constructor(vocabulary: Vocabulary, options: StreamOptions) {
    this.#vocabulary = vocabulary
    this.#options = options
    this.#vad = new EnergyVad(Math.max(SHORTEST_PAUSE_MS, options.endpointingMs))
  }

  accept(samples: Int16Array): void {
    this.#keep(samples)
    for (const step of this.#vad.push(samples)) {
      if (step.began !== undefined) {
        this.#began = step.began
        this.#options.onEvent({ kind: 'speech_started', at: step.began / SAMPLE_RATE })
      }
      if (step.ended !== undefined) this.#hear(step.ended, step.until)
    }
    if (!this.#vad.speaking && this.#waiting === 0)
      this.#options.onEvent({ kind: 'quiet', until: this.#vad.quietUntil / SAMPLE_RATE })
  }

  async close(): Promise<void> {
    if (this.#vad.speaking) this.#hear(this.#vad.lastVoiced, this.#keptFrom + this.#kept.length)
    await this.#queue
  }

  abort(): void {
    this.#aborted = true
  }

  #hear(voiceEnd: number, end: number): void {
    const from = Math.max(this.#keptFrom, this.#began - BEFORE)
    const utterance = this.#kept.slice(from - this.#keptFrom, voiceEnd - this.#keptFrom)
    this.#waiting += 1
    this.#queue = this.#queue
      .then(async () => {
        if (this.#aborted) return
        const words = await recognise(this.#vocabulary, utterance)
        this.#waiting -= 1
        if (this.#aborted) return
        const offset = from / SAMPLE_RATE
        const placed = words.map((word) => ({ ...word, start: offset + word.start, end: offset + word.end }))
        this.#options.onEvent({ kind: 'final', end: end / SAMPLE_RATE, words: placed, endOfSpeech: true })
      })
      .catch((error: Error) => this.#options.onFailure(error))
  }

  /** Between utterances only the last moment is kept: the next one may have begun in it. */
  #keep(samples: Int16Array): void {
    const rest = this.#vad.speaking ? this.#kept : this.#kept.slice(-2 * BEFORE)
    this.#keptFrom += this.#kept.length - rest.length
    this.#kept = Int16Array.from([...rest, ...samples])
  }
}
