// Reads a question of the doctor's with its answer: the course of the symptom in focus, a contact, and sugar at home.
import type { Clause } from '#domain/dialogue/clause.ts'
import { agreed, fillAsked, fillFrom, lump } from './attributes.ts'
import type { About } from './focus.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { cut } from './habit-amounts.ts'
import { type Felt, isPain, isPainClause, sitesOf } from './symptoms.ts'

/** A question about pain alone has no more words and marks. */
const longestPain = 4

/** 'Subir escada piora?' 'Não muda nada.' */
export function putAskedCourse(focus: Frame, question: Clause | undefined, told: readonly Clause[]): void {
  const first = told[0]
  if (!question || !first || question.act !== 'question') return
  const same = /^(isso )?(nao|nada|nem) (muda|altera|interfere|influencia|faz diferenca)/.test(first.plain)
  if (!first.reply && !same) return
  const says = same || first.reply?.means === 'no' ? 'denied' : 'affirmed'
  fillAsked(focus, question, says, [question.line, first.line])
}

/** 'De que lado é essa dor de cabeça?' 'Do esquerdo, lateja, e a luz incomoda.': the answer, before another symptom. */
export function fillBeforeOther(
  frame: Frame,
  clause: Clause,
  felt: readonly Felt[],
  about: Omit<About, 'near' | 'felt'>,
): void {
  const first = felt[0]?.from ?? 0
  const isAsked = clause.answers?.said.some(({ concept }) => concept.note === frame.name)
  if (!isAsked || first < 3 || felt.some(({ name }) => name === frame.name)) return
  fillFrom(frame, cut(clause, { from: 0, to: first }), { ...about, near: false, felt: [] })
}

/** 'É um caroço.' 'Dói?' 'Não.' */
export function putAskedPain(focus: Frame, question: Clause | undefined, told: readonly Clause[]): void {
  const first = told[0]
  if (!question || !first?.reply || isPain(focus.name) || !lump.test(focus.name)) return
  if (question.tokens.length > longestPain || !isPainClause(question) || sitesOf(question).length > 0) return
  const text = first.reply.means === 'no' ? 'indolor' : agreed('dolorosa', focus.name)
  fill(focus, 'quality', text, [question.line, first.line])
}

const asksSame = /\b(mesm[oa]s?|igual|iguais|assim|tambem|isso)\b/
const asksIll = /\b(doentes?|gripad[oa]s?|sintomas?)\b/
const isIll = /\b(tambem|teve|tiveram|ficou|pegou|esta|ta|tem|anda)\b/
const isWell = /\b(bem|otim[oa]|normal|saudavel|trabalh\w+|nao|nunca|ninguem|nada)\b/

/** 'Alguém em casa com a mesma coisa?' 'Minha filha teve.' Not 'Tem alguém com você?' 'Meu marido tá aqui.' */
export function putContact(frames: Frames, question: Clause | undefined, told: readonly Clause[]): void {
  if (!question?.said.some(({ concept }) => concept.note === 'contato com doentes')) return
  const isSame = asksSame.test(question.plain)
  if ((!isSame && !asksIll.test(question.plain)) || told.some(({ plain }) => isWell.test(plain))) return
  const kin = told.find(
    ({ said, plain }) => isIll.test(plain) && said.some(({ concept }) => concept.kind === 'relative'),
  )
  const relative = kin?.said.find(({ concept }) => concept.kind === 'relative')?.concept.note
  if (!kin || !relative) return
  const name = isSame ? `${relative} com quadro semelhante` : `contato com ${relative} doente`
  frames.put('symptom', name, [question.line, kin.line])
}

const namesSugar = (one: Clause | undefined): boolean =>
  one?.said.some(({ concept }) => concept.kind === 'exam' && /^glicemia/.test(concept.note)) ?? false

/** 'Em jejum, de 160 a 210.': sugar that the patient measured. `question`: the last one of the doctor's. */
export function putSugar(frames: Frames, clause: Clause, question: Clause | undefined, focus: Frame | undefined): void {
  const isLow = focus?.name === 'hipoglicemias'
  if (!namesSugar(clause) && !namesSugar(question) && !isLow) return
  const values = clause.quantities.filter(({ value, unit, known }) => !(known && unit) && value >= 40 && value <= 600)
  const isDrug = clause.said.some(({ concept }) => concept.kind === 'drug')
  if (values.length === 0 || /\bmediram\b/.test(clause.plain) || isDrug) return
  const lines = [clause.line]
  const frame = frames.put('symptom', 'glicemia em casa', lines)
  const range = values.slice(0, 2).map(({ value }) => value)
  fill(frame, 'sugar', range.join('|'), lines)
  const least = values.find(({ value }) => value < 70)
  if (least) fill(frame, 'least', String(least.value), lines)
  if (/\bjejum\b/.test(`${clause.plain} ${question?.plain ?? ''}`)) fill(frame, 'fasting', 'em jejum', lines)
}
