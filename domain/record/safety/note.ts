import { causesIn } from './allergy.ts'
import { type Token, tokensOf } from './words.ts'

const heading = /alergias?[^:.;]*:\s*$/i
const bullet = /^\s*[-•*–]\s*/
const labelled = /^([^:]{2,40}):/
const ofAllergies = /^\s*(?:aliment|contato|outr)/i

/** 'Medicamentos: …' is a field of its own; 'dipirona: urticária' is one of those listed. */
const isLabel = (label: string): boolean => !ofAllergies.test(label) && causesIn(tokensOf(label)).length === 0
const isField = (line: string): boolean => {
  const label = labelled.exec(line.replace(bullet, ''))?.[1]
  return label !== undefined && isLabel(label)
}

/** A note is written in lines and fields as often as in sentences; what is listed below 'Alergias:' belongs to it. */
export function sentencesOf(note: string): (readonly Token[])[] {
  return joinedLines(note)
    .flatMap((line) => line.replace(/\s-\s/g, ' – ').split(/[.!](?=\s|$)/))
    .flatMap(fieldsOf)
    .map((sentence) => tokensOf(sentence))
    .filter((tokens) => tokens.length > 0)
}

/** 'Alergias:' takes the bullets below it, or else one line, unless that is a field of its own. */
function joinedLines(note: string): string[] {
  const out: string[] = []
  let open: 'heading' | 'list' | undefined
  for (const line of note.split('\n')) {
    const own = line.replace(bullet, '').trim()
    if (open === 'heading' && own === '') continue
    if (open && own !== '' && !isField(line) && (open === 'heading' || bullet.test(line))) {
      const item = own.replace(/^([^:]+):\s*(.+)$/, '$1 ($2)')
      out.push(`${out.pop()}${open === 'heading' ? ' ' : ', '}${item}`)
      open = bullet.test(line) ? 'list' : undefined
    } else {
      out.push(own)
      open = heading.test(own) ? 'heading' : undefined
    }
  }
  return out
}

/** 'Alergias: dipirona / Cirurgias: nega': each field; a semicolon parts, too, save in a list of allergies. */
function fieldsOf(sentence: string): string[] {
  return sentence
    .replace(/[;,/|–]\s*(?=(\p{L}[\p{L} ]{1,30}):)/gu, (mark, label: string) => (isLabel(label) ? '\n' : mark))
    .split(/[\n|]/)
    .flatMap((field) =>
      /alergi[^:;]*:/i.test(field.split(';')[0] ?? '') ? field.replaceAll(';', ',') : field.split(';'),
    )
}
