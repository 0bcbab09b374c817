import { mentionsIn } from '../lexicon/lexicon.ts'
import { tokensOf } from '../safety/words.ts'
import { words } from '../voice/normalise.ts'
import { backChannel } from '../voice/speech.ts'

export type RefusalCode = 'too_little_speech' | 'no_clinical_content'

/** Fewer words than this, without greetings and back-channels, are no consultation. */
const MINIMUM_WORDS = 8
const CLINICAL = new Set(['site', 'symptom', 'condition', 'drug', 'exam', 'finding', 'procedure'])

/** Refuses a record of silence and small talk; undefined when there is enough to structure. */
export function refusalOf(entries: readonly { text: string; isPartial?: boolean }[]): RefusalCode | undefined {
  const texts = entries.filter((entry) => !entry.isPartial).map((entry) => entry.text)
  const spoken = texts.flatMap((text) => words(text).filter((word) => !backChannel.has(word)))
  const isClinical = texts.some(
    (text) =>
      mentionsIn(tokensOf(text)).some(({ concept }) => CLINICAL.has(concept.kind)) || /\b\d+ ?(mg|mmhg)\b/i.test(text),
  )
  if (spoken.length < MINIMUM_WORDS && !(isClinical && spoken.length >= 3)) return 'too_little_speech'
  return isClinical ? undefined : 'no_clinical_content'
}
