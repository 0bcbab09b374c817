import { plain } from '../../text.ts'
import { statement } from '../extractive/answer.ts'
import { sectionOfDoctor, sectionOfPatient, sectionOfUnknown } from '../extractive/classify.ts'
import { ancestors } from '../extractive/lexicon/clinical.ts'
import { recap } from '../extractive/lexicon/plan.ts'
import { smallTalk } from '../voice/speech.ts'
import { finish, stems, uncapitalise, words } from '../voice/normalise.ts'
import { planVoice } from '../extractive/plan-voice.ts'
import { type Line, readLine, type SpokenLine } from '../extractive/segment.ts'
import type { DraftSentence } from '../proof/draft.ts'
import type { CanonicalKey, EvidenceLine } from '../record.ts'
import { placeOf, type Template } from '../templates/template.ts'
import { diagnosisIn, forbids, partOfDoctor } from './doctor.ts'
import { clinicalWords, drugNames, isProcedure, mentionsRisk } from './kind.ts'

/** A sentence the record could have. `telling`: those of its lines that state it, without the question they answer. */
export type Candidate = {
  /** Absent for a part of an offer. */
  id?: string
  section: string
  text: string
  evidence: EvidenceLine[]
  telling: string[]
}

/**
 * Splits a list of denials ('Nega A, B e C.') into one candidate each, with the question that asked for it. Any other
 * offer stays whole.
 */
export function splitDenials(offer: Omit<Candidate, 'telling'>, lineOf: LineOf): Candidate[] {
  const { section, text, evidence } = offer
  const withTelling = (candidate: Omit<Candidate, 'telling'>): Candidate => {
    const ids = candidate.evidence.map((line) => line.id)
    const telling = ids.filter((id) => lineOf(id)?.statements.length !== 0)
    return { ...candidate, telling: telling.length > 0 ? telling : ids }
  }
  const items = text.match(/^Nega ([^;]+)\.$/u)?.[1]?.split(/,\s+(?:e\s+)?|\s+e\s+/u) ?? []
  if (items.length < 2 || items.some((item) => words(item).length > 5)) return [withTelling(offer)]
  const stemsOfQuestion = (line: EvidenceLine | undefined) => {
    const read = line && lineOf(line.id)
    return read && read.questions.length > 0 ? stems(read.spoken) : undefined
  }
  return items.map((item) => {
    const itemStems = stems(item)
    const own = evidence.filter((line, index) =>
      [line, evidence[index - 1]].some((other) => {
        const question = stemsOfQuestion(other)
        return question !== undefined && [...itemStems].some((stem) => question.has(stem))
      }),
    )
    return withTelling({ section, text: finish(`nega ${item}`), evidence: own.length > 0 ? own : evidence })
  })
}

/** Safety agreements for a patient at risk. */
const ofSafety = /\b(cvv|se|lig\w+|procur\w+|cham\w+|tir(a|e|ar|em)|guard\w+|tranc\w+|combin\w+|fic(a|ar|que) com)\b/

type Placed = { part: CanonicalKey; by: 'doctor' | 'patient' }

function place(line: Line, text: string): Placed | undefined {
  const normal = plain(text)
  const by = line.speaker === 'doctor' ? 'doctor' : 'patient'
  const risk = mentionsRisk(text)
  if (risk && ancestors.test(normal)) return { part: 'hf', by }
  const found = placeByWords(line, text)
  // 'Dipirona se tiver febre' sounds like advice, and is a prescription.
  if (found?.by === 'doctor' && found.part === 'orientacoes' && drugNames(text).length > 0 && !forbids(text))
    return { part: 'conduta', by }
  if (found) return found
  // Drops nothing about a risk to life or an immediate procedure, even without the usual words.
  if (risk) return { part: by === 'doctor' && ofSafety.test(normal) ? 'orientacoes' : 'hda', by }
  const part = by === 'patient' ? undefined : isProcedure(text) ? 'conduta' : partOfDoctor(text)
  return part && { part, by }
}

function placeByWords(line: Line, text: string): Placed | undefined {
  if (line.speaker === 'patient') {
    const part = sectionOfPatient(text)
    // A patient's words are never an examination: only the doctor examines.
    return part && part !== 'exame_fisico' ? { part, by: 'patient' } : undefined
  }
  if (line.speaker === undefined) {
    const { section, by } = sectionOfUnknown(text)
    return section && { part: section, by }
  }
  const part = sectionOfDoctor(text)
  return part && { part, by: 'doctor' }
}

