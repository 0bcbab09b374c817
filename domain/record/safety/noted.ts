import { sayingSo } from './affirmed.ts'
import { type Allergen, causesIn, familyOf, harming, isSame, noAllergen, tellsAllergy, unique } from './allergy.ts'
import { isIllness, namesAmong, namingWords } from './concepts.ts'
import { drugsIn } from './drug.ts'
import { isRelative, namesRelative } from './kin.ts'
import { polarities } from './polarity.ts'
import type { Dialogue, ReadLine, ReadSentence } from './reading.ts'
import { deniers, isGeneral, stemOf, type Token, tokensOf } from './words.ts'

const opensDenial = /^(nega\w*|nego|ausencia)$/
const denies = ({ word }: Token): boolean => deniers.has(word) || opensDenial.test(word)
const joinsList = /^(e|ou|nem|\/)$/

/** SF21: what the patient's context says the patient is allergic to, and the lines in which the patient denies it. */
export function notedAllergens(context: string, dialogue: Dialogue): Allergen[] {
  return unique(sentencesOf(context).flatMap(affirmedIn)).map((allergen) => {
    const denials = denialsOf(allergen, dialogue)
    const lines = denials.flatMap((line) => [line, ...repliesTo(line, dialogue).slice(0, 1)])
    return { ...allergen, lines, noted: { against: sayingSo(denials, dialogue.lines) } }
  })
}

/** A note is written in lines as often as in sentences; what is listed below 'Alergias:' belongs to it. */
const sentencesOf = (context: string): Token[][] =>
  context
    .replace(
      /(alergias?[^\n:.]*):[^\S\n]*\n((?:[^\S\n]*[-•*–][^\n]*(?:\n|$))+)/gi,
      (_, heading: string, list: string) =>
        `${heading}: ${list
          .trim()
          .replace(/^\s*[-•*–]\s*/gm, '')
          .replace(/\n/g, ', ')}\n`,
    )
    .replace(/(alergias?[^\n:.]*):\s*\n/gi, '$1: ')
    .split(/[.;!](?=\s|$)|\n+/)
    .map((sentence) => tokensOf(sentence))
    .filter((tokens) => tokens.length > 0)

