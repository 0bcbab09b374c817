import {
  alertNeedsLook,
  type Flag,
  needsLook,
  type Section,
  type Sentence,
  type StructuredRecord,
} from '#domain/record/record.ts'

/** One sentence of the record: its section and its index. */
export type Place = { section: string; sentence: number }
/** The mark of a sentence; null: the transcript proves it and no check flags it. */
export type Mark = 'none' | 'flagged' | 'doctor' | null

export const markOf = ({ proof, flags }: Pick<Sentence, 'proof' | 'flags'>): Mark =>
  proof === 'none' ? 'none' : flags.length > 0 ? 'flagged' : proof === 'doctor' ? 'doctor' : null

const inOrder = (sections: readonly Section[]): Section[] => [...sections].sort((a, b) => a.order - b.order)

export type Marked = { place: Place; section: Section; sentence: Sentence }

/** Sentences to see before saving or signing, in reading order. */
export const toCheck = ({ sections }: Pick<StructuredRecord, 'sections'>): Marked[] =>
  inOrder(sections).flatMap((section) =>
    section.sentences.flatMap((sentence, index) =>
      needsLook(sentence) ? [{ place: { section: section.id, sentence: index }, section, sentence }] : [],
    ),
  )

/** Findings in 'Texto para Prontuário' to see before saving or signing. */
export const toCheckInText = ({ alerts }: Pick<StructuredRecord, 'alerts'>): Flag[] => alerts.filter(alertNeedsLook)

export const missingLabel = (sentences: number, ofText = 0): string => {
  if (sentences > 0) return sentences === 1 ? 'Falta 1 frase para conferir' : `Faltam ${sentences} frases para conferir`
  return ofText === 1 ? 'Falta 1 aviso do texto para conferir' : `Faltam ${ofText} avisos do texto para conferir`
}

export const sentenceId = ({ section, sentence }: Place): string => `frase-${section}-${sentence}`
export const editId = ({ key }: Pick<Section, 'key'>): string => `edicao-${key}`
export const sectionAnchor = ({ key }: Pick<Section, 'key'>): string => `secao-${key}`
export const RECORD_TEXT = 'texto-para-prontuario'
export const TEXT_TO_CHECK = 'texto-para-conferir'
export const OMITTED = 'dito-e-nao-registrado'
export const OMITTED_TITLE = 'A conferir'
/** The id of the button that opens the record or starts structuring. */
export const RECORD_OPENER = 'abrir-registro'
export const SIGNED_BANNER = 'registro-assinado'
