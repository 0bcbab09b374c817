import { plain } from '../text.ts'
import type { Speaker, TranscriptEntry } from './entry.ts'

/** Same words of the same person this close may be one line, delivered twice. */
export const DUPLICATE_WINDOW_MS = 5 * 60_000

const spansKnown = (entry: TranscriptEntry) => entry.end_ms > entry.start_ms
const overlaps = (a: TranscriptEntry, b: TranscriptEntry) => a.start_ms < b.end_ms && b.start_ms < a.end_ms

/** The id repeats; or text and speaker repeat within 5 minutes and the audio overlaps or is unknown. 'Sim' said twice stays twice. */
export function isDuplicate(entry: TranscriptEntry, of: TranscriptEntry): boolean {
  if (entry.id === of.id) return true
  if (plain(entry.text) !== plain(of.text) || entry.speaker !== of.speaker) return false
  if (Math.abs(entry.timestamp - of.timestamp) > DUPLICATE_WINDOW_MS) return false
  return !spansKnown(entry) || !spansKnown(of) || overlaps(entry, of)
}

/**
 * The transcript with one incoming line: a partial gives way to its next version and to its final; a final is never
 * replaced by a partial nor by its own repetition. Lines stand in the order they were spoken.
 */
export function merge(entries: readonly TranscriptEntry[], incoming: TranscriptEntry): readonly TranscriptEntry[] {
  const at = entries.findIndex((entry) => entry.id === incoming.id)
  const known = entries[at]
  if (known) {
    if (!known.isPartial) return entries
    return entries.map((entry, index) => (index === at ? incoming : entry))
  }
  if (!incoming.isPartial && entries.some((entry) => !entry.isPartial && isDuplicate(incoming, entry))) return entries
  const place = entries.findLastIndex((entry) => entry.start_ms <= incoming.start_ms) + 1
  return [...entries.slice(0, place), incoming, ...entries.slice(place)]
}

/** A change of the doctor's, or of the room: text or speaker of a line that is there. */
export const change = (entries: readonly TranscriptEntry[], changed: TranscriptEntry): readonly TranscriptEntry[] =>
  entries.map((entry) => (entry.id === changed.id ? changed : entry))

export const finals = (entries: readonly TranscriptEntry[]): TranscriptEntry[] => entries.filter((entry) => !entry.isPartial)

export type Match = { id: string; ranges: { start: number; end: number }[] }

/** Where the words stand in the text as written, found without accents or capitals. Ranges are indices into `text`. */
export function matchRanges(text: string, query: string): { start: number; end: number }[] {
  const wanted = plain(query)
  if (!wanted) return []
  let folded = ''
  const origin: number[] = []
  // Letter by letter: folding the whole text would lose which letter came from where.
  for (let index = 0; index < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(index) ?? 0)
    const base = letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s/g, ' ')
    if (!(base === ' ' && folded.endsWith(' ')))
      for (const unit of base) {
        folded += unit
        for (let part = 0; part < unit.length; part++) origin.push(index)
      }
    index += letter.length
  }
  const ranges: { start: number; end: number }[] = []
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    ranges.push({ start: origin[at] ?? 0, end: origin[at + wanted.length] ?? text.length })
  return ranges
}

export const search = (entries: readonly TranscriptEntry[], query: string): Match[] =>
  entries.map((entry) => ({ id: entry.id, ranges: matchRanges(entry.text, query) })).filter((match) => match.ranges.length > 0)

export const speakerLabels: Record<Speaker, string> = { doctor: 'Médico', patient: 'Paciente' }
export const speakerLabel = (speaker: Speaker | undefined): string => (speaker ? speakerLabels[speaker] : 'Desconhecido')

/** 'Médico: …' / 'Paciente: …', a line each: what the structuring API calls raw_transcription. */
export const rawTranscription = (entries: readonly Pick<TranscriptEntry, 'speaker' | 'text' | 'isPartial'>[]): string =>
  entries
    .filter((entry) => !entry.isPartial)
    .map((entry) => `${speakerLabel(entry.speaker)}: ${entry.text}`)
    .join('\n')

const clockParts = (at: number, timeZone: string) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )

/** The exported text: one line an entry, at the doctor's own time. */
export const exportText = (entries: readonly TranscriptEntry[], timeZone: string): string =>
  finals(entries)
    .map((entry) => {
      const { hour, minute, second } = clockParts(entry.timestamp, timeZone)
      return `[${hour}:${minute}:${second}] ${speakerLabel(entry.speaker)}: ${entry.text}\n`
    })
    .join('')

export function exportFileName(patientName: string, at: number, timeZone: string): string {
  const { year, month, day } = clockParts(at, timeZone)
  // What no file system takes is left out; accents stay.
  const name = patientName.replace(/[\\/:*?"<>|\p{C}]/gu, '').trim().replace(/\s+/g, '-')
  return `consulta-${name}-${year}-${month}-${day}.txt`
}

export const entryCountLabel = (count: number): string => `${count} ${count === 1 ? 'entrada' : 'entradas'} de transcrição`
