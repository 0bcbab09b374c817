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
import { words } from '../voice/normalise.ts'
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
const takes = /\b(toma|tomou|tomava|usa|usou|usava|uso|aplica|aplicou|faz uso|tomando|usando)\b/

/** Suicide risk: every statement about it counts. */
const risk =
  /suicid|autoles|automutil|overdose|\bcvv\b|tirar (a )?(propria |sua |minha )*vida|acabar com (a |minha |sua )*(propria )?vida|\b(se|me) (matar|matou|mata|cort(ar|ou|a)(?! o efeito)|enforcar|enforcou|machucar de proposito)\b|melhor (nao (acordar|existir)|morrer|sumir)|nao (queria|quer|quero) (mais )?(acordar|viver)|nao (vale|valia|valeria) (mais )?a pena viver|(vontade|pens\w+|ideias?|desejo|quer\w*) (\w+ ){0,3}(morrer|morte|sumir|desaparecer)|cartelas? inteiras?|\barma\b/
export const mentionsRisk = (text: string): boolean => risk.test(plain(text))
const substances =
  /\bfum(a|o|ou|ante|ava)\b|cigarr|tabac|tabag|\bmacos?\b|alcool|cervej|vinho|cachaca|\bdrogas?\b|maconha|cocaina|\bcrack\b/
export const mentionsSubstances = (text: string): boolean => substances.test(plain(text))
/** Procedures that are decided and done at once, without the words of an order. */
const procedure =
  /\b(cateterismo|angioplastia|hemodinamica|uti|intern(ar|acao|ad[oa])|centro cirurgico|sala vermelha|intub\w+|sutur\w+|transfus\w+|hemodialise|dren(o|ar|agem)|puncao|puncionar|cardiovers\w+|acesso venoso|monitor(izar|ar)|(dar|de|tem|ter) alta|alta (hoje|agora))\b/
export const isProcedure = (text: string): boolean => procedure.test(plain(text))

/** Reactions that show an allergy without the word: 'Ibuprofeno não dá porque empolou todo'. */
const harm =
  /(?<!nao |nunca |nem )\b(empol(ou|ei)|empipo\w+|inch(ou|ei) (tod[oa]|[ao]s? (boca|rosto|labios?|lingua|garganta|olhos?))|(boca|rosto|labios?|lingua) inchad[oa]|fechou a garganta)\b/

const ofKin = /\b(pai|mae|irma|irmao|filh[oa]|marido|esposa|avo|avos|famil\w+) (?!nao)/
const mentionsHarm = (text: string): boolean =>
  harm.test(plain(text)) &&
  drugNames(text).length > 0 &&
  text.split(/[,;.]/).some((part) => harm.test(plain(part)) && !ofKin.test(plain(part)))

/** The kind of a missing sentence. */
export function kindOf(part: CanonicalKey, text: string): OmissionKind {
  const normal = plain(text)
  const history = part === 'hpp' || part === 'hda' || part === 'queixa_principal'
  if (history && (/alerg/.test(normal) || mentionsHarm(text))) return 'allergy'
  const isTaken = takes.test(normal) || dose.test(normal) || (part === 'hpp' && counted.test(normal))
  if (history && isTaken && drugNames(text).length > 0) return 'medication'
  return ofPart[part]
}

/** Words too general to be missed in a denial or an order. */
const vague =
  /^(problemas?|doencas?|historico|exames?|tratamentos?|relatorio|amostra|hospital|ambulancia|samu|especialista|terapia|receitas?|remedios?|soro|dor|dores|forte|quente)$/
const named = (text: string, ...patterns: readonly RegExp[]) =>
  words(text).some((word) => !vague.test(word) && patterns.some((pattern) => pattern.test(word)))
const operated =
  /^(vesicula|apendice|utero|ovarios?|amigdalas?|adenoide|tireoide|prostata|hernia|cesareas?|laqueadura|prematur\w+|vasectomia|\w{4,}ectomia|\w{4,}plastia|safena|stents?|marca-?passo)$/
const denies = (text: string) => /^(nega|nao|nunca|sem|ninguem)\b/.test(text)
/** Spoken language, which does not belong in a note. */
const asSpoken =
  /\b(tipo|igual|sei la|eu|me|mim|voce|meu|minha|acha que|o que|errado)\b|^(e|nao e|geralmente e) (?!\w*(alergic|hipertens|diabetic|asmatic|fumante|etilista))|^(isso|ess[ae]s?|falou|disse|se fala|geralmente)\b|, (mas|ai|entao)[.]?$|^\w+,? nenhuma?[.]?$|: (otimo|normal|bem|nada)[.]?$/
