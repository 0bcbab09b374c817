import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import type { CanonicalKey, Flag } from '#domain/record/record.ts'
import type { SafetyChecker } from '#domain/record/safety/check.ts'

/** Says why the lines do not support a sentence. Null: they do. No flags: it has no lines. */
export type Judge = (key: string, sentence: DraftSentence) => readonly Flag[] | null

/** Makes the judge of a consultation's sentences. Answers a repeated question from memory. */
export function judging(checker: SafetyChecker, canonicalOf: ReadonlyMap<string, CanonicalKey>): Judge {
  const verdicts = new Map<string, readonly Flag[] | null>()
  const judged = (section: CanonicalKey, { text, evidence }: DraftSentence): readonly Flag[] | null => {
    const { verdict, flags } = checker.report({ section, text, evidence })
    return verdict === 'supported' ? null : flags
  }
  return (key, sentence) => {
    const section = canonicalOf.get(key)
    if (sentence.evidence.length === 0) return []
    if (!section) return null
    const question = JSON.stringify([key, sentence.text, sentence.evidence])
    const verdict = verdicts.has(question) ? (verdicts.get(question) ?? null) : judged(section, sentence)
    verdicts.set(question, verdict)
    return verdict
  }
}

/** A sentence of a draft that its lines do not support, and its place. */
export type Doubt = { section: number; at: number; text: string; flags: readonly Flag[] }

/** The doubted sentences of a draft, in order. */
export const doubtsOf = (sections: readonly DraftSection[], judge: Judge): Doubt[] =>
  sections.flatMap(({ key, sentences }, section) =>
    sentences.flatMap((sentence, at) => {
      const flags = judge(key, sentence)
      return flags ? [{ section, at, text: sentence.text, flags }] : []
    }),
  )
