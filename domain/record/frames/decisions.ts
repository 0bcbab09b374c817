// Decisions: colleagues that the patient is sent to, leave of work, procedures and vaccines.
import { type Clause, chanceOf, type Said, spanText } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import { lowerFirst, plain } from '#domain/text.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import {
  decided,
  decides,
  done,
  dueIn,
  isRefused,
  mannerIn,
  noneNeeded,
  noOrder,
  opensPiece,
  recommends,
  saysNo,
} from './order-words.ts'
import { span } from './times.ts'

const sending =
  /\b(encaminh\w+|mandar|mando|passar com|marcar com|marco|indico|procura\w*|avaliacao|guia|consulta com|acompanha\w*|opine|parecer|vai (pro|pra|com|ao|a)|peco|passa (no|na|com)|pedir|va (ao|a|no|na)|quero que|marqu\w+|fala com|conversa\w* com)\b/
const sendingFirmly = /\b(encaminh\w+|mandar|mando|indico|guia|consulta|avaliacao|parecer)\b/
/** Whether the doctor sends the patient to this colleague instead of only mentioning them. */
function isSentTo(clause: Clause, { concept, from, to }: Said): boolean {
  const lead = spanText(clause, 0, from)
  const own = lead.split(/\b(?:mas|porque)\b/).at(-1) ?? ''
  const sent = sendingFirmly.test(own)
  // 'Se a biópsia vier alterada, mando para …' is written with its condition.
  if (
    /\b(se|ate|quando|caso)\b/.test(own) ||
    /^(disser|decid\w+|avalia|liberar|autorizar)$/.test(spanText(clause, to, to + 1))
  )
    return false
  if (/\b(ligo|liguei|ligar|falo|falei|aviso|avisa|escrevo|escrever)\b/.test(own.split(/\be\b/).at(-1) ?? ''))
    return false
  // 'Sua ginecologista' and 'com a obstetra' are colleagues that the patient has.
  if (!sent && /\b(seu|sua|teu|tua|com [oa])$/.test(lead) && !/\b(marc|marqu|pass)\w+/.test(clause.plain)) return false
  // 'Pneumo' among vaccines is one of them.
  const vaccines = clause.said.filter((one) => one.concept.group === 'vacinas')
  if (vaccines.some((one) => one.from < to && one.to > from) && (vaccines.length > 1 || /vacin/.test(clause.plain)))
    return false
  // A word for an operation or for staff is a colleague only after a word that sends.
  if (/^(cirurgia|enfermagem)/.test(plain(concept.note)) && !sent) return false
  return (
    sent ||
    sending.test(clause.plain) ||
    recommends.test(clause.plain) ||
    opensPiece(clause, from) ||
    clause.quantities.some(({ unit }) => /^sess/.test(unit))
  )
}
/** Puts the colleagues that the patient is sent to. */
export function putReferrals(frames: Frames, clause: Clause): void {
  const advised = clause.speaker === 'doctor' && clause.act === 'statement' && recommends.test(clause.plain)
  if (!(decides(clause) || advised) || done.test(clause.plain)) return
  const con = chanceOf(clause, 'con', 'ori')
  const sends = sending.test(clause.plain) || advised
  if (!sends && !(con > 0.7 && clause.tokens.length < 24)) return
  if (noOrder.test(clause.plain) || abandoned.test(clause.plain)) return
  for (const one of clause.said) {
    const { concept, polarity, subject } = one
    if (concept.kind !== 'specialty' || polarity === 'denied' || (subject && !sends)) continue
    if (!isSentTo(clause, one)) continue
    const frame = frames.put('referral', concept.note, [clause.line])
    const sessions = clause.quantities.find(({ unit }) => /^sess/.test(unit))
    if (sessions) fill(frame, 'sessions', `${sessions.value} sessões`, [clause.line])
    const due = dueIn(clause, one)
    if (due) fill(frame, 'due', /\b(comec|inici)\w+/.test(clause.plain) ? `com início ${due}` : due, [clause.line])
  }
}

const urgent =
  /\b(?:va|vai|ir|encaminh\w+|mando|leva\w*)\b(?: \w+){0,3} (?:para|pra|pro|ao|a|no) (?:o |a )?(pronto[- ]socorro|upa|emergencia|hospital|maternidade)\b/
