import { stems } from '#domain/record/extractive/normalise.ts'
import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import type { CanonicalKey, Flag } from '#domain/record/record.ts'
import type { SafetyChecker } from '#domain/record/safety/check.ts'
import type { Doubt } from './prompt.ts'

/** Of its sentences: from here on the model is told which, and from here on it is not worth using. */
const REPAIR_FROM = 0.2
const GIVE_UP_FROM = 0.5
/** An extractive sentence that shares so many of its words says the same thing. */
const SAME = 0.5
const INVENTED: readonly Flag['kind'][] = ['support', 'drug']

export type Judge = {
  /** Null: nothing speaks against it. No flags: nothing proves it. */
  doubt: (key: string, sentence: DraftSentence) => Flag[] | null
}

export function judging(checker: SafetyChecker, canonicalOf: ReadonlyMap<string, CanonicalKey>): Judge {
  // A sentence is asked about at every step from its part to the whole.
  const known = new Map<string, Flag[] | null>()
  const check = (section: CanonicalKey, { text, evidence }: DraftSentence) => {
    const flags = checker.sentence({ section, text, evidence, proof: 'transcript' })
    return flags.length > 0 ? flags : null
  }
  return {
    doubt(key, sentence) {
      const section = canonicalOf.get(key)
      if (sentence.evidence.length === 0) return []
      if (!section) return null
      const asked = JSON.stringify([key, sentence.text, sentence.evidence])
      const flags = known.has(asked) ? (known.get(asked) ?? null) : check(section, sentence)
      known.set(asked, flags)
      return flags
    },
  }
}

export type Verdict = { doubts: Doubt[]; invented: number; total: number }

export function verdictOn(sections: readonly DraftSection[], judge: Judge): Verdict {
  const out: Verdict = { doubts: [], invented: 0, total: 0 }
  for (const { key, sentences } of sections)
    for (const sentence of sentences) {
      out.total++
      const flags = judge.doubt(key, sentence)
      if (!flags) continue
      out.doubts.push({ text: sentence.text, flags })
      if (flags.length === 0 || flags.some((flag) => INVENTED.includes(flag.kind))) out.invented++
    }
  return out
}

export const wantsRepair = ({ doubts, total }: Verdict): boolean => doubts.length > total * REPAIR_FROM
export const isHopeless = ({ invented, total }: Verdict): boolean => invented > total * GIVE_UP_FROM

/**
 * What the model could not prove and the extractive draft says with proof is said as that says it. The rest of what it
 * could not prove stays, without lines or with what the checks find in it: the record marks it.
 */
export function mended(
  sections: readonly DraftSection[],
  extractive: readonly DraftSection[],
  judge: Judge,
): DraftSection[] {
  const proven = extractive.flatMap(({ key, sentences }) =>
    sentences
      .filter((sentence) => judge.doubt(key, sentence) === null)
      .map((sentence) => ({ key, sentence, stems: stems(sentence.text) })),
  )
  const cited = new Set<string>()
  for (const { key, sentences } of sections)
    for (const sentence of sentences)
      if (judge.doubt(key, sentence) === null) for (const id of sentence.evidence) cited.add(id)
  const taken = new Map<string, DraftSentence[]>()
  const kept = sections.map(({ key, sentences }) => ({
    key,
    sentences: sentences.filter((sentence) => {
      if (judge.doubt(key, sentence) === null) return true
      const said = stems(sentence.text)
      const shared = (other: ReadonlySet<string>) => [...said].filter((stem) => other.has(stem)).length
      const best = proven.reduce<(typeof proven)[number] | undefined>(
        (found, item) => (shared(item.stems) > (found ? shared(found.stems) : 0) ? item : found),
        undefined,
      )
      if (!best || shared(best.stems) < said.size * SAME) return true
      if (!best.sentence.evidence.every((id) => cited.has(id))) {
        taken.set(best.key, [...(taken.get(best.key) ?? []), best.sentence])
        for (const id of best.sentence.evidence) cited.add(id)
      }
      return false
    }),
  }))
  return kept.map(({ key, sentences }) => ({ key, sentences: [...sentences, ...(taken.get(key) ?? [])] }))
}
