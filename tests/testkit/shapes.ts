import { structureByRules } from '#domain/record/note/structure.ts'
import { alertsOf, editSection, type Grounds, proveRecord } from '#domain/record/proof/prove.ts'
import type { Section } from '#domain/record/record.ts'
import { textAlerts } from '#domain/record/text/text-check.ts'
import { cough } from './consultations.ts'
import { hourLong } from './long-consultation.ts'

// Shapes of text that made a check slower than its length, and every way in which a text reaches the checks.

/** Repeats the parts, each with its number in place of '#', up to this many characters. */
function filled(length: number, ...parts: readonly string[]): string {
  let out = ''
  for (let at = 0; out.length < length; at++) out += parts[at % parts.length]?.replaceAll('#', String(at))
  return out.slice(0, length)
}

export const texts: Record<string, (length: number) => string> = {
  'a list of denials': (length) => filled(length, 'nega dor, '),
  'one sentence without a stop': (length) => filled(length, 'dor no peito que piora de noite e melhora com repouso '),
  'only digits': (length) => filled(length, '12 38,5 140 '),
  'only medicines': (length) => filled(length, 'dipirona, losartana, penicilina, '),
  'medicines with doses': (length) => filled(length, 'losartana 50 mg, azitromicina 500 mg e dipirona 1 g '),
  'unspoken medicines': (length) => filled(length, 'Usar abcde#prazol # mg. '),
  'repeated quotes': (length) => filled(length, '"nega febre", “refere tosse”, '),
  'many line breaks': (length) => filled(length, 'dor\n', '\n\n\n'),
  'unknown words': (length) => filled(length, 'xyloq# wertu '),
  'one word repeated': (length) => filled(length, 'dor '),
  'alternating sides': (length) => filled(length, 'joelho direito, joelho esquerdo, '),
  'nested conditions': (length) => filled(length, 'se tiver dor, caso tenha febre, quando piorar se não '),
  'long words': (length) => filled(length, `${'pneumo'.repeat(60)} `),
  unicode: (length) => filled(length, 'coração 漢字 😀 n\u0303ao dói е́ Ａ '),
  allergies: (length) => filled(length, 'alergia a dipirona, nega alergia a iodo e '),
  questions: (length) => filled(length, 'dor? não, febre? '),
  'short sentences': (length) => filled(length, 'Nega dor. '),
  'sentences all unlike': (length) =>
    filled(length, 'Refere tosse há # dias e toma losartana # mg. ', 'Nega febre #. '),
  'headings of its own': (length) => filled(length, 'AB\n', 'CD #\n'),
  'a list of relatives': (length) => filled(length, 'mãe teve diabetes e o pai infarto, alérgica a penicilina, não '),
}

const draft = structureByRules({ entries: cough, specialty: 'general' })
const grounds: Grounds = { entries: cough, context: 'Alergias: dipirona. Hipertensa.', specialty: 'general' }
let made = 0
const newId = () => `s${++made}`
const { sections } = proveRecord(grounds, draft.sections, newId, draft.held)
const sectionOf = (key: string): Section => {
  const found = sections.find(({ canonical }) => canonical === key)
  if (!found) throw new Error(`no section ${key}`)
  return found
}
/** Fresh for each run: a checker keeps what it has read. */
const fresh = (): Grounds => ({ ...grounds, entries: cough.map((entry) => ({ ...entry })) })

/** Saves the text as a section, then again one letter shorter: the checks compare each sentence with its former words. */
export function saveSection(text: string): void {
  const own = fresh()
  const section = editSection(own, sectionOf('hpp'), text)
  editSection(own, section, text.slice(0, -1))
}

/** Does what `/validate` does: each section holds a share of the text, and 'Texto para Prontuário' all of it. */
export function validateAll(text: string): void {
  const own = fresh()
  const share = Math.ceil(text.length / sections.length)
  const checked = sections.map((section, index) =>
    editSection(own, section, text.slice(index * share, (index + 1) * share)),
  )
  alertsOf(own, checked)
  textAlerts(own, checked, text, [])
}

/** Structures a transcript, and proves the record of it. */
export function structureLines(entries: Grounds['entries']): void {
  const own = structureByRules({ entries, specialty: 'general' })
  proveRecord({ entries, context: grounds.context, specialty: 'general' }, own.sections, newId, own.held)
}

const lineOf = (text: string, index: number): Grounds['entries'][number] => ({
  id: `e${index}`,
  text,
  speaker: index % 2 === 0 ? 'doctor' : 'patient',
})

/** A short consultation in which a line of each speaker is as long as the text. */
export const withLongLines = (text: string): Grounds['entries'] => [
  lineOf('Tem alergia a algum remédio? Teve febre?', 0),
  lineOf(text, 1),
  lineOf(text, 2),
]

/** A model's sentences that each cite every line of a talk. */
export function citeAll(lines: number): void {
  const entries = hourLong().slice(0, lines)
  const evidence = entries.map(({ id }) => id)
  const sentences = ['Nega febre e vômito.', 'Refere dor de cabeça há 3 dias.', 'Usa losartana 50 mg.'].map((text) => ({
    text,
    evidence,
  }))
  proveRecord({ entries, context: '', specialty: 'general' }, [{ key: 'hda', sentences }], newId, [])
}
