// The effect of a medicine: the words of the patient and the question that they answer.
import type { Clause } from '#domain/dialogue/clause.ts'
import { type Frame, fill } from './frame.ts'

const asksEffect = /\b(adiantou|adianta|ajud\w+|melhor\w+|resolve\w*|alivi\w+|fez efeito|passou|funcion\w+)\b/
/** Fills whether the medicine helped. */
export function fillEffect(focus: Frame, clause: Clause, question: string): void {
  if (!/^(tried|in use)$/.test(focus.status)) return
  const { plain, line } = clause
  const asked = asksEffect.test(question)
  if (
    /\b(nao (adiant\w+|melhor\w+|resolv\w+|passou|fez|ajud\w+|alivi\w+)|sem melhora|sem efeito|adiantou nada|resolveu nada|(fez|deu) nada)\b/.test(
      plain,
    ) ||
    (asked && /^(e |ah |olha )*(nada|nao|nem)\b/.test(plain))
  )
    fill(focus, 'effect', 'sem melhora', [line])
  else if (
    /\b(pouco|pouquinho|mais ou menos|metade|mas volt\w+|so abafa|abafa|um nadinha)\b/.test(plain) &&
    (asked || asksEffect.test(plain))
  )
    fill(focus, 'effect', 'com melhora parcial', [line])
  else if (/\b(melhorou|aliviou|ajudou|adiantou|resolveu|alivia|ajuda)\b/.test(plain))
    fill(focus, 'effect', 'com melhora', [line])
}
