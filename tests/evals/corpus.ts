// Reads labelled consultations (tests/evals/training/README.md describes the format).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Act, type Part, parts } from '#domain/dialogue/tagger/labels.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import { type Specialty, specialties } from '#domain/record/specialty.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import { attempt, listFiles, readText } from '#local/input.ts'

/** A clause's label. The act is absent where it was not labelled. */
type Label = { part: Part; act: Act | undefined; marks: readonly string[] }
type LabelledLine = {
  id: string
  text: string
  speaker: Speaker | undefined
  clauses: { text: string; label: Label }[]
}
export type Cited = { part: Part; text: string; evidence: string[] }
/** The verdict of a reader in the role of a physician: right, superfluous, to be reworded, or wrong. */
export const verdicts = ['R', 'S', 'A', 'W'] as const
type Judgement = { part: Part; text: string; verdict: (typeof verdicts)[number] }
export type LabelledConsultation = {
  id: string
  specialty: Specialty
  context: string
  type: string
  noise: string
  lines: LabelledLine[]
  ideal: Cited[]
  facts: (Cited & { critical: boolean; match: string[][] })[]
  absent: { part: Part; statement: string; wrongIf: string[][]; unless: string[] }[]
  subtle: (Cited & { kind: string; why: string })[]
  /** Right sentences in the form of the subtle ones. */
  twins: Cited[]
  judged: Judgement[]
}

/** A specialty without a template of its own has the general one. */
function specialtyOf(name: string): Specialty {
  return specialties.find((one) => one === name) ?? 'general'
}

const lineId = (number: string | number): string => `e${String(number).padStart(3, '0')}`
const idsOf = (numbers: string): string[] => numbers.trim().split(/\s+/).filter(Boolean).map(lineId)
const groupsOf = (text: string): string[][] =>
  text
    .split(/ ?; ?/)
    .map((group) =>
      group
        .split(',')
        .map((one) => one.replace(/^ /, ''))
        .filter((one) => one.trim() !== ''),
    )
    .filter((group) => group.length > 0)
/** The words as a recogniser without punctuation writes them. */
export const unmarked = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.,;:!?…"“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const cited = /^(\w+) (.+?) \|([^|]*)$/
const citedOf = ([, part, text = '', lines = '']: string[]): Cited => ({
  part: part as Part,
  text,
  evidence: idsOf(lines),
})

