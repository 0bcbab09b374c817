import { plain } from '../../text.ts'
import { disease } from './lexicon/plan.ts'
import { settle, uncapitalise, words } from '../voice/normalise.ts'
import { planVoice } from './plan-voice.ts'

type Degree = 'likely' | 'possible' | 'said'
const who = '(?:você |o senhor |a senhora |el[ae]s? |a gente |isso (?:aí |tudo )?|tudo isso |os sintomas |o quadro )?'
/** How a doctor leads to the name of what it may be; each is taken off the head, and the first that weighs decides how sure it is. */
const leads: readonly (readonly [RegExp, Degree | undefined])[] = [
  [/^(?:então|e|mas|bom|olha|agora|é que|porque|que)[, ]+/iu, undefined],
  [/^o que (?:está |me )*passando [^,]{0,30}cabeça (?:é|são|seriam?),? /iu, 'possible'],
  [/^(?:eu )?(?:acho|acredito|penso|imagino|diria|tenho a impressão de) que /iu, 'likely'],
  [
    /^(?:eu )?(?:estou|fico) (?:um pouco |bem |muito )?preocupad[oa] (?:que|com)(?: a possibilidade de)? /iu,
    'possible',
  ],
  [/^(?:eu )?estou inclinad[oa] a (?:pensar|achar) que /iu, 'likely'],
  [/^(?:eu )?(?:suspeito|desconfio) (?:de|que) /iu, 'likely'],
  [/^(?:eu )?(?:também )?(?:estou pensando|penso|pensaria) (?:também )?em /iu, 'possible'],
  [
    /^(?:a )?minha (?:principal )?(?:suspeita|hipótese|impressão)(?: diagnóstica)? (?:é|seria) (?:de |que )?/iu,
    'likely',
  ],
  [/^(?:a )?minha (?:principal )?preocupação (?:é|seria) (?:com |de |que )?/iu, 'possible'],
  [/^o que (?:eu )?(?:penso|acho|imagino|vejo) (?:é|seria) (?:em |que (?:é |seja )?|de )?/iu, 'likely'],
  [/^o que (?:me|mais me) preocupa (?:é|seria) /iu, 'possible'],
  [/^(?:a |uma )?possibilidade de /iu, 'possible'],
  [
    /^(?:é )?(?:o |a (?:explicação|hipótese|causa) )?(?:bem |muito )?mais provável (?:é|seria|é que seja|que seja)(?: que)? /iu,
    'likely',
  ],
  [/^(?:é|seria) (?:bem |muito |mais )?provável que /iu, 'likely'],
  [/^(?:é|seria) (?:bem |muito )?possível que /iu, 'possible'],
  [new RegExp(`^${who}(?:muito )?provavelmente(?:,)? `, 'iu'), 'likely'],
  [
    new RegExp(
      `^${who}(?:me |bem |está |estão )*(?:parecendo|parece|lembra|faz pensar)(?:m)?(?: muito| mais| bem)?(?: que| com| em| ser)? `,
      'iu',
    ),
    'likely',
  ],
  [new RegExp(`^${who}(?:está |estão |é |tem |com |a |uma )*cara de `, 'iu'), 'likely'],
  [new RegExp(`^${who}(?:indica|sugere)[m]? (?:a possibilidade de |que )?`, 'iu'), 'possible'],
  [
    new RegExp(
      `^${who}(?:pode|poderia|possa|podem|talvez)(?: que)? (?=(?:ser|estar|ter|seja|esteja|tenha)(?![\\p{L}]))`,
      'iu',
    ),
    'possible',
  ],
  [new RegExp(`^${who}(?:deve) (?=(?:ser|estar|ter)(?![\\p{L}]))`, 'iu'), 'likely'],
  [/^o que (?:você|o senhor|a senhora|el[ae]) (?:tem|teve|está tendo) (?:é|foi) /iu, 'said'],
  [/^o que aconteceu [^,]{0,30}?foi /iu, 'said'],
  [/^(?:a gente|nós)? ?(?:chama|chamamos)(?: isso| ess[ea] \p{L}+)? de /iu, 'said'],
  [/^(?:isso )?(?:se chama|é chamad[oa] de|trata-se de) /iu, 'said'],
  [
    new RegExp(
      `^${who}(?:é|são|ser|seja|está com|estar com|esteja com|tem|ter|tenha|está|seria)(?: que)? (?:só |mesmo |na verdade )*`,
      'iu',
    ),
    undefined,
  ],
  [
    /^(?:um(?:a|as)? |uns |só |alguma? )+(?:caso de |quadro de |coisa (?:que se chama|chamada) |tipo de )?/iu,
    undefined,
  ],
  [/^(?:um )?(?:caso|quadro) de /iu, undefined],
]
const starts =
  /(?:^|[\s,])((?:eu )?(?:estou inclinad[oa] a (?:pensar|achar)|acho|acredito|penso|suspeito|desconfio)(?: que| de)? |(?:a )?minha (?:suspeita|hipótese|impressão|preocupação)|o mais provável|(?:isso |tudo isso )?(?:me |está )?parece(?:ndo)? |isso (?:sugere|indica|é|pode|deve)|(?:você|o senhor|a senhora|ela|ele) (?:tem |está com |pode (?:ter|estar com)|provavelmente)|(?:bem |muito )?(?:típic|caracter[íi]stic|compatível|sugestiv|condizente))/iu