/** 'O senhor vai hoje para o pronto-socorro': the doctor sends the patient there now. A warning names its condition. */
export function putEmergency(frames: Frames, clause: Clause): void {
  if (clause.speaker !== 'doctor' || clause.act !== 'statement' || clause.conditional) return
  const [now] = /\b(hoje|agora|imediatamente)\b/.exec(clause.plain) ?? []
  const place = urgent.exec(clause.plain)?.[1]
  if (!place || !now || /\b(se|caso|quando|qualquer|nao|nem)\b/.test(clause.plain)) return
  const name = place === 'upa' ? 'UPA' : place.replace('pronto socorro', 'pronto-socorro').replace('encia', 'ência')
  fill(frames.put('referral', name, [clause.line]), 'due', now, [clause.line])
}

const daysOf = (clause: Clause) =>
  clause.quantities.find(({ unit, value }) => /^(dia|semana|mes)$/.test(unit) && value > 0)
/** Puts the leave of work with its days. `before`: the clause before, where the patient may ask for it. */
export function putLeave(frames: Frames, clause: Clause, before: Clause | undefined): void {
  if (!decides(clause) || abandoned.test(clause.plain)) return
  const names = (one: Clause | undefined) => one?.said.find(({ concept }) => concept.note === 'Atestado médico')
  const own = names(clause)
  if (/\b(acho|ajudaria\w*|seria)\b/.test(clause.plain)) return
  const days = daysOf(clause)
  if (own && own.polarity !== 'denied' && !noOrder.test(clause.plain))
    putDays(frames, days ? span(days) : '', [clause.line])
  // 'E atestado?' 'Sete dias.'
  else if (
    !own &&
    days &&
    before &&
    names(before) &&
    !daysOf(before) &&
    !/\b(retorn|volt)/.test(clause.plain) &&
    clause.tokens.length < 10
  )
    putDays(frames, span(days), [before.line, clause.line])
}
function putDays(frames: Frames, days: string, lines: readonly string[]): Frame {
  const frame = frames.put('instruction', 'Atestado médico', lines, { status: 'conduta' })
  if (days) fill(frame, 'days', days, lines, true)
  return frame
}

const spanOf = (all: readonly Said[]) => ({ from: all[0]?.from ?? 0, to: all.at(-1)?.to ?? 0 })
const spokenOf = /\b(com [oa]|pra ver [oa]?|vira|virou|sem|ate [oa])$/
/** Puts procedures, vaccines, admission and other decisions that the lexicon names. */
export function putDecisions(frames: Frames, clause: Clause): void {
  if (!decides(clause) || clause.conditional) return
  const none = clause.speaker === 'doctor' ? noneNeeded(clause) : undefined
  if (none) frames.put('instruction', none, [clause.line], { status: 'conduta' })
  if (done.test(clause.plain) && !decided.test(clause.plain)) return
  const vaccines = clause.said.filter((one) => one.concept.group === 'vacinas')
  for (const one of clause.said) {
    const { concept, polarity, subject } = one
    if (
      concept.kind !== 'action' ||
      !/^(conduta|vacinas)$/.test(concept.group) ||
      concept.note === 'Atestado médico' ||
      subject
    )
      continue
    const lead = spanText(clause, one.from - 3, one.from)
    // 'Retorno com a tala', 'pra ver a ablação', 'vira muleta': a mention is no decision.
    if (spokenOf.test(lead) || clause.tokens[one.from]?.word === 'fico') continue
    if (clause.said.some((other) => other.concept.kind === 'exam' && other.from <= one.from && other.to >= one.to))
      continue
    const later = spanText(clause, one.to, one.to + 12)
    if (/\b(so|depois) (depois|quando|se|que)\b/.test(later)) continue
    const refused =
      polarity === 'denied' ||
      isRefused(clause, one) ||
      / nao( [.,;!])?$/.test(` ${spanText(clause, one.to, one.to + 5)}`)
    if (refused) {
      const firm =
        noOrder.test(spanText(clause, one.from - 4, one.from)) ||
        saysNo.test(spanText(clause, one.to, one.to + 4).replace(/^, /, ''))
      if (firm && chanceOf(clause, 'con') > 0.6 && concept.group === 'conduta' && chanceOf(clause, 'ori') < 0.3)
        frames.put('order', lowerFirst(concept.note), [clause.line], { status: 'refused' })
      continue
    }
    if (/\b(ia|tinha|pensei|cogitei)\b/.test(clause.plain)) continue
    const frame = frames.put('instruction', concept.note, [clause.line], { status: concept.group })
    const due = dueIn(clause, concept.group === 'vacinas' ? spanOf(vaccines) : one)
    if (due) fill(frame, 'due', due, [clause.line])
    const manner = mannerIn(clause)
    if (manner && concept.group === 'conduta') fill(frame, 'manner', manner, [clause.line])
  }
}
