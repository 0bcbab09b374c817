import { plain } from '../../text.ts'
import { statement } from '../extractive/answer.ts'
import { sectionOfDoctor, sectionOfPatient, sectionOfUnknown } from '../extractive/classify.ts'
import { ancestors } from '../extractive/lexicon/clinical.ts'
import { recap } from '../extractive/lexicon/plan.ts'
import { smallTalk } from '../extractive/lexicon/speech.ts'
import { finish, stems, uncapitalise, words } from '../extractive/normalise.ts'
import { planVoice } from '../extractive/plan-voice.ts'
import { type Line, readLine, type SpokenLine } from '../extractive/segment.ts'
import type { DraftSentence } from '../proof/draft.ts'
import type { CanonicalKey, EvidenceLine } from '../record.ts'
import { placeOf, type Template } from '../templates/template.ts'
import { diagnosisIn, forbids, partOfDoctor } from './doctor.ts'
import { clinicalWords, drugNames, isProcedure, tellsRisk } from './kind.ts'

/** A sentence the record could have. `telling`: of its lines those that say it, not the question they answer. */
export type Candidate = {
  /** None where it is a part of what was written. */
  id?: string
  section: string
  text: string
  evidence: EvidenceLine[]
  telling: string[]
}

/** As it stands; what it denies together ('Nega A, B e C.') is looked at one by one, with the question that asked for it. */
export function apart(offer: Omit<Candidate, 'telling'>, lineOf: LineOf): Candidate[] {
  const { section, text, evidence } = offer
  const withTelling = (candidate: Omit<Candidate, 'telling'>): Candidate => {
    const ids = candidate.evidence.map((line) => line.id)
    const telling = ids.filter((id) => lineOf(id)?.statements.length !== 0)
    return { ...candidate, telling: telling.length > 0 ? telling : ids }
  }
  const items = text.match(/^Nega ([^;]+)\.$/u)?.[1]?.split(/,\s+(?:e\s+)?|\s+e\s+/u) ?? []
  if (items.length < 2 || items.some((item) => words(item).length > 5)) return [withTelling(offer)]
  const asked = (line: EvidenceLine | undefined) => {
    const read = line && lineOf(line.id)
    return read && read.questions.length > 0 ? stems(read.spoken) : undefined
  }
  return items.map((item) => {
    const said = stems(item)
    const own = evidence.filter((line, index) =>
      [line, evidence[index - 1]].some((other) => {
        const question = asked(other)
        return question !== undefined && [...said].some((stem) => question.has(stem))
      }),
    )
    return withTelling({ section, text: finish(`nega ${item}`), evidence: own.length > 0 ? own : evidence })
  })
}

/** What is agreed on for when it comes back. */
const ofSafety = /\b(cvv|se|lig\w+|procur\w+|cham\w+|tir(a|e|ar|em)|guard\w+|tranc\w+|combin\w+|fic(a|ar|que) com)\b/

type Placed = { part: CanonicalKey; by: 'doctor' | 'patient' }

function place(line: Line, text: string): Placed | undefined {
  const said = plain(text)
  const by = line.speaker === 'doctor' ? 'doctor' : 'patient'
  const risk = tellsRisk(text)
  if (risk && ancestors.test(said)) return { part: 'hf', by }
  const found = placeByWords(line, text)
  // 'Dipirona se tiver febre': told like advice, and prescribed.
  if (found?.by === 'doctor' && found.part === 'orientacoes' && drugNames(text).length > 0 && !forbids(text))
    return { part: 'conduta', by }
  if (found) return found
  // Of a life at risk and of what is done at once nothing is dropped, in whatever words it is told.
  if (risk) return { part: by === 'doctor' && ofSafety.test(said) ? 'orientacoes' : 'hda', by }
  const part = by === 'patient' ? undefined : isProcedure(text) ? 'conduta' : partOfDoctor(text)
  return part && { part, by }
}

function placeByWords(line: Line, text: string): Placed | undefined {
  if (line.speaker === 'patient') {
    const part = sectionOfPatient(text)
    // Only the doctor examines.
    return part && part !== 'exame_fisico' ? { part, by: 'patient' } : undefined
  }
  if (line.speaker === undefined) {
    const { section, by } = sectionOfUnknown(text)
    return section && { part: section, by }
  }
  const part = sectionOfDoctor(text)
  return part && { part, by: 'doctor' }
}

type Told = DraftSentence & { section: string }

/** What a line stands behind. */
export type Before = (id: string) => { id: string; text: string } | undefined

const denial = /^(nao|nenhum\w*|nada|nunca|que eu saiba|acho que nao)\b/
/** What is answered to a question for allergies is one, whoever the line is taken for and whatever it is called. */
function allergyTold(line: Line, before: Before): DraftSentence | undefined {
  const question = before(line.id)
  if (!question?.text.includes('?') || !/alerg/.test(plain(question.text)) || denial.test(plain(line.spoken)))
    return undefined
  const said = line.statements.map((spoken) => uncapitalise(statement(spoken).replace(/[.]+$/, ''))).join(', ')
  return { text: finish(`alergia: ${said}`), evidence: [question.id, line.id] }
}

/** What lines say that no sentence was made of: each statement by itself, in the register of a note. Questions are none. */
export function told(template: Template, lines: readonly Line[], before: Before): Told[] {
  const placed = (canonical: CanonicalKey, text: string, evidence: string[]): Told => ({
    section: placeOf(template, canonical, plain(text)).key,
    text,
    evidence,
  })
  return lines.flatMap((line) => {
    if (line.bare || line.statements.length === 0) return []
    const allergy = allergyTold(line, before)
    if (allergy) return [placed('hpp', allergy.text, allergy.evidence)]
    return line.statements.flatMap((spoken): Told[] => {
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

/** So much of a statement's words in what was written of its line, and it was written. */
const WRITTEN = 0.5
function isWritten(spoken: string, there: ReadonlySet<string>): boolean {
  const said = [...stems(spoken)]
  return said.length < 2 || said.filter((stem) => there.has(stem)).length >= WRITTEN * said.length
}

/** Of a line as it was spoken the statements that nothing was written of: most lines have none, and are read no further. */
export function unwritten(text: string, written: string | undefined): string {
  if (written === undefined) return text
  // What was written of more than it says, or of the one thing it says, is not looked at word by word.
  if (written.length > text.length || !/[.?!] /.test(text)) return ''
  const there = stems(written)
  const sentences = text.match(/[^.?!]+[.?!]*/g) ?? []
  return sentences.filter((spoken) => !spoken.endsWith('?') && !isWritten(spoken, there)).join('')
}

/**
 * A line with those of its statements that nothing was written of, as they name what the `whole` does not: what tells
 * half of a line does not tell the rest.
 */
export function untold(line: Line | undefined, written: string | undefined, whole: string): Line | undefined {
  if (!line || written === undefined) return line
  const there = stems(written)
  const anywhere = stems(whole)
  const statements = line.statements.filter((spoken) => {
    if (isWritten(spoken, there)) return false
    if (line.speaker === 'doctor' && (diagnosisIn(spoken) || partOfDoctor(spoken))) return true
    return tellsRisk(spoken) || clinicalWords(spoken).some((word) => !anywhere.has(word.slice(0, 5)))
  })
  return statements.length > 0 ? { ...line, statements } : undefined
}

export type LineOf = (id: string) => Line | undefined

/** Each line is read when it is asked for, once: of most there is nothing to ask. */
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
