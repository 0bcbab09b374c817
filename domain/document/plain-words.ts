import type { Medicine } from './contract.ts'
import words from './plain-words.json' with { type: 'json' }

const replacements = Object.entries(words)
const escaped = (word: string): string => word.replace(/[/+.]/g, '\\$&')
const patterns = replacements.map(
  ([word, said]) => [new RegExp(`(?<![\\p{L}\\p{N}/])${escaped(word)}(?![\\p{L}\\p{N}/])`, 'gu'), said] as const,
)

/** [DC11] The text with its abbreviations and medical words in words that a patient uses. */
export const inPlainWords = (text: string): string =>
  patterns
    .reduce((changed, [pattern, said]) => changed.replace(pattern, said), text)
    .replace(/\bde (\d+)\/\1 h\b/g, 'a cada $1 horas')

/** A medicine as a patient reads it: 'Losartana 50 mg: 1 comprimido, pela boca, pela manhã'. */
export function medicineLine({
  name,
  dose,
  amount,
  route,
  frequency,
  duration,
  note,
}: Omit<Medicine, 'sources'>): string {
  const how = [amount, route, frequency, duration && lasting(duration), note].filter(Boolean).join(', ')
  const head = [name, dose].filter(Boolean).join(' ')
  return inPlainWords(how ? `${head}: ${how}` : head)
}

const lasting = (duration: string): string => (/^\d/.test(duration) ? `por ${duration}` : duration)
