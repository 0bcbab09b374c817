/** The first warning of a record that was requested from a language model and made by rules. */
export const FELL_BACK =
  'O modelo de linguagem não respondeu como esperado. Este registro foi formado só com frases da transcrição, sem o modelo.'
export const FELL_BACK_IN_PART =
  'O modelo de linguagem não respondeu em parte da consulta. Esse trecho foi formado só com frases da transcrição, sem o modelo.'

/** Whether a warning says that the rules replaced the model, wholly or in part. */
export const saysFallback = (warning: string): boolean => warning === FELL_BACK || warning === FELL_BACK_IN_PART
