import { MOST_TYPED_LETTERS } from '../consultation/limits.ts'
import type { ErrorCode } from '../errors.ts'
import { editedLines, type LineEdit } from './edit.ts'
import type { TranscriptEntry } from './entry.ts'

/**
 * Returns the changed lines of a finished transcript. Any corrected line keeps its text of the end in `original`, a typed one too.
 * Errors: entry_not_found, transcript_too_long.
 */
export function correctedLines(entries: readonly TranscriptEntry[], edit: LineEdit): TranscriptEntry[] | ErrorCode {
  const changed = editedLines(entries, edit)
  if (!changed) return 'entry_not_found'
  const [line] = changed
  if (edit.type !== 'edit_entry' || !line) return changed
  const before = entries.find(({ id }) => id === line.id) as TranscriptEntry
  const letters = entries.reduce(
    (sum, one) => sum + (one !== before && one.original !== undefined ? one.text.length : 0),
    0,
  )
  if (line.text.length > before.text.length && letters + line.text.length > MOST_TYPED_LETTERS)
    return 'transcript_too_long'
  const { original: _, ...rest } = line
  const original = before.original ?? before.text
  return [{ ...rest, ...(original !== line.text && { original }) }]
}
