import { plain } from '../../text.ts'
import { numeral, timeUnit } from './lexicon/number.ts'
import { finish, uncapitalise, words } from '../voice/normalise.ts'
import { approximate } from './note-voice.ts'
import { fears, hopes, type Question } from './question.ts'

export type Shaped = { kind: 'statement'; text: string } | { kind: 'detail'; text: string; tail: string }

const amount = new RegExp(
  `^(?:cerca de |quase |pelo menos |no máximo |até |só |mais de |menos de )*${numeral}(?![\\p{L}])`,
  'iu',
)
const time = new RegExp(
  `(?<![\\p{L}])(?:${numeral}|alguns|algumas|muitos|muitas|poucos)\\s(?:ou \\S+ |a \\S+ |e mei[oa] )?${timeUnit}(?![\\p{L}])|^(?:há|desde|ontem|anteontem|hoje|semana passada|m[eê]s passado|ano passado|na |no |em )`,
  'iu',
)
const howMany =
  /^(?:e )?(?:há |por |umas )?(?:mais ou menos )?quant[oa]s?\s+(.{2,30}?)(?:\s+(por|ao|na|no|à)\s+(dia|semana|mês|noite|ano|hora))?\s+(?:(?:que\s+)?(?:você|o senhor|a senhora|ela|ele)\s+|(?=(?:evacua|urina|vomita|vomitou|acorda|fuma|bebe|dorme|come|mama|toma|tosse)(?![\p{L}])))(?:acha que\s+|costuma\s+)?([^,]{2,40}?)(?:\s+(por|ao|na|no|à)\s+(dia|semana|mês|noite|ano|hora))?(?:,.*)?$/iu
const when =
  /^(?:e |mas )*(?:(?:mais ou menos )?quando|ha quanto tempo|desde quando|em que (?:dia|epoca)|faz quanto tempo|ha quantos? (?:dias|semanas|meses|anos))(?: (?:foi|que|mais ou menos|e|voce|o senhor|a senhora|isso|ess[ae]|ela|ele|tudo|acha|aconteceu|comecou|apareceu|teve|reparou|notou|percebeu|faz|tem|esta|sentindo|assim|com))*$/
const howOld = /\bcom (?:que|quantos) (?:idade|anos)\b/
const livesWith =
  /\b(?:mora com quem|com quem .*\bmora|quem (?:mais )?mora|quem (?:mais )?vive|vive com quem|mora sozinh)/

function concern(own: string, head: string): Shaped | undefined {
  const seen = plain(own)
  if (
    words(own).length === 0 ||
    words(own).length > 30 ||
    /\b(medo|preocup\w+|receio|queria|gostaria)\b/.test(words(seen).slice(0, 14).join(' '))
  )
    return undefined
  if (/^(nao|nada|sei la)( \w+){0,2}$/.test(seen)) return undefined
  return { kind: 'statement', text: finish(`${head}: ${uncapitalise(own)}`) }
}
const ofKin =
  /^(?:marido|esposa|mulher|pai|mãe|irmão|irmã|filho|filha|namorado|namorada|avó|avô|neto|neta|companheiro|companheira|sogra)(?![\p{L}])/iu
const reaction = /\b(o que (acontece|aconteceu|da|deu|causa)|reacao|como e essa alergia)\b/
/** Several short sentences as the end of another. */
export const inOne = (text: string): string =>
  text
    .replace(/[.]$/, '')
    .split(/[.]\s+/)
    .map((part, index) => (index ? uncapitalise(part) : part))
    .join(', ')

const whatTime =
  /(?:^|\s)(?:a )?que horas?,? (?:(?:a )?que horas?,? )?(?:você|o senhor|a senhora|ela|ele) (?:costuma )?([^,]{3,40})$/iu
const clock = new RegExp(
  `^(?:lá pelas|às|à|umas|uns|por volta d[ae]s?|cerca de|depois das|antes das|${numeral})(?![\\p{L}])`,
  'iu',
)
/** Answers whose question decides how they are said: how much, since when, with whom. */
export function shapedAnswer(question: Question, told: string): Shaped | undefined {
  const own = approximate(told.replace(/[.]$/, ''))
  const asked = plain(question.text)
  const counted = question.text.match(howMany)
  if (
    counted &&
    amount.test(own) &&
    words(own).length <= 14 &&
    !/\banos (?:voce|ela|ele|o senhor|a senhora) tem\b/.test(asked)
  )
    return { kind: 'statement', text: finish(countedAnswer(counted, own)) }
  if (livesWith.test(asked) && !/\b(?:mor[ao]\w*|vive\w*)\b/.test(plain(own))) {
    if (/^(?:sozinh|so eu|ninguem|eu so)/.test(plain(own))) return { kind: 'statement', text: 'Mora sozinho.' }
    const people = uncapitalise(own)
      .replace(/^(?:é |são |só |com |tem )+/iu, '')
      .replace(
        ofKin,
        (name) => `${/^(?:marido|pai|irmão|filho|namorado|avô|neto|companheiro)/iu.test(name) ? 'o' : 'a'} ${name}`,
      )

    if (words(people).length <= 16) return { kind: 'statement', text: finish(`mora com ${people}`) }
  }
  if (fears.test(asked)) return concern(own, 'Preocupação do paciente')
  if (hopes.test(asked)) return concern(own, 'Expectativa do paciente')
  if (question.section === 'hpp' && reaction.test(asked) && words(own).length <= 14)
    return { kind: 'detail', tail: inOne(own), text: finish(own) }
  if (words(own).length > 9) return undefined
  const hour = question.text.match(whatTime)
  if (hour?.[1] && clock.test(own)) return { kind: 'statement', text: finish(`${hour[1]} ${uncapitalise(own)}`) }
  if (howOld.test(asked) && /(?<![\p{L}])idade(?![\p{L}])/iu.test(own))
    return { kind: 'detail', tail: uncapitalise(own), text: finish(own) }
  if (howOld.test(asked) && amount.test(own)) {
    const years = /anos/.test(own) ? own : `${own} anos`
    return { kind: 'detail', tail: `com ${years.replace(/^com /iu, '')}`, text: finish(`idade: ${own}`) }
  }
  if (when.test(asked.replace(/[,?]/g, '')) && time.test(own)) {
    const tail = since(inOne(own))
    return { kind: 'detail', tail, text: finish(question.topic ? `${question.topic} ${tail}` : `início ${tail}`) }
  }
  return undefined
}

const since = (own: string): string =>
  new RegExp(`^(?:cerca de |quase |mais de )?(?:${numeral}|alguns|algumas|muitos|poucos)\\s`, 'iu').test(own) &&
  !/atrás/iu.test(own)
    ? `há ${uncapitalise(own)}`
    : uncapitalise(own)

/** 'Quantas horas você dorme por noite?' 'Umas cinco.' -> 'dorme cerca de cinco horas por noite'. */
function countedAnswer(asked: RegExpMatchArray, own: string): string {
  const [, things = '', before, unit, verb = '', after, last] = asked
  const per = after && last ? ` ${after} ${last}` : before && unit ? ` ${before} ${unit}` : ''
  const thing = /^tempo$/iu.test(things) || plain(own).includes(plain(things).slice(0, 4)) ? '' : ` ${things}`
  const rate = per && /(?<![\p{L}])(?:por|ao|à)\s/iu.test(own) ? '' : per
  return `${verb.replace(/\s+(?:assim|agora|hoje em dia|normalmente)$/iu, '')} ${uncapitalise(own)}${thing}${rate}`
}
