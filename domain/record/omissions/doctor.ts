import { plain } from '../../text.ts'
import { drug } from '../extractive/lexicon/clinical.ts'
import { disease } from '../extractive/lexicon/plan.ts'
import { words } from '../extractive/normalise.ts'
import type { CanonicalKey } from '../record.ts'

// What a doctor states in words that say nothing of where it belongs: heard only where nothing was written of it.

const toPatient = '(?:você|o senhor|a senhora|ele|ela)'
/** 'Resumindo, o que a senhora tem é uma gastrite': what is told as the diagnosis, whatever was said around it. */
const told = [
  `\\bo que ${toPatient} tem é`,
  '\\b(?:isso|isto)(?: aí| tudo)? é',
  'trata-se de',
  `${toPatient} (?:tem|está com)(?= uma?\\s)`,
  'quadro de',
]
const diagnosis = new RegExp(`(?:${told.join('|')})\\s+(?:(?:uma?|só|mesmo|de novo|caso de) )*([^.]+)`, 'iu')
const explains = /^(normal|comum|importante|bom|boa|melhor|possivel|quando|se|por|para|que|o|a|os|as|como|tipo|igual)\b/

/** A disease is named at once, or what follows is told of something else. */
export function diagnosisIn(spoken: string): string | undefined {
  const named = spoken.match(diagnosis)?.[1]
  if (!named || explains.test(plain(named))) return undefined
  return disease.test(words(named).slice(0, 5).join(' ')) ? named : undefined
}

const mind =
  /\b(pensamento|humor|afeto|critica|juizo|discurso|fala|atencao|memoria|psicomotricidade|sensopercepcao|insight)\b.*\b(organizad\w|desorganizad\w|preservad\w|prejudicad\w|lentificad\w|acelerad\w|deprimid\w|eutimic\w|ansios\w|embotad\w|congruente|hipotimic\w|sem (delirios?|alteracoes|alucinac\w+))\b/
const size = /^\w+( e \w+)* (quilos?|centimetros|metro)\b/
const soft = /\b(barriga|abdome|abdomen) (bem |esta )?(mol(e|inha)|flacid\w|tens[oa]|distendid\w)\b/
const speaksToSomebody = /\b(voce|o senhor|a senhora|seu|sua|se|vai|vou|vamos)\b/

/** What an examiner says to nobody. */
const isFinding = (said: string): boolean => isExamined(said) && !speaksToSomebody.test(said)

const forbidden = /^(e |mas )?(nada de|sem|nunca|de jeito nenhum)\b|\b(de jeito nenhum|nao pode|esta proibid\w)\b/
export const forbids = (text: string): boolean => forbidden.test(plain(text))
const keepsDrugs =
  /\b(irma|irmao|mae|pai|marido|esposa|mulher|filh[oa]|familia|alguem)\b.*\b(fiqu?e|fica|ficar|guard\w+|cuid\w+|tom\w+ conta)\b.*\b(remedios?|comprimidos?|medicac\w+|medicamentos?)\b/
const cuts =
  /^(e |mas )*(cort|par|larg|suspend)\w* (com )?(o |a |de )?(vinho|cerveja|alcool|bebida|cigarro|fumar|beber)\b/
const vaccine = /\bvacinas?\b.*\b(quando|depois|assim que|tom\w+|faz\w*|dar|atualiz\w+)\b/

/** Where it belongs, whatever words carry it. */
export function partOfDoctor(spoken: string): CanonicalKey | undefined {
  const said = plain(spoken)
  if (keepsDrugs.test(said) || cuts.test(said)) return 'orientacoes'
  if ((forbidden.test(said) && drug.test(said)) || vaccine.test(said)) return 'conduta'
  return isFinding(said) ? 'exame_fisico' : undefined
}

export const isGuided = (said: string): boolean => keepsDrugs.test(said) || cuts.test(said) || vaccine.test(said)
export const isExamined = (said: string): boolean => mind.test(said) || size.test(said) || soft.test(said)
