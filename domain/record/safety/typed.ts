import type { CanonicalKey, Flag } from '../record.ts'
import { sayingSo } from './affirmed.ts'
import { type Allergen, familyOf, isSame } from './allergy.ts'
import type { Statement } from './claim.ts'
import { isIllness } from './concepts.ts'
import { drugsIn } from './drug.ts'
import { type Evidence, flagOf, linesSaying } from './evidence.ts'
import { namesRelative } from './kin.ts'
import { affirmedAllergens, deniesByName, namesAllergen } from './noted.ts'
import { sameQuantity } from './numbers.ts'
import type { Dialogue, ReadLine, ReadSentence } from './reading.ts'
import type { Unit } from './units.ts'
import { deniesAny, plainWords, type Token } from './words.ts'

/** SF17: what a doctor types in short ('Alergias: nega.', 'NKDA', 'Ex-tabagista.'), held against what was told. */
export function typedFlags(
  statement: Statement,
  section: CanonicalKey,
  dialogue: Dialogue,
  whole: Evidence,
  allergens: readonly Allergen[],
): Flag[] {
  if (!ofPatient.test(section)) return []
  const noted = deniableNotes(statement, allergens)
  const ofNow =
    section === 'hf'
      ? []
      : partsOf(statement.tokens).flatMap((part) => denials(part, statement, dialogue, allergens, noted))
  return [...ofNow, ...weeksOfPregnancy(statement, dialogue), ...ofRelative(statement, section, whole)]
}
const ofPatient = /^(queixa_principal|hda|hpp|hf|habitos|hipotese)$/

/** Sentence by sentence; one that only names and denies goes by its commas, too: 'HAS: nega, alergias: nega'. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const cut = (mark: RegExp) => {
    const out: Token[][] = [[]]
    for (const token of tokens) mark.test(token.word) ? out.push([]) : out.at(-1)?.push(token)
    return out.filter((part) => part.length > 0)
  }
  const whole = cut(/^[.;]$/)
  const finer = whole.some((part) => part.some(({ word }) => word === ',')) ? cut(/^[.;,]$/) : []
  return [
    ...whole,
    ...finer.filter((part) => !whole.some((other) => other.length === part.length && other[0] === part[0])),
  ]
}

function denials(
  part: readonly Token[],
  statement: Statement,
  dialogue: Dialogue,
  allergens: readonly Allergen[],
  notedOnes: readonly Allergen[],
): Flag[] {
  const text = plainWords(part)
  const told = noAllergy(text)
    ? allergyLines(text, allergens)
    : noDrug(text)
      ? drugLines(dialogue)
      : formerSmoker.test(text)
        ? smokingLines(dialogue)
        : []
  const noted = told.length === 0 ? notedDenied(part, text, statement, notedOnes) : undefined
  if (told.length === 0 && !noted) return []
  const said = part
    .map((token) => token.said)
    .join(' ')
    .replace(/ (?=[:,])/g, '')
  const otherwise = noted?.noted ? noted.noted.told : sayingSo(told, dialogue.lines)
  return [flagOf('negation', `O registro diz “${said}”; ${otherwise}.`, told, dialogue.lines)]
}

const excepts = /\b(?:outr[oa]s?|exceto|alem|salvo|menos|fora|tirando|senao|so|apenas)\b/

/** The noted allergies that nobody denied in the consultation and that the statement, read as a note, does not tell of. */
function deniableNotes(statement: Statement, allergens: readonly Allergen[]): Allergen[] {
  const noted = allergens.filter((one) => one.noted?.against === '')
  if (noted.length === 0) return []
  const own = affirmedAllergens(statement.text)
  return noted.filter((one) => !own.some((told) => isSame(told, one)))
}

/** SF21: the noted allergy that is denied here, at large or by its name. */
function notedDenied(
  part: readonly Token[],
  text: string,
  statement: Statement,
  noted: readonly Allergen[],
): Allergen | undefined {
  if (noted.length === 0) return undefined
  const excepted = excepts.test(plainWords(statement.tokens))
  if (noAllergy(text)) return deniedBy(text, noted).find((one) => !(excepted && namesAllergen(statement.tokens, one)))
  if (excepts.test(text) || namesRelative(part)) return undefined
  return noted.find((one) => deniesByName(part, one))
}