/** Statements of which the speaker was not sure. */
const unsure =
  /\b(aquel[ea]s?|achava|acha que nao|nao lembra|nao sabe|(e|quer saber) se (pode|posso|precisa|deve|tem que)|e se (pode|posso|precisa|deve|tem que))\b/
const WORDS_MAX = 30
/** Alarm signs and allergies are often listed in one sentence, so it may be longer. */
const IN_ONE_BREATH = 45

/** Whether a sentence is worth offering: it reads as a note and names something of its kind. */
export function isRelevant(kind: OmissionKind, text: string): boolean {
  const normal = plain(text)
  const length = words(normal).length
  if (length < 2 || length > (kind === 'guidance' || kind === 'allergy' ? IN_ONE_BREATH : WORDS_MAX)) return false
  if (kind !== 'family' && risk.test(normal)) return true
  if (kind !== 'allergy' && (unsure.test(normal) || (asSpoken.test(normal) && kind !== 'medication'))) return false
  switch (kind) {
    case 'allergy':
      return true
    case 'medication':
      return drugNames(text).length > 0 || named(normal, drug)
    case 'symptom':
      return denies(normal) ? named(normal, symptom) : symptom.test(normal)
    case 'history':
      return denies(normal)
        ? named(normal, illness, disease)
        : [pastHistory, illness, disease].some((one) => one.test(normal)) || named(normal, operated)
    case 'family':
      return named(normal, illness, disease, /^(morr|falec|convuls|alerg|suicid)/)
    case 'habit':
      return habits.test(normal) || substances.test(normal) || /atividade fisica/.test(normal)
    case 'examination':
      return (
        measure.test(normal) ||
        examination.test(normal) ||
        isExamined(normal) ||
        (bodyPart.test(normal) && finding.test(normal))
      )
    case 'hypothesis':
      return disease.test(normal)
    case 'plan':
      return named(normal, drug, order) || procedure.test(normal) || /raio.?x|glicemia de jejum|vacina/.test(normal)
    case 'guidance':
      return returnOrAlarm.test(normal) || isGuided(normal)
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

/** Words that suggest an allergy without naming it. */
const reaction = /alerg|empol|inchou|inchei|inchad[oa]|fech(ou|ando) a garganta|descasc|coceira/

const AT_RISK = 95
/** Orders omissions, highest first. A denial counts half, except of an allergy or a risk. */
export const weightOf = (kind: OmissionKind, text: string): number => {
  if (kind !== 'allergy' && kind !== 'family' && mentionsRisk(text)) return AT_RISK
  return denies(plain(text)) && kind !== 'plan' && kind !== 'guidance' ? weights[kind] / 2 : weights[kind]
}

const clinical = [drug, disease, illness, symptom, order, operated]
/** Whether a line has clinical words. */
export function isClinical(text: string, speaker?: Speaker): boolean {
  if (text === '') return false
  const normal = plain(text)
  return (
    [...clinical, risk, procedure, reaction, substances].some((one) => one.test(normal)) ||
    (speaker === 'doctor' && partOfDoctor(normal) !== undefined) ||
    drugNames(text).length > 0
  )
}

/** The words of a text that name a drug, disease, test or complaint. */
export const clinicalWords = (text: string): string[] =>
  words(text).filter((word) => !vague.test(word) && clinical.some((one) => one.test(word)))

/** The words of a text that name relatives and clinical terms, for family history. */
export const familyWords = (text: string): string =>
  words(text)
    .filter((word) => ancestors.test(word) || clinical.some((one) => one.test(word)))
    .join(' ')

const anyDrug =
  /^(soro|antibiotico|anti-?inflamatorio|analgesico|corticoide|antialergico|pomada|colirio|xarope|anticoncepcional|bombinha|insulina|ferro)$/
/** The proper names of drugs in a text, without general words such as 'antibiotico'. */
export const drugNames = (text: string): string[] => [
  ...new Set([
    ...words(text).filter((word) => drug.test(word) && !anyDrug.test(word)),
    ...drugsIn(tokensOf(text))
      .map((one) => one.words.join(' '))
      .filter((name) => !anyDrug.test(name)),
  ]),
]
