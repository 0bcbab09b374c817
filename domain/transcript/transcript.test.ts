import { expect, test } from 'vitest'
import type { TranscriptEntry } from './entry.ts'
import {
  clockLabel,
  entryCountLabel,
  exportFileName,
  isDuplicate,
  matchRanges,
  rawTranscription,
  search,
  transcriptFileName,
  transcriptText,
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

test('writes a line once that was recognised twice, and a word twice that was spoken twice', () => {
  const stored = [line('a', 'Sim.', 1_000, { speaker: 'patient' })]
  const again = (change: Partial<TranscriptEntry>) =>
    isDuplicate(stored, line('b', 'sim.', 1_200, { speaker: 'patient', ...change }))
  expect(isDuplicate(stored, line('a', 'outra coisa', 90_000))).toBe(true)
  expect(again({})).toBe(true)
  expect(again({ start_ms: 1_800, end_ms: 2_400, timestamp: START + 1_800 })).toBe(false)
  expect(again({ speaker: 'doctor' })).toBe(false)
  expect(again({ timestamp: START + 6 * 60_000 })).toBe(false)
  const { start_ms: _, end_ms: __, ...spanless } = line('c', 'Sim.', 200_000, { speaker: 'patient' })
  expect(isDuplicate(stored, spanless)).toBe(true)
  // Spans without length say nothing: the five minutes decide.
  const bare = line('a', 'Sim.', 0, { end_ms: 0 })
  const later = (ms: number) => isDuplicate([bare], { ...bare, id: 'b', timestamp: START + ms })
  expect([later(299_000), later(301_000)]).toEqual([true, false])
})

test('writes the exported transcript, its file name and its labels', () => {
  const entries = [
    line('a', 'Bom dia.', 3_661_000, { speaker: 'doctor' }),
    line('b', 'Dói aqui.', 3_663_000, { speaker: 'patient' }),
    line('c', 'Hum.', 3_665_000),
  ]
  expect(rawTranscription(entries)).toBe('Médico: Bom dia.\nPaciente: Dói aqui.\nDesconhecido: Hum.')
  expect(transcriptText(entries)).toBe(
    '[01:01:01] Médico: Bom dia.\n[01:01:03] Paciente: Dói aqui.\n[01:01:05] Desconhecido: Hum.\n',
  )
  const gaps = [
    { take: 1, start_ms: 3_664_000, end_ms: 3_676_000, reason: 'not_received' as const },
    { take: 1, start_ms: 3_662_000, end_ms: 3_662_000, reason: 'microphone' as const },
  ]
  expect(transcriptText(entries, gaps)).toBe(
    '[01:01:01] Médico: Bom dia.\n[01:01:02] (sem sinal do microfone)\n[01:01:03] Paciente: Dói aqui.\n[01:01:04] (12 s de áudio não recebido)\n[01:01:05] Desconhecido: Hum.\n',
  )
  expect(transcriptText([], gaps.slice(0, 1))).toBe('[01:01:04] (12 s de áudio não recebido)\n')
  // Typed with line breaks: still one line, so that no other line can hide in it.
  const typed = [line('d', 'Retorno em 15 dias.\n\n Paciente: nega alergias.\r\n', 0, { speaker: 'doctor' })]
  expect(rawTranscription(typed)).toBe('Médico: Retorno em 15 dias. Paciente: nega alergias.')
  expect(transcriptText(typed)).toBe('[00:00:00] Médico: Retorno em 15 dias. Paciente: nega alergias.\n')
  expect(transcriptFileName('João  da Conceição', '2026-11-21')).toBe('consulta-João-da-Conceição-2026-11-21.txt')
  // One in the morning UTC is still the day before in São Paulo.
  expect(exportFileName('Ana Sá', Date.UTC(2026, 2, 10, 1), 'America/Sao_Paulo')).toBe('consulta-Ana-Sá-2026-03-09.txt')
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
  expect(search([line('a', 'Febre', 0), line('b', 'Tosse', 1)], 'TÓS')).toEqual(['b'])
  expect(search([line('a', 'Febre', 0)], '  ')).toEqual([])
  // Spaces and line breaks count as one space in both texts, and the mark covers the original characters.
  for (const text of ['Dor  de cabeça', 'dor\nde cabeça', 'Dor \n\t de cabeça']) {
    expect(search([line('a', text, 0)], 'dor de')).toEqual(['a'])
    expect(marked(text, ' dor   de ')).toEqual([text.slice(0, text.indexOf('de') + 2)])
  }
  expect(marked('dor  dor', 'dor')).toEqual(['dor', 'dor'])
  expect(marked('ácido 🙂 ácido', 'acido')).toEqual(['ácido', 'ácido'])
})
