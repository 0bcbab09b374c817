import { expect, test } from 'vitest'
import { ApiFailure } from '#app/lib/api.ts'
import { EMPTY_CONTEXT } from '#domain/patient/patient.ts'
import { contextEditor, isUnsaved } from './context-edit.ts'

const over = new ApiFailure('consultation_completed', 409, 'A consulta já foi finalizada.')

test('a refused draft stays with its reason until it is saved or discarded', async () => {
  const sent: string[] = []
  let refuses = true
  const editor = contextEditor(EMPTY_CONTEXT, async (text) => {
    sent.push(text)
    if (refuses) throw over
    return text
  })
  editor.begin()
  expect(editor.get()).toMatchObject({ context: '', draft: '' })
  editor.write(' Alergia a dipirona. ')
  await editor.save()
  expect(editor.get()).toEqual({ context: '', draft: ' Alergia a dipirona. ', busy: false, failure: over.message })
  expect(isUnsaved(editor.get())).toBe(true)
  refuses = false
  await editor.save()
  expect(editor.get()).toEqual({ context: 'Alergia a dipirona.', draft: null, busy: false, failure: null })
  expect(sent).toEqual(['Alergia a dipirona.', 'Alergia a dipirona.'])
})

test('text typed during a save counts as unsaved, and an unchanged draft is not sent', async () => {
  const sent: string[] = []
  let answer = () => {}
  const editor = contextEditor('Asma.', (text) => {
    sent.push(text)
    return new Promise((resolve) => {
      answer = () => resolve(text)
    })
  })
  editor.begin()
  editor.write('Asma. Alergia a iodo')
  const saving = editor.save()
  editor.write('Asma. Alergia a iodo e a látex.')
  await editor.save()
  answer()
  await saving
  expect(editor.get()).toMatchObject({ context: 'Asma. Alergia a iodo', draft: 'Asma. Alergia a iodo e a látex.' })
  expect(sent).toEqual(['Asma. Alergia a iodo'])
  editor.drop()
  editor.begin()
  await editor.save()
  expect([editor.get().draft, sent.length]).toEqual([null, 1])
})

test('a save that found no network is repeated when it returns, unless the draft changes', async () => {
  const sent: string[] = []
  let online = false
  const editor = contextEditor('Asma.', async (text) => {
    sent.push(text)
    if (!online) throw new ApiFailure('offline', 0, 'Sem conexão com o servidor.')
    return text
  })
  editor.begin()
  editor.write('Asma. Alergia a iodo.')
  await editor.backOnline()
  expect(sent).toEqual([])
  await editor.save()
  expect(editor.get()).toMatchObject({ draft: 'Asma. Alergia a iodo.', failure: 'Sem conexão com o servidor.' })
  await editor.backOnline()
  expect([sent.length, editor.get().failure]).toEqual([2, 'Sem conexão com o servidor.'])

  editor.write('Asma. Alergia a iodo e a lát')
  online = true
  await editor.backOnline()
  expect([sent.length, editor.get().draft]).toEqual([2, 'Asma. Alergia a iodo e a lát'])

  online = false
  editor.write('Asma. Alergia a iodo e a látex.')
  await editor.save()
  online = true
  await editor.backOnline()
  expect(editor.get()).toEqual({ context: 'Asma. Alergia a iodo e a látex.', draft: null, busy: false, failure: null })
  await editor.backOnline()
  expect(sent.length).toBe(4)
})

test('a refused save is not repeated when the network returns', async () => {
  let calls = 0
  const editor = contextEditor('Asma.', async () => {
    calls++
    throw over
  })
  editor.begin()
  editor.write('Alergia a iodo.')
  await editor.save()
  await editor.backOnline()
  expect(calls).toBe(1)
})
