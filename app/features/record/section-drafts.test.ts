import { expect, test } from 'vitest'
import { SectionDrafts } from './section-drafts.ts'

function stage() {
  let next = 0
  const drafts = new SectionDrafts(() => `edit-${++next}`)
  drafts.setSaved([
    { key: 'hda', content: 'Dor no joelho.' },
    { key: 'conduta', content: '' },
  ])
  return drafts
}
const states = (drafts: SectionDrafts) => [drafts.open(), drafts.unsaved(), drafts.begun(), drafts.onlyInPage()]

test('text typed during a save stays and is saved next under the same edit', () => {
  const drafts = stage()
  drafts.begin('hda')
  expect(states(drafts)).toEqual(['hda', '', '', ''])
  expect(drafts.caretOf('hda')).toBeUndefined()
  drafts.begin('hda', 3)
  expect(drafts.caretOf('hda')).toBe(3)
  const sent = 'Dor no joelho há duas semanas. '
  drafts.write('hda', sent)
  expect(states(drafts)).toEqual(['hda', 'hda', 'hda', 'hda'])
  drafts.write('hda', `${sent}Piora ao subir escadas.`)
  // The server trims the text; its answer arrives after further typing.
  expect(drafts.saved('hda', sent, sent.trim(), true)).toBe(false)
  expect(drafts.get('hda')).toMatchObject({
    text: `${sent}Piora ao subir escadas.`,
    base: sent.trim(),
    sent,
    began: 'Dor no joelho.',
    edit: 'edit-2',
  })
  expect([drafts.isStale('hda'), drafts.unsaved()]).toEqual([false, 'hda'])
  expect(drafts.saved('hda', `${sent}Piora ao subir escadas.`, 'Dor no joelho há duas semanas. Piora.', true)).toBe(
    true,
  )
  expect(states(drafts)).toEqual(['', '', '', ''])
})

test('saved on its way an edit goes on, and is not over before it is saved or given up', () => {
  const drafts = stage()
  drafts.begin('hda')
  drafts.write('hda', 'Dor.')
  expect(drafts.saved('hda', 'Dor.', 'Dor.', false)).toBe(false)
  expect(states(drafts)).toEqual(['hda', '', 'hda', ''])
  drafts.drop('hda')
  expect(states(drafts)).toEqual(['', '', '', ''])
})

test('an edit of what another window has changed waits until that was looked at, and is then an edit of that', () => {
  const drafts = stage()
  drafts.begin('hda')
  drafts.write('hda', 'Dor e inchaço.')
  drafts.markOnDevice('hda', 'edit-1', 'Dor e inchaço.')
  drafts.setSaved([{ key: 'hda', content: 'De outra janela.' }])
  expect([drafts.isStale('hda'), drafts.onlyInPage()]).toEqual([true, ''])
  drafts.rebase('hda')
  expect([drafts.isStale('hda'), drafts.onlyInPage()]).toEqual([false, 'hda'])
  expect(drafts.get('hda')).toMatchObject({ text: 'Dor e inchaço.', began: 'De outra janela.', edit: 'edit-2' })
  // A section that the new record lacks.
  drafts.setSaved([{ key: 'conduta', content: '' }])
  expect([drafts.isStale('hda'), drafts.get('hda')?.text]).toEqual([true, 'Dor e inchaço.'])
})

test('whoever shows the record as a whole hears of an edit once, not of its keystrokes', () => {
  const drafts = stage()
  drafts.begin('hda')
  const changes: string[] = []
  let last = ''
  drafts.subscribe(() => {
    const now = states(drafts).slice(0, 3).join('|')
    if (now !== last) changes.push(now)
    last = now
  })
  for (const text of ['D', 'Do', 'Dor', 'Dor.']) drafts.write('hda', text)
  expect(changes).toEqual(['hda|hda|hda'])
})
