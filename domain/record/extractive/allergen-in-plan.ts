import { plain } from '../../text.ts'
import type { Draft } from './draft.ts'
import { dose, drug } from './lexicon/clinical.ts'
import { words } from '../voice/normalise.ts'
import { decides } from './plan-note.ts'

const denied = /\b(nega|nao|sem|nenhuma|nunca)\b/
const avoided = /\b(evit\w+|nao|nunca|sem|nem|nada de|suspend\w+|contraindic\w+|alerg\w+|par(ar|e))\b/

/** The drugs a patient is told to be allergic to, as their names stand in the history. */
function allergens(drafts: readonly Draft[]): Set<string> {
  const said = drafts.flatMap((draft) =>
    draft.kind === 'statement' && draft.section === 'hpp' ? [plain(draft.text)] : [],
  )
  const told = said.flatMap((text) => text.split(/[.;]/)).filter((text) => /\balergi/.test(text) && !denied.test(text))
  return new Set(told.flatMap((text) => words(text.slice(text.indexOf('alergi')))).filter((word) => drug.test(word)))
}

/**
 * A plan that only names what the patient is allergic to reads as its prescription: 'Dipirona.', said over while
 * writing it down. What is truly ordered stays, so that the safety checks warn of it.
 */
export function withoutAllergens(drafts: readonly Draft[]): Draft[] {
  const named = allergens(drafts)
  if (named.size === 0) return [...drafts]
  return drafts.filter((draft) => {
    if (draft.kind !== 'statement' || !/^(conduta|orientacoes)$/.test(draft.section)) return true
    const text = plain(draft.text)
    if (!words(text).some((word) => named.has(word))) return true
    return avoided.test(text) || decides.test(text) || dose.test(text)
  })
}
