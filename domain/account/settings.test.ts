import { expect, test } from 'vitest'
import { audioBitRates, changesIn, defaultSettings, settingsFrom } from './settings.ts'

test('settings: the defaults of the product; what cannot be read costs one setting, never all', () => {
  expect(settingsFrom(null)).toEqual({
    notifications: { transcriptionComplete: true, consultationReminders: true, systemUpdates: false },
    audio: { enabled: true, quality: 'high', noiseReduction: true, autoAdjustVolume: false, storeInRoom: true },
    transcription: {
      engine: 'automatic',
      autoSpeakerDetection: true,
      structureOnFinish: true,
      autoSave: true,
      autoSaveInterval: 30,
    },
    interface: { theme: 'system', compactMode: false, showTimestamps: true, shortcuts: true, copyProfile: 'one' },
  })
  for (const damaged of ['', '{', 'null', '7', '[]', '{"audio":null}', '{"audio":"x","interface":[]}'])
    expect(settingsFrom(damaged), damaged).toEqual(defaultSettings)

  const stored = settingsFrom(
    JSON.stringify({
      audio: { enabled: false, quality: 'best', noiseReduction: false, storeInRoom: false },
      transcription: { engine: 'cloud', autoSaveInterval: 17, autoSave: false },
      added: 'by a later version',
    }),
  )
  expect(stored.audio).toEqual({
    enabled: false,
    quality: 'high',
    noiseReduction: false,
    autoAdjustVolume: false,
    storeInRoom: false,
  })
  expect(stored.transcription).toEqual({
    engine: 'automatic',
    autoSpeakerDetection: true,
    structureOnFinish: true,
    autoSave: false,
    autoSaveInterval: 30,
  })
  expect(settingsFrom(JSON.stringify(stored))).toEqual(stored)
  expect(Object.values(audioBitRates)).toEqual([128_000, 96_000, 64_000])
})

test('what was changed is short, and gives the same settings again', () => {
  expect(changesIn(defaultSettings)).toBe('')
  const changed = settingsFrom('{"audio":{"enabled":false},"interface":{"theme":"dark","compactMode":true}}')
  expect(changesIn(changed)).toBe('{"audio":{"enabled":false},"interface":{"theme":"dark","compactMode":true}}')
  expect(settingsFrom(changesIn(changed))).toEqual(changed)
})