const denies = (text: string): boolean => text.split(' ').some(deniesAny)
/** But for denials nothing else may stand there: 'nega outras alergias', 'sem alergia alimentar' deny a part. */
const onlyOf = (things: string) => {
  const other = new RegExp(
    `^(?:${things}|paciente|conhecid[oa]s?|previ[oa]s?|sabid[oa]s?|referid[oa]s?|tem|ha|possui|refere|apresenta|faz|uso|em|de|a|ao|aos|as|o|qualquer|alguma?|ter|relato|historia|continu[oa]|regular|diari[oa]|atual|atualmente|toma|usa)$`,
  )
  return (text: string): boolean => text.split(' ').every((word) => deniesAny(word) || other.test(word))
}
const ofAllergies = onlyOf('alergi\\w*|medicament\\w*|remedios?|medicac\\w*|drogas?|farmacos?|e|ou')
const ofDrugs = onlyOf('medicament\\w*|remedios?|medicac\\w*|farmacos?')
const initials = /^(?:nkda|nka)$/
const noAllergy = (text: string) => initials.test(text) || (/\balergi/.test(text) && denies(text) && ofAllergies(text))
const noDrug = (text: string) => /\b(?:medicament|remedio|medicac|farmaco)/.test(text) && denies(text) && ofDrugs(text)
const formerSmoker = /\bex (?:tabagista|fumante)\b|\bex-(?:tabagista|fumante)\b/

const airborne = /^(rinit|poeira|po|pelo|acaro|mofo|polen|gato|cachorr)/
const allergyLines = (text: string, allergens: readonly Allergen[]): ReadLine[] =>
  deniedBy(text, allergens).flatMap((one) => (one.noted ? [] : (one.lines ?? [])))

/** A denial of drugs alone is of no other allergy; one at large is not thought of the air's. */
function deniedBy(text: string, allergens: readonly Allergen[]): Allergen[] {
  const drugsOnly = /\b(?:nkda|medicament|remedio|medicac|droga|farmaco)/.test(text)
  return allergens.filter((one) => (drugsOnly ? familyOf(one).length > 0 : !airborne.test(one.said.toLowerCase())))
}

const takes = /\b(?:tomo|uso|tomando|usando|faco uso|toma|usa)\b/
const sometimes = /\b(?:quando|se|as vezes|so|parei|larguei|tomava|usava|ontem|hoje|anteontem|nao|nunca|nem)\b/
const asksDrugs =
  /\b(?:toma|usa|usando|tomando|uso)\b.*\b(?:medicament\w*|medicac\w*|remedios?)\b|\b(?:medicament\w*|remedios?)\b.*\b(?:toma|usa|uso)\b/

/** 'Tomo losartana', or a drug named to whoever asks what is taken. */
function drugLines(dialogue: Dialogue): ReadLine[] {
  return told(dialogue, (sentence, line) => {
    if (drugsIn(sentence.tokens).length === 0) return false
    const text = plainWords(sentence.tokens)
    if (sometimes.test(text)) return false
    return takes.test(text) || line.linked.some((at) => at < line.index && asks(dialogue.lines[at], asksDrugs))
  })
}

const smokes = /\b(?:fumo|sou fumante|sou tabagista|(?:macos?|carteiras?|cigarros?) (?:por|ao) dia)\b/
const smoked = /\b(?:fumava|fumei|parei|larguei|deixei|ex|nao|nunca|passiv[oa])\b/
const smokingLines = (dialogue: Dialogue): ReadLine[] => {
  const lines = told(dialogue, ({ tokens }) => smokes.test(plainWords(tokens)))
  return told(
    dialogue,
    ({ tokens }) => /\b(?:fum|cigarr|macos?\b)/.test(plainWords(tokens)) && smoked.test(plainWords(tokens)),
  ).length > 0
    ? []
    : lines
}

