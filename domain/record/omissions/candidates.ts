import { plain } from '../../text.ts'
import type { DraftSection, DraftSentence } from '../draft.ts'
import { statement } from '../extractive/answer.ts'
import { sectionOfDoctor, sectionOfPatient, sectionOfUnknown } from '../extractive/classify.ts'
import { disease, recap } from '../extractive/lexicon/plan.ts'
import { smallTalk } from '../extractive/lexicon/speech.ts'
import { finish, stems, words } from '../extractive/normalise.ts'
import { planVoice } from '../extractive/plan-voice.ts'
import { type Line, readLine, type SpokenLine } from '../extractive/segment.ts'
import type { CanonicalKey } from '../record.ts'
import { placeOf, type Template } from '../templates/template.ts'

/** A sentence the record could have. `telling`: of its lines those that say it, not the question they answer. */
export type Candidate = {
  section: string
  canonical: CanonicalKey
  text: string
  evidence: string[]
  telling: string[]
}

/** What the extractive structurer writes; what it denies together is looked at one by one. */
export function drafted(template: Template, draft: readonly DraftSection[], lineOf: LineOf): Candidate[] {
  const asked = (id: string) => {
    const line = lineOf(id)
    return line && line.questions.length > 0 ? stems(line.spoken) : undefined
  }
  const onlyAsks = (id: string) => lineOf(id)?.statements.length === 0
  return draft.flatMap(({ key, sentences }) => {
    const part = template.sections.find((section) => section.key === key)
    if (!part) return []
    return sentences
      .flatMap((sentence) => apart(sentence, asked))
      .map(({ text, evidence }) => {
        const said = evidence.filter((id) => !onlyAsks(id))
        const telling = said.length > 0 ? said : evidence
        return { section: key, canonical: part.canonical, text, evidence, telling }
      })
  })
}

/** 'Nega A, B e C.' -> a denial each, with the question that asked for it and what follows. */
function apart(
  { text, evidence }: DraftSentence,
  asked: (id: string) => ReadonlySet<string> | undefined,
): DraftSentence[] {
  const items = text.match(/^Nega ([^;]+)\.$/u)?.[1]?.split(/,\s+(?:e\s+)?|\s+e\s+/u) ?? []
  if (items.length < 2 || items.some((item) => words(item).length > 5)) return [{ text, evidence }]
  return items.map((item) => {
    const said = stems(item)
    const own = evidence.filter((id, index) =>
      [id, evidence[index - 1]].some((other) => {
        const question = other === undefined ? undefined : asked(other)
        return question !== undefined && [...said].some((stem) => question.has(stem))
      }),
    )
    return { text: finish(`nega ${item}`), evidence: own.length > 0 ? own : evidence }
  })
}

/** 'Resumindo, o que a senhora tem é uma gastrite': what is told as the diagnosis, whatever was said around it. */
const diagnosis =
  /(?:\bo que (?:você|o senhor|a senhora|ele|ela) tem é|\b(?:isso|isto)(?: aí)? é|trata-se de|(?:você|o senhor|a senhora|ele|ela) (?:tem|está com)(?= uma?\s)|quadro de)\s+(?:uma? )?([^.]+)/iu

function place(line: Line, text: string): { part: CanonicalKey; by: 'doctor' | 'patient' } | undefined {
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

/** What lines say that no sentence was made of: each statement by itself, in the register of a note. Questions are none. */
export function told(template: Template, lines: readonly Line[]): Candidate[] {
  const candidate = (canonical: CanonicalKey, text: string, { id }: Line): Candidate => {
    const section = placeOf(template, canonical, plain(text)).key
    return { section, canonical, text, evidence: [id], telling: [id] }
  }
  return lines.flatMap((line) =>
    line.bare
      ? []
      : line.statements.flatMap((spoken): Candidate[] => {
          if (words(spoken).length < 3 || smallTalk.test(plain(spoken))) return []
          const named = line.speaker === 'doctor' ? spoken.match(diagnosis)?.[1] : undefined
          if (named && disease.test(plain(named))) return [candidate('hipotese', finish(named), line)]
          const found = recap.test(plain(spoken)) ? undefined : place(line, spoken)
          if (!found) return []
          const orders = found.part === 'conduta' || found.part === 'orientacoes'
          const text = finish(found.by === 'doctor' ? planVoice(spoken, orders) : statement(spoken))
          return text === '' ? [] : [candidate(found.part, text, line)]
        }),
  )
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
