import { type Allergen, causesIn, noAllergen } from './allergy.ts'
import { isIllness, namesAmong, namingWords } from './concepts.ts'
import { isRelative } from './kin.ts'
import { deniesAny, isFiniteVerb, isGeneral, isLight, type Token } from './words.ts'

const ends =
  /^(mas|porem|que|quando|desde|em|us[aoe]\w*|tom[ao]u?|trat\w*|control\w*|medicad\w*|melhor\w*|revert\w*|resolv\w*|ced(eu|e|endo)|necessit\w*|receb\w*|apos|durante|relat\w*|refer\w*|causa\w*|apresent\w*)$/
const leads = /^(a|ao|aos|as|de|da|do|das|dos|com|por|para)$/
const kindOfAllergy =
  /^(medicament\w*|remedios?|drogas?|aliment\w*|contato|previ[oa]s?|sever[oa]s?|importantes?|conhecid\w*|confirmad\w*|substancias?|esclarecer|investigar|outr[oa]s?|tambem)$/
/** What harms and is called by more than one word. */
const things = /^(frutos?|picadas?|venenos?|leite|proteinas?|claras?|pelos?|corantes?|tintas?|produtos?)$/
const says = ({ word }: Token): boolean =>
  !leads.test(word) && !kindOfAllergy.test(word) && !noAllergen.test(word) && !isGeneral(word)
type Item = { tokens: Token[]; after: string }

/** 'Alergia medicamentosa: dipirona e AAS', 'alergia a penicilina (edema), iodo': what stands behind the word. */
export function listedIn(tokens: readonly Token[]): Allergen[] {
  const { items, listing } = itemsIn(tokens)
  // 'Alergia da mãe a dipirona'; 'alergia a dipirona segundo a mãe' is the patient's.
  const whose = items[0]?.tokens.find(({ word }) => !leads.test(word))
  if (whose && isRelative(whose.word)) return []
  const out: Allergen[] = []
  for (const { tokens: item, after } of items) {
    const own = item.filter(says)
    const causes = causesIn(item)
    const [first] = own
    const led = leads.test(item[0]?.word ?? '')
    // After a comma something else may begin: 'alergia a dipirona, metformina 850 mg', 'alergia a dipirona, HAS'.
    if (after === ',' && causes.length > 0 && own.some((token) => !isOfCause(token, causes))) break
    if (after === 'e' && first && !led && !goesOn(item, own, causes)) break
    if (causes.length > 0) out.push(...causes)
    else if (first) {
      const anyLead = item.some(({ word }) => leads.test(word))
      const begins = after === '' || after === 'e'
      if (isNamedIllness(own) || !(anyLead || listing || after === 'e') || !(begins || anyLead || own.length === 1))
        break
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

/** After 'e' without 'a' or the like: a bare drug or one word; not 'e faz uso de losartana', 'e losartana 50 mg'. */
function goesOn(item: readonly Token[], own: readonly Token[], causes: readonly Allergen[]): boolean {
  const first = item.find(({ word }) => !kindOfAllergy.test(word))
  if (!first || item.some(({ kind }) => kind === 'number')) return false
  if (causes.length > 0) return isOfCause(first, causes) || leads.test(first.word)
  return (
    things.test(first.word) || (own.length === 1 && item.length === 1 && !isLight(first.word) && !isFiniteVerb(first))
  )
}

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
      // 'Dipirona, alimentos: camarão' goes on.
      if (items.at(-1)?.tokens.some(says) && word !== '(') break
      aside = named && word === '('
      listing ||= !aside
    } else if (word === ')' || ends.test(word) || deniesAny(word)) {
      break
    } else if (/^[,/]$/.test(word) || token.said.toLowerCase() === 'e' || word === 'ou') {
      if (!named && !listing) break
      items.push({ tokens: [], after: /^[,/]$/.test(word) ? ',' : 'e' })
    } else items.at(-1)?.tokens.push(token)
  }
  return { items, listing }
}

const by = /^(a|ao|aos|as|com|por|pelo|pela|apos)$/
const treats =
  /^(trat\w*|melhor\w*|us[aoe]\w*|medicad\w*|control\w*|revert\w*|resolv\w*|ced(eu|e|endo)|necessit\w*|receb\w*)$/
const near = 5
/** 'Anafilaxia por penicilina', 'reação a contraste'. */
export function causedBy(tokens: readonly Token[]): Allergen[] {
  const end = tokens.findIndex((token) => token.word === ',' || treats.test(token.word))
  const own = tokens.slice(0, Math.min(end < 0 ? tokens.length : end, near))
  const led = own.findIndex((token) => by.test(token.word))
  return led < 0 ? [] : causesIn(own.slice(led))
}
