import { plain } from '../../text.ts'
import type { Speaker } from '../../transcript/entry.ts'
import {
  ancestors,
  bodyPart,
  dose,
  drug,
  examination,
  finding,
  habits,
  illness,
  measure,
  pastHistory,
  symptom,
} from '../extractive/lexicon/clinical.ts'
import { numeral } from '../extractive/lexicon/number.ts'
import { disease, order, returnOrAlarm } from '../extractive/lexicon/plan.ts'
import { words } from '../extractive/normalise.ts'
import type { CanonicalKey, Omission } from '../record.ts'
import { drugsIn } from '../safety/drug.ts'
import { tokensOf } from '../safety/words.ts'
import { isExamined, isGuided, partOfDoctor } from './doctor.ts'

export type OmissionKind = Omission['kind']

const ofPart: Record<CanonicalKey, OmissionKind> = {
  queixa_principal: 'symptom',
  hda: 'symptom',
  hpp: 'history',
  hf: 'family',
  habitos: 'habit',
  exame_fisico: 'examination',
  hipotese: 'hypothesis',
  conduta: 'plan',
  orientacoes: 'guidance',
}
const counted = new RegExp(`\\b${plain(numeral)}\\b`)
const taken = /\b(toma|tomou|tomava|usa|usou|usava|uso|aplica|aplicou|faz uso|tomando|usando)\b/

/** Who may die by their own hand: whatever is said of it is missed. */
const risk =
  /suicid|autoles|automutil|overdose|\bcvv\b|tirar (a )?(propria |sua |minha )*vida|acabar com (a |minha |sua )*(propria )?vida|\b(se|me) (matar|matou|mata|cort(ar|ou|a)(?! o efeito)|enforcar|enforcou|machucar de proposito)\b|melhor (nao (acordar|existir)|morrer|sumir)|nao (queria|quer|quero) (mais )?(acordar|viver)|nao (vale|valia|valeria) (mais )?a pena viver|(vontade|pens\w+|ideias?|desejo|quer\w*) (\w+ ){0,3}(morrer|morte|sumir|desaparecer)|cartelas? inteiras?|\barma\b/
export const tellsRisk = (text: string): boolean => risk.test(plain(text))
const substances =
  /\bfum(a|o|ou|ante|ava)\b|cigarr|tabac|tabag|\bmacos?\b|alcool|cervej|vinho|cachaca|\bdrogas?\b|maconha|cocaina|\bcrack\b/
export const tellsOfSubstances = (text: string): boolean => substances.test(plain(text))
/** Decided and done at once, without the words of an order. */
const procedure =
  /\b(cateterismo|angioplastia|hemodinamica|uti|intern(ar|acao|ad[oa])|centro cirurgico|sala vermelha|intub\w+|sutur\w+|transfus\w+|hemodialise|dren(o|ar|agem)|puncao|puncionar|cardiovers\w+|acesso venoso|monitor(izar|ar)|(dar|de|tem|ter) alta|alta (hoje|agora))\b/
export const isProcedure = (text: string): boolean => procedure.test(plain(text))

/** 'Ibuprofeno não dá porque empolou todo': nobody says allergy. */
const harm =
  /(?<!nao |nunca |nem )\b(empol(ou|ei)|empipo\w+|inch(ou|ei) (tod[oa]|[ao]s? (boca|rosto|labios?|lingua|garganta|olhos?))|(boca|rosto|labios?|lingua) inchad[oa]|fechou a garganta)\b/

const ofKin = /\b(pai|mae|irma|irmao|filh[oa]|marido|esposa|avo|avos|famil\w+) (?!nao)/
const tellsHarm = (text: string): boolean =>
  harm.test(plain(text)) &&
  drugNames(text).length > 0 &&
  text.split(/[,;.]/).some((part) => harm.test(plain(part)) && !ofKin.test(plain(part)))

/** What a missing sentence is about. */
export function kindOf(part: CanonicalKey, text: string): OmissionKind {
  const said = plain(text)
  const history = part === 'hpp' || part === 'hda' || part === 'queixa_principal'
  if (history && (/alerg/.test(said) || tellsHarm(text))) return 'allergy'
  const told = taken.test(said) || dose.test(said) || (part === 'hpp' && counted.test(said))
  if (history && told && drugNames(text).length > 0) return 'medication'
  return ofPart[part]
}

/** They name nothing in particular: a denial or an order of them tells too little to be missed. */
const vague =
  /^(problemas?|doencas?|historico|exames?|tratamentos?|relatorio|amostra|hospital|ambulancia|samu|especialista|terapia|receitas?|remedios?|soro|dor|dores|forte|quente)$/
const named = (text: string, ...patterns: readonly RegExp[]) =>
  words(text).some((word) => !vague.test(word) && patterns.some((pattern) => pattern.test(word)))
const operated =
  /^(vesicula|apendice|utero|ovarios?|amigdalas?|adenoide|tireoide|prostata|hernia|cesareas?|laqueadura|prematur\w+|vasectomia|\w{4,}ectomia|\w{4,}plastia|safena|stents?|marca-?passo)$/
