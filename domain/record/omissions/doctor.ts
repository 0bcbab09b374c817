import { plain } from '../../text.ts'
import { drug } from '../extractive/lexicon/clinical.ts'
import { disease } from '../extractive/lexicon/plan.ts'
import { words } from '../voice/normalise.ts'
import type { CanonicalKey } from '../record.ts'

// Statements of a doctor whose words do not show their section. Used only for lines that the draft lacks.

const toPatient = '(?:você|o senhor|a senhora|ele|ela)'
/** Phrases that introduce a diagnosis: 'Resumindo, o que a senhora tem é uma gastrite'. */
const introductions = [
  `\\bo que ${toPatient} tem é`,
  '\\b(?:isso|isto)(?: aí| tudo)? é',
  'trata-se de',
  `${toPatient} (?:tem|está com)(?= uma?\\s)`,
  'quadro de',
]
const diagnosis = new RegExp(`(?:${introductions.join('|')})\\s+(?:(?:uma?|só|mesmo|de novo|caso de) )*([^.]+)`, 'iu')
const explains = /^(normal|comum|importante|bom|boa|melhor|possivel|quando|se|por|para|que|o|a|os|as|como|tipo|igual)\b/

/** The diagnosis that a doctor states; undefined unless a disease follows the introduction within five words. */
export function diagnosisIn(spoken: string): string | undefined {
  const named = spoken.match(diagnosis)?.[1]
  if (!named || explains.test(plain(named))) return undefined
  return disease.test(words(named).slice(0, 5).join(' ')) ? named : undefined
}

const mind =
  /\b(pensamento|humor|afeto|critica|juizo|discurso|fala|atencao|memoria|psicomotricidade|sensopercepcao|insight)\b.*\b(organizad\w|desorganizad\w|preservad\w|prejudicad\w|lentificad\w|acelerad\w|deprimid\w|eutimic\w|ansios\w|embotad\w|congruente|hipotimic\w|sem (delirios?|alteracoes|alucinac\w+))\b/
const size = /^\w+( e \w+)* (quilos?|centimetros|metro)\b/
const soft = /\b(barriga|abdome|abdomen) (bem |esta )?(mol(e|inha)|flacid\w|tens[oa]|distendid\w)\b/
const addressesPatient = /\b(voce|o senhor|a senhora|seu|sua|se|vai|vou|vamos)\b/

/** A finding that the examiner dictates, not addressed to anyone. */
const isFinding = (normal: string): boolean => isExamined(normal) && !addressesPatient.test(normal)

const forbidden = /^(e |mas )?(nada de|sem|nunca|de jeito nenhum)\b|\b(de jeito nenhum|nao pode|esta proibid\w)\b/
/** Whether the text forbids something. */
export const forbids = (text: string): boolean => forbidden.test(plain(text))
const keepsDrugs =
  /\b(irma|irmao|mae|pai|marido|esposa|mulher|filh[oa]|familia|alguem)\b.*\b(fiqu?e|fica|ficar|guard\w+|cuid\w+|tom\w+ conta)\b.*\b(remedios?|comprimidos?|medicac\w+|medicamentos?)\b/
const cuts =
  /^(e |mas )*(cort|par|larg|suspend)\w* (com )?(o |a |de )?(vinho|cerveja|alcool|bebida|cigarro|fumar|beber)\b/
const vaccine = /\bvacinas?\b.*\b(quando|depois|assim que|tom\w+|faz\w*|dar|atualiz\w+)\b/

/** The section of a doctor's statement with unusual words, or undefined. */
export function partOfDoctor(spoken: string): CanonicalKey | undefined {
  const normal = plain(spoken)
  if (keepsDrugs.test(normal) || cuts.test(normal)) return 'orientacoes'
  if ((forbidden.test(normal) && drug.test(normal)) || vaccine.test(normal)) return 'conduta'
  return isFinding(normal) ? 'exame_fisico' : undefined
}

/** Whether plain text is guidance with unusual words. */
export const isGuided = (normal: string): boolean =>
  keepsDrugs.test(normal) || cuts.test(normal) || vaccine.test(normal)
/** Whether plain text is a finding with unusual words. */
export const isExamined = (normal: string): boolean => mind.test(normal) || size.test(normal) || soft.test(normal)
