// The sentences that a note of this consultation could have: from frames, and from clauses that no frame holds.
import type { Clause } from '#domain/dialogue/clause.ts'
import { type Part, parts } from '#domain/dialogue/tagger/labels.ts'
import { ownModels } from '#domain/dialogue/tagger/tag.ts'
import { plain } from '#domain/text.ts'
import { groupBy } from '../../group-by.ts'
import { readFrames } from '../frames/read.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { isOfRisk } from '../lexicon/risk.ts'
import { tokensOf } from '../safety/words.ts'
import { contentOf } from './content.ts'
import { keepChances } from './keep.ts'
import { answerStatement, askedStatement, joinedStatement, quoted, type Statement, statementsOf } from './statement.ts'
import type { ItemList, Written } from './wording.ts'
import { writeNote } from './write.ts'

/** `features`: names of what tells whether the sentence is right and wanted, for the choice. */
export type Candidate = {
  from: 'frames' | 'talk'
  part: Part
  text: string
  evidence: readonly string[]
  features: readonly string[]
  /** Stems of the cited clauses, as names of features: the model of right sentences reads them. */
  context: readonly string[]
  list?: ItemList
}

/**
 * A summary of the clauses of the cited lines. `noted`, `meanNoted`: the probability that a note has them, from 0 to 1.
 * `place`: in the talk, from 0 to 1.
 */
type Cited = {
  parts: ReadonlySet<Part>
  noted: number
  meanNoted: number
  lines: number
  place: number
  stems: readonly string[]
}

/** A finding with this share of a clause's content replaces its talk. Chosen on the totals aside (docs/quality.md). */
const FRAMED = 0.7

/** A share from 0 to 1 as one of `steps` numbers. */
const stepOf = (share: number, steps = 8): number => Math.min(steps - 1, Math.floor(share * steps))

/** All candidates of a consultation, those of frames first. */
export function candidatesOf(clauses: readonly Clause[]): Candidate[] {
  const byLine = groupBy(
    clauses.map((clause, index) => ({ clause, index })),
    ({ clause }) => clause.line,
  )
  const chances = new Map<Clause, number[]>()
  const { keep: model } = ownModels()
  const keep = (clause: Clause): readonly number[] => {
    const own = chances.get(clause) ?? keepChances(model, clause)
    chances.set(clause, own)
    return own
  }
  const summaries = new Map<string, Cited>()
  const citedBy = (evidence: readonly string[]): Cited => {
    const key = evidence.join(' ')
    const before = summaries.get(key)
    if (before) return before
    const cited = evidence.flatMap((line) => byLine.get(line) ?? [])
    const telling = cited.filter(({ clause }) => clause.act !== 'question').map(({ clause }) => clause.tag)
    const summary = {
      parts: new Set(telling.map(({ part }) => part)),
      noted: telling.reduce((most, { noted }) => Math.max(most, noted), 0),
      meanNoted: telling.reduce((sum, { noted }) => sum + noted, 0) / Math.max(1, telling.length),
      lines: new Set(cited.map(({ clause }) => clause.line)).size,
      place: (cited[0]?.index ?? 0) / clauses.length,
      stems: [
        ...new Set(
          cited.flatMap(({ clause }) =>
            clause.act === 'question' ? [] : clause.tokens.flatMap(({ kind, stem }) => (kind === 'word' ? [stem] : [])),
          ),
        ),
      ],
    }
    summaries.set(key, summary)
    return summary
  }
  const make = (
    from: Candidate['from'],
    part: Part,
    text: string,
    evidence: readonly string[],
    own: readonly string[],
  ): Candidate => {
    const cited = citedBy(evidence)
    const context = cited.stems.map((stem) => `c:${stem}:${from}`)
    return { from, part, text, evidence, features: featuresOf(from, part, text, cited, own), context }
  }
  const frames = readFrames(clauses)
  const measured = new Set(frames.of('measure').flatMap(({ lines }) => lines))
  // Findings too, where the frame holds most of the clause.
  const findings = new Map(frames.of('finding').map(({ name, slots }) => [slots.get('order')?.text, name]))
  const isFinding = (clause: Clause, index: number) => {
    const name = findings.get(String(index))
    return name !== undefined && contentOf(name).size >= FRAMED * contentOf(clause.plain).size
  }
  // 'Minha mãe é diabética', said by a child's mother, is of the grandmother: the frame has another relative than the talk.
  const families = frames.of('family').map(({ name, lines }) => ({ name: name.split('|'), lines }))
  const isOfOther = ({ line, said, plain: words }: Clause) =>
    families.some(
      ({ name: [relation = '', disease], lines }) =>
        lines.includes(line) &&
        said.some(({ concept }) => concept.note === disease) &&
        !words.includes(plain(relation.split(' ')[0] ?? '')),
    )
  // Vital signs are written by their frames alone.
  const isVital = ({ line, quantities, tag }: Clause) =>
    tag.part === 'ef' && quantities.length > 0 && measured.has(line)
  return [
    ...writeNote(frames).map((written) => ({
      ...make('frames', written.part, written.text, written.evidence, ofFrames(written)),
      ...(written.list && { list: written.list }),
    })),
    ...clauses.flatMap((clause, index) =>
      (isVital(clause) || isFinding(clause, index) || isOfOther(clause) ? [] : talkOf(clauses, index, keep)).map(
        ({ statement, evidence }) => make('talk', partOf(clause), statement.text, evidence, ofTalk(clause, statement)),
      ),
    ),
  ]
}

/** Parts that only a patient tells: a finding that the doctor states unasked belongs to none of them. */
const ofPatients: ReadonlySet<Part> = new Set<Part>(['qp', 'hda', 'hab', 'hf'])

