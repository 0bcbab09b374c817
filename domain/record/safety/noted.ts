import { sayingSo } from './affirmed.ts'
import { type Allergen, causesIn, familyOf, harming, isSame, tellsAllergy, unique } from './allergy.ts'
import { clausesOf } from './clause.ts'
import { drugsIn } from './drug.ts'
import { namesRelative } from './kin.ts'
import { causedBy, listedIn } from './listed.ts'
import { sentencesOf } from './note.ts'
import { type Polarity, polarities } from './polarity.ts'
import type { Dialogue, ReadLine, ReadSentence } from './reading.ts'
import { deniesNext, isFiniteVerb, stemOf, type Token } from './words.ts'

/**
 * SF21: what the patient's list and context say the patient is allergic to, each by its source, and the lines in which
 * the patient denies it.
 */
export function notedAllergens(context: string, listed: readonly DatedAllergy[], dialogue: Dialogue): Allergen[] {
  const ofList = listed.flatMap((one) =>
    listedAllergens(one.text).map((allergen) => ({ allergen, told: onList(allergen, one) })),
  )
  const ofContext = affirmedAllergens(context)
    .filter((one) => !ofList.some(({ allergen }) => isSame(allergen, one)))
    .map((allergen) => ({ allergen, told: `o contexto do paciente traz alergia a “${allergen.said}”` }))
  return [...ofList, ...ofContext].map(({ allergen, told }) => {
    const denials = denialsOf(allergen, dialogue)
    const lines = denials.flatMap((line) => [line, ...repliesTo(line, dialogue).slice(0, 1)])
    return { ...allergen, lines, noted: { told, against: sayingSo(denials, dialogue.lines) } }
  })
}

/** An allergy with the day, as 'dd/mm/aaaa', on which it came into the list or its record was signed. */
export type DatedAllergy = { text: string; day: string }

/** The allergens that an entry of the patient's list names; the list itself says that it is an allergy. */
export const listedAllergens = (text: string): Allergen[] => affirmedAllergens(asAllergy(text))
export const asAllergy = (text: string): string => (affirmedAllergens(text).length > 0 ? text : `Alergias: ${text}`)
/** Names the entry of the list that an allergen comes from. */
export const onList = ({ said }: Allergen, { day }: DatedAllergy): string =>
  `a lista do paciente tem alergia a “${said}”, registrada em ${day}`

/** What a note, or a sentence typed like one, says that the patient is allergic to. */
export const affirmedAllergens = (note: string): Allergen[] => unique(sentencesOf(note).flatMap(affirmedIn))

function affirmedIn(tokens: readonly Token[]): Allergen[] {
  const tokenPolarities = lazyPolarities(tokens)
  const named = tokens.flatMap(({ word }, at): Allergen[] => {
    const reacts = tellsReaction.test(word)
    if (!reacts && !tellsAllergy.test(word)) return []
    if (isDenied(tokens, at, tokenPolarities()) || isOfRelative(tokens.slice(commaBefore(tokens, at), at))) return []
    const own = behind(tokens, at)
    if (/^alergic/.test(word) && isIllnessOf(tokens[at - 1]) && !isLed(own)) return []
    return reacts ? causedBy(own) : listedIn(own)
  })
  return [...named, ...harmedBy(tokens)]
}

/** How the words stand, read when first asked for and once for every allergy that they name. */
function lazyPolarities(tokens: readonly Token[]): () => readonly Polarity[] {
  let tokenPolarities: readonly Polarity[] | undefined
  return () => {
    tokenPolarities ??= polarities(tokens, 'record')
    return tokenPolarities
  }
}

