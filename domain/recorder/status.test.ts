import { expect, test } from 'vitest'
import type { RecorderState } from './recorder.ts'
import { emptyView, type RoomView } from './room-view.ts'
import { statusOf } from './status.ts'

const online: RoomView = { ...emptyView, connection: 'connected', known: true }
const offline: RoomView = { ...online, connection: 'disconnected' }
const recording: RecorderState = { name: 'recording', take: 1 }
const text = (recorder: RecorderState, view: RoomView, waitingMs = 0, finishing = false) =>
  statusOf({ recorder, view, waitingMs, finishing }).text

test('[S1] the status line says what is true, and never more', () => {
  expect(text({ name: 'idle' }, offline)).toBe('Aguardando...')
  expect(text({ name: 'ready', fault: null }, online)).toBe('Pronto para gravar')
  expect(text({ name: 'ready', fault: null }, { ...online, recorder: 'other' })).toBe('Gravando em outra tela')
  expect(text(recording, online, 250)).toBe('Gravando')
  expect(text(recording, online, 12_000)).toBe('Gravando · enviando 12 s')
  expect(text(recording, offline, 130_000)).toBe('Gravando sem conexão · 2 min 10 s a enviar')
  expect(text({ name: 'paused', take: 1, fault: null }, offline, 500)).toBe('Pausado · 1 s a enviar')
  expect(text(recording, online, 0, true)).toBe('Finalizando…')
  expect(text(recording, offline, 4_000, true)).toBe('Finalizando… sem conexão, 4 s a enviar')
  expect(text(recording, { ...online, status: 'completed' })).toBe('Consulta finalizada')
})
