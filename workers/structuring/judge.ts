import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import type { CanonicalKey, Flag } from '#domain/record/record.ts'
import type { SafetyChecker } from '#domain/record/safety/check.ts'
import type { Doubt } from './prompt.ts'

/** The model gets one repair when more than this share of its sentences is doubtful. */
const REPAIR_FROM = 0.2

export type Judge = {
  /** Null: no objection. No flags: no line proves it. */
  doubt: (key: string, sentence: DraftSentence) => Flag[] | null
}

/** Makes the judge of a consultation's sentences. */
export function judging(checker: SafetyChecker, canonicalOf: ReadonlyMap<string, CanonicalKey>): Judge {
  const verdicts = new Map<string, Flag[] | null>()
  const check = (section: CanonicalKey, { text, evidence }: DraftSentence) => {
    const flags = checker.sentence({ section, text, evidence, proof: 'transcript' })
    return flags.length > 0 ? flags : null
  }
  return {
    doubt(key, sentence) {
      const section = canonicalOf.get(key)
      if (sentence.evidence.length === 0) return []
      if (!section) return null
      const question = JSON.stringify([key, sentence.text, sentence.evidence])
      const flags = verdicts.has(question) ? (verdicts.get(question) ?? null) : check(section, sentence)
      verdicts.set(question, flags)
      return flags
    },
  }
}

export type Verdict = { doubts: Doubt[]; total: number }

/** The doubtful sentences of a draft, and the number of all. */
export function verdictOn(sections: readonly DraftSection[], judge: Judge): Verdict {
  const out: Verdict = { doubts: [], total: 0 }
  for (const { key, sentences } of sections)
    for (const sentence of sentences) {
      out.total++
      const flags = judge.doubt(key, sentence)
      if (!flags) continue
      out.doubts.push({ text: sentence.text, flags })
    }
  return out
}

export const wantsRepair = ({ doubts, total }: Verdict): boolean => doubts.length > total * REPAIR_FROM

/** Adds to a repair the flagged sentences whose lines it no longer cites: it may correct a sentence, not lose its lines. */
export function keepFlagged(
  before: readonly DraftSection[],
  after: readonly DraftSection[],
  judge: Judge,
): DraftSection[] {
  const cited = new Set(after.flatMap(({ sentences }) => sentences.flatMap(({ evidence }) => evidence)))
  const dropped = before.map(({ key, sentences }) => ({
    key,
    sentences: sentences.filter(
      (sentence) => judge.doubt(key, sentence)?.length && !sentence.evidence.some((id) => cited.has(id)),
    ),
  }))
  return [...after, ...dropped]
}
