// Numbers of a symptom: its grade, how often, how long an episode lasts, degrees and weight.
import type { Clause } from '#domain/dialogue/clause.ts'
import { asks } from './focus.ts'
import { type Frame, fill } from './frame.ts'
import { isPain } from './symptoms.ts'
import { episodeOf, figure, lastingOf, oftenOf, span } from './times.ts'

/** `isNamed`: the clause names the symptom itself. */
export function fillNumbers(
  frame: Frame,
  clause: Clause,
  { asked: question, isNamed }: { asked: string; isNamed: boolean },
  corrected: boolean,
): void {
  const lines = [clause.line]
  // Doctors ask for a grade from 0 to 10 of pains only.
  if (isPain(frame.name) && asks.grade.test(`${question} ${clause.plain}`)) {
    const grades = clause.quantities.filter(({ value, unit, known }) => !(known && unit) && value <= 10 && value >= 1)
    const lower = grades.filter(({ value }) => value < 10)
    const last = (lower.length > 0 ? lower : grades).at(-1)
    // 'Sete foi um dia só', 'já teve de dez'.
    const once = frame.slots.has('grade') && /\b(um dia|uma vez|ja (teve|foi|deu|chegou))\b/.test(clause.plain)
    if (last && !once) fill(frame, 'grade', `${figure(last.value)}/10`, lines, true)
  }
  const often = oftenOf(clause, question, isNamed)
  if (often && !takes.test(clause.plain) && !clause.said.some(({ concept }) => concept.kind === 'drug'))
    fill(frame, 'often', often, lines, corrected)
  if (asks.episode.test(question) || asks.episode.test(clause.plain)) {
    const episode = episodeOf(clause)
    // 'Parece duas horas. Mas no relógio dá uns quinze minutos.'
    if (episode) fill(frame, 'episode', episode, lines, corrected || clause.tokens[0]?.word === 'mas')
  }
  fillWeight(frame, clause, corrected)
  if (
    !frame.slots.has('episode') &&
    clause.tokens.length <= 9 &&
    clause.quantities.some(({ unit }) => /^(minuto|segundo)$/.test(unit)) &&
    !frame.slots.has('since')
  ) {
    const episode = episodeOf(clause)
    if (episode && !lastingOf(clause, '')) fill(frame, 'episode', episode, lines)
  }
  fillDegrees(frame, clause, corrected)
}

/** 'Tô tomando de seis em seis', 'troco de duas em duas horas': how often a medicine is taken, or a pad changed. */
const takes = /\b(troc\w+|tom(o|a|ei|ou|ando)|us(o|ei|ou|ando)|dou|dei|dando|aplic\w+|pass(o|ando)|pingo|pingando)\b/

/** The least temperature of a fever, in °C. */
export const feverish = 37.3
/** The numbers of a clause that may be a body temperature. 'Quarenta dias', 'quarenta gotas' and any other plural are none. */
export const degreesIn = ({ quantities }: Clause, least: number): number[] =>
  quantities.flatMap(({ value, unit, known }) =>
    (known ? unit === 'grau' : !unit.endsWith('s')) && value >= least && value < 42 ? [value] : [],
  )

/** The highest temperature of a fever. */
export function fillDegrees(frame: Frame, clause: Clause, corrected: boolean): void {
  if (!/^febre/.test(frame.name)) return
  const lines = [clause.line]
  const degrees = degreesIn(clause, feverish)
  const last = degrees.at(-1)
  if (!last) return
  // 'Trinta e nove e oito... não, perdão, trinta e nove e quatro.'
  if (/\b(perdao|minto|desculpe?|alias|quer dizer)\b/.test(clause.plain)) {
    fill(frame, 'value', `${figure(last)} °C`, lines, true)
    return
  }
  const earlier = Number(frame.slots.get('value')?.text.replace(',', '.').replace(/ .*/, '') ?? 0)
  const most = Math.max(...degrees)
  if (corrected || most > earlier) fill(frame, 'value', `${figure(most)} °C`, lines, true)
}

/** 'Nove quilos em cinco meses'. */
function fillWeight(frame: Frame, clause: Clause, corrected: boolean): void {
  if (!/peso/.test(frame.name)) return
  const weight = clause.quantities.filter(({ unit, value }) => unit === 'kg' && value < 40).at(-1)
  if (!weight) return
  const during = clause.quantities.find(
    ({ from, to, unit }) => from >= weight.to && to > from && /^(dia|semana|mes|ano)$/.test(unit),
  )
  const text = `de ${figure(weight.value)} kg${during ? ` em ${span(during)}` : ''}`
  if (during || corrected || !frame.slots.has('amount')) fill(frame, 'amount', text, [clause.line], true)
}
