// Decisions that hang on something: 'Se não melhorar em 1 semana, solicitar tomografia.'
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText, wordsOf } from '#domain/dialogue/clause.ts'
import { lowerFirst } from '#domain/text.ts'
import type { Frames } from './frame.ts'
import { isFeminine } from './gender.ts'
import { medicineWord } from './order-words.ts'
import { examName } from './orders.ts'
import { conditionText, phraseOf } from './phrase.ts'

const longest = 25
const count = (text: string): number => text.split(/\s+/).length
const opening = /^(se|caso)$/
/** Here the doctor says what follows from the condition. */
const follows =
  /^(ai|entao|dai|depois|a gente|nos|eu (te|lhe|vou|peco|mando|encaminho|penso|passo|comeco|inicio|troco|entro)|vamos|podemos)\b/
/** The doctor only weighs it. */
const weighs =
  /\b(pens(a|o|ar|amos)|talvez|consider\w+|avali(a|o|ar|amos)|quem sabe|conversa\w*|discut\w+|ver se|vemos se)\b/
const orders =
  /\b(pe[cd]\w+|faz(er|emos)?|faco|solicit\w+|marc\w+|repet\w+|mand(o|a|ar|amos)|encaminh\w+|comec\w+|inici\w+|entr(o|a|ar|amos)|pass(o|a|ar|amos)|us(o|a|ar|amos)|tent(o|a|ar|amos)|parti\w*|vai (pra|pro|para)|ve|precis\w+)\b/
const unreal = /\b(ia|iam|tinha|fosse|tivesse|seria|teria|pensei|cogitei)\b/

/** Where the consequence begins, or -1. */
function consequenceOf(clause: Clause, start: number): number {
  const { tokens } = clause
  return tokens.findIndex(
    ({ kind }, at) =>
      at > start + 1 &&
      kind !== 'mark' &&
      (follows.test(wordsOf(clause, at, at + 3)) ||
        (tokens[at - 1]?.kind === 'mark' && orders.test(wordsOf(clause, at, at + 2)))),
  )
}

const referredTo = ({ note }: { note: string }): string => `encaminhar ${isFeminine(note) ? 'à' : 'ao'} ${note}`

/** 'Solicitar radiografia', 'considerar medicação': what follows, undefined where it names nothing. */
function thingsOf(clause: Clause, from: number): string | undefined {
  const own = clause.said.filter((one) => one.from >= from)
  const of = (kind: string, fits: (one: Said) => boolean = () => true) =>
    own.filter(
      (one) =>
        one.concept.kind === kind &&
        fits(one) &&
        !own.some((other) => other !== one && other.from <= one.from && other.to > one.to),
    )
  const [exams, colleagues, drugs] = [of('exam'), of('specialty'), of('drug')]
  const actions = of('action', ({ concept }) => concept.group === 'conduta')
  const weighed = weighs.test(wordsOf(clause, from, clause.tokens.length))
  const names = [...new Set(exams.map((one) => examName(clause, one)))]
  if (names.length > 0) return `${weighed ? 'considerar' : 'solicitar'} ${listed(names)}`
  if (colleagues[0]) return referredTo(colleagues[0].concept)
  const begins = /\b(comec|inici|entr|pass|us|tent)\w+/.test(wordsOf(clause, from, clause.tokens.length))
  const start = weighed ? 'considerar' : begins ? 'iniciar' : undefined
  if (drugs[0]) return start && drugs.length === 1 ? `${start} ${drugs[0].concept.note}` : undefined
  if (actions[0]) return weighed ? `considerar ${lowerFirst(actions[0].concept.note)}` : undefined
  const medicine = clause.tokens.some(({ word }, at) => at >= from && medicineWord.has(word))
  return medicine && start ? `${start} medicação` : undefined
}
const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} e ${items.at(-1)}`

/** Puts what would be done later: 'se não melhorar em uma semana a gente pede uma tomografia'. */
export function putLater(frames: Frames, clause: Clause): boolean {
  const { tokens } = clause
  const start = tokens.findIndex(({ word }) => opening.test(word))
  if (!clause.conditional || clause.speaker !== 'doctor' || clause.act === 'question' || start < 0 || start > 9)
    return false
  if (chanceOf(clause, 'con', 'ori') < 0.55 || unreal.test(clause.plain)) return false
  // 'Daqui a seis semanas, se a dor continuar, …': only a time stands before the condition.
  const timed = tokens
    .slice(0, start)
    .every(
      ({ word, kind }, at) =>
        kind === 'mark' ||
        /^(e|ai|mas|so|entao|daqui|a|em|uns|umas|depois|de)$/.test(word) ||
        clause.quantities.some(({ from, to }) => at >= from && at <= to),
    )
  const from = timed ? consequenceOf(clause, start) : -1
  if (from < 0 || /\b(nao|nem|nunca)\b/.test(wordsOf(clause, from, tokens.length))) return false
  const text = conditionText(clause, start, from)
  const then =
    orders.test(spanText(clause, from, tokens.length)) || weighs.test(clause.plain) ? thingsOf(clause, from) : undefined
  const time = start > 2 ? phraseOf(clause, 0, start) : undefined
  if (!text || !then || (start > 2 && !time)) return false
  const name = time ? `${time}, ${text}, ${then}` : `${text}, ${then}`
  if (count(name) > longest) return false
  frames.put('instruction', `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`, [clause.line], { status: 'conduta' })
  return true
}
