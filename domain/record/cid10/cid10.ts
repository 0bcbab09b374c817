import { plain } from '../../text.ts'
import type { Diagnosis } from '../record.ts'

/** The R2 key of the table: a line a code, 'J45.0' TAB 'Asma predominantemente alérgica'. */
export const CID_TABLE_KEY = 'reference/cid10.tsv'
const RESULTS_MAX = 20
const CODE = /^[A-Z]\d{2}(\.\d)?$/

type Entry = { diagnosis: Diagnosis; code: string; words: readonly string[] }
export type CidTable = { entries: readonly Entry[]; byCode: ReadonlyMap<string, Diagnosis> }

/** Words that distinguish no diagnosis. */
const joining = new Set(['a', 'o', 'e', 'da', 'de', 'do', 'das', 'dos', 'em', 'na', 'no', 'com', 'por'])
const wordsOf = (text: string): string[] => (plain(text).match(/[a-z0-9]+/g) ?? []).filter((word) => !joining.has(word))

/** Common names for which the table has another one. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\bavc\b|\bderrame\b/, 'acidente vascular cerebral'],
  [/\biam\b/, 'infarto agudo miocardio'],
  [/\bhas\b|\bpressao alta\b/, 'hipertensao'],
  [/\bdm ?1\b/, 'diabetes insulino dependente'],
  [/\bdm ?2\b|\bdm\b/, 'diabetes'],
  [/\bdpoc\b/, 'pulmonar obstrutiva cronica'],
  [/\bdrge\b/, 'refluxo gastroesofagico'],
  [/\bitu\b/, 'infeccao trato urinario'],
  [/\bivas\b/, 'infeccao aguda vias aereas superiores'],
  [/\bicc?\b/, 'insuficiencia cardiaca'],
]

/** Reads the stored table. Skips lines without a code. */
export function readCidTable(lines: string): CidTable {
  const entries: Entry[] = []
  for (const line of lines.split('\n')) {
    const [code = '', text = ''] = line.trim().split('\t')
    if (!CODE.test(code) || text === '') continue
    const diagnosis: Diagnosis = { system: 'CID-10', code, text }
    entries.push({ diagnosis, code: code.replace('.', '').toLowerCase(), words: wordsOf(text) })
  }
  return { entries, byCode: new Map(entries.map((entry) => [entry.diagnosis.code, entry.diagnosis])) }
}

/** A typed 'J20.9 Bronquite aguda', also without stop or name; null where it does not begin with a code's form. */
export function typedDiagnosis(typed: string): Diagnosis | null {
  const [, letter, category, part, text = ''] = /^([a-z])(\d{2})\.?(\d)?(?:[\s·:–-]+(.*))?$/is.exec(typed.trim()) ?? []
  if (!letter) return null
  const code = `${letter.toUpperCase()}${category}${part ? `.${part}` : ''}`
  return { system: 'CID-10', code, text: text.trim() || 'Descrição não informada', typed: true }
}

/** The name of a diagnosis, with the mark of a typed one. */
export const diagnosisName = ({ text, typed }: Pick<Diagnosis, 'text' | 'typed'>): string =>
  typed ? `${text} (digitado)` : text

/** Words of the note around a hypothesis, and those too common to begin a search of one word. */
const around =
  /\b(hipotese|diagnostic[ao]|provavel(mente)?|suspeita|possivel|quadro|compativel|sugestiv[ao]|parece|de|a|o|um|uma|com)\b/g
/** Offered codes: as many as one row shows. */
const PROPOSALS = 4
/** Words of a search: longer names of the table repeat what the first words say. */
const LONGEST = 6

/** Codes for the words of a hypothesis: the beginning of a sentence that finds some. Offered, never chosen. */
export function proposeCodes(table: CidTable, hypothesis: string): Diagnosis[] {
  const found = hypothesis
    .split(/[.;\n]+/)
    .slice(0, 3)
    .flatMap((sentence) => {
      const words = wordsOf(plain(sentence).replace(around, ' '))
      for (let length = Math.min(LONGEST, words.length); length > 0; length--) {
        const items = searchCodes(table, words.slice(0, length).join(' '))
        if (items.length > 0) return items.slice(0, 2)
      }
      return []
    })
  return [...new Map(found.map((one) => [one.code, one])).values()].slice(0, PROPOSALS)
}

/** The diagnosis of a code, with the table's name for it; undefined for an unknown code. */
export const findCode = (table: CidTable, code: string): Diagnosis | undefined => table.byCode.get(code)

/** Finds codes by the beginning of a code, or by word beginnings in any order, ignoring accents. Best match first. */
export function searchCodes({ entries }: CidTable, query: string): Diagnosis[] {
  const typed = plain(query)
  const code = typed.replace(/[^a-z0-9]/g, '')
  if (/^[a-z]\d{1,3}$/.test(code))
    return entries
      .filter((entry) => entry.code.startsWith(code))
      .slice(0, RESULTS_MAX)
      .map((entry) => entry.diagnosis)
  const wanted = wordsOf(synonyms.reduce((text, [from, to]) => text.replace(from, to), typed))
  if (wanted.length === 0) return []
  return entries
    .flatMap((entry) => {
      const at = wanted.map((word) => entry.words.findIndex((other) => other.startsWith(word)))
      if (at.includes(-1)) return []
      const whole = wanted.filter((word) => entry.words.includes(word)).length
      // A better match begins the name, has whole words and few others: so a category comes before its subcategories.
      const rank = [Math.min(...at), wanted.length - whole, entry.words.length, entry.code.length]
      return [{ entry, rank }]
    })
    .sort((a, b) => compare(a.rank, b.rank) || (a.entry.code < b.entry.code ? -1 : 1))
    .slice(0, RESULTS_MAX)
    .map(({ entry }) => entry.diagnosis)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index])
  return differing < 0 ? 0 : (a[differing] as number) - (b[differing] as number)
}

/**
 * Makes the stored table from the files that DATASUS publishes (CID-10, V2008: categories and subcategories, separated
 * by semicolons, with a header line). Throws for a file of another kind.
 */
export function cidTableOf(files: readonly string[]): string {
  const names = new Map<string, string>()
  for (const file of files) {
    const [head = '', ...rows] = file.split(/\r?\n/)
    const columns = head.split(';').map((name) => name.trim().toUpperCase())
    const [code, text] = [columns.findIndex((name) => /^(SUB)?CAT$/.test(name)), columns.indexOf('DESCRICAO')]
    if (code < 0 || text < 0)
      throw new Error('Not a file of categories or subcategories: no column CAT, SUBCAT, DESCRICAO.')
    for (const row of rows) {
      const cells = row.split(';').map((cell) => cell.trim())
      const written = (cells[code] ?? '').replace(/^([A-Z]\d\d)(\d)$/, '$1.$2')
      if (!names.has(written)) names.set(written, cells[text] ?? '')
    }
  }
  const { entries } = readCidTable([...names].map((row) => row.join('\t')).join('\n'))
  return entries
    .map(({ diagnosis: { code, text } }) => `${code}\t${text}\n`)
    .sort()
    .join('')
}