/** Parses one file; throws with the line that it cannot read. */
export function readLabelled(id: string, content: string): LabelledConsultation {
  const [head = '', ...rest] = content.split(/^== (\w+)\s*$/m)
  const blocks = new Map<string, string[]>()
  for (let at = 0; at < rest.length; at += 2)
    blocks.set(
      rest[at] ?? '',
      (rest[at + 1] ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(head)?.[1]?.trim() ?? ''
  const rows = (name: string, pattern: RegExp): string[][] =>
    (blocks.get(name) ?? []).map((line) => {
      const found = pattern.exec(line)
      if (!found) throw new Error(`${id}, ${name}: ${line}`)
      return [...found].map((group) => group ?? '')
    })
  const noise = /noise=([^;]*)/.exec(field('style'))?.[1]?.trim() ?? 'clean'
  const plainTalk = noise === 'no punctuation'
  return {
    id,
    specialty: specialtyOf(field('specialty')),
    context: field('context'),
    type: field('type'),
    noise,
    lines: rows('talk', /^([dpc?]) (.*) @ (.*)$/).map(([, who, text = '', labels = ''], index) => {
      const pieces = text.split(' / ').map((one) => (plainTalk ? unmarked(one) : one.trim()))
      const read = labels.split(' | ').map((label): Label => {
        const [part, act, ...marks] = label.trim().split(/\s+/)
        return { part: part as Part, act: act as Act, marks }
      })
      return {
        id: lineId(index + 1),
        text: pieces.join(' '),
        speaker: who === 'd' ? 'doctor' : who === '?' ? undefined : 'patient',
        clauses: pieces.map((piece, at) => ({ text: piece, label: read[at] as Label })),
      }
    }),
    ideal: rows('ideal', cited).map(citedOf),
    twins: rows('twins', cited).map(citedOf),
    facts: rows('facts', /^([*-]) (\w+) (.+?) \| (.+) \|([^|]*)$/).map(
      ([, star, part, text = '', match = '', lines = '']) => ({
        critical: star === '*',
        part: part as Part,
        text,
        match: groupsOf(match),
        evidence: idsOf(lines),
      }),
    ),
    absent: rows('absent', /^(\w+) (.+?) \| (.+?) \|(.*)$/).map(
      ([, part, statement = '', wrong = '', unless = '']) => ({
        part: part as Part,
        statement,
        wrongIf: groupsOf(wrong),
        unless: unless
          .replace(/\|\s*$/, '')
          .split(',')
          .map((one) => one.replace(/^ /, ''))
          .filter((one) => one.trim() !== ''),
      }),
    ),
    subtle: rows('subtle', /^(\w+) ([\w-]+) (.+?) \|([^|]*)\| (.*)$/).map(
      ([, part, kind = '', text = '', lines = '', why = '']) => ({
        part: part as Part,
        kind,
        text,
        evidence: idsOf(lines),
        why,
      }),
    ),
    judged: rows('judged', /^([RSAW]) (\w+) (.+)$/).map(([, verdict, part, text = '']) => ({
      part: part as Part,
      text,
      verdict: verdict as Judgement['verdict'],
    })),
  }
}

/** The consultations of a folder. Ends the command if the folder or a file cannot be read. */
export const readFolder = (folder: string): LabelledConsultation[] =>
  listFiles(folder, '.txt').map((file) => {
    const path = join(folder, file)
    return attempt(path, () => readLabelled(file.slice(0, -4), readText(path)))
  })

/** The shape of a case that the scorers read. */
export const asCase = ({
  id,
  specialty,
  context,
  type,
  lines,
  ideal,
  facts,
  absent,
  subtle,
}: LabelledConsultation) => ({
  id,
  specialty,
  patient: { clinical_context: context },
  type,
  entries: lines.map((line) => ({ id: line.id, text: line.text, speaker: line.speaker })),
  gold: {
    facts: facts.map(({ critical, part, text, match, evidence }) => ({
      section: canonicalOf(part),
      fact: text,
      match,
      critical,
      entries: evidence,
    })),
    absent: absent.map(({ part, statement, wrongIf, unless }) => ({
      section: canonicalOf(part),
      statement,
      wrong_if: wrongIf,
      unless,
    })),
    ideal: [...new Set(ideal.map(({ part }) => canonicalOf(part)))].map((canonical) => ({
      canonical,
      sentences: ideal
        .filter(({ part }) => canonicalOf(part) === canonical)
        .map(({ text, evidence }) => ({ text, evidence })),
    })),
    subtle: subtle.map(({ part, kind, text, evidence, why }) => ({
      text,
      canonical: canonicalOf(part),
      evidence,
      kind,
      why,
    })),
  },
})

const partOfKey = (key: string | null): Part => parts.find((part) => part !== '-' && canonicalOf(part) === key) ?? '-'
const factCase = z.object({
  id: z.string(),
  aside: z.boolean().default(false),
  specialty: z.string().transform(specialtyOf),
  entries: z.array(z.object({ id: z.string(), text: z.string(), speaker: z.enum(['doctor', 'patient']).nullish() })),
  gold: z.object({
    facts: z.array(z.object({ section: z.string(), fact: z.string(), entries: z.array(z.string()) })),
    line_sections: z.record(z.string(), z.string().nullable()),
  }),
})

/** Reads the cases with facts that are not kept aside: a line has one part and no act, and the facts are the note. */
export function readFactCases(folder: string): LabelledConsultation[] {
  return readdirSync(folder)
    .sort()
    .map((file) => factCase.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .filter(({ aside }) => !aside)
    .map(({ id, specialty, entries, gold }) => ({
      id,
      specialty,
      context: '',
      type: '',
      noise: 'clean',
      lines: entries.map((entry) => ({
        id: entry.id,
        text: entry.text,
        speaker: entry.speaker ?? undefined,
        clauses: [
          {
            text: entry.text,
            label: { part: partOfKey(gold.line_sections[entry.id] ?? null), act: undefined, marks: [] },
          },
        ],
      })),
      ideal: gold.facts.map(({ section, fact, entries }) => ({
        part: partOfKey(section),
        text: fact,
        evidence: entries,
      })),
      facts: [],
      absent: [],
      subtle: [],
      twins: [],
      judged: [],
    }))
}
