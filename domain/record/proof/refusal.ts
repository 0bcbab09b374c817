import { plain } from '../../text.ts'
import { dose, drug, examination, illness, measure, pastHistory, symptom } from '../extractive/lexicon/clinical.ts'
import { disease, order } from '../extractive/lexicon/plan.ts'
import { backChannel } from '../voice/speech.ts'
import { words } from '../voice/normalise.ts'

export type RefusalCode = 'too_little_speech' | 'no_clinical_content'

/** Fewer words than this, greetings and back-channels apart, are no consultation. */
const MINIMUM_WORDS = 8

const clinical = [symptom, drug, dose, illness, measure, examination, pastHistory, disease, order]

/** Refuses a record of silence and small talk; undefined when there is enough to structure. */
export function refusalOf(entries: readonly { text: string; isPartial?: boolean }[]): RefusalCode | undefined {
  const texts = entries.filter((entry) => !entry.isPartial).map((entry) => plain(entry.text))
  const telling = texts.flatMap((text) => words(text).filter((word) => !backChannel.has(word)))
  const spoken = texts.some((text) => clinical.some((pattern) => pattern.test(text)))
  if (telling.length < MINIMUM_WORDS && !(spoken && telling.length >= 3)) return 'too_little_speech'
  return spoken ? undefined : 'no_clinical_content'
}
