import { plain } from '#domain/text.ts'
import { isEverydayPlace } from './everyday.ts'
import { anyAccent, EDGE, numberPattern } from './spoken-patterns.ts'

const WAY = 'rua|r\\.|avenida|av\\.?|travessa|alameda|pra[cç]a|rodovia|estrada|largo|vila|bairro|jardim'
const LEADING_WAY = /^(rua|r|avenida|av|travessa|alameda|praca|rodovia|estrada|largo|bairro)\.?\s+/
/** A place follows these words: 'Moro hoje no', 'sou de', 'bairro do', 'a cidade é'. */
const LIVES =
  '(?:mor(?:o|a|ava|ando|amos|am)|viv(?:o|e|emos)|resid(?:o|e|ente))\\s+(?:[\\p{L}\\p{M}]+\\s+)?(?:em|n[oa])'
const COMES = '(?:sou|somos|venho|vim|veio|vem|natural|nasci|nasceu|cheguei|chegou)\\s+d[eao]'
const PLACE = `(?:${LIVES}|${COMES}|(?:bairro|cidade)(?:\\s+(?:d[aeo]|é))?)`
const CAPITAL = '(?-i:(?=\\p{Lu}))'
/** Matches 'Em Natal', but not 'em franca recuperação'. */
const NAMED = `em\\s+${CAPITAL}`
const BESIDE = '[\\s,–-]+'

const CEP = /(?:cep:?\s*)?(?<!\d)(\d{2})\.?(\d{3})-?(\d{3})(?!\d)/i

/** The eight digits of the postal code in an address; undefined without one. */
export const cepOf = (address: string): string | undefined => CEP.exec(address)?.slice(1).join('')

/** Patterns for the parts of an address that locate it: street with number, quarter, city. */
export function addressPatterns(address: string): RegExp[] {
  const parts = address
    .replace(CEP, ',')
    .split(/[,;/\n]|\s[-–]\s/)
    .map((part) => part.trim())
  const earlier: string[] = []
  return parts.flatMap((part, index) => {
    const core = plain(part).replace(LEADING_WAY, '')
    const words = core.split(/[^a-z0-9]+/).filter(Boolean)
    // A number alone may be a dose, and two letters are a state.
    if (words.length === 0 || /^\d+$/.test(core) || core.length < 3) return []
    const body = words.map((word) => (/^\d+$/.test(word) ? numberPattern(word) : anyAccent(word))).join('[\\s.,ºª-]+')
    const number = parts[index + 1]?.match(/^(?:n[º°.]*\s*)?(\d{1,5})\b/)?.[1]
    const door = number ? `(?:,?\\s*(?:n[uú]mero|n[º°.]*)?\\s*${numberPattern(number)})` : ''
    const anyDoor = door && `${door}?`
    const before = earlier.map((other) => `|${other}${BESIDE}(?:(?:em|n[oa]|bairro)\\s+)?`).join('')
    earlier.push(`${body}${anyDoor}`)
    const way = `(?:(?:${WAY})\\s+)`
    const finds = (pattern: string) => new RegExp(`${EDGE[0]}${pattern}${EDGE[1]}`, 'giu')
    const dated = words.every((word) => /^\d+$/.test(word) || isDated(word))
    const alone = words.length === 1 && (core.length < 5 || isEverydayPlace(core))
    if (!dated && !alone && !words.every(isEverydayPlace)) return [finds(`${way}?${body}${anyDoor}`)]

    // An everyday name ('boa vista', 'natal', '15 de novembro') counts only after words that introduce a place.
    const within = alone || dated ? NAMED : '(?:em|n[oa])\\s+'
    const there = `(?<=${EDGE[0]}(?:${PLACE}\\s+|${within}${before}))${body}${anyDoor}`
    const patterns = [finds(`${way}${body}${anyDoor}`), finds(there)]
    if (alone || dated) return patterns
    // Capitals mark a place without such words: 'Fui para Belo Horizonte'.
    const written = words.map((word) => (isParticle(word) ? '' : CAPITAL) + anyAccent(word)).join('\\s+')
    return [...patterns, finds(`${written}${anyDoor}`), ...(door ? [finds(`${body}${door}`)] : [])]
  })
}

const dated = new Set(
  (
    'de do da janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro primeiro um dois tres ' +
    'quatro cinco seis sete oito nove dez onze doze treze quatorze catorze quinze vinte trinta e'
  ).split(' '),
)
const isParticle = (word: string): boolean => /^(d[aeo]s?|e)$/.test(word)
const isDated = (word: string): boolean => dated.has(word)

/** A postal code of five and three digits, also spoken as a number: 'Doze mil duzentos e trinta, zero zero zero'. */
export function cepPattern(cep: string): RegExp {
  const [head, tail] = [cep.slice(0, 5), cep.slice(5)]
  const one = [...tail].map(numberPattern).join('[\\s,]*')
  return new RegExp(
    `${EDGE[0]}${numberPattern(head)}[\\s,.–-]*(?:(?:tra[cç]o|h[ií]fen)[\\s,]*)?(?:${one}|${numberPattern(tail)})${EDGE[1]}`,
    'giu',
  )
}
