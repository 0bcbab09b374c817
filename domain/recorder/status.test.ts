import { expect, test } from 'vitest'
import type { RecorderState } from './recorder.ts'
import { emptyView, type RoomView } from './room-view.ts'
import { alarmOf, type Protection, type StatusFacts, statusOf } from './status.ts'

const online: RoomView = { ...emptyView, connection: 'connected', hasWelcome: true, consent: 'accepted' }
const offline: RoomView = { ...online, connection: 'disconnected' }
const recording: RecorderState = { name: 'recording', take: 1 }
const ready: RecorderState = { name: 'ready', fault: null }
const paused: RecorderState = { name: 'paused', take: 1, fault: null }
const broken: RecorderState = {
  name: 'error',
  goOn: true,
  fault: { message: 'Microfone parou.', technical: null, denied: false },
}
const facts = (recorder: RecorderState, view: RoomView, more: Partial<StatusFacts> = {}): StatusFacts => ({
  recorder,
  view,
  waitingMs: 0,
  behindMs: 0,
  protection: 'ok',
  hearing: 'resting',
  finishing: false,
  ending: null,
  signedOut: false,
  ...more,
})
const text = (...given: Parameters<typeof facts>) => {
  const { text, detail } = statusOf(facts(...given))
  return text + (detail ?? '')
}
const unsafe: Protection[] = ['unprotected', 'full', 'failed']

test('[S1] the status line describes every state', () => {
  expect(text({ name: 'idle' }, offline)).toBe('Aguardando...')
  expect(text(ready, online)).toBe('Pronto para gravar')
  expect(text(ready, online, { ending: 10_000 })).toBe('Aguardando para finalizar')
  expect(text(ready, { ...online, recorder: 'other' })).toBe('Gravando em outra tela')
  expect(text(paused, { ...online, recorder: 'other' })).toBe('Gravando em outra tela')
  expect(text(ready, { ...online, consent: 'unasked' })).toBe('Falta o aviso ao paciente')
  expect(text(ready, { ...emptyView, connection: 'connected' })).toBe('Aguardando...')
  expect(text(recording, online, { waitingMs: 250 })).toBe('Gravando e protegido')
  expect(text(recording, online, { waitingMs: 12_000 })).toBe('Enviando áudio guardado… (12 s)')
  // [S3] What was kept nowhere is not called kept.
  expect(text(ready, online, { waitingMs: 5_000, protection: 'unprotected' })).toBe('Enviando áudio… (5 s)')
  expect(text(paused, online, { waitingMs: 5_000, protection: 'full' })).toBe('Pausado. Enviando áudio… (5 s)')
  expect(text(recording, online, { behindMs: 7_900 })).toBe('Gravando e protegido')
  expect(text(recording, online, { behindMs: 12_000 })).toBe('Transcrição atrasada 12 s')
  expect(text(recording, offline, { waitingMs: 130_000 })).toBe('Offline: áudio guardado neste aparelho (2 min 10 s)')
  expect(text(recording, offline, { waitingMs: 4_000, signedOut: true })).toBe(
    'Entre novamente: áudio guardado neste aparelho (4 s)',
  )
  expect(text(broken, offline, { waitingMs: 4_000 })).toBe('Microfone parou')
  expect(text(paused, offline, { waitingMs: 500 })).toBe('Pausado e offline: áudio guardado neste aparelho (1 s)')
  expect(text(ready, online, { waitingMs: 500 })).toBe('Enviando áudio guardado… (1 s)')
  expect(text(recording, online, { finishing: true })).toBe('Finalizando…')
  expect(text(ready, { ...online, status: 'finishing', missing: [{ take: 2, samples: 64_000 }] })).toBe(
    'Finalizando… faltam 4 s de áudio',
  )
  expect(text(ready, { ...online, status: 'finishing', wordlessMs: 7_000 })).toBe('Finalizando… 7 s de fala sem texto')
  expect(text(ready, offline, { waitingMs: 4_000, finishing: true })).toBe(
    'Finalizando… aguardando conexão, áudio guardado neste aparelho (4 s)',
  )
  expect(text(recording, { ...online, status: 'completed' })).toBe('Consulta finalizada')
})

