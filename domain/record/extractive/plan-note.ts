import { plain } from '../../text.ts'
import { dose, drug } from './lexicon/clinical.ts'
import { infinitive } from '../voice/imperative.ts'
import { order } from './lexicon/plan.ts'
import { hypothesisPhrases, noPlan, planPhrases } from './lexicon/plan-phrases.ts'
import { settle, uncapitalise, words } from '../voice/normalise.ts'

/** What is ordered, changed or forbidden. */
export const decides =
  /\b(tom(ar|e)|us(ar|e)|prescrev\w+|receit\w+|inici\w+|comec\w+|manter|mantem|continu\w+|suspend\w+|parar|aument\w+|reduz\w+|diminu\w+|troc\w+|evit\w+|solicit\w+|pedir|colher|encaminh\w+|aplic\w+|nao pode|nem|nada de|sem|considerar|(inscrever|afastar|dirigir|manter|hidratar|vacinar)-se)\b/
/** What a thing does, told so that it is understood: nobody does anything by it. */
const explains =
  /^(o |a |esse |essa |ele |ela )?[\w -]{3,40}? (fecha|atrapalha|funciona|age|serve|significa|quer dizer|nao absorve|engorda)\b|^cada (gota|comprimido|jato) (e|tem)\b/

const possessive = /(?<![\p{L}])(?:(de|em|por|a) )?(seu|sua|seus|suas) (?=\p{L})/giu
const article: Record<string, string> = { seu: 'o', sua: 'a', seus: 'os', suas: 'as' }
const contracted: Record<string, string> = { de: 'd', em: 'n', por: 'pel' }
/** 'Para sua cirurgiã' -> 'para a cirurgiã', 'de seu médico' -> 'do médico'. */
const impersonal = (text: string): string =>
  text
    .replace(possessive, (whole, before: string | undefined, own: string) => {
      const the = article[own.toLowerCase()] ?? ''
      if (!before) return `${the} `
      const head = contracted[before.toLowerCase()]
      return head ? `${head}${the} ` : before === 'a' ? (the.startsWith('a') ? `à${the.slice(1)} ` : `a${the} `) : whole
    })
    .replace(/(?<![\p{L}])para a casa(?![\p{L}])/giu, 'para casa')

function phrased(text: string, phrases: typeof planPhrases): string {
  let out = uncapitalise(text.replace(/[.]$/, ''))
  for (const [pattern, note] of phrases) out = uncapitalise(settle(out.replace(pattern, note)))
  return out
}

/** Drafted hypothesis -> what a note says of it. */
export const hypothesisNote = (text: string): string => impersonal(phrased(text, hypothesisPhrases))

/** 'Dipirona, deixa anotar aqui': of the writing down, whatever stands beside it. */
const aside =
  /(?:^|,\s*)(?:só )?(?:deixa|deixe|deixar|vou|estou|já)(?: eu)?(?: te)?(?: só)? (?:anotar|anotando|anotei|ver|conferir|registrar|colocar aqui)(?: (?:aqui|isso|tudo|no sistema|na ficha|o nome))*(?=[,.]|$)/giu
const prescribes = /^(?:não )?passar (?:o |um |uma )?(?=(\p{L}+))/iu

const named = '(?:[oa]s? |ess[ea] )?([\\p{L}-]{3,30}(?: (?:de|com|da|do) [\\p{L}-]{3,20})?)'
const notAllowed = new RegExp(
  `^(?:não, )?${named} (?:(?:o|a) paciente |el[ea] )?não (?:pode|deve)(?: (?:tomar|usar))?(?=,| |$)`,
  'iu',
)
const notChosen = new RegExp(
  `^${named},? não (?:vou |vamos |quero )?(?:usar|iniciar|passar|prescrever|começar|dar)(?=,| |$)`,
  'iu',
)
const nothingOf = new RegExp(`^nada de ${named}(?=,| |$)`, 'iu')
const notNeeded = new RegExp(`^${named},? não (?:é )?precis[ao](?: mais)?(?=,| |$)`, 'iu')
const unlisted = /, (?:[oa] )?([\p{L}-]{4,}(?: [\p{L}-]{3,})?) não precisa(?=,|$)/iu
/** 'Troponina não precisa', 'quetiapina não vou usar': first what is done of it, then the name. */
function refusedFirst(text: string): string {
  for (const pattern of [notAllowed, notChosen, nothingOf, notNeeded]) {
    const [found, name] = text.match(pattern) ?? []
    if (!found || !name || !(drug.test(plain(name)) || (pattern === notNeeded && order.test(plain(name))))) continue
    return `${pattern === notNeeded ? 'sem necessidade de' : 'não usar'} ${name}${text.slice(found.length)}`
  }
  const [found, name] = /^solicitar /iu.test(text) ? (text.match(unlisted) ?? []) : []
  if (!found) return text
  const listed = text
    .replace(found, '')
    .replace(/, e (?=(.*))/u, (_, rest: string) => (/ e /.test(rest) ? ', ' : ' e '))
  return `${listed}; sem necessidade de ${name}`
}

/** Drafted plan -> what a note says of it; empty where it tells nobody to do anything. */
export function planNote(text: string, spoken: string): string {
  const bare = text.replace(aside, '').replace(/^,\s*/, '')
  const said = plain(bare).replace(/[.!]+$/, '')
  if (bare !== text && !decides.test(said) && !dose.test(said)) return ''
  const told = plain(spoken).replace(/[.!]+$/, '')
  if ((noPlan.test(said) || noPlan.test(told)) && !(drug.test(said) && (dose.test(said) || decides.test(said))))
    return ''
  if (explains.test(said) && !decides.test(said) && !dose.test(said)) return ''
  let out = refusedFirst(infinitive(phrased(bare, planPhrases)))
  out = out.replace(prescribes, (whole, name: string) =>
    drug.test(plain(name)) && !/^(pomada|creme|colirio)/.test(plain(name))
      ? whole.replace(/passar .*$/iu, 'prescrever ')
      : whole,
  )
  // 'O paracetamol, catorze gotas': a list of drugs has no articles.
  const [, name] = out.match(/^[oa]s? (\p{L}+),/iu) ?? []
  if (name && drug.test(plain(name))) out = out.replace(/^[oa]s? /iu, '')
  return words(out).length === 0 ? '' : impersonal(out)
}
