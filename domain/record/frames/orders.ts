// Orders: exams with their region, side and time, colleagues, procedures, leave, and what was decided against.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import examShorts from '../lexicon/exam-shorts.json' with { type: 'json' }
import { siteOf } from '../lexicon/lexicon.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { span } from './times.ts'

const noOrder =
  /\b(nao (precisa\w*|(vou|vamos) (te |lhe )?(pedir|fazer|solicitar|precisar|querer|mandar|indicar)|e preciso|ha necessidade|tem necessidade|vejo|peco|pedi|faco|muda|vale|quero|cabe|indico|tem indicacao|e hora|e caso)|sem necessidade|sem indicacao|por enquanto nao|agora nao|hoje nao|nao agora|ainda nao|dispens\w+|nem|de jeito nenhum|nada de)\b/
const cancelling =
  /\b(cancel\w+|rasg\w+|dispens\w+|vou tirar|tiro da lista|suspend\w+ o pedido|deixa pra la|nao vai precisar)\b/
const ordering =
  /\b(pedir|peco|pedi|pedido|solicit\w+|fazer|faz|faca|quero|vou|vamos|precis\w+|colher|colhe|repetir|repete|repita|trazer|exame de|marca\w*|agend\w*)\b/
/** Exams of the past are results, not orders. */
const done =
  /\b(fez|fiz|fizemos|trouxe|trouxeram|veio|vieram|deu|deram|mostrou|mostra|mostraram|saiu|fizeram|disse|falou|sugeriu|foi (feito|normal)|tinha feito|ja tem)\b/
const decided = /\b(vou|vamos|peco|pedir|solicit\w+|repet\w+|quero|precis\w+|de novo|novo|nova)\b/

/** Whether the doctor decides something in this clause. */
const decides = (clause: Clause): boolean => {
  if (clause.act === 'question' || clause.tag.act === 'q') return false
  const con = chanceOf(clause, 'con')
  if (clause.speaker !== 'doctor')
    return con > 0.85 && /^[di]$/.test(clause.tag.act) && !/\b(eu|meu|minha)\b/.test(clause.plain)
  return con > 0.4 || chanceOf(clause, 'con', 'ori') > 0.6 || (clause.plan && chanceOf(clause, 'con', 'ori') > 0.15)
}

const near = (clause: Clause, from: number, to: number): string =>
  clause.tokens
    .slice(Math.max(0, from), to)
    .map(({ word }) => word)
    .join(' ')

const everyNo = new RegExp(noOrder, 'g')
const everyAbandoned = new RegExp(abandoned, 'g')
const everyOrder = new RegExp(ordering, 'g')
const lastOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].at(-1)?.index ?? -1
const saysNo =
  /^(,? ?(agora|hoje|por enquanto|tambem|aqui|ainda|eu|a gente|so|acho que) )*(nao( (,|\.|!|agora|hoje|precisa\w*|peco|pedimos|faco|fazemos|vejo|muda|por enquanto|vou pedir|vamos pedir|e necess\w+|tem por que)|$)|nem|dispenso|cancel\w+)/

/** Whether the words around the exam refuse it: the nearest word before it decides, or a 'não' just after it. */
function isRefused(clause: Clause, exam: Said): boolean {
  const lead = near(clause, 0, exam.from)
  const [no, yes] = [Math.max(lastOf(lead, everyNo), lastOf(lead, everyAbandoned)), lastOf(lead, everyOrder)]
  const next = clause.said.find(({ concept, from }) => from >= exam.to && /^(exam|drug|action)$/.test(concept.kind))
  const tail = near(clause, exam.to, next?.from ?? exam.to + 24)
  // 'Urocultura não precisa de ultrassom': without marks the 'não' belongs to the next exam.
  const ofNext =
    next !== undefined && next.from - exam.to < 6 && /\b(precisa|peco|faco|vejo)( d[eoa])?( o| a| um| uma)?$/.test(tail)
  if (ofNext) return no > yes && no >= 0
  if (saysNo.test(tail.replace(/^, /, ''))) return true
  if (no >= 0 || yes >= 0) return no > yes || (no >= 0 && yes - no < 14) || (no < 0 && cancelling.test(tail))
  return noOrder.test(tail) || abandoned.test(tail) || cancelling.test(tail)
}

const covered = (one: Said, all: readonly Said[]): boolean =>
  all.some(
    (other) =>
      other !== one && other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from,
  )

