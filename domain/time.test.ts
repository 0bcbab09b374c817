import { expect, test } from 'vitest'
import { isTimeZone, localTimeWithZone } from './local-time.ts'
import { startOfDay } from './time.ts'

test('a day begins by the clock of its zone, also where clocks changed since', () => {
  const at = (text: string) => Date.parse(text)
  const now = at('2026-11-21T02:30:15.250Z')
  expect(startOfDay(now, 'America/Sao_Paulo')).toBe(at('2026-11-20T03:00:00Z'))
  expect(startOfDay(now, 'America/Rio_Branco')).toBe(at('2026-11-20T05:00:00Z'))
  expect(startOfDay(now, 'Asia/Tokyo')).toBe(at('2026-11-20T15:00:00Z'))
  // Lisbon set its clocks back at 2 h on 2026-10-25, and forward at 1 h on 2026-03-29.
  expect(startOfDay(at('2026-10-25T12:00:00Z'), 'Europe/Lisbon')).toBe(at('2026-10-24T23:00:00Z'))
  expect(startOfDay(at('2026-03-29T12:00:00Z'), 'Europe/Lisbon')).toBe(at('2026-03-29T00:00:00Z'))
  // In São Paulo, 2018-11-04 began at 1 h.
  expect(startOfDay(at('2018-11-04T15:00:00Z'), 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'))
})

test('a zone is an IANA name that the runtime knows, and a time on paper names it', () => {
  for (const name of ['America/Manaus', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+3'])
    expect(isTimeZone(name), name).toBe(true)
  for (const name of [null, '', '+03:00', 'Brasil/Lugar', 'America/Sao Paulo', '../etc', 'America/Manaus\n'])
    expect(isTimeZone(name), String(name)).toBe(false)
  const at = Date.UTC(2026, 10, 21, 12, 5)
  expect(localTimeWithZone(at, 'America/Sao_Paulo')).toBe('21/11/2026 às 09:05 (horário de Brasília)')
  expect(localTimeWithZone(at, 'America/Recife')).toBe('21/11/2026 às 09:05 (horário de Brasília)')
  expect(localTimeWithZone(at, 'America/Manaus')).toBe('21/11/2026 às 08:05 (UTC-04:00)')
})
