import { expect, test } from 'vitest'
import type { TranscriptEntry } from './entry.ts'
import {
  clockLabel,
  entryCountLabel,
  isDuplicate,
  matchRanges,
  rawTranscription,
  transcriptFileName,
  transcriptText,
  withEntry,
} from './transcript.ts'

const START = Date.UTC(2026, 10, 21, 12)
const line = (id: string, text: string, start_ms: number, change: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
  id,
  text,
  timestamp: START + start_ms,
  isPartial: false,
  start_ms,
  end_ms: start_ms + 800,
  ...change,
})

test('a line heard twice is written once, a word said twice is written twice', () => {
  const said = [line('a', 'Sim.', 1_000, { speaker: 'patient' })]
  const again = (change: Partial<TranscriptEntry>) =>
    isDuplicate(said, line('b', 'sim.', 1_200, { speaker: 'patient', ...change }))
  expect(isDuplicate(said, line('a', 'outra coisa', 90_000))).toBe(true)
  expect(again({})).toBe(true)
  expect(again({ start_ms: 1_800, end_ms: 2_400, timestamp: START + 1_800 })).toBe(false)
  expect(again({ speaker: 'doctor' })).toBe(false)
  expect(again({ timestamp: START + 6 * 60_000 })).toBe(false)
  const { start_ms: _, end_ms: __, ...spanless } = line('c', 'Sim.', 200_000, { speaker: 'patient' })
  expect(isDuplicate(said, spanless)).toBe(true)
})

test('lines keep the order of the audio clock, whatever order they came in', () => {
  let entries: TranscriptEntry[] = []
  for (const entry of [
    line('b', 'dois', 2_000),
    line('a', 'um', 1_000),
    line('c', 'três', 3_000),
    line('b', 'dois!', 2_000),
  ])
    entries = withEntry(entries, entry)
  expect(entries.map((entry) => entry.text)).toEqual(['um', 'dois!', 'três'])
})

test('the texts that leave the screen', () => {
  const entries = [
    line('a', 'Bom dia.', 3_661_000, { speaker: 'doctor' }),
    line('b', 'Dói aqui.', 3_663_000, { speaker: 'patient' }),
    line('c', 'Hum.', 3_665_000),
  ]
  expect(rawTranscription(entries)).toBe('Médico: Bom dia.\nPaciente: Dói aqui.\nDesconhecido: Hum.')
  expect(transcriptText(entries)).toBe(
    '[01:01:01] Médico: Bom dia.\n[01:01:03] Paciente: Dói aqui.\n[01:01:05] Desconhecido: Hum.\n',
  )
  expect(transcriptFileName('João  da Conceição', '2026-11-21')).toBe('consulta-joao-da-conceicao-2026-11-21.txt')
  expect([entryCountLabel(1), entryCountLabel(0), clockLabel(-5)]).toEqual([
    '1 entrada de transcrição',
    '0 entradas de transcrição',
    '00:00:00',
  ])
})

test('search finds without accents or case and marks the original letters', () => {
  const marked = (text: string, query: string) => matchRanges(text, query).map(([from, to]) => text.slice(from, to))
  expect(marked('A pressão está alta; PRESSÃO alta.', 'pressao')).toEqual(['pressão', 'PRESSÃO'])
  expect(marked('pre\u0301dio e prédio', 'predio')).toEqual(['pre\u0301dio', 'prédio'])
  expect(marked('nada', '   ')).toEqual([])
  expect(marked('ácido 🙂 ácido', 'acido')).toEqual(['ácido', 'ácido'])
})
