import { capital } from '../record/note/wording.ts'
import type { Medicine } from './contract.ts'
import words from './plain-words.json' with { type: 'json' }

const replacements = Object.entries(words)
const escaped = (word: string): string => word.replace(/[/+.]/g, '\\$&')
const pattern = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}/])${escaped(word)}(?![\\p{L}\\p{N}/])`, 'gu')
/** An abbreviation is replaced as it is written; a word also where it begins a sentence. */
const patterns = replacements.flatMap(([word, plain]) => [
  [pattern(word), plain] as const,
  [pattern(capital(word)), capital(plain)] as const,
])

/** 'Se falta de ar' as the record notes it: a sign without its verb. */
const BARE_SIGN =
  /\b([Ss])e (?=(?:falta de ar|febre|dor|vômito|inchaço|sangramento|piora|tontura|fraqueza)s?(?![\p{L}]))/gu

/** [DC11] The text with its abbreviations and medical words in words that a patient uses. */
export const inPlainWords = (text: string): string =>
  patterns
    .reduce((changed, [from, plain]) => changed.replace(from, plain), text)
    .replace(/\bde (\d+)\/\1 ?h\b/g, 'a cada $1 horas')
    .replace(BARE_SIGN, '$1e houver ')

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
