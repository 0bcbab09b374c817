import type { Section, StructuredRecord } from '#domain/record/record.ts'

/** A record as it is structured, without a section yet: nothing in it was coded, edited, saved or signed. */
export const bareRecord: StructuredRecord = {
  consultation_id: '00000000-0000-4000-8000-000000000001',
  specialty: 'general',
  sections: [],
  warnings: [],
  processing_time_ms: 12,
  created_at: 1,
  raw_transcription: '',
  structurer: { name: 'extractive', version: '1' },
  revision: 1,
  alerts: [],
  omissions: [],
  diagnoses: [],
  unified_text: null,
  saved_at: null,
  signature: null,
  addenda: [],
}

/** The sections with sentences that no line proves, as older records have them. */
export const withUnproven = (sections: readonly Section[], key: string, ...texts: string[]): Section[] =>
  sections.map((section) => {
    if (section.key !== key) return section
    const unproven = texts.map((text) => ({ text, evidence: [], proof: 'none' as const, flags: [], seen: false }))
    const sentences = [...section.sentences, ...unproven]
    const content = sentences.map(({ text }) => text).join(' ')
    return { ...section, content, original_content: content, sentences, confidence: 'low', confidence_score: 0 }
  })
