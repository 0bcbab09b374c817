import { type Gap, gapLabel } from '../consultation/gap.ts'
import { localParts } from '../local-time.ts'
import { plain } from '../text.ts'
import type { Speaker, TranscriptEntry } from './entry.ts'

const speakerLabels = { doctor: 'Médico', patient: 'Paciente', unset: 'Desconhecido' } as const
export const speakerLabel = (speaker: Speaker | undefined): string => speakerLabels[speaker ?? 'unset']

/** The same words of the same person within this time may be one utterance heard twice (spec §9). */
const DUPLICATE_WINDOW_MS = 5 * 60_000

type Heard = Pick<TranscriptEntry, 'id' | 'text' | 'speaker' | 'timestamp'> & { start_ms?: number; end_ms?: number }

/**
 * Whether a final line is already there: the id repeats; or text and speaker repeat within five minutes and the audio
 * spans overlap or are missing. 'Sim' said twice is written twice.
 */
export function isDuplicate(entries: readonly Heard[], candidate: Heard): boolean {
  const text = plain(candidate.text)
  return entries.some(
    (entry) =>
      entry.id === candidate.id ||
      (entry.speaker === candidate.speaker &&
        Math.abs(entry.timestamp - candidate.timestamp) <= DUPLICATE_WINDOW_MS &&
        spansMayCoincide(entry, candidate) &&
        plain(entry.text) === text),
  )
}

function spansMayCoincide(a: Heard, b: Heard): boolean {
  if (a.start_ms === undefined || a.end_ms === undefined || b.start_ms === undefined || b.end_ms === undefined)
    return true
  // An engine that gives no times writes spans without length.
  if (a.end_ms <= a.start_ms || b.end_ms <= b.start_ms) return true
  return a.start_ms < b.end_ms && b.start_ms < a.end_ms
}

/** Puts a line that came over the wire in its place: a known id is replaced, order is that of the audio clock. */
export function withEntry<E extends TranscriptEntry>(entries: readonly E[], entry: E): E[] {
  const others = entries.filter((known) => known.id !== entry.id)
  let at = others.length
  while (at > 0 && (others[at - 1] as E).start_ms > entry.start_ms) at--
  return [...others.slice(0, at), entry, ...others.slice(at)]
}

/**
 * The transcript with one incoming line: a partial gives way to its next version and to its final; a final is replaced
 * neither by a partial nor by its own repetition.
 */
export function merge<E extends TranscriptEntry>(entries: readonly E[], incoming: E): readonly E[] {
  const known = entries.find((entry) => entry.id === incoming.id)
  if (known) return known.isPartial ? withEntry(entries, incoming) : entries
  const heard = entries.filter((entry) => !entry.isPartial)
  return !incoming.isPartial && isDuplicate(heard, incoming) ? entries : withEntry(entries, incoming)
}

const BREAK = /[\n\r\u2028\u2029]/
/** A line that was typed may have breaks: where one line is one entry, the rest of it must not pass for another. */
const inOneLine = (text: string): string =>
  BREAK.test(text)
    ? text
        .split(BREAK)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : text

/** What the structuring service reads (spec §3): one line an entry, prefixed by who spoke. */
export const rawTranscription = (entries: readonly Pick<TranscriptEntry, 'speaker' | 'text' | 'isPartial'>[]): string =>
  entries
    .filter((entry) => !entry.isPartial)
    .map((entry) => `${speakerLabel(entry.speaker)}: ${inOneLine(entry.text)}`)
    .join('\n')

export const entryCountLabel = (count: number): string =>
  `${count} ${count === 1 ? 'entrada' : 'entradas'} de transcrição`

const two = (value: number) => String(value).padStart(2, '0')

/** hh:mm:ss on the audio clock. */
export function clockLabel(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export type TranscriptRow<E> = { entry: E; gap?: undefined } | { entry?: undefined; gap: Gap }

/** Lines in their order, and each gap before the first line that begins after it. */
export function withGaps<E extends { start_ms: number }>(
  entries: readonly E[],
  gaps: readonly Gap[],
): TranscriptRow<E>[] {
  const rows: TranscriptRow<E>[] = []
  const left = [...gaps].sort((a, b) => a.start_ms - b.start_ms)
  for (const entry of entries) {
    while (left[0] && left[0].start_ms <= entry.start_ms) rows.push({ gap: left.shift() as Gap })
    rows.push({ entry })
  }
  return [...rows, ...left.map((gap) => ({ gap }))]
}

/** The exported text: `[hh:mm:ss] Médico: text`, one line an entry; what is missing says so at its place. */
export const transcriptText = (entries: readonly TranscriptEntry[], gaps: readonly Gap[] = []): string =>
  withGaps(
    entries.filter((entry) => !entry.isPartial),
    gaps,
  )
    .map(({ entry, gap }) =>
      gap
        ? `[${clockLabel(gap.start_ms)}] (${gapLabel(gap)})\n`
        : `[${clockLabel(entry.start_ms)}] ${speakerLabel(entry.speaker)}: ${inOneLine(entry.text)}\n`,
    )
    .join('')

/** The file that leaves the app: below the lines it says what the patient answered to the notice. */
export const transcriptFile = (entries: readonly TranscriptEntry[], gaps: readonly Gap[], consent: string): string =>
  `${transcriptText(entries, gaps)}\n${consent}\n`

/** `consulta-{patient with dashes}-{YYYY-MM-DD}.txt`; `date` is the doctor's own day as YYYY-MM-DD. */
export const transcriptFileName = (patientName: string, date: string): string =>
  fileNameOf('consulta', patientName, date, 'txt')

export function fileNameOf(kind: string, patientName: string, date: string, extension: string): string {
  // What no file system takes is left out; capitals and accents stay.
  const name = patientName
    .replace(/[\\/:*?"<>|\p{C}]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return `${kind}-${name}-${date}.${extension}`
}

/** The same for a moment, on the doctor's own calendar. */
export function exportFileName(patientName: string, at: number, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone)
  return transcriptFileName(patientName, `${year}-${month}-${day}`)
}

/** Where `query` stands in `text`, as `search` finds it: [start, end) pairs of the original text, for highlighting. */
export function matchRanges(text: string, query: string): [number, number][] {
  const wanted = plain(query)
  if (!wanted) return []
  // Each folded character remembers the original one it came from: folding may drop or split characters.
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const isSpace = /\s/.test(character)
    const letters = isSpace ? ' ' : character.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
    at += character.length
    if (isSpace && folded.endsWith(' ')) continue
    folded += letters
    for (let unit = 0; unit < letters.length; unit++) origin.push(at - character.length)
  }
  origin.push(text.length)
  const ranges: [number, number][] = []
  for (let found = folded.indexOf(wanted); found >= 0; found = folded.indexOf(wanted, found + wanted.length)) {
    // Up to the next folded letter, so that combining marks stay with the letter they belong to.
    const end = origin[found + wanted.length] as number
    ranges.push([origin[found] as number, end])
  }
  return ranges
}

/** The lines in which `query` stands, in their order; where it stands is read of the few that are looked at. */
export function search(entries: readonly Pick<TranscriptEntry, 'id' | 'text'>[], query: string): string[] {
  const wanted = plain(query)
  return wanted ? entries.filter(({ text }) => plain(text).includes(wanted)).map(({ id }) => id) : []
}