type PlacedSentence = DraftSentence & { section: string }

/** The entry before this one. */
export type PreviousLine = (id: string) => { id: string; text: string } | undefined

const denial = /^(nao|nenhum\w*|nada|nunca|que eu saiba|acho que nao)\b/
/** Makes an allergy of the answer to a question about allergies, without regard to its speaker and its words. */
function allergyAnswer(line: Line, previous: PreviousLine): DraftSentence | undefined {
  const question = previous(line.id)
  if (!question?.text.includes('?') || !/alerg/.test(plain(question.text)) || denial.test(plain(line.spoken)))
    return undefined
  const answer = line.statements.map((spoken) => uncapitalise(statement(spoken).replace(/[.]+$/, ''))).join(', ')
  return { text: finish(`alergia: ${answer}`), evidence: [question.id, line.id] }
}

/** Turns the statements of these lines into sentences of a note, one each. Skips questions and small talk. */
export function sentencesFrom(template: Template, lines: readonly Line[], previous: PreviousLine): PlacedSentence[] {
  const placed = (canonical: CanonicalKey, text: string, evidence: string[]): PlacedSentence => ({
    section: placeOf(template, canonical, plain(text)).key,
    text,
    evidence,
  })
  return lines.flatMap((line) => {
    if (line.bare || line.statements.length === 0) return []
    const allergy = allergyAnswer(line, previous)
    if (allergy) return [placed('hpp', allergy.text, allergy.evidence)]
    return line.statements.flatMap((spoken): PlacedSentence[] => {
      if (words(spoken).length < 2 || smallTalk.test(plain(spoken))) return []
      const named = line.speaker === 'doctor' ? diagnosisIn(spoken) : undefined
      if (named) return [placed('hipotese', finish(named), [line.id])]
      const found = recap.test(plain(spoken)) ? undefined : place(line, spoken)
      if (!found) return []
      const orders = found.part === 'conduta' || found.part === 'orientacoes'
      const text = finish(found.by === 'doctor' ? planVoice(spoken, orders) : statement(spoken))
      return text === '' ? [] : [placed(found.part, text, [line.id])]
    })
  })
}

/** A statement is written if this share of its words is in the draft of its line. */
const WRITTEN = 0.5
function isWritten(spoken: string, there: ReadonlySet<string>): boolean {
  const stemsOfStatement = [...stems(spoken)]
  return (
    stemsOfStatement.length < 2 ||
    stemsOfStatement.filter((stem) => there.has(stem)).length >= WRITTEN * stemsOfStatement.length
  )
}

/**
 * The statements of a line that the draft does not have; '' if it has all. A quick test, since most lines are written.
 */
export function unwrittenText(text: string, written: string | undefined): string {
  if (written === undefined) return text
  // Skips the word by word comparison if the draft is longer than the line, or the line is one statement.
  if (written.length > text.length || !/[.?!] /.test(text)) return ''
  const there = stems(written)
  const sentences = text.match(/[^.?!]+[.?!]*/g) ?? []
  return sentences.filter((spoken) => !spoken.endsWith('?') && !isWritten(spoken, there)).join('')
}

/**
 * A line with only those statements that its draft lacks and whose clinical words the whole draft lacks: half of a line
 * being written does not cover the rest.
 */
export function withoutWritten(line: Line | undefined, written: string | undefined, whole: string): Line | undefined {
  if (!line || written === undefined) return line
  const there = stems(written)
  const anywhere = stems(whole)
  const statements = line.statements.filter((spoken) => {
    if (isWritten(spoken, there)) return false
    if (line.speaker === 'doctor' && (diagnosisIn(spoken) || partOfDoctor(spoken))) return true
    return mentionsRisk(spoken) || clinicalWords(spoken).some((word) => !anywhere.has(word.slice(0, 5)))
  })
  return statements.length > 0 ? { ...line, statements } : undefined
}

export type LineOf = (id: string) => Line | undefined

/** Reads each line once, when it is first needed: most lines never are. */
export function lineReader(entries: readonly SpokenLine[]): LineOf {
  const byId = new Map(entries.filter((entry) => !entry.isPartial).map((entry) => [entry.id, entry]))
  const read = new Map<string, Line>()
  return (id) => {
    const entry = byId.get(id)
    const line = read.get(id) ?? (entry && readLine(entry))
    if (line) read.set(id, line)
    return line
  }
}
