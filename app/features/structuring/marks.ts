import { needsLook, type Section, type Sentence, type StructuredRecord } from '#domain/record/record.ts'

/** One sentence of the record: by its section and its number within it. */
export type Place = { section: string; sentence: number }
/** What a sentence is marked with; null: the transcript proves it and no check minds it. */
export type Mark = 'none' | 'flagged' | 'doctor' | null

export const markOf = ({ proof, flags }: Pick<Sentence, 'proof' | 'flags'>): Mark =>
  proof === 'none' ? 'none' : flags.length > 0 ? 'flagged' : proof === 'doctor' ? 'doctor' : null

export const inOrder = (sections: readonly Section[]): Section[] => [...sections].sort((a, b) => a.order - b.order)

export type Marked = { place: Place; section: Section; sentence: Sentence }

/** What must be looked at before the record is saved or signed, in the order it is read. */
export const toCheck = ({ sections }: Pick<StructuredRecord, 'sections'>): Marked[] =>
  inOrder(sections).flatMap((section) =>
    section.sentences.flatMap((sentence, index) =>
      needsLook(sentence) ? [{ place: { section: section.id, sentence: index }, section, sentence }] : [],
    ),
  )

export const missingLabel = (count: number): string =>
  count === 1 ? 'Falta 1 frase para conferir' : `Faltam ${count} frases para conferir`

export const sentenceId = ({ section, sentence }: Place): string => `frase-${section}-${sentence}`
export const sectionAnchor = ({ key }: Pick<Section, 'key'>): string => `secao-${key}`
export const SIGNED_BANNER = 'registro-assinado'
