// Orders: exams with their region, side and time, and what was decided against.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText } from '#domain/dialogue/clause.ts'
import examShorts from '../lexicon/exam-shorts.json' with { type: 'json' }
import { siteOf } from '../lexicon/lexicon.ts'
import { type Frames, fill } from './frame.ts'
import {
  cancelling,
  decided,
  decides,
  done,
  dueIn,
  isRefused,
  noOrder,
  opensPiece,
  ordering,
  recommends,
  saysNo,
  weighing,
} from './order-words.ts'
import { conditionText } from './phrase.ts'
import { span } from './times.ts'

const covered = (one: Said, all: readonly Said[]): boolean =>
  all.some(
    (other) =>
      other !== one &&
      ((other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from) ||
        // 'Colher uma cultura da secreção': the name that ends later says of what.
        (one.from < other.from && other.from < one.to && other.to > one.to)),
  )

const sided = /^(direit|esquerd)[oa]s?$/
/** 'Radiografia do joelho direito': the exam with the region and side said beside it. */
export function examName(clause: Clause, exam: Said): string {
  const { note, group } = exam.concept
  const site = clause.said.find(
    ({ concept, from }) => concept.kind === 'site' && from >= exam.from && from <= exam.to + 3,
  )
  const place = site ? siteOf(site.concept.note).in.replace(/^n/, 'd').replace(/^em$/, 'de') : ''
  const regional =
    /^(radiografia|ultrassonografia|tomografia|ressonância magnética|Doppler venoso|biópsia|mamografia)$/.test(note) ||
    group === 'region'
  const days = clause.quantities.find(
    ({ from, unit }) => unit === 'dia' && from === exam.to + 1 && clause.tokens[exam.to]?.word === 'de',
  )
  if (days && group !== 'region' && / de 24 h$/.test(note)) return note.replace('24 h', span(days))
  const named = regional && site ? `${note} ${place} ${site.concept.note}` : note
  const side = clause.tokens
    .slice(exam.to, (site ? Math.max(site.to, exam.to) : exam.to) + 3)
    .find(({ word }) => sided.test(word))
  const withSide = side && (site || / de /.test(named)) ? `${named} ${side.word}` : named
  const tail = spanText(clause, exam.to, exam.to + 5)
  const contrast = /\b(sem|com) contraste\b/.exec(tail)?.[0]
  return contrast ? `${withSide} ${contrast}` : withSide
}

/** 'Retorno com a biópsia', 'espero o TSH', 'guiada pelo ultrassom': the exam is a circumstance, not the thing ordered. */
const circumstance =
  /\b(com (o|a|os|as)|com esse|com essa|pel[oa]s?|ate|n[oa]s?|antes d[ao]s?|depois d[ao]s?|apos|sem|conforme|espero|pra ver|que|aquel[ea])( (o|a|os|as|esse|essa|tal))?$/
const isCircumstance = (clause: Clause, exam: Said): boolean => {
  const lead = spanText(clause, exam.from - 3, exam.from)
  // 'Sangue com glicemia', 'endoscopia com biópsia': part of what is ordered.
  const joined = clause.said.some(({ concept, to }) => concept.kind === 'exam' && to < exam.from && exam.from - to < 4)
  if (/\bcom$/.test(lead) && !joined && !/\b(sangue|exames?) com$/.test(lead)) return true
  if (/\bess[ea]$/.test(lead) && !asksFor.test(clause.plain)) return true
  if (/\bcom ess[ea]\b/.test(spanText(clause, exam.from - 5, exam.from))) return true
  if (circumstance.test(lead) && !/\b(colh\w+|fazer|repet\w+)\b/.test(lead)) return true
  // 'A LDL é cento e doze' and 'TGO três vezes acima' are results; 'Tamiflu preventivo' is a medicine.
  const next = clause.tokens[exam.to]
  const value = clause.quantities.some(({ from, unit }) => from === exam.to && /^(vez.*)?$/.test(unit))
  const drug = clause.said.some(({ concept, to }) => concept.kind === 'drug' && to === exam.from)
  return drug || value || /^(é|são|está|deu|veio|vier|foi|vem)$/i.test(next?.said ?? '')
}