const commaBefore = (tokens: readonly Token[], at: number): number =>
  tokens.findLastIndex((token, index) => index < at && /^[,(–—]$/.test(token.word)) + 1

/** Up to where the next allergy is told of. */
function behind(tokens: readonly Token[], at: number): readonly Token[] {
  const next = tokens.findIndex((token, index) => index > at && tellsAllergy.test(token.word))
  return tokens.slice(at + 1, next < 0 ? tokens.length : next)
}

/** 'Rinite alérgica (loratadina)' names what it is treated with; 'rinite alérgica a poeira' its cause. */
const isIllnessOf = (token: Token | undefined): boolean =>
  /(it[ei]|asma|tosse|eczema|urticaria|prurido|crise|purpura|coriza)s?$/.test(token?.word ?? '')
const qualifies = /^(de|contato|sazonal|perene|persistente|intermitente|cronic[oa]|leve|moderad[oa]|grave)$/
const isLed = (own: readonly Token[]): boolean =>
  /^(a|ao|aos|as|por)$/.test(own.find(({ word }) => !qualifies.test(word))?.word ?? '')

const joinsList = /^(e|ou|nem|\/)$/
/** Whether the allergy told of here is denied, before it or behind it. */
function isDenied(tokens: readonly Token[], at: number, tokenPolarities: readonly Polarity[]): boolean {
  const before = tokens.slice(beginOf(tokens, commaBefore(tokens, at), at), at)
  // 'Nega asma e alergia a dipirona' denies both; 'nega asma, alergia a dipirona' may tell of it.
  const listed = tokenPolarities[at] === 'no' && before.some((token) => joinsList.test(token.word))
  return listed || before.some(({ word }) => deniesNext(word)) || isDeniedAfter(behind(tokens, at))
}

const has = /^(tem|teve|tenho|possui|ha|houve|refer\w*|relat\w*|inform\w*|apresent\w*|mas|porem)$/
const isCopula = ({ said }: Token, next: Token | undefined): boolean =>
  /^(é|foi|sou)$/i.test(said) || (/^e$/i.test(said) && /^e$/i.test(next?.said ?? ''))
const adjective = /^alergic/
/** Where what is said of the allergy begins: behind a verb that no denial stands before, and that none began with. */
function beginOf(tokens: readonly Token[], from: number, at: number): number {
  let begin = from
  for (let index = from; index < at; index++) {
    const token = tokens[index]
    const previous = index > from ? tokens[index - 1] : undefined
    if (!token || (previous && (deniesNext(previous.word) || previous.word === 'que'))) continue
    if (has.test(token.word) || isCopula(token, tokens[index + 1])) begin = index + 1
    const joined = token.said.toLowerCase() === 'e'
    // 'Hipertensa sem tratamento e alérgica', 'não fuma e alergia', 'nega asma e com alergia'.
    if (joined && (ofVerb(tokens.slice(begin, index)) || tokens[index + 1]?.word === 'com')) begin = index + 1
    if (joined && index + 1 === at && adjective.test(tokens[at]?.word ?? '') && !ofCopula(tokens.slice(begin, index)))
      begin = index + 1
  }
  return begin
}
/** 'Não fuma': what is denied is the verb. */
const ofVerb = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => {
    const next = tokens[at + 1]
    return (
      /^(nao|nunca)$/.test(token.word) && next && isFiniteVerb(next) && !has.test(next.word) && !ofCopula([token, next])
    )
  })
const ofCopula = (tokens: readonly Token[]): boolean =>
  tokens.some(({ said }, at) => /^(é|foi|era|sou)$/i.test(said) && deniesNext(tokens[at - 1]?.word ?? ''))

const tells = /^(refer\w*|relat\w*|inform\w*|diz|disse|conta|contou|afirm\w*)$/
/** 'Irmã alérgica a dipirona', not 'mãe refere que o filho é': who tells of a patient is not who has it. */
function isOfRelative(before: readonly Token[]): boolean {
  const told = before.findIndex((token, at) => tells.test(token.word) && namesRelative(before.slice(0, at)))
  return namesRelative(told < 0 ? before : before.slice(told + 1).filter(({ word }) => !/^filh[oa]$/.test(word)))
}

