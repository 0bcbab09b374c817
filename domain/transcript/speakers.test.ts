import { expect, test } from 'vitest'
import type { TranscriptEntry } from './entry.ts'
import { guessSpeaker, guessVoices, withSpeakers } from './speakers.ts'

const line = (id: string, at: number, text: string, over: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
  id,
  text,
  timestamp: Date.UTC(2026, 2, 9, 12) + at,
  isPartial: false,
  start_ms: at,
  end_ms: at + 900,
  ...over,
})

test('the speaker is guessed from the words, never against the doctor, and not when unsure', () => {
  const doctor = [
    'Bom dia, sou a doutora Helena, em que posso ajudar?',
    'A senhora toma algum remédio?',
    'tome dipirona de seis em seis horas',
    'vou pedir um raio x',
  ]
  const patient = [
    'eu tenho dor nas costas faz dois meses',
    'minha mãe teve câncer',
    'tomei um chá e não adiantou',
    'estou meio tonta',
  ]
  for (const text of doctor) expect(guessSpeaker(text)?.speaker, text).toBe('doctor')
  for (const text of patient) expect(guessSpeaker(text)?.speaker, text).toBe('patient')
  for (const text of ['tá bom', 'isso', 'pode ser amanhã', '']) expect(guessSpeaker(text), text).toBeUndefined()

  const voiced = (id: string, text: string, session: number, number: number, over: Partial<TranscriptEntry> = {}) =>
    line(id, Number(id) * 1_000, text, { voice: { session, number }, ...over })
  const entries = [
    voiced('1', doctor[0] ?? '', 1, 0),
    voiced('2', 'tá bom', 1, 1),
    voiced('3', patient[0] ?? '', 1, 1),
    voiced('4', doctor[1] ?? '', 1, 0),
    // After a restart the numbers begin again, here the other way round.
    voiced('5', patient[1] ?? '', 2, 0),
    voiced('6', doctor[2] ?? '', 2, 1),
    voiced('7', 'hum', 2, 0, { speaker: 'doctor', speaker_origin: 'hand' }),
  ]
  const voices = guessVoices(entries.slice(0, 6))
  expect([...voices].map(([voice, guess]) => [voice, guess.speaker])).toEqual([
    ['1:0', 'doctor'],
    ['1:1', 'patient'],
    ['2:1', 'doctor'],
    ['2:0', 'patient'],
  ])
  const named = withSpeakers(entries)
  expect(named.map((entry) => entry.speaker).slice(0, 4)).toEqual(['doctor', 'patient', 'patient', 'doctor'])
  expect(named[0]?.speaker_origin).toBe('firm')
  expect(named[6]).toEqual(entries[6])
  // A line without a voice that says nothing of its speaker stays open.
  expect(withSpeakers([line('9', 0, 'pode ser')])[0]?.speaker).toBeUndefined()
})
