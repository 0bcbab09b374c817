// When something of the past was, and on which side.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { isTime, lastingOf, span } from './times.ts'

const stages: readonly (readonly [RegExp, string])[] = [
  [
    /\b(na|de|quando) (infancia|crianca)\b|\b(crianca|pequen[oa])\b.*\b(era|tinha|quando)\b|\bquando (eu |ele |ela )?era (crianca|pequen[oa]|menin[oa])\b/,
    'na infância',
  ],
  [/\b(adolescencia|adolescente|mocidade|mocinha)\b/, 'na adolescência'],
  [/\b(na|da|durante a) (gravidez|gestacao)\b|\bquando engravidei\b/, 'na gestação'],
  [/\bano passado\b/, 'no ano passado'],
  [/\bmes passado\b/, 'no mês passado'],
]
const months =
  /\b(?:em|foi em) (janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/

/** 'em 2009', 'há 5 anos', 'aos 7 meses', 'na infância': when something of the past was, or undefined. */
export function whenOf(clause: Clause, within?: { from: number; to: number }): string | undefined {
  const { tokens, plain, answers: asked } = clause
  const quantities = within
    ? clause.quantities.filter(({ from }) => from >= within.from && from < within.to)
    : clause.quantities
  const lead = (at: number): string => tokens[at - 1]?.word ?? ''
  const year = quantities.findLast(
    ({ value, unit, either }) => !either && value >= 1940 && value <= 2100 && (!unit || unit.length > 3),
  )
  if (year) return `${/^desde$/.test(lead(year.from)) ? 'desde' : 'em'} ${year.value}`
  for (const one of quantities) {
    if (one.either) continue
    const before = lead(one.from)
    const wide = tokens
      .slice(Math.max(0, one.from - 3), one.from)
      .map(({ word }) => word)
      .join(' ')
    // 'Em quinze' is 2015, 'em noventa e oito' 1998.
    if (before === 'em' && (!one.unit || !one.known) && Number.isInteger(one.value) && one.value < 100)
      if (one.value <= 30 || one.value >= 50) return `em ${one.value <= 30 ? 2000 + one.value : 1900 + one.value}`
    if (isTime(one) && /^(ano|mes)$/.test(one.unit) && /^(aos|com|dos)$/.test(before)) return `aos ${span(one)}`
    if (one.unit === 'ano' && /\btinha( uns| umas)?$/.test(wide) && tokens[one.to]?.word !== 'que')
      return `aos ${span(one)}`
    if (one.unit === 'ano' && /\bate (os|aos)$/.test(wide)) return `até os ${span(one)}`
    if (one.unit === 'semana' && before === 'com') return `com ${span(one)}`
    if (one.value > 3 && one.value < 100 && (!one.known || one.unit === '') && /\b(tinha|aos|com|desde os)$/.test(wide))
      return `aos ${one.value} anos`
  }
  const coming = quantities.find(
    (one) =>
      isTime(one) &&
      /\bfazer$/.test(
        tokens
          .slice(0, one.from)
          .map(({ word }) => word)
          .join(' '),
      ),
  )
  if (coming) return `há ${span(coming)}`
  const lasting = lastingOf({ ...clause, quantities })
  const years = Number.parseInt(/(\d+) anos/.exec(lasting ?? '')?.[1] ?? '0', 10)
  // 'Começou quando?' 'Trinta e oito anos': an age as likely as a duration.
  if (lasting && (years <= 25 || /\b(ha|faz|atras|tem)\b/.test(plain))) return lasting
  const month = months.exec(plain)?.[1]
  if (month) return `em ${month.replace('marco', 'março')}`
  const stage = stages.find(([pattern]) => pattern.test(plain))?.[1]
  if (stage) return stage
  if (within) return undefined
  const short = quantities.find(
    (one) => isTime(one) && !one.either && one.value > 0 && /^(ano|mes|semana)$/.test(one.unit),
  )
  if (short && short.value <= 25 && tokens.length <= 7 && !/\b(vez|vezes|cada|por)\b/.test(plain))
    return /\b(idade|que idade|quantos anos (voce|ele|ela|o senhor|a senhora)? ?tinha)\b/.test(asked?.plain ?? '')
      ? `aos ${span(short)}`
      : `há ${span(short)}`
  return undefined
}

/** 'à direita' where exactly one side is named, and it is not denied. */
export function sideOf(clause: Clause): string | undefined {
  const words = clause.tokens.map(({ word }) => word)
  const isRight = words.some((word) => /^direit[oa]$/.test(word))
  const isLeft = words.some((word) => /^esquerd[oa]$/.test(word))
  if (isRight === isLeft || /\bnao\b/.test(clause.plain)) return undefined
  return isRight ? 'à direita' : 'à esquerda'
}

/** 'Com sete meses bronquiolite': the time alone puts it into the past, for every tag. */
export const isLongAgo = (clause: Clause): boolean =>
  chanceOf(clause, 'hda', 'hpp') > 0.5 &&
  /^(aos|até os|em \d|na (infância|adolescência|gestação))/.test(whenOf(clause) ?? '')
