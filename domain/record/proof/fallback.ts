/** Said first among a record's warnings: what was asked of a language model was made without it. */
export const FELL_BACK =
  'O modelo de linguagem não respondeu como esperado. Este registro foi formado só com frases da transcrição, sem o modelo.'
export const FELL_BACK_IN_PART =
  'O modelo de linguagem não respondeu em parte da consulta. Esse trecho foi formado só com frases da transcrição, sem o modelo.'

export const saysFallback = (warning: string): boolean => warning === FELL_BACK || warning === FELL_BACK_IN_PART