test('[S2] the announced text does not change with the seconds; a lost connection is announced at once', () => {
  for (const [recorder, view] of [
    [recording, offline],
    [recording, online],
    [paused, offline],
    [paused, online],
    [ready, offline],
    [ready, online],
    [ready, { ...online, status: 'finishing' }],
    [ready, { ...offline, status: 'finishing' }],
  ] as const) {
    const [short, long] = [12_000, 75_000].map((waitingMs) => statusOf(facts(recorder, view, { waitingMs })))
    expect(short?.text).toBe(long?.text)
    expect(short?.detail).not.toBe(long?.detail)
  }
  expect(alarmOf(facts(recording, online))).toBeNull()
  expect(alarmOf(facts(recording, offline))).toMatch(/^A conexão caiu\. .* guardado neste aparelho/)
  expect(alarmOf(facts(recording, offline, { signedOut: true }))).toMatch(/^Sua sessão terminou\. /)
  expect(alarmOf(facts(ready, offline))).toBeNull()
  expect(alarmOf(facts(recording, emptyView))).toBeNull()
})

test('[S3] audio in the memory of this page is never called protected or stored', () => {
  expect(unsafe.map((protection) => text(recording, online, { protection }))).toEqual([
    'Sem proteção: este navegador não guarda o áudio',
    'Sem proteção: o aparelho está sem espaço',
    'Sem proteção: o aparelho não conseguiu guardar o áudio',
  ])
  for (const protection of unsafe)
    for (const recorder of [recording, paused, ready, broken, { name: 'idle' } as const])
      for (const view of [online, offline])
        for (const waitingMs of [0, 500, 9_000])
          for (const more of [{}, { finishing: true }, { signedOut: true }]) {
            const state = facts(recorder, view, { protection, waitingMs, ...more })
            const line = `${statusOf(state).text} ${alarmOf(state) ?? ''}`
            expect(line).not.toMatch(/protegido|guardado neste aparelho/)
          }
  // An evictable disk protects; a note beside the line says what that needs.
  expect(text(recording, online, { protection: 'unpromised' })).toBe('Gravando e protegido')
  expect(text(recording, offline, { protection: 'unpromised', waitingMs: 9_000 })).toMatch(/guardado neste aparelho/)
  expect(text(recording, offline, { protection: 'full', waitingMs: 9_000 })).toBe(
    'Offline e sem proteção: áudio só nesta página (9 s)',
  )
  expect(alarmOf(facts(recording, online, { protection: 'full' }))).toMatch(/^Sem proteção: o aparelho está sem espaço/)
})

test('[S4] the worst state comes first: sound, hearing, connection, protection, sending, transcription', () => {
  const all = { waitingMs: 9_000, behindMs: 20_000, protection: 'full' as const }
  expect(text(broken, offline, all)).toBe('Microfone parou')
  for (const view of [online, offline])
    expect(text(recording, view, { ...all, hearing: 'unheard' })).toBe('Gravando sem transcrever')
  expect(text(recording, offline, all)).toMatch(/^Offline e sem proteção/)
  expect(text(recording, online, all)).toMatch(/^Sem proteção/)
  expect(text(recording, online, { ...all, protection: 'ok' })).toMatch(/^Enviando/)
  expect(text(recording, online, { ...all, protection: 'ok', waitingMs: 0 })).toMatch(/^Transcrição atrasada/)
})

test('[S5] shows a refused or withdrawn consent first, and never claims to record', () => {
  for (const consent of ['refused', 'revoked'] as const)
    for (const recorder of [recording, ready, broken])
      for (const view of [online, offline])
        expect(text(recorder, { ...view, consent }, { waitingMs: 9_000 })).toMatch(/^Só digitação: o paciente /)
})
