import { expect, test } from 'vitest'
import { defaultSettings } from '../account/settings.ts'
import type { NotificationFact } from './contract.ts'
import { news } from './news.ts'
import { arrivals, entryIds, FACTS_MS, isLeftOpen, LEFT_OPEN_MS, notificationsOf, readMarksOf } from './notification.ts'

const HOUR = 60 * 60_000
/** 21 November 2026, 15:00 in São Paulo. */
const now = Date.UTC(2026, 10, 21, 18)
const dayStart = Date.UTC(2026, 10, 21, 3)
const all = { transcriptionComplete: true, consultationReminders: true, systemUpdates: true }
const view = { settings: all, now, dayStart, here: null }

const fact = (kind: NotificationFact['kind'], n: number, at: number): NotificationFact => ({
  kind,
  consultationId: `00000000-0000-4000-8000-00000000000${n}`,
  patientName: `Paciente ${n}`,
  at,
})

test('what waits for the doctor is listed newest first, each kind by its own switch', () => {
  const facts = [
    fact('record_ready', 1, now - 3 * HOUR),
    fact('structuring_failed', 2, now - 2 * HOUR),
    fact('transcript_ready', 3, now - HOUR),
    fact('consultation_open', 4, now - 4 * HOUR),
    fact('consultation_open', 5, now - HOUR),
    fact('patient_mail_failed', 6, now - 5 * HOUR),
  ]
  const titles = (change: Partial<typeof all>) =>
    notificationsOf(facts, news, { ...view, settings: { ...all, ...change } }).map(({ title, text }) => [title, text])
  const [newest, ...older] = titles({})
  expect([newest, ...older.filter(([, text]) => text?.startsWith('Paciente'))]).toEqual([
    ['Transcrição pronta para estruturar', 'Paciente 3'],
    ['A estruturação não terminou', 'Paciente 2'],
    ['Registro estruturado pronto', 'Paciente 1'],
    ['Consulta em aberto', 'Paciente 4'],
    ['O email ao paciente não foi entregue', 'Paciente 6'],
  ])
  expect(titles({}).at(-1)?.[0]).toBe(news[0]?.title)
  expect(titles({ transcriptionComplete: false, systemUpdates: false })).toEqual([
    ['Consulta em aberto', 'Paciente 4'],
    // No switch hides that a patient got nothing.
    ['O email ao paciente não foi entregue', 'Paciente 6'],
  ])
  expect(titles({ transcriptionComplete: false, consultationReminders: false })).toHaveLength(news.length + 1)
  expect(titles({ consultationReminders: false, systemUpdates: false })).toHaveLength(4)
  // News are off by default.
  expect(notificationsOf([], news, { ...view, settings: defaultSettings.notifications })).toEqual([])
})

test('a consultation is left open after two hours or overnight, unless its doctor is at it', () => {
  expect(isLeftOpen(now - LEFT_OPEN_MS + 1, now, dayStart)).toBe(false)
  expect(isLeftOpen(now - LEFT_OPEN_MS, now, dayStart)).toBe(true)
  // Begun at 23:30, looked at half an hour after midnight.
  expect(isLeftOpen(dayStart - HOUR / 2, dayStart + HOUR / 2, dayStart)).toBe(true)
  const open = fact('consultation_open', 4, now - 4 * HOUR)
  expect(notificationsOf([open], [], view)).toMatchObject([{ consultationId: open.consultationId, at: open.at }])
  expect(notificationsOf([open], [], { ...view, here: open.consultationId })).toEqual([])
})

test('old facts and news to come are not listed', () => {
  const old = fact('record_ready', 1, now - FACTS_MS)
  const ahead = [{ id: 'x', at: now + 1, title: 'Amanhã', text: '' }]
  expect(notificationsOf([old], ahead, view)).toEqual([])
})

test('a new record is reported once, and not on its own screen', () => {
  const waiting = fact('transcript_ready', 1, now - HOUR)
  const ready = fact('record_ready', 1, now)
  const again = fact('record_ready', 1, now + 60_000)
  expect(arrivals([waiting], [ready], null)).toEqual([ready])
  expect(arrivals([waiting], [ready], ready.consultationId)).toEqual([])
  expect(arrivals([ready], [ready, waiting], null)).toEqual([])
  expect(arrivals([ready], [again], null)).toEqual([again])
  // The list of links on the screen was read before its mail failed.
  const unsent = fact('patient_mail_failed', 1, now)
  expect(arrivals([ready], [ready, unsent], unsent.consultationId)).toEqual([unsent])
  expect(arrivals([unsent], [unsent], null)).toEqual([])
})

test('read marks remain for every existing entry, listed or not', () => {
  expect(readMarksOf(['a', 'gone'], ['c'], ['c', 'b', 'a'])).toEqual(['c', 'a'])
  expect(readMarksOf([], [], ['c', 'b', 'a'])).toEqual([])

  const facts = [fact('consultation_open', 1, now - 4 * HOUR), fact('record_ready', 2, now - HOUR)]
  const listed = notificationsOf(facts, news, view).map(({ id }) => id)
  const existing = entryIds(facts, news)
  expect(existing).toEqual(expect.arrayContaining(listed))
  // Another entry is read where the first is not listed, and while news are switched off.
  const elsewhere = { ...view, here: facts[0]?.consultationId ?? null, settings: { ...all, systemUpdates: false } }
  const [record] = notificationsOf(facts, news, elsewhere)
  const marks = readMarksOf(listed, [record?.id ?? ''], existing)
  expect(listed.filter((id) => !marks.includes(id))).toEqual([])
})