function affirmedIn(tokens: readonly Token[]): Allergen[] {
  const standing = polarities(tokens, 'record')
  const named = tokens.flatMap(({ word }, at): Allergen[] => {
    const reacts = tellsReaction.test(word)
    if (!reacts && !tellsAllergy.test(word)) return []
    const from = tokens.findLastIndex((token, index) => index < at && /^[,(–—]$/.test(token.word)) + 1
    const before = tokens.slice(from, at)
    // 'Nega asma e alergia a dipirona' denies both; 'nega asma, alergia a dipirona' may tell of it.
    const listed = standing[at] === 'no' && before.some((token) => joinsList.test(token.word))
    if (listed || before.some(denies) || isOfRelative(before)) return []
    const next = tokens.findIndex((token, index) => index > at && tellsAllergy.test(token.word))
    const own = tokens.slice(at + 1, next < 0 ? tokens.length : next)
    if (isDeniedAfter(own)) return []
    return reacts ? causedBy(own) : listedIn(own)
  })
  return [...named, ...harming(tokens)]
}

const tells = /^(refer\w*|relat\w*|inform\w*|diz|disse|conta|contou|afirm\w*)$/
/** 'Irmã alérgica a dipirona', not 'mãe refere que o filho é': who tells of a patient is not who has it. */
function isOfRelative(before: readonly Token[]): boolean {
  const told = before.findIndex((token, at) => tells.test(token.word) && namesRelative(before.slice(0, at)))
  return namesRelative(told < 0 ? before : before.slice(told + 1).filter(({ word }) => !/^filh[oa]$/.test(word)))
}

const ends =
  /^(mas|porem|que|quando|desde|em|us[aoe]\w*|tom[ao]u?|trat\w*|control\w*|medicad\w*|melhor\w*|apos|durante|relat\w*|refer\w*|causa\w*|apresent\w*)$/
const leads = /^(a|ao|aos|as|de|da|do|das|dos|com|por|para)$/
const kindOfAllergy =
  /^(medicament\w*|remedios?|drogas?|aliment\w*|contato|previ[oa]s?|sever[oa]s?|importantes?|conhecid\w*|confirmad\w*|substancias?|esclarecer|investigar)$/
const says = ({ word }: Token): boolean =>
  !leads.test(word) && !kindOfAllergy.test(word) && !noAllergen.test(word) && !isGeneral(word)
type Item = { tokens: Token[]; after: string }

/** 'Alergia medicamentosa: dipirona e AAS', 'alergia a penicilina (edema), iodo': what stands behind the word. */
function listedIn(tokens: readonly Token[]): Allergen[] {
  const { items, listing } = itemsIn(tokens)
  // 'Alergia da mãe a dipirona'; 'alergia a dipirona segundo a mãe' is the patient's.
  const whose = items[0]?.tokens.find(({ word }) => !leads.test(word))
  if (whose && isRelative(whose.word)) return []
  const out: Allergen[] = []
  for (const { tokens: item, after } of items) {
    const own = item.filter(says)
    const causes = causesIn(item)
    const [first] = own
    // After a comma something else may begin: 'alergia a dipirona, metformina 850 mg', 'alergia a dipirona, HAS'.
    if (after === ',' && causes.length > 0 && own.some((token) => !isOfCause(token, causes))) break
    if (causes.length > 0) out.push(...causes)
    else if (first) {
      const led = item.some(({ word }) => leads.test(word))
      const begins = after === '' || after === 'e'
      if (isNamedIllness(own) || !(led || listing || after === 'e') || !(begins || led || own.length === 1)) break
      const said = item.slice(item.indexOf(first), item.indexOf(first) + longest).map((token) => token.said)
      out.push({ said: said.join(' '), stem: first.stem, ids: [] })
    }
  }
  return out
}
const longest = 3
const isOfCause = ({ said }: Token, causes: readonly Allergen[]): boolean =>
  causes.some((cause) => cause.said.split(' ').includes(said))
const isNamedIllness = (tokens: readonly Token[]): boolean =>
  namesAmong(namingWords(tokens)).some(({ from, concepts }) => from === 0 && concepts.some(({ id }) => isIllness(id)))

/** What commas, 'e' and the like part; `listing`: a colon or the like stands before the first. */
function itemsIn(tokens: readonly Token[]): { items: Item[]; listing: boolean } {
  const items: Item[] = [{ tokens: [], after: '' }]
  let listing = false
  let aside = false
  for (const token of tokens) {
    const { word } = token
    const named = items.some((item) => item.tokens.some(says))
    if (aside) {
      aside = word !== ')'
    } else if (/^[:–—?(]$/.test(word)) {
      if (named && word !== '(') break
      aside = named
      listing ||= !named
    } else if (word === ')' || ends.test(word) || denies(token)) {
      break
    } else if (/^[,/]$/.test(word) || token.said.toLowerCase() === 'e' || word === 'ou') {
      if (!named && !listing) break
      items.push({ tokens: [], after: /^[,/]$/.test(word) ? ',' : 'e' })
    } else items.at(-1)?.tokens.push(token)
  }
  return { items, listing }
}

/** 'Anafilaxia por penicilina', 'reação a contraste': the allergy by its other names. */
const tellsReaction = /^(anafil\w*|hipersensib\w*|reac(ao|oes))$/
const by = /^(a|ao|aos|as|com|por|pelo|pela|apos)$/
const treats = /^(trat\w*|melhor\w*|us[aoe]\w*|medicad\w*|control\w*)$/
const near = 5
function causedBy(tokens: readonly Token[]): Allergen[] {
  const end = tokens.findIndex((token) => token.word === ',' || treats.test(token.word))
  const own = tokens.slice(0, Math.min(end < 0 ? tokens.length : end, near))
  const led = own.findIndex((token) => by.test(token.word))
  return led < 0 ? [] : causesIn(own.slice(led))
}

const undone =
  /^(negad[oa]s?|negou|nega|descartad[oa]s?|afastad[oa]s?|excluid[oa]s?|refutad[oa]s?|ausentes?|negativ[oa]s?)$/
const nothingMore = /^([,.:?()]|confirmad\w*|comprovad\w*|tem|refere|apresenta|possui|ha)$/
/** 'Alergia a dipirona: nega', 'alergia a dipirona? Não', 'alergia a dipirona descartada'; not 'dipirona: não usar'. */
function isDeniedAfter(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex((token) => /^[,(]$/.test(token.word))
  return tokens.slice(0, end < 0 ? tokens.length : end).some(({ word }, at) => {
    const next = tokens[at + 1]
    return undone.test(word) || (word === 'nao' && (!next || nothingMore.test(next.word)))
  })
}

const stem = stemOf('alergia', 'alergia')
const ofOther = /^(comidas?|aliment\w*|respirat\w*|pele|rinite|poeira)$/

/** Where the patient denies this allergy, or allergies at large: in words, or as the answer to who asks. */
const denialsOf = (allergen: Allergen, dialogue: Dialogue): ReadLine[] =>
  dialogue.lines.filter((line) => {
    const tally = line.tallies.get(`s${stem}`)
    if (!tally || tally.no === 0 || tally.yes > 0) return false
    // 'Não, só a dipirona.'
    if (repliesTo(line, dialogue).some((reply) => names(reply.tokens, allergen))) return false
    return line.sentences.some((sentence) => denialOf(sentence, line, allergen))
  })

const repliesTo = (line: ReadLine, dialogue: Dialogue): ReadLine[] =>
  line.linked.flatMap((index) => (index > line.index ? (dialogue.lines[index] ?? []) : []))

function denialOf({ tokens, question }: ReadSentence, { speaker }: ReadLine, allergen: Allergen): boolean {
  if (!tokens.some(({ word }) => tellsAllergy.test(word)) || namesRelative(tokens)) return false
  if (speaker === 'doctor' && !question) return false
  if (causesIn(tokens).length > 0) return names(tokens, allergen)
  return familyOf(allergen).length === 0 || !tokens.some(({ word }) => ofOther.test(word))
}

/** Whether these words name the allergen, whatever they say of it. */
export const names = (tokens: readonly Token[], allergen: Allergen): boolean =>
  tokens.some((token) => token.stem === allergen.stem) ||
  drugsIn(tokens).some((drug) => drug.ids.some((id) => allergen.ids.includes(id))) ||
  causesIn(tokens).some((cause) => isSame(cause, allergen))