/** 'Passou mal com dipirona'; 'com dipirona, passou mal'; not 'passou mal após almoço, usa losartana'. */
function harmedBy(tokens: readonly Token[]): Allergen[] {
  const clauses = clausesOf(tokens)
  return clauses.flatMap((clause, at) => {
    if (namesRelative(clause)) return []
    const before = clauses[at - 1] ?? []
    const led = /^(com|tomou|usou|apos|ao)$/.test(before[0]?.word ?? '') && !namesRelative(before)
    const own = harming(clause)
    return own.length > 0 || !led ? own : harming([...before, ...clause])
  })
}

/** 'Anafilaxia por penicilina', 'reação a contraste': the allergy by its other names. */
const tellsReaction = /^(anafil\w*|hipersensib\w*|reac(ao|oes))$/

const answers = /^(nega|negou|ausentes?)$/
const undone = /^(negad[oa]s?|descartad[oa]s?|afastad[oa]s?|excluid[oa]s?|refutad[oa]s?|negativ[oa]s?)$/
const how = /^(em|n[oa]|por|pel[oa]|apos|com|para|segundo|[,.:;?()–—])$/
const nothingMore = /^([,.:?()–—]|confirmad\w*|comprovad\w*|tem|refere|apresenta|possui|ha)$/
/** 'Alergia a dipirona: nega', 'alergia a dipirona? Não', 'alergia a dipirona descartada'; not 'dipirona e nega outras'. */
function isDeniedAfter(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ said, word }) => /^[,(/]$/.test(word) || said.toLowerCase() === 'e')
  const own = tokens.slice(0, end < 0 ? tokens.length : end)
  return own.some(({ word }, at) => {
    const next = own[at + 1]
    if (answers.test(word)) return !next || next.kind === 'mark'
    if (undone.test(word)) return !next || how.test(next.word)
    return word === 'nao' && (!next || nothingMore.test(next.word))
  })
}

/** 'Nega alergia a dipirona', 'dipirona: nega alergia'; not 'nega alergias, usa dipirona'. */
export function deniesByName(tokens: readonly Token[], allergen: Allergen): boolean {
  const tokenPolarities = lazyPolarities(tokens)
  return tokens.some(
    ({ word }, at) =>
      tellsAllergy.test(word) &&
      isDenied(tokens, at, tokenPolarities()) &&
      (namesAllergen(tokens.slice(commaBefore(tokens, at), at), allergen) ||
        listedIn(behind(tokens, at)).some((one) => isSame(one, allergen))),
  )
}

const stem = stemOf('alergia', 'alergia')
const ofOther = /^(comidas?|aliment\w*|respirat\w*|pele|rinite|poeira)$/

/** Where the patient denies this allergy, or allergies at large: in words, or as the answer to who asks. */
const denialsOf = (allergen: Allergen, dialogue: Dialogue): ReadLine[] =>
  dialogue.lines.filter((line) => {
    const tally = line.tallies.get(`s${stem}`)
    if (!tally || tally.no === 0 || tally.yes > 0) return false
    // 'Não, só a dipirona.'
    if (repliesTo(line, dialogue).some((reply) => namesAllergen(reply.tokens, allergen))) return false
    return line.sentences.some((sentence) => denialOf(sentence, line, allergen))
  })

const repliesTo = (line: ReadLine, dialogue: Dialogue): ReadLine[] =>
  line.linked.flatMap((index) => (index > line.index ? (dialogue.lines[index] ?? []) : []))

function denialOf({ tokens, question }: ReadSentence, { speaker }: ReadLine, allergen: Allergen): boolean {
  if (!tokens.some(({ word }) => tellsAllergy.test(word)) || namesRelative(tokens)) return false
  if (speaker === 'doctor' && !question) return false
  if (causesIn(tokens).length > 0) return namesAllergen(tokens, allergen)
  return familyOf(allergen).length === 0 || !tokens.some(({ word }) => ofOther.test(word))
}

/** Whether these words name the allergen, whatever they say of it. */
export const namesAllergen = (tokens: readonly Token[], allergen: Allergen): boolean =>
  tokens.some((token) => token.stem === allergen.stem) ||
  drugsIn(tokens).some((drug) => drug.ids.some((id) => allergen.ids.includes(id))) ||
  causesIn(tokens).some((cause) => isSame(cause, allergen))
