import { plain } from '../../text.ts'
import { settle } from './normalise.ts'
import { nounLike, preterite, thirdPerson, thirdPersonForms } from './verbs.ts'

const articles = new Set([
  'o',
  'a',
  'os',
  'as',
  'no',
  'na',
  'nos',
  'nas',
  'do',
  'da',
  'dos',
  'das',
  'ao',
  'à',
  'pelo',
  'pela',
])
const possessives = new Map([
  ['meu', 'seu'],
  ['minha', 'sua'],
  ['meus', 'seus'],
  ['minhas', 'suas'],
])
/** After these a noun-like form ('uso', 'trabalho') is a noun. */
const nounBefore = new Set([
  ...articles,
  'um',
  'uma',
  'de',
  'em',
  'por',
  'com',
  'para',
  'meu',
  'minha',
  'seu',
  'sua',
  'este',
  'esse',
  'muito',
  'ao',
  'algum',
  'outro',
  'novo',
  'mais',
])
/** And only after these a verb: 'carrego peso' carries a noun. */
const verbBefore = new Set(
  ' eu não já também nem só sempre nunca e que quando se me mas ainda hoje agora quase às vezes depois porque onde ou nada até provavelmente normalmente geralmente sim então aí acho'.split(
    ' ',
  ),
)
const reflexive =
  /^(sent|atras|preocup|cans|lembr|machuc|divert|esforc|aliment|acostum|levant|deit|cuid|mex|recuper|concentr|control|mat(ar|ei)|separ)/
const kin = /^(pais?|m[ãa]e|irm[ãa]os?|irm[ãa]s?|av[óôo]s?|tio|tia|filh[oa]s?|marido|esposa|mulher|namorad\w+)$/

const verbOf = (word: string): string | undefined => thirdPerson.get(word) ?? preterite(word)

/** 'Eu tô com dor no meu braço e tomei dipirona' -> 'está com dor no braço e tomou dipirona'. Names and numbers stay. */
export function toThirdPerson(text: string): string {
  const tokens = text.split(/(\s+|[,.;:?!]+)/).filter((token) => token !== '')
  const out: string[] = []
  let before = ''
  // 'Meu irmão tem asma, mas eu não tenho': after a relative the patient is named.
  let relative = false
  tokens.forEach((token, index) => {
    if (/^[\s,.;:?!]+$/.test(token)) {
      if (/[,.;:?!]/.test(token)) before = ''
      if (/[.;?!]/.test(token)) relative = false
      out.push(token)
      return
    }
    const low = token.toLowerCase()
    const next = tokens[index + 1] ?? ''
    const nextWord = (next.trim() === '' ? (tokens[index + 2] ?? '') : next).toLowerCase()
    out.push(low === 'eu' && relative && before !== 'que' ? 'paciente' : replacement(token, low, before, nextWord))
    relative ||= kin.test(low)
    before = low
  })
  return settle(
    out
      .join('')
      .replace(/(?<![\p{L}])a sua idade(?![\p{L}])/giu, 'a idade do paciente')
      .replace(/(?<![\p{L}])a gente (?=\p{Ll})/giu, ''),
  )
}

const address: readonly [RegExp, string][] = [
  [/(?<![\p{L}])(d|n|pel)(?:[ao]) senhora?(?![\p{L}])/giu, '$1o paciente'],
  [/(?<![\p{L}])(?:ao senhor|à senhora)(?![\p{L}])/giu, 'ao paciente'],
  [
    /(?<=(?<![\p{L}])(?:com|para|em|de|por|sobre|entre) )(?:vocês?|[ao] senhora?)(?![\p{L}]|\s+\p{L}*[aei]r(?![\p{L}]))/giu,
    'o paciente',
  ],
  [/(?<![\p{L}])(?:vocês?|cê|[ao] senhora?|te|lhe)(?: (?=\p{L})|(?![\p{L}]))/giu, ''],
  [/(?<=(?<![\p{L}])(?:[oa]s?|[nd][oa]s?|aos?|às?|pel[oa]s?) )(?:seu|sua)s? (?=\p{L})/giu, ''],
  [/(?<![\p{L}])seu(s?) (?=\p{L})/giu, 'o$1 '],
  [/(?<![\p{L}])sua(s?) (?=\p{L})/giu, 'a$1 '],
]
/** In a doctor's words to a patient: 'se você tiver febre no seu braço' -> 'se tiver febre no braço'. */
export function withoutAddress(text: string): string {
  let out = text
  for (const [pattern, to] of address) out = out.replace(pattern, to)
  return settle(out)
}

function replacement(token: string, low: string, before: string, next: string): string {
  if (low === 'eu') return ''
  if (low === 'comigo') return 'com o paciente'
  if (low === 'mim') return 'si'
  if (low === 'me') {
    if (verbOf(next)) return 'se'
    // 'Está me preocupando', 'que me preocupa': somebody or something else does it.
    const other =
      /^(está|tá|isso|ele|ela|eles|elas|tem|vem)$/.test(before) ||
      thirdPersonForms.has(plain(next)) ||
      /^preocup/.test(plain(next))
    return reflexive.test(plain(next)) && !other ? 'se' : ''
  }
  if (
    low === 'como' &&
    (/^(eu|provavelmente|sempre|só|também)$/.test(before) || (before === 'não' && /^[.,;]?$/.test(next)))
  )
    return 'come'
  if (
    low === 'como' &&
    before === 'não' &&
    /^(nada|carne|pão|doce|direito|bem|muito|fora|verdura\w*|fruta\w*)$/.test(next)
  )
    return 'come'
  const possessive = possessives.get(low)
  // Whose goes without saying in a note of one patient.
  if (possessive && /^(com|para|sobre)$/.test(before) && kin.test(plain(next)))
    return ({ meu: 'o', minha: 'a', meus: 'os', minhas: 'as' } as Record<string, string>)[low] ?? ''
  if (possessive) return /^\p{L}{2,}/u.test(next) || before !== 'o' ? '' : possessive
  const verb = verbOf(low)
  if (low === 'peso' && before !== 'eu') return token
  // 'O canto', 'de molho': after an article a form in -o is a noun.
  if (verb && /o$/.test(low) && nounBefore.has(before)) return token
  if (
    !verb &&
    before === 'eu' &&
    low.length >= 4 &&
    /[^aeiouãõç]o$/.test(low) &&
    !/^(mesmo|muito|tanto|quando|todo|pouco|certo|quero|junto|dentro)$/.test(low)
  )
    return `${token.slice(0, -1)}a`
  if (!verb || (nounLike.has(low) && (nounBefore.has(before) || !(verbBefore.has(before) || kin.test(before)))))
    return token
  return verb
}
