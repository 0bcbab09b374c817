import { expect, test } from 'vitest'
import { deviceSpeechLine } from './device-speech-line.ts'
import type { DeviceAvailability } from './engine-order.ts'

const lineOf = (
  availability: Partial<DeviceAvailability>,
  facts: Partial<Parameters<typeof deviceSpeechLine>[0]> = {},
) =>
  deviceSpeechLine({
    availability: { state: 'available', quality: 'unknown', ...availability },
    hearing: 'resting',
    isChosen: true,
    storesInRoom: true,
    server: 'works',
    ...facts,
  })

test('[EO3] promises that audio stays here only if the room keeps none', () => {
  for (const quality of ['unknown', 'lower'] as const) {
    expect(lineOf({ quality }, { storesInRoom: false })).toContain('o áudio não sai daqui')
    expect(lineOf({ quality })).toContain('o servidor guarda o áudio até ele virar texto')
  }
  for (const hearing of ['aside', 'failed'] as const)
    expect(lineOf({}, { hearing, isChosen: false, storesInRoom: false })).not.toContain('não sai daqui')
})

test('[EO3] warns of short sentences only where the browser says so', () => {
  const warns = (quality: DeviceAvailability['quality']) => lineOf({ quality }).includes('frases curtas')
  expect([warns('lower'), warns('unknown'), warns('conversation')]).toEqual([true, false, false])
})

test('[EO3] a device that cannot hear says why, and who hears instead', () => {
  const reasons = ['no_api', 'no_language', 'policy', 'insecure'] as const
  const lines = reasons.map((reason) => lineOf({ state: 'unavailable', reason }, { isChosen: false }))
  expect(new Set(lines).size).toBe(reasons.length)
  for (const line of lines) expect(line).toMatch(/: o servidor reconhece\.$/)
  const withDemonstration = { isChosen: false, server: 'demonstration' } as const
  expect(lineOf({ state: 'unavailable', reason: 'no_api' }, withDemonstration)).toContain('só a demonstração responde')
  expect(lineOf({ state: 'downloading' }, withDemonstration)).toContain('Até lá, só a demonstração responde')
  const alone = { isChosen: false, server: 'lost' } as const
  expect(lineOf({ state: 'unavailable', reason: 'no_api' }, alone)).toContain('o servidor também não reconhece')
})

test('[EO3] [DS16] a recogniser that stopped is not said to hear, and one that hears is', () => {
  expect(lineOf({}, { hearing: 'failed' })).toBe('O reconhecimento deste computador parou: o servidor reconhece.')
  // The server has come back: the device hears on to the end of the run.
  expect(lineOf({}, { hearing: 'hears', isChosen: false })).toMatch(/^Reconhecimento neste computador/)
})