/** The part of the note that the clause most probably belongs to. A doctor's unasked statement is no allergy. */
function partOf({ tag, speaker, answers }: Clause): Part {
  const own = speaker === 'doctor' && answers === undefined
  const fits = (part: Part) => part !== '-' && !(own && (part === 'ale' || (tag.act === 'f' && ofPatients.has(part))))
  if (fits(tag.part)) return tag.part
  return parts.filter(fits).sort((a, b) => (tag.chances[b] ?? 0) - (tag.chances[a] ?? 0))[0] ?? 'hda'
}

/** Whether two clauses may be one sentence: of one line and one part. A condition has a sentence of its own. */
const isOneWith = (clause: Clause, next: Clause): boolean =>
  next.line === clause.line &&
  next.act === 'statement' &&
  next.conditional === clause.conditional &&
  partOf(next) === partOf(clause)

/** Talk that the tagger takes for small talk with more than this probability is not written. */
const smallTalk = 0.65

const identity = /\b(nome completo|(seu|meu) nome|enderec\w+|telefone|cpf|cep|data de nascimento)\b/
/** Whether the patient only says who they are or where they live: the record has that elsewhere. */
const saysIdentity = ({ speaker, said, plain, answers }: Clause): boolean =>
  speaker !== 'doctor' && said.length === 0 && (identity.test(plain) || identity.test(answers?.plain ?? ''))

/**
 * The sentences that a clause could be, alone, with the next one, and with the question that it answers. `keep`: the
 * chances of its words.
 */
function talkOf(
  clauses: readonly Clause[],
  index: number,
  keep: (clause: Clause) => readonly number[],
): { statement: Statement; evidence: string[] }[] {
  const clause = clauses[index] as Clause
  // The tagger's 'q' is for talk without marks: a full stop ends no question.
  const asks = clause.tag.act === 'q' && clause.tokens.at(-1)?.said !== '.'
  if (clause.act !== 'statement' || asks || (clause.tag.chances['-'] ?? 0) > smallTalk) return []
  if (saysIdentity(clause)) return []
  const chances = keep(clause)
  const question = clause.answers
  const evidence = question ? [question.line, clause.line] : [clause.line]
  const out = statementsOf(clause, chances).map((statement) => ({ statement, evidence }))
  // A risk to life is offered in the words that were spoken.
  if (isOfRisk(clause.tokens, clause.said)) {
    const whole = out.filter(({ statement }) => statement.way === 'whole')
    return whole.length > 0 ? whole : [{ statement: quoted(clause), evidence }]
  }
  const next = clauses[index + 1]
  if (next && isOneWith(clause, next)) {
    const statement = joinedStatement(clause, next, [...chances, ...keep(next)])
    if (statement) out.push({ statement, evidence })
  }
  if (question) {
    const questionChances = keep(question)
    for (const statement of [
      answerStatement(question, clause, questionChances),
      askedStatement(question, clause, questionChances, chances),
    ])
      if (statement) out.push({ statement, evidence })
  }
  return out
}

const ofFrames = ({ part, frames }: Written): string[] =>
  frames.flatMap(({ kind, status, polarity, slots }) => [
    `frame:${kind}:${part}`,
    `frame:${kind}:${status}:${polarity}`,
    `slots:${kind}:${Math.min(4, slots.size)}`,
    ...[...slots.keys()].map((name) => `slot:${kind}:${name}`),
  ])

const ofTalk = ({ tag, reply, answers, tokens, speaker }: Clause, { way, mean, count }: Statement): string[] => [
  `way:${way}`,
  `way:${way}:${tag.part}`,
  `mean:${stepOf(mean)}:${way}`,
  `kept:${Math.min(6, count)}:${way}`,
  `share:${stepOf(count / Math.max(1, tokens.filter(({ joining }) => !joining).length), 5)}`,
  `sure:${stepOf(tag.sure)}:${way}`,
  `reply:${reply?.means ?? (answers ? 'open' : 'none')}:${way}`,
  `act:${tag.act}:${tag.part}:${way}`,
  `speaker:${speaker}:${tag.part}`,
]

function featuresOf(from: Candidate['from'], part: Part, text: string, cited: Cited, own: readonly string[]): string[] {
  const tokens = tokensOf(text)
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  const content = tokens.flatMap(({ kind, joining }, at) => (kind === 'mark' || joining ? [] : [at]))
  const mentions = mentionsIn(tokens)
  const named = content.filter((at) => mentions.some((one) => at >= one.from && at < one.to)).length
  return [
    'bias',
    `from:${from}`,
    `part:${part}:${from}`,
    `noted:${stepOf(cited.noted)}:${from}`,
    `meannoted:${stepOf(cited.meanNoted)}:${from}`,
    `same part:${cited.parts.has(part)}:${from}`,
    `words:${Math.min(10, Math.floor(words.length / 3))}:${from}`,
    `content:${Math.min(8, content.length)}:${from}`,
    `named:${stepOf(content.length ? named / content.length : 0, 5)}:${from}`,
    `lines:${Math.min(4, cited.lines)}:${from}`,
    `digits:${/\d/.test(text)}:${part}`,
    `place:${stepOf(cited.place, 6)}:${part}`,
    `first:${words[0]?.word}`,
    `last:${words.at(-1)?.word}`,
    ...own.map((name) => `${name}:${from}`),
    ...mentions.flatMap(({ concept }) => [`kind:${concept.kind}`, `kind:${concept.kind}:${part}`]),
    ...words.flatMap(({ stem }) => [`w:${stem}`, `w:${stem}:${part}`]),
  ]
}