/** Whether the doctor orders these exams: an ordering word, or a list that opens the clause. */
function areOrdered(clause: Clause, own: readonly Said[]): boolean {
  const first = own[0]
  if (!first) return false
  if (ordering.test(clause.plain) || recommends.test(clause.plain)) return true
  return chanceOf(clause, 'con') > 0.6 && opensPiece(clause, first.from)
}
/** Whether the name means a medicine here, not an exam: 'ácido fólico de cinco', 'vitamina D, uma gota'. */
const isMedicine = (clause: Clause, exam: Said): boolean =>
  clause.said.some(({ concept, from, to }) => concept.kind === 'drug' && from < exam.to && to > exam.from) &&
  !asksFor.test(clause.plain) &&
  !/\b(dos\w+|repet\w+|exame)\b/.test(clause.plain) &&
  clause.said.filter(({ concept }) => concept.kind === 'exam').length < 3

/** Exams that are not ordered here: 'até sair o TSH', 'se a biópsia vier'. */
const awaited =
  /\b(sair|saia|resultado|ate|vier|confirmar|chegar|depois|conforme|esperar|aguardar|mostrar)( (o|a|os|as|do|da|de|um|uma|no|na))*$/
const asksFor = /\b((vou|vamos|quero) (te |lhe |ja |so |tambem )*(pedir|solicitar)|peco|solicito|pede)\b/
/** In a list of exams an organ means its exam: 'hemograma, fígado e urina'. */
function putShorts(frames: Frames, clause: Clause, own: readonly Said[]): void {
  if (own.length < 2 || chanceOf(clause, 'con') < 0.6) return
  clause.tokens.forEach(({ word }, at) => {
    const name = (examShorts as Record<string, string>)[word]
    const inExam = clause.said.some(({ concept, from, to }) => concept.kind === 'exam' && at >= from && at < to)
    const listedHere = /^(,|e|o|a|os|as|do|da|de|um|uma)$/.test(clause.tokens[at - 1]?.word ?? ',')
    if (name && !inExam && listedHere && at > (own[0]?.from ?? 0))
      frames.put('order', name, [clause.line], { status: 'ordered' })
  })
}

/** The list of exams around this one. */
function listAround(clause: Clause, exam: Said): { from: number; to: number } {
  const exams = clause.said.filter(({ concept }) => concept.kind === 'exam')
  let [from, to] = [exam.from, exam.to]
  for (const one of exams) if (one.from >= to && one.from - to <= 3) to = one.to
  for (const one of [...exams].reverse()) if (one.to <= from && from - one.to <= 3) from = one.from
  return { from, to }
}

/**
 * 'Hemograma, e um raio x se não melhorar': the condition that follows an exam. '' without one; undefined where its
 * words are talk.
 */
function conditionAfter(clause: Clause, exam: Said): string | undefined {
  const { tokens } = clause
  const at = tokens.findIndex(({ word }, place) => place >= exam.to && /^(se|caso)$/.test(word))
  if (at < 0 || /\b(mas|porque)\b/.test(spanText(clause, exam.to, at))) return ''
  // The comma before the last 'e' parts what is ordered now from what is not.
  const parted = tokens.some(
    ({ word }, place) => place >= exam.to && place < at && word === ',' && tokens[place + 1]?.word === 'e',
  )
  if (parted || /^ver\b/.test(spanText(clause, at - 1, at))) return ''
  const end = tokens.findIndex(({ kind }, place) => place > at && kind === 'mark')
  return conditionText(clause, at, end < 0 ? tokens.length : end)
}

function putExam(frames: Frames, clause: Clause, exam: Said, lines: readonly string[]): void {
  const refused = isRefused(clause, exam)
  const cancelled = refused && cancelling.test(clause.plain)
  if (exam.polarity === 'denied' && !refused && !noOrder.test(clause.plain)) return
  if (awaited.test(spanText(clause, exam.from - 3, exam.from))) return
  const status = cancelled ? 'cancelled' : refused || exam.polarity === 'denied' ? 'refused' : 'ordered'
  const name = examName(clause, exam)
  const condition = status === 'ordered' && clause.conditional ? conditionAfter(clause, exam) : ''
  if (condition === undefined) return
  const firm = saysNo.test(spanText(clause, exam.to, exam.to + 4).replace(/^, /, ''))
  if (status === 'refused' && !firm && frames.find('order', name)?.status === 'ordered') return
  const known = frames.find('order', name)?.status === 'ordered'
  const frame = frames.put('order', name, lines, { status })
  if (status !== 'ordered') return
  // What is ordered already waits for nothing.
  if (condition && !known) fill(frame, 'condition', condition, lines)
  if (!condition) frame.slots.delete('condition')
  const due = dueIn(clause, listAround(clause, exam))
  if (due) fill(frame, 'due', due, lines)
  if (/\b(urgen\w+|prioridade|prioritari\w+)\b/.test(clause.plain)) fill(frame, 'priority', 'com prioridade', lines)
  const again =
    /\b(repet\w+|nov[ao]s?)\b/.test(spanText(clause, exam.from - 5, exam.from)) ||
    /\b(de novo|controle)\b/.test(spanText(clause, exam.to, exam.to + 4))
  if (again) fill(frame, 'again', 'repetir', lines)
}

