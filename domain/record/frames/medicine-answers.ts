// Reads answers about medicines that hold little more than a number, a yes or a no.
import type { Clause } from '#domain/dialogue/clause.ts'
import type { Dosage } from './dosage.ts'
import type { Frames } from './frame.ts'
import { dosageOf } from './medicine.ts'
import { amountOf, tablet } from './medicine-strength.ts'

/** The dosage of an answer. 'Quantos comprimidos?' 'Oito': no strength. 'Quantas vezes?' 'Duas': the frequency. */
export function answeredDosage(
  clause: Clause,
  ingredient: string,
  question: Clause | undefined,
  certain = true,
): Dosage {
  const dosage = dosageOf(clause, ingredient, 0, clause.tokens.length, certain)
  const asked = question?.plain ?? ''
  const often = oftenAnswered(clause, asked)
  if (often) return { ...(dosage.route ? { route: dosage.route } : {}), frequency: often }
  const counted = /\bquant[oa]s (comprimido|capsula|gota|jato|puff|dose)s?\b/.exec(asked)?.[1]
  const [number] = clause.quantities
  if (!counted || !number || clause.quantities.some(({ known }) => known)) return dosage
  delete dosage.strength
  if (counted === 'comprimido') dosage.amount = amountOf(number.value, tablet)
  return dosage
}

/** 'Quantas vezes por dia?' 'Duas.' A count of what was taken until now is no frequency. */
function oftenAnswered({ tokens, quantities }: Clause, question: string): string | undefined {
  const isPast = /\b(tom|us)ou\b/.test(question) && !/\bdia\b/.test(question)
  const words = tokens.filter(({ kind }) => kind === 'word')
  if (!/\bquantas vezes\b/.test(question) || isPast || words.length > 2) return undefined
  const [number, ...others] = quantities
  const value = number ? number.value : /^(uma?)$/.test(words[0]?.word ?? '') && words.length === 1 ? 1 : undefined
  if (value === undefined || others.length > 0 || value > 6 || number?.known) return undefined
  return `${value}x/${/\b(semana|mes)\b/.exec(question)?.[1]?.replace('mes', 'mês') ?? 'dia'}`
}

/** 'Tomou remédio?' 'Não.' is about these days: it denies no continuous use. */
export function isOfThisTime(frames: Frames, question: Clause, { line }: Clause): boolean {
  if (!/\b(tomou|usou|passou|deu|tomado|usado)\b/.test(question.plain)) return false
  for (const frame of frames.of('absence'))
    if (/uso contínuo/.test(frame.name) && frame.lines.includes(line)) frame.open = true
  return true
}