const denies = (text: string) => /^(nega|nao|nunca|sem|ninguem)\b/.test(text)
/** Talk that was not turned into a note does not belong in one. */
const asSpoken =
  /\b(tipo|igual|sei la|eu|me|mim|voce|meu|minha|acha que|o que|errado)\b|^(e|nao e|geralmente e) (?!\w*(alergic|hipertens|diabetic|asmatic|fumante|etilista))|^(isso|ess[ae]s?|falou|disse|se fala|geralmente)\b|, (mas|ai|entao)[.]?$|^\w+,? nenhuma?[.]?$|: (otimo|normal|bem|nada)[.]?$/
/** Nor does what the one who told it was not sure of. */
const unsure =
  /\b(aquel[ea]s?|achava|acha que nao|nao lembra|nao sabe|(e|quer saber) se (pode|posso|precisa|deve|tem que)|e se (pode|posso|precisa|deve|tem que))\b/
const WORDS_MAX = 30
/** Signs of alarm, and what somebody does not bear, are told in one breath. */
const IN_ONE_BREATH = 45

/** A sentence is worth offering only where it reads as a note and names something of its kind. */
export function isRelevant(kind: OmissionKind, text: string): boolean {
  const said = plain(text)
  const length = words(said).length
  if (length < 2 || length > (kind === 'guidance' || kind === 'allergy' ? IN_ONE_BREATH : WORDS_MAX)) return false
  if (kind !== 'family' && risk.test(said)) return true
  if (kind !== 'allergy' && (unsure.test(said) || (asSpoken.test(said) && kind !== 'medication'))) return false
  switch (kind) {
    case 'allergy':
      return true
    case 'medication':
      return drugNames(text).length > 0 || named(said, drug)
    case 'symptom':
      return denies(said) ? named(said, symptom) : symptom.test(said)
    case 'history':
      return denies(said)
        ? named(said, illness, disease)
        : [pastHistory, illness, disease].some((one) => one.test(said)) || named(said, operated)
    case 'family':
      return named(said, illness, disease, /^(morr|falec|convuls|alerg|suicid)/)
    case 'habit':
      return habits.test(said) || substances.test(said) || /atividade fisica/.test(said)
    case 'examination':
      return (
        measure.test(said) || examination.test(said) || isExamined(said) || (bodyPart.test(said) && finding.test(said))
      )
    case 'hypothesis':
      return disease.test(said)
    case 'plan':
      return named(said, drug, order) || procedure.test(said) || /raio.?x|glicemia de jejum|vacina/.test(said)
    case 'guidance':
      return returnOrAlarm.test(said) || isGuided(said)
  }
}

const weights: Record<OmissionKind, number> = {
  allergy: 100,
  hypothesis: 92,
  medication: 90,
  plan: 85,
  examination: 70,
  history: 65,
  symptom: 60,
  family: 50,
  guidance: 45,
  habit: 40,
}

/** What an allergy is told by, where nobody names it. */
const reaction = /alerg|empol|inchou|inchei|inchad[oa]|fech(ou|ando) a garganta|descasc|coceira/

const AT_RISK = 95
/** The most important first. What is denied matters less than what is there, except an allergy or a risk. */
export const weightOf = (kind: OmissionKind, text: string): number => {
  if (kind !== 'allergy' && kind !== 'family' && tellsRisk(text)) return AT_RISK
  return denies(plain(text)) && kind !== 'plan' && kind !== 'guidance' ? weights[kind] / 2 : weights[kind]
}

const clinical = [drug, disease, illness, symptom, order, operated]
/** Whether a line has any such word. */
export function isClinical(text: string, speaker?: Speaker): boolean {
  if (text === '') return false
  const said = plain(text)
  return (
    [...clinical, risk, procedure, reaction, substances].some((one) => one.test(said)) ||
    (speaker === 'doctor' && partOfDoctor(said) !== undefined) ||
    drugNames(text).length > 0
  )
}

/** Words that name a drug, a disease, a test or a complaint: what a record that leaves them out does not say. */
export const clinicalWords = (text: string): string[] =>
  words(text).filter((word) => !vague.test(word) && clinical.some((one) => one.test(word)))

/** Who has what, whatever else was said of it. */
export const familyWords = (text: string): string =>
  words(text)
    .filter((word) => ancestors.test(word) || clinical.some((one) => one.test(word)))
    .join(' ')

const anyDrug =
  /^(soro|antibiotico|anti-?inflamatorio|analgesico|corticoide|antialergico|pomada|colirio|xarope|anticoncepcional|bombinha|insulina|ferro)$/
/** Drugs by their own names. */
export const drugNames = (text: string): string[] => [
  ...new Set([
    ...words(text).filter((word) => drug.test(word) && !anyDrug.test(word)),
    ...drugsIn(tokensOf(text))
      .map((one) => one.words.join(' '))
      .filter((name) => !anyDrug.test(name)),
  ]),
]