/** The patient's lines with a sentence that tells so of no relative. */
function told(dialogue: Dialogue, so: (sentence: ReadSentence, line: ReadLine) => boolean): ReadLine[] {
  return dialogue.lines.filter(
    (line) =>
      line.speaker !== 'doctor' &&
      line.sentences.some(
        (sentence) =>
          !sentence.question &&
          so(sentence, line) &&
          !sentence.units.some((unit) =>
            unit.features.some((feature) => {
              const tally = line.tallies.get(feature)
              return tally !== undefined && tally.kin > 0 && tally.mine === 0
            }),
          ),
      ),
  )
}
const asks = (line: ReadLine | undefined, what: RegExp): boolean =>
  line?.sentences.some((sentence) => sentence.question && what.test(plainWords(sentence.tokens))) === true

const pregnant = /\b(?:gestante|gravida|gestacao|gravidez|gestacional|ig)\b/
const [LEAST, MOST] = [4, 42]

/** 'Gestante de 20 semanas' where only twelve were told of. */
function weeksOfPregnancy(statement: Statement, dialogue: Dialogue): Flag[] {
  if (!pregnant.test(plainWords(statement.tokens))) return []
  const speaks = (line: ReadLine | undefined) => line !== undefined && pregnant.test(plainWords(line.tokens))
  const weeks = dialogue.counting.flatMap((line) =>
    speaks(line) || line.linked.some((at) => at < line.index && speaks(dialogue.lines[at]))
      ? line.quantities
          .filter(({ value, unit }) => unit === 'semana' && value >= LEAST && value <= MOST)
          .map((quantity) => ({ quantity, line }))
      : [],
  )
  return statement.quantities.flatMap((own): Flag[] => {
    const [first] = weeks
    if (own.unit !== 'semana' || !first || weeks.some(({ quantity }) => sameQuantity(own, quantity))) return []
    const message = `O registro diz “${own.said} semanas”; na consulta foi dito “${first.quantity.said} semanas”.`
    return [
      flagOf(
        'number',
        message,
        weeks.map(({ line }) => line),
        dialogue.lines,
      ),
    ]
  })
}

/** What somebody has an illness of, and names without one. */
const organ = /^(coracao|pressao|acucar|pulmao|rim|rins|figado|cabeca|mama|prostata|nervos?)$/

/** 'Diabético.' where only the mother is. Who speaks for a patient tells of complaints, too: those count for nothing. */
function ofRelative(statement: Statement, section: CanonicalKey, whole: Evidence): Flag[] {
  const { tokens } = statement
  let from = 0
  for (let to = 0; to <= tokens.length; to++) {
    if (to < tokens.length && !/^[.;]$/.test(tokens[to]?.word ?? '')) continue
    const part = tokens.slice(from, to)
    const ofPatient = section === 'hf' ? part.some(({ word }) => word === 'paciente') : ofHistory.test(section)
    const unit =
      ofPatient && !namesRelative(part) && !denies(plainWords(part))
        ? statement.units.find((one) => from <= one.at && one.to <= to && isKins(one, statement, whole))
        : undefined
    if (unit) {
      const name = tokens.slice(unit.at, unit.to).map(({ said }) => said)
      const message = `“${name.join(' ')}” foi dito de um familiar, não do paciente.`
      return [
        flagOf(
          'relative',
          message,
          linesSaying([unit], whole, ({ kin }) => kin > 0),
        ),
      ]
    }
    from = to + 1
  }
  return []
}
const ofHistory = /^(queixa_principal|hda|hpp)$/

function isKins(unit: Unit, { tokens, tokenPolarities }: Statement, whole: Evidence): boolean {
  if (!unit.features.some(isIllness) || tokenPolarities[unit.at] !== 'yes') return false
  if (unit.to === unit.at + 1 && organ.test(tokens[unit.at]?.word ?? '')) return false
  const tally = whole.tallyOf(unit.features)
  return tally !== undefined && tally.kin > 0 && tally.mine === 0
}
