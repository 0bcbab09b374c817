import { expect, test } from 'vitest'
import type { RecorderState } from './recorder.ts'
import { emptyView, type RoomView } from './room-view.ts'
import { alarmOf, statusOf } from './status.ts'

const online: RoomView = { ...emptyView, connection: 'connected', known: true }
const offline: RoomView = { ...online, connection: 'disconnected' }
const recording: RecorderState = { name: 'recording', take: 1 }
const status = (recorder: RecorderState, view: RoomView, waitingMs = 0, finishing = false) =>
  statusOf({ recorder, view, waitingMs, finishing })
const text = (...facts: Parameters<typeof status>) => {
  const { text, detail } = status(...facts)
  return detail ? `${text} · ${detail}` : text
}

test('[S1] the status line says what is true, and never more', () => {
  expect(text({ name: 'idle' }, offline)).toBe('Aguardando...')
  expect(text({ name: 'ready', fault: null }, online)).toBe('Pronto para gravar')
  expect(text({ name: 'ready', fault: null }, { ...online, recorder: 'other' })).toBe('Gravando em outra tela')
  expect(text(recording, online, 250)).toBe('Gravando')
  expect(text(recording, online, 12_000)).toBe('Gravando · enviando 12 s')
  expect(text(recording, offline, 130_000)).toBe('Gravando sem conexão · 2 min 10 s a enviar')
  expect(text({ name: 'paused', take: 1, fault: null }, offline, 500)).toBe('Pausado · 1 s a enviar')
  expect(text(recording, online, 0, true)).toBe('Finalizando…')
  expect(text(recording, offline, 4_000, true)).toBe('Finalizando… sem conexão · 4 s a enviar')
  expect(text(recording, { ...online, status: 'completed' })).toBe('Consulta finalizada')
})

test('[S2] what is read aloud changes with the kind, not with the seconds; a lost connection is said at once', () => {
  const ready: RecorderState = { name: 'ready', fault: null }
  const paused: RecorderState = { name: 'paused', take: 1, fault: null }
  for (const [recorder, view] of [
    [recording, offline],
    [recording, online],
    [paused, offline],
    [ready, offline],
    [ready, online],
    [ready, { ...online, status: 'finishing' }],
    [ready, { ...offline, status: 'finishing' }],
  ] as const) {
    expect(status(recorder, view, 12_000).text).toBe(status(recorder, view, 75_000).text)
    expect(status(recorder, view, 12_000).detail).not.toBe(status(recorder, view, 75_000).detail)
  }
  expect(alarmOf(recording, online)).toBeNull()
  expect(alarmOf(recording, offline)).toMatch(/^A conexão caiu\. /)
  expect(alarmOf(ready, offline)).toBeNull()
  expect(alarmOf(recording, emptyView)).toBeNull()
})