const sided = /^(direit|esquerd)[oa]s?$/
/** 'Radiografia do joelho direito': the exam with the region and side said beside it. */
function examName(clause: Clause, exam: Said): string {
  const { note, group } = exam.concept
  const site = clause.said.find(
    ({ concept, from }) => concept.kind === 'site' && from >= exam.from && from <= exam.to + 3,
  )
  const place = site ? siteOf(site.concept.note).in.replace(/^n/, 'd').replace(/^em$/, 'de') : ''
  const regional =
    /^(radiografia|ultrassonografia|tomografia|ressonância magnética|Doppler venoso|biópsia|mamografia)$/.test(note) ||
    group === 'region'
  const named = regional && site ? `${note} ${place} ${site.concept.note}` : note
  const side = clause.tokens
    .slice(exam.to, (site ? Math.max(site.to, exam.to) : exam.to) + 3)
    .find(({ word }) => sided.test(word))
  const withSide =
    side && (site || / de /.test(named)) ? `${named} ${side.word.replace(/^[a-z]/, (letter) => letter)}` : named
  const tail = near(clause, exam.to, exam.to + 5)
  const contrast = /\b(sem|com) contraste\b/.exec(tail)?.[0]
  return contrast ? `${withSide} ${contrast}` : withSide
}

/** 'em 6 semanas', 'hoje', 'antes do retorno': when an order is due. */
function dueIn(clause: Clause): string | undefined {
  const time = clause.quantities.find(
    (one) =>
      /^(dia|semana|mes|ano)$/.test(one.unit) &&
      (/\b(em|daqui|daqui a|apos)$/.test(near(clause, one.from - 2, one.from)) ||
        /^depois\b/.test(near(clause, one.to, one.to + 3))),
  )
  if (time) return `em ${span(time)}`
  return /\b(hoje|amanha)\b/.exec(clause.plain)?.[0].replace('amanha', 'amanhã')
}

/** Exams that are not ordered here: 'até sair o TSH', 'se a biópsia vier'. */
const awaited =
  /\b(sair|saia|resultado|ate|vier|confirmar|chegar|depois|conforme|esperar|aguardar|mostrar)( (o|a|os|as|do|da|de|um|uma|no|na))*$/
const asksFor = /\b((vou|vamos|quero) (te |lhe |ja |so |tambem )*(pedir|solicitar)|peco|solicito|pede)\b/
/** In a list of exams an organ stands for its exam: 'hemograma, fígado e urina'. */
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

function putExam(frames: Frames, clause: Clause, exam: Said, lines: readonly string[]): void {
  const refused = isRefused(clause, exam)
  const cancelled = refused && cancelling.test(clause.plain)
  if (exam.polarity === 'denied' && !refused && !noOrder.test(clause.plain)) return
  if (awaited.test(near(clause, exam.from - 3, exam.from))) return
  const status = cancelled ? 'cancelled' : refused || exam.polarity === 'denied' ? 'refused' : 'ordered'
  const name = examName(clause, exam)
  const firm = saysNo.test(near(clause, exam.to, exam.to + 4).replace(/^, /, ''))
  if (status === 'refused' && !firm && frames.find('order', name)?.status === 'ordered') return
  const frame = frames.put('order', name, lines, { status })
  if (status !== 'ordered') return
  const due = dueIn(clause)
  if (due) fill(frame, 'due', due, lines)
  if (/\b(urgen\w+|prioridade|prioritari\w+)\b/.test(clause.plain)) fill(frame, 'priority', 'com prioridade', lines)
  const again =
    /\b(repet\w+|nov[ao]s?)\b/.test(near(clause, exam.from - 5, exam.from)) ||
    /\b(de novo|controle)\b/.test(near(clause, exam.to, exam.to + 4))
  if (again) fill(frame, 'again', 'repetir', lines)
}

/** Exams of the clause just before, which the doctor may take back: whether they were weighed, asked for or ordered. */
export type Pending =
  | { exams: readonly Said[]; clause: Clause; how: 'weighed' | 'asked' | 'ordered'; index: number }
  | undefined
/** So many clauses later nobody speaks of an exam any more. */
const remembered = 4
const weighing = /\b(ia|iam|tinha|tinham|pensei|cheguei|cogitei|sugeriu|sugeriram|queria|pediram|pediu)\b/