/** Exams of the clause just before, which the doctor may take back: whether they were weighed, asked for or ordered. */
export type Pending =
  | { exams: readonly Said[]; clause: Clause; how: 'weighed' | 'asked' | 'ordered'; index: number }
  | undefined
/** Number of clauses after which the reader forgets the latest exam. */
const remembered = 4

/** The exams that the doctor thought of, not those told as a reason: 'Pensei em X, mas como vai fazer Y, não.' */
function weighedIn(clause: Clause, own: readonly Said[]): readonly Said[] {
  const at = clause.tokens.findIndex(({ word }) => weighing.test(word))
  const but = clause.tokens.findIndex(({ word }, place) => place > at && /^(mas|como|porque)$/.test(word))
  return at < 0 || but < 0 ? own : own.filter(({ from }) => from < but)
}

/** 'Cancelo.', 'Não precisa.': the clause takes back exams of the clauses just before. */
function takeBack(frames: Frames, clause: Clause, pending: NonNullable<Pending>): void {
  const cancels = cancelling.test(clause.plain)
  const refuses = noOrder.test(clause.plain) || /^(nao|agora nao|hoje nao|por enquanto nao)\b/.test(clause.plain)
  if (/\bja (pedi\w+|fez|fizeram|tem|foi)\b/.test(clause.plain)) return
  if (chanceOf(clause, 'con', 'ori') < 0.3 || !(cancels || (refuses && pending.how === 'asked'))) return
  for (const exam of pending.exams) {
    if (!cancels && frames.find('order', examName(pending.clause, exam))?.status === 'ordered') continue
    const status = cancels && !/dispens/.test(clause.plain) ? 'cancelled' : 'refused'
    frames.put('order', examName(pending.clause, exam), [pending.clause.line, clause.line], { status })
  }
}

/** Puts the exams of a clause. Returns exams that the next clauses may take back. */
export function putExams(frames: Frames, clause: Clause, pending: Pending, index: number): Pending {
  const exams = clause.said.filter(({ concept }) => concept.kind === 'exam')
  const named = exams.filter((one) => !covered(one, exams))
  const own = weighedIn(
    clause,
    named.filter((one) => !isCircumstance(clause, one) && !isMedicine(clause, one)),
  )
  const recent = pending && index - pending.index <= remembered ? pending : undefined
  const asks = clause.act === 'question' || clause.speaker !== 'doctor'
  if (own.length === 0) {
    // The considered exam has no name here: 'cancelo' cancels no earlier order.
    if (named.length > 0 && recent?.how === 'ordered' && weighing.test(clause.plain)) return undefined
    if (recent && !asks) takeBack(frames, clause, recent)
    return recent
  }
  const past = done.test(clause.plain) && !decided.test(clause.plain)
  // 'A UPA tinha pedido a esteira.' 'Essa cancela.'
  if (asks && /\b(tinha|ja) (pedi|marca)\w+/.test(clause.plain)) return { exams: own, clause, how: 'asked', index }
  if (asks && !decides(clause)) return past || own.length > 2 ? recent : { exams: own, clause, how: 'asked', index }
  const refuses = own.some(({ from }) => noOrder.test(spanText(clause, from - 4, from)))
  const advised = recommends.test(clause.plain) && !/\bmas\b/.test(clause.plain)
  const explicit = clause.speaker === 'doctor' && (asksFor.test(clause.plain) || refuses || advised)
  if (!explicit && (!decides(clause) || chanceOf(clause, 'exc') > 0.4)) return recent
  const cancels = cancelling.test(clause.plain)
  if (weighing.test(clause.plain) && !advised && !cancels && !noOrder.test(clause.plain))
    return { exams: own, clause, how: 'weighed', index }
  if (past && !cancels) return recent
  const first = clause.tokens.findIndex(({ word }) => /^(se|caso)$/.test(word))
  const isAfter = own.every(({ to }) => to <= first) && !clause.said.some(({ concept }) => concept.kind === 'where')
  if (clause.conditional && !isAfter && !/^(repet|peco|pedir|vou)/.test(clause.plain)) return recent
  if (!cancels && !noOrder.test(clause.plain) && !areOrdered(clause, own)) return recent
  for (const exam of own) putExam(frames, clause, exam, [clause.line])
  putShorts(frames, clause, own)
  return { exams: own, clause, how: 'ordered', index }
}
