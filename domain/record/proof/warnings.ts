import type { StructuredRecord } from '../record.ts'

/** The first warning of a record that was requested from a language model and made by rules. */
export const FELL_BACK =
  'O modelo de linguagem não respondeu como esperado. Este registro foi formado só com frases da transcrição, sem o modelo.'
export const FELL_BACK_IN_PART =
  'O modelo de linguagem não respondeu em parte da consulta. Esse trecho foi formado só com frases da transcrição, sem o modelo.'

/** Whether a warning says that the rules replaced the model, wholly or in part. */
export const saysFallback = (warning: string): boolean => warning === FELL_BACK || warning === FELL_BACK_IN_PART

export const NO_COMPLAINT = 'Queixa principal não identificada na transcrição.'
export const NO_PLAN = 'Nenhuma conduta ou orientação foi identificada na transcrição.'

/** The warnings of a record that still hold: a part that was missing may have been written since. */
export function openWarnings({ warnings, sections }: Pick<StructuredRecord, 'warnings' | 'sections'>): string[] {
  const isWritten = (...wanted: string[]) =>
    sections.some(({ canonical, content }) => wanted.includes(canonical) && content.trim() !== '')
  return warnings.filter(
    (warning) =>
      !(warning === NO_COMPLAINT && isWritten('queixa_principal')) &&
      !(warning === NO_PLAN && isWritten('conduta', 'orientacoes')),
  )
}
