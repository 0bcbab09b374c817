import { expect, test } from 'vitest'
import { afterSaving } from './section-drafts.ts'

test('what is typed while a section is being saved stays to be saved next', () => {
  const sent = 'Dor no joelho há duas semanas. '
  const stands = 'Dor no joelho há duas semanas.'
  const draft = { text: sent, base: 'Dor no joelho.' }
  expect(afterSaving(draft, sent, stands)).toBeNull()
  const typed = { ...draft, text: `${sent}Piora ao subir escadas.` }
  // Begun anew from what was kept: the next saving is refused only where somebody else wrote meanwhile.
  expect(afterSaving(typed, sent, stands)).toEqual({ text: typed.text, base: stands })
})
