import { plain } from '../../text.ts'
import type { Draft } from './draft.ts'
import { numeral } from './lexicon/number.ts'
import { finish } from '../voice/normalise.ts'
import type { Line } from './segment.ts'

/** What is measured at home and in the chemist's, by the words that name it. */
const measures: readonly (readonly [RegExp, string])[] = [
  [/\bpressao\b(?! (no|na|em|do) (peito|cabeca|torax|barriga|ouvido))/, 'pressão'],
  [/\b(febre|temperatura|termometro)\b/, 'temperatura'],
  [/\b(glicemia|acucar|dextro|glicose|insulina|glicosimetro)\b/, 'glicemia'],
  [/\b(saturac\w+|oximetro|oxigenio)\b/, 'saturação'],
]
const number = `(?:${numeral}|cento|duzentos|trezentos|quatrocentos|quinhentos|\\d+)`
const value = new RegExp(
  `^(?:já |só |sempre )?(?:deu|dava|marcou|marcava|veio|bateu|estava|está)(?: em)? (?=(?:cerca de |mais de |quase |até |uns )*${number}(?![\\p{L}]))(?!(?:cerca de |uns )?\\S+ (?:dias?|vezes|horas?|semanas?|meses|anos?))`,
  'iu',
)
const asPressure = new RegExp(`${number}(?: e ${number})* por ${number}`, 'iu')
const reading = new RegExp(
  `^(?:pulso|frequência|saturação|temperatura|oxímetro)(?: em| está em| de)? ${number}(?![\\p{L}])`,
  'iu',
)
/** How many exchanges back a measure may have been named. */
const BACK = 2

export type Named = { name: string; line: string; exchange: number }
/** The measures an exchange names, the last first. */
export function measuresNamed(lines: readonly Line[], exchange: number): Named[] {
  return lines.flatMap((line) => {
    const said = plain(line.spoken)
    return measures.flatMap(([pattern, name]) => (pattern.test(said) ? [{ name, line: line.id, exchange }] : []))
  })
}

/** Read aloud while the doctor guides it, a measure is of the examination; told of another day, it is history. */
/** 'Deu 150 por 90', where the pressure was asked for or told of just before: 'Pressão 150 por 90'. */
export function withMeasure(draft: Draft, named: readonly Named[], exchange: number, examining: boolean): Draft {
  if (draft.kind !== 'statement') return draft
  if (examining && reading.test(draft.text)) return { ...draft, section: 'exame_fisico' }
  const [, head = '', rest = draft.text] = draft.text.match(/^([^:.]{2,20}): (.+)$/u) ?? []
  if (!value.test(rest) || (head && !measures.some(([pattern]) => pattern.test(plain(head))))) return draft
  const pressure = asPressure.test(rest)
  const found = named.findLast((one) => exchange - one.exchange <= BACK && (one.name === 'pressão') === pressure)
  if (!found) return draft
  const evidence = draft.evidence.includes(found.line) ? draft.evidence : [found.line, ...draft.evidence]
  const section = examining ? 'exame_fisico' : draft.section
  return { ...draft, section, text: finish(`${found.name} ${rest.replace(value, '')}`), evidence, topic: undefined }
}
