import { type Gap, gapLabel } from '../consultation/gap.ts'
import { isoDay } from '../local-time.ts'
import { plain, searchKey } from '../text.ts'
import type { Speaker, TranscriptEntry } from './entry.ts'

const speakerLabels = { doctor: 'Médico', patient: 'Paciente', unset: 'Desconhecido' } as const
export const speakerLabel = (speaker: Speaker | undefined): string => speakerLabels[speaker ?? 'unset']

/** The same words of the same person within this time may be one utterance recognised twice (spec §9). */
const DUPLICATE_WINDOW_MS = 5 * 60_000

type Heard = Pick<TranscriptEntry, 'id' | 'text' | 'speaker' | 'timestamp'> & { start_ms?: number; end_ms?: number }

/**
 * Whether a final line is already there: the id repeats; or text and speaker repeat within five minutes and the audio
 * spans overlap or are missing. 'Sim' spoken twice is written twice.
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

const BREAK = /[\n\r\u2028\u2029]/
/** Joins the lines of a typed entry: in files with one line an entry, the rest must not look like another entry. */
const inOneLine = (text: string): string =>
  BREAK.test(text)
    ? text
        .split(BREAK)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : text

/** The input of the structuring service (spec §3): one line an entry, prefixed with the speaker. */
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

/** Lines in order, with each gap before the first line that begins after it. */
export function withGaps<E extends { start_ms: number }>(
  entries: readonly E[],
  gaps: readonly Gap[],
): TranscriptRow<E>[] {
  const rows: TranscriptRow<E>[] = []
  const remaining = [...gaps].sort((a, b) => a.start_ms - b.start_ms)
  for (const entry of entries) {
    while (remaining[0] && remaining[0].start_ms <= entry.start_ms) rows.push({ gap: remaining.shift() as Gap })
    rows.push({ entry })
  }
  return [...rows, ...remaining.map((gap) => ({ gap }))]
}

/** The exported text: `[hh:mm:ss] Médico: text`, one line an entry. A gap has a line at its place. */
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

/** The exported file: the lines, then the patient's answer to the notice. */
export const transcriptFile = (entries: readonly TranscriptEntry[], gaps: readonly Gap[], consent: string): string =>
  `${transcriptText(entries, gaps)}\n${consent}\n`

/** `consulta-{patient with dashes}-{YYYY-MM-DD}.txt`; `date` is the doctor's own day as YYYY-MM-DD. */
export const transcriptFileName = (patientName: string, date: string): string =>
  fileNameOf('consulta', patientName, date, 'txt')

/** `{kind}-{patient with dashes}-{date}.{extension}`, without characters that file systems refuse. */
export function fileNameOf(kind: string, patientName: string, date: string, extension: string): string {
  // Removes characters that file systems refuse; capitals and accents stay.
  const name = patientName
    .replace(/[\\/:*?"<>|\p{C}]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return `${kind}-${name}-${date}.${extension}`
}

/** The same for an instant (ms), on the doctor's calendar. */
export const exportFileName = (patientName: string, at: number, timeZone: string, extension = 'txt'): string =>
  fileNameOf('consulta', patientName, isoDay(at, timeZone), extension)

/** Finds `query` in `text`, as `search` does: [start, end) pairs of the original text, for highlighting. */
export function matchRanges(text: string, query: string): [number, number][] {
  const wanted = searchKey(query)
  if (!wanted) return []
  // Each folded character remembers the original one it came from: folding may drop or split characters.
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const isSpace = /\s/.test(character)
    const letters = isSpace ? ' ' : searchKey(character)
    at += character.length
    if (isSpace && folded.endsWith(' ')) continue
    folded += letters
    for (let unit = 0; unit < letters.length; unit++) origin.push(at - character.length)
  }
  origin.push(text.length)
  const ranges: [number, number][] = []
  for (let found = folded.indexOf(wanted); found >= 0; found = folded.indexOf(wanted, found + wanted.length)) {
    // Ends at the next folded letter, so that combining marks stay with their letter.
    const end = origin[found + wanted.length] as number
    ranges.push([origin[found] as number, end])
  }
  return ranges
}

/** The ids of the lines that contain `query`, in order. `matchRanges` finds the places in the few lines on screen. */
export function search(entries: readonly Pick<TranscriptEntry, 'id' | 'text'>[], query: string): string[] {
  const wanted = searchKey(query)
  return wanted ? entries.filter(({ text }) => searchKey(text).includes(wanted)).map(({ id }) => id) : []
}