/** 'Cancelo.', 'Não precisa.': the clause takes back exams of the clauses just before. */
function takeBack(frames: Frames, clause: Clause, pending: NonNullable<Pending>): void {
  const cancels = cancelling.test(clause.plain)
  const refuses = noOrder.test(clause.plain) || /^(nao|agora nao|hoje nao|por enquanto nao)\b/.test(clause.plain)
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
  const own = exams.filter((one) => !covered(one, exams))
  const recent = pending && index - pending.index <= remembered ? pending : undefined
  const asks = clause.act === 'question' || clause.speaker !== 'doctor'
  if (own.length === 0) {
    if (recent && !asks) takeBack(frames, clause, recent)
    return recent
  }
  const past = done.test(clause.plain) && !decided.test(clause.plain)
  if (asks && !decides(clause)) return past || own.length > 2 ? recent : { exams: own, clause, how: 'asked', index }
  const refuses = own.some(({ from }) => noOrder.test(near(clause, from - 4, from)))
  const explicit = clause.speaker === 'doctor' && (asksFor.test(clause.plain) || refuses)
  if (!explicit && (!decides(clause) || chanceOf(clause, 'exc') > 0.4)) return recent
  const cancels = cancelling.test(clause.plain)
  if (weighing.test(clause.plain) && !cancels && !noOrder.test(clause.plain))
    return { exams: own, clause, how: 'weighed', index }
  if (past && !cancels) return recent
  if (clause.conditional && !/^(repet|peco|pedir|vou)/.test(clause.plain)) return recent
  for (const exam of own) putExam(frames, clause, exam, [clause.line])
  putShorts(frames, clause, own)
  return { exams: own, clause, how: 'ordered', index }
}

const sending =
  /\b(encaminh\w+|mandar|mando|passar com|marcar com|marco|indico|procura\w*|avaliacao|guia|consulta com|acompanha\w*|opine|parecer|vai (pro|pra|com|ao|a)|passa (no|na|com)|pedir (pro|pra)|fala com|conversa\w* com)\b/
/** Puts the colleagues that the patient is sent to. */
export function putReferrals(frames: Frames, clause: Clause): void {
  if (!decides(clause) || done.test(clause.plain)) return
  const con = chanceOf(clause, 'con', 'ori')
  const sends = sending.test(clause.plain)
  if (!sends && !(con > 0.7 && clause.tokens.length < 24)) return
  if (noOrder.test(clause.plain) || abandoned.test(clause.plain)) return
  for (const { concept, polarity, subject } of clause.said) {
    if (concept.kind !== 'specialty' || polarity === 'denied' || (subject && !sends)) continue
    const frame = frames.put('referral', concept.note, [clause.line])
    const sessions = clause.quantities.find(({ unit }) => /^sess/.test(unit))
    if (sessions) fill(frame, 'sessions', `${sessions.value} sessões`, [clause.line])
    const due = dueIn(clause)
    if (due) fill(frame, 'due', due, [clause.line])
    const only = /\b(so )?se (.+)$/.exec(clause.plain)
    if (only) fill(frame, 'open', 'condition', [clause.line])
  }
}

const daysOf = (clause: Clause) =>
  clause.quantities.find(({ unit, value }) => /^(dia|semana|mes)$/.test(unit) && value > 0)
/** Puts the leave of work with its days. `before`: what was said just before, where the patient asks for it. */
export function putLeave(frames: Frames, clause: Clause, before: Clause | undefined): void {
  if (!decides(clause) || abandoned.test(clause.plain)) return
  const names = (one: Clause | undefined) => one?.said.find(({ concept }) => concept.note === 'Atestado médico')
  const own = names(clause)
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

const lowered = (name: string): string =>
  /^\p{Lu}{2}/u.test(name) ? name : name.replace(/^\p{L}/u, (one) => one.toLowerCase())

/** Puts procedures, vaccines, admission and other decisions that the lexicon names. */
export function putDecisions(frames: Frames, clause: Clause): void {
  if (!decides(clause) || clause.conditional) return
  if (done.test(clause.plain) && !decided.test(clause.plain)) return
  for (const one of clause.said) {
    const { concept, polarity, subject } = one
    if (
      concept.kind !== 'action' ||
      !/^(conduta|vacinas)$/.test(concept.group) ||
      concept.note === 'Atestado médico' ||
      subject
    )
      continue
    const refused = polarity === 'denied' || isRefused(clause, one)
    if (refused) {
      const firm =
        noOrder.test(near(clause, one.from - 4, one.from)) ||
        saysNo.test(near(clause, one.to, one.to + 4).replace(/^, /, ''))
      if (firm && chanceOf(clause, 'con') > 0.6 && concept.group === 'conduta' && chanceOf(clause, 'ori') < 0.3)
        frames.put('order', lowered(concept.note), [clause.line], { status: 'refused' })
      continue
    }
    if (/\b(ia|tinha|pensei|cogitei)\b/.test(clause.plain)) continue
    const frame = frames.put('instruction', concept.note, [clause.line], { status: concept.group })
    const due = dueIn(clause)
    if (due) fill(frame, 'due', due, [clause.line])
  }
}
