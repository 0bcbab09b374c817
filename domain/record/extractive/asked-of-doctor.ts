import { remembered } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { drug } from './lexicon/clinical.ts'
import type { Line } from './segment.ts'

const paper = /\batestado\b/
const visit = /\b(volto|voltar|retorno|retornar|venho)\b/
/** A patient's line that a short answer may lean on: of a drug, of a sick note, of the next visit. */
export const toAnswer = (line: Line): boolean => {
  const text = plain(line.spoken)
  return drug.test(text) || paper.test(text) || visit.test(text)
}

const span = '(?:\\d+|\\p{L}+)(?: e \\p{L}+)? '
const days = new RegExp(`^(?:(?:eu )?(?:te )?(?:dou|faço|vou dar|posso dar) )?(${span}dias)[.]?$`, 'iu')
const then = new RegExp(`^(?:em|daqui a|dentro de|com) ${span}(?:dias?|semanas?|mês|meses)(?![\\p{L}])`, 'iu')
const refused =
  /^(?:não,? )?(?:ess[ea]|est[ea]|isso|el[ea])(?: aí)?(?:,? (?:de jeito nenhum|nem pensar|jamais)|,? não (?:pode|deve|toma|tome|usa|use))(?![\p{L}])(?: (?:tomar|usar))?/iu

/** A long line may be asked about by every sentence of the answer. */
const firstDrug = remembered((spoken) => spoken.match(/[\p{L}-]+/gu)?.find((word) => drug.test(plain(word))))

/** 'Dou cinco dias', 'em duas semanas', 'essa de jeito nenhum': with what the patient asked for. */
export function completed(text: string, asked: Line | undefined): string {
  if (!asked) return text
  const question = plain(asked.spoken)
  const found = text.match(days)
  if (found?.[1] && paper.test(question)) return `Atestado de ${found[1].toLowerCase()}.`
  if (then.test(text) && visit.test(question)) return `Retorno ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  const name = firstDrug(asked.spoken)
  return name ? text.replace(refused, `Não usar ${name.toLowerCase()}`) : text
}