/** 'Sobre as palpitações, é provável que esteja associado à ansiedade': what is explained, and by what. */
const explained =
  /^(?:sobre |quanto a |em relação a )(o |a |os |as |à |às |ao |aos )?([^,]{3,40}),\s+(?:é |seria |acho que )?(?:bem |muito |mais )?(?:provável|possível) que (?:seja|esteja|tenha)[, ]+(?=(?:associad|relacionad|ligad|causad))/iu
const called = /^(?:então,? |bom,? |olha,? )?(?:(?:[Ss]eu|[Dd]ona) )?(\p{Lu}\p{Ll}{2,}),\s+/u
const toSettle =
  /^(?:(?:as )?(?:outras? )?coisas? que )?(?:eu |a gente |nós )?(?:preciso|precisa|precisamos|quero|quer|queremos|tem que|temos que|gostaria de) (?:descartar|afastar|excluir) (?:(?:é|são|seriam?) )?(?:a |o |uma? )?/iu
const refused = /^(?:eu )?não /iu

const named = new RegExp(`^(?:${disease.source})`)
const namesFirst = (text: string): boolean => named.test(plain(text))
const head =
  /^(?:(?:então|e|mas|bom|olha|aí|pois é),? )*(?:(?:isso|isto)(?: aí| daí| tudo)? |(?:ele|ela|você|o senhor|a senhora) )?(?:é|são|está com|estão com) (?:mesmo |só |claramente |uma? |de |quadro de |caso de |crise de |começo de |início de )*/iu
const ofOthers =
  /\b(pai|mae|irma\w*|avos?|tia|tio|prim[ao]|familia|marido|esposa|mulher|quando|acontece|costuma|e (uma?|o|a) (doenca|inflamac\w+|infecc\w+))\b/
const thought = /^o que (?:eu )?(?:penso|acho|imagino|vejo) (?:é|seria) /iu
const doubted =
  /^(?:mas |e )?(?:eu )?(?:acho|acredito|creio) que não (?:é|seja|tem|está com) (?:uma? )?([^,]{3,60})$|^(?:mas |e )?([^,]{3,40}?),? (?:eu )?(?:acho|acredito|creio) que não(?: é| seja)?$/iu
const ruledOut = /^(?:mas |e )?([^,]{3,40}?),? (?:isso )?não (é|parece)(?: não)?$/iu
const now = / (?:agora|no momento|por enquanto)(?![\p{L}])/iu

/** 'É virose', 'ele tá com otite', 'pneumonia não é': the illness named, or ruled out, with nothing to lead to it. */
export function namesIllness(text: string): boolean {
  const told = text.replace(/[.!]+$/, '')
  if (denied(told)) return true
  const after = told.replace(head, '')
  const names = after !== told ? namesFirst(after) : thought.test(told) && disease.test(plain(told))
  return names && !ofOthers.test(plain(after))
}

