import { plain } from '../../text.ts'
import { answers } from './answers.ts'
import { asked, type Carried, carriedFrom, drugNamed } from './asked.ts'
import { toAnswer } from './asked-of-doctor.ts'
import { withChiefComplaint } from './chief-complaint.ts'
import { companionOf, namingCompanion } from './companion.ts'
import { doctorStatements } from './doctor.ts'
import type { Draft } from './draft.ts'
import { felt, foundThere, selfExam } from './guided-exam.ts'
import { measuresNamed, type Named, withMeasure } from './measured.ts'
import { stems } from '../voice/normalise.ts'
import { inNoteForm, noteItem, noteVoice } from './note-voice.ts'
import { asksForComplaint, fromComplaint } from './opening.ts'
import { inFeminine, isWoman } from './patient-gender.ts'
import { type Denials, denialsIn, keepingDenial } from './pointed.ts'
import { namingRelatives } from './relative.ts'
import { exchanges, type Line } from './segment.ts'

/** Lines in order -> sentences with their section and the lines that prove them. */
export function collect(spoken: readonly Line[]): Draft[] {
  const companion = companionOf(spoken)
  const opened = fromComplaint(spoken)
  const lines = companion ? opened.map((line) => namingCompanion(line, companion)) : namingRelatives(opened)
  const drafts: Draft[] = []
  let planned = false
  let examining = false
  let carried: Carried = { section: 'hda', topic: undefined }
  // What the patient has said so far: a doctor who only says it again adds nothing.
  const heard = new Set<string>()
  let answered: readonly string[] = []
  // What the doctor has decided and advised: a patient who only says it again tells nothing.
  const advised = new Set<string>()
  // The line of the last exchange that named a drug: 'toma dois comprimidos' is of that one.
  let named: Line | undefined
  const measured: Named[] = []
  for (const [turn, exchange] of exchanges(lines).entries()) {
    // Before these, no draft cites a line of this exchange.
    const from = Math.max(0, drafts.length - 1)
    for (const line of exchange.asked) {
      // 'Coloca no braço e fica quieta', in the midst of the examination, is no advice.
      const guides = examining && !planned && selfExam.test(plain(line.spoken))
      const stated = doctorStatements(line, heard, drafts.at(-1), named)
      drafts.push(...(guides ? stated.filter((draft) => draft.section !== 'orientacoes') : stated))
    }
    named = exchange.replies.findLast(toAnswer)
    for (const reply of exchange.replies) for (const stem of stems(reply.statements.join(' '))) heard.add(stem)
    const questions = asked(exchange, carried, companion)
    measured.push(...measuresNamed([...exchange.asked, ...exchange.replies], turn))
    examining = (examining && !planned) || exchange.asked.some((line) => selfExam.test(plain(line.spoken)))
    const touched = examining && exchange.asked.some((line) => felt.test(plain(line.spoken)))
    // An ambulance may be called mid-history: what is told is over only while nothing more is asked.
    if (questions.some((question) => !question.social)) planned = false
    else
      planned ||= drafts
        .slice(from)
        .some(
          (draft) =>
            exchange.asked.some((line) => draft.evidence.includes(line.id)) &&
            /^(conduta|hipotese|orientacoes)$/.test(draft.section),
        )
    if (planned) for (const line of exchange.asked) for (const stem of stems(line.spoken)) advised.add(stem)
    else advised.clear()
    const deniedBy = denialReader(exchange.replies)
    const patients = new Set(exchange.replies.filter((line) => line.speaker === 'patient').map((line) => line.id))
    drafts.push(
      ...answers(exchange, questions, carried.section, planned, advised)
        .map((draft) => withMeasure(draft, measured, turn, examining))
        .map((draft) =>
          touched ? foundThere(draft, exchange) : toldByPatient(draft, examining ? new Set() : patients),
        )
        .flatMap(asNote)
        .map((draft) => denialKept(draft, deniedBy))
        .map((draft) => (draft.kind === 'detail' ? { ...draft, after: answered } : draft)),
    )
    answered = exchange.replies.map((line) => line.id)
    carried = { ...carriedFrom(questions, carried), drug: drugNamed(exchange) }
  }
  const spokenOf = companion === undefined && isWoman(lines) ? drafts.map(ofWoman) : drafts
  return withChiefComplaint(spokenOf, lines.slice(lines.findIndex((line) => line.id === asksForComplaint(lines)) + 1))
}

const ofWoman = (draft: Draft): Draft => (draft.kind === 'denial' ? draft : { ...draft, text: inFeminine(draft.text) })

/** A denial that was answered stays one, whatever was made of its words. */
function denialKept(draft: Draft, deniedBy: (evidence: readonly string[]) => Denials): Draft {
  if (draft.kind !== 'statement' || /^(conduta|hipotese|orientacoes)$/.test(draft.section)) return draft
  return { ...draft, text: keepingDenial(draft.text, deniedBy(draft.evidence)) }
}

/** Reads cited replies once for all drafts that cite the same: a long reply makes many. */
function denialReader(replies: readonly Line[]): (evidence: readonly string[]) => Denials {
  const made = new Map<string, Denials>()
  return (evidence) => {
    const key = evidence.join(' ')
    const before = made.get(key)
    if (before) return before
    const cited = replies.filter((line) => evidence.includes(line.id))
    const denied = denialsIn(cited.flatMap((line) => line.statements))
    made.set(key, denied)
    return denied
  }
}

/** What a patient tells is history, whatever was asked: only the doctor examines, or guides who reads what is measured. */
const toldByPatient = (draft: Draft, patients: ReadonlySet<string>): Draft =>
  draft.section === 'exame_fisico' && draft.evidence.some((id) => patients.has(id))
    ? { ...draft, section: 'hda' }
    : draft

/** What a patient told, as a note says it; talk that says nothing is left out. */
function asNote(draft: Draft): Draft[] {
  if (draft.kind === 'denial') return [{ ...draft, item: noteItem(draft.item) }]
  if (draft.kind === 'detail')
    return [
      {
        ...draft,
        text: draft.text && noteVoice(draft.text, draft.section === 'hf'),
        tail: inNoteForm(draft.tail, draft.section === 'hf') || draft.tail,
      },
    ]
  if (draft.kind !== 'statement' || /^(conduta|hipotese|orientacoes)$/.test(draft.section)) return [draft]
  const text = noteVoice(draft.text, draft.section === 'hf')
  return text ? [{ ...draft, text }] : []
}
