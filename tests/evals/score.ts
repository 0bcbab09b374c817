import { z } from 'zod'
import type { CanonicalKey } from '#domain/record/record.ts'
import { canonicalKey } from '#domain/record/record.ts'
import { plain } from '#domain/text.ts'

/** Alternatives of which one must be said; all groups of a fact must be. Written without accents, in lower case. */
const groups = z.array(z.array(z.string()))
/** Facts that a consultation's record must contain, and facts it must not. */
export const goldCase = z.object({
  id: z.string(),
  /** Measured, and never read for what was missed: rules are not made after it. */
  aside: z.boolean().default(false),
  entries: z.array(z.object({ id: z.string(), text: z.string() })),
  gold: z.object({
    facts: z.array(
      z.object({
        section: canonicalKey,
        fact: z.string(),
        match: groups,
        critical: z.boolean().default(false),
        entries: z.array(z.string()),
      }),
    ),
    absent: z.array(
      z.object({
        section: z.string().optional(),
        statement: z.string(),
        wrong_if: groups,
        unless: z.array(z.string()).default([]),
      }),
    ),
  }),
})
export type GoldCase = z.infer<typeof goldCase>
export type ScoredRecord = {
  sections: readonly {
    canonical: CanonicalKey
    content: string
    sentences: readonly { text: string; evidence: readonly string[] }[]
  }[]
}

/** A statement of more words than this is a copied dialogue; in a long sentence an excusing word must stand close by. */
const STATEMENT_WORDS = 40
const SENTENCE_WORDS = 30
const NEAR_WORDS = 12

const padded = (text: string) => ` ${plain(text)} `
const wordsOf = (text: string) => text.trim().split(/\s+/).filter(Boolean)
// An alternative keeps its own spaces: 'sem ' is a word, not the beginning of one.
const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ')
const saysOne = (text: string, group: readonly string[]) => group.some((wording) => text.includes(folded(wording)))
const saysAll = (text: string, all: z.infer<typeof groups>) => all.every((group) => saysOne(text, group))

type Said = { text: string; evidence: readonly string[] }
type ScoredFact = GoldCase['gold']['facts'][number] & { found: boolean; placed: boolean; cited: boolean }
export type CaseScore = {
  id: string
  facts: ScoredFact[]
  wrong: GoldCase['gold']['absent']
  proven: boolean[]
  ratio: number
}

export function scoreRecord({ id, entries, gold }: GoldCase, record: ScoredRecord): CaseScore {
  const sections = record.sections.map((section) => ({
    canonical: section.canonical,
    said: section.sentences.map((item): Said => ({ text: padded(item.text), evidence: item.evidence })),
  }))
  const statements = sections.flatMap(({ canonical, said }) =>
    [...said, ...neighbours(said)]
      .filter((item) => wordsOf(item.text).length <= STATEMENT_WORDS)
      .map((item) => ({ canonical, ...item })),
  )
  const all = sections.flatMap(({ said }) => said)
  const entryIds = new Set(entries.map((entry) => entry.id))
  return {
    id,
    facts: gold.facts.map((fact) => {
      const hits = statements.filter((item) => saysAll(item.text, fact.match))
      return {
        ...fact,
        found: hits.length > 0,
        placed: hits.some((item) => item.canonical === fact.section),
        cited: hits.some((item) => item.evidence.some((line) => fact.entries.includes(line))),
      }
    }),
    wrong: gold.absent.filter((trap) => all.some((item) => claims(item.text, trap))),
    proven: all.map((item) => item.evidence.length > 0 && item.evidence.every((line) => entryIds.has(line))),
    ratio: sum(record.sections.map((item) => item.content.length)) / sum(entries.map((item) => item.text.length)),
  }
}

const neighbours = (said: readonly Said[]): Said[] =>
  said.slice(1).map((item, index) => {
    const before = said[index]
    return { text: `${before?.text}${item.text}`, evidence: [...(before?.evidence ?? []), ...item.evidence] }
  })

function claims(text: string, { wrong_if, unless }: GoldCase['gold']['absent'][number]): boolean {
  if (!saysAll(text, wrong_if)) return false
  const list = wordsOf(text)
  if (list.length <= SENTENCE_WORDS) return !saysOne(text, unless)
  return list.some((_, at) => {
    const near = padded(list.slice(at, at + NEAR_WORDS).join(' '))
    return saysAll(near, wrong_if) && !saysOne(near, unless)
  })
}

const sum = (list: readonly number[]) => list.reduce((total, item) => total + item, 0)
const percent = (list: readonly boolean[]) => (list.length ? (100 * list.filter(Boolean).length) / list.length : 0)

/** Percentages, the number of false claims, and characters of the record to those of the dialogue. */
export const figures = z.object({
  recall: z.number(),
  critical: z.number(),
  placed: z.number(),
  cited: z.number(),
  proven: z.number(),
  false: z.number(),
  ratio: z.number(),
})
export type Figures = z.infer<typeof figures>

/** Figures of one case or of several: facts are counted together, the ratio is the mean of the cases. */
export function figuresOf(scores: readonly CaseScore[]): Figures {
  const facts = scores.flatMap((score) => score.facts)
  const found = facts.filter((fact) => fact.found)
  return {
    recall: percent(facts.map((fact) => fact.found)),
    critical: percent(facts.filter((fact) => fact.critical).map((fact) => fact.found)),
    placed: percent(facts.map((fact) => fact.placed)),
    cited: percent(found.map((fact) => fact.cited)),
    proven: percent(scores.flatMap((score) => score.proven)),
    false: sum(scores.map((score) => score.wrong.length)),
    ratio: scores.length ? sum(scores.map((score) => score.ratio)) / scores.length : 0,
  }
}