/** 'Infarto agora eu acho que não' -> 'improvável infarto no momento'. */
export function denied(text: string): string | undefined {
  const told = text.replace(/[.!]+$/, '')
  const [, first, second] = told.match(doubted) ?? []
  const name = first ?? second
  const [, out, how] = told.match(ruledOut) ?? []
  const said = name ?? out
  if (!said || !namesFirst(said)) return undefined
  const bare = uncapitalise(said.replace(now, ''))
  return `${name ? 'improvável' : `não ${how?.toLowerCase()}`} ${bare}${now.test(said) ? ' no momento' : ''}`
}

/** What it may be, as a note says it: 'acho que o mais provável é uma bronquite' -> 'provável bronquite'. */
export function hypothesisVoice(text: string): string {
  const refusal = denied(text)
  if (refusal) return refusal
  const name = text.match(called)?.[1]
  const told = uncapitalise(name && !disease.test(plain(name)) ? text.replace(called, '') : text)
    .replace(/^não (?:é|tem) nada (?:de )?(?:muito )?(?:grave|sério|demais|perigoso),? (?=é )/iu, '')
    .replace(
      /^(?:então,? )?o que (?:eu )?acho que (?:está acontecendo|é|seja)(?: com (?:você|o senhor|a senhora|el[ea]))? é (?:que )?/iu,
      'acho que ',
    )
  if (/(?<![\p{L}])nada que (?:me )?(?:diga|sugira|indique|faça pensar)/iu.test(told))
    return `sem indícios de ${told.replace(/^.*?nada que (?:me )?(?:diga|sugira|indique|faça pensar)(?: em)?(?: que)?(?: é| seja)? /iu, '')}`
  const about = told.match(explained)
  if (about?.[2]) {
    const ending = `${/[aà]/iu.test(about[1] ?? 'o') && !/o/iu.test(about[1] ?? 'o') ? 'a' : 'o'}${/s /iu.test(about[1] ?? '') ? 's' : ''}`
    const by = planVoice(told.slice(about[0].length), false).replace(/^(\p{L}+d)[oa]s?(?![\p{L}])/u, `$1${ending}`)
    return `${about[2]}: provavelmente ${by}`
  }
  const open = told.match(toSettle)
  if (open) return `a descartar: ${planVoice(told.slice(open[0].length).replace(/,? mas .*$/iu, ''), false)}`
  if (refused.test(told)) return planVoice(told, false)
  let rest = thought.test(told) ? told : afterRetelling(told)
  if (/^(?:bem |muito )?(?:típic|caracter[íi]stic|compatível|sugestiv|condizente)/iu.test(rest))
    return `quadro ${planVoice(rest, false)}`
  let degree: Degree | undefined
  for (let turn = 0; turn < 6; turn++) {
    const lead = leads.find(([pattern]) => pattern.test(rest))
    if (!lead) break
    rest = settle(rest.replace(lead[0], ''))
    if (degree !== 'possible') degree = lead[1] === 'possible' ? 'possible' : (degree ?? lead[1])
  }
  // What is left must begin with the name itself, else it is left as it was said.
  if (!disease.test(plain(words(rest).slice(0, 7).join(' ')))) return planVoice(told, false)
  const several = /^\p{L}{3,}s \p{L}{3,}s(?![\p{L}])/u.test(rest)
  const sure =
    degree === 'likely'
      ? several
        ? 'prováveis '
        : 'provável '
      : degree === 'possible'
        ? several
          ? 'possíveis '
          : 'possível '
        : ''
  return /^(?:mais |muito |bem |causad|associad|relacionad|por |pel[oa]s? )/iu.test(rest)
    ? `${sure ? (degree === 'likely' ? 'provavelmente ' : 'possivelmente ') : ''}${planVoice(rest, false)}`
    : `${sure}${planVoice(rest, false)}`
}

/** 'Pelo que você me conta, isso parece ciática': what was told before is no part of it, while it names nothing. */
function afterRetelling(text: string): string {
  const found = text.match(starts)
  if (!found?.[1]) return text
  const at = (found.index ?? 0) + found[0].indexOf(found[1])
  return disease.test(plain(text.slice(0, at))) ? text : uncapitalise(text.slice(at))
}
