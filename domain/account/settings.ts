import { z } from 'zod/mini'

/** Of the device's storage, and of the cookie that tells the server. */
export const SETTINGS_NAME = 'relato-settings'

export const audioQualities = ['high', 'medium', 'low'] as const
const audioQuality = z.enum(audioQualities)
export type AudioQuality = z.infer<typeof audioQuality>
/** Of the recording kept on the device; what is transcribed does not depend on it. */
export const audioBitRates: Record<AudioQuality, number> = { high: 128_000, medium: 96_000, low: 64_000 }

export const autoSaveIntervals = [15, 30, 60, 120] as const
export const colorThemes = ['light', 'dark', 'system'] as const
export type ColorTheme = (typeof colorThemes)[number]

/** Whatever cannot be read counts as never set: a damaged value costs one setting, not all of them. */
const on = z.catch(z.boolean(), true)
const off = z.catch(z.boolean(), false)

const notifications = z.object({ transcriptionComplete: on, consultationReminders: on, systemUpdates: off })
const audio = z.object({
  enabled: on,
  quality: z.catch(audioQuality, 'high'),
  noiseReduction: on,
  autoAdjustVolume: off,
})
const transcription = z.object({
  autoSpeakerDetection: on,
  autoSave: on,
  autoSaveInterval: z.catch(z.literal(autoSaveIntervals), 30),
})
const interfaceSettings = z.object({
  theme: z.catch(z.enum(colorThemes), 'system'),
  compactMode: off,
  showTimestamps: on,
  shortcuts: on,
})

/** 'Application settings': kept on the device, each with its effect. */
export const applicationSettings = z.object({
  notifications: z.catch(notifications, () => notifications.parse({})),
  audio: z.catch(audio, () => audio.parse({})),
  transcription: z.catch(transcription, () => transcription.parse({})),
  interface: z.catch(interfaceSettings, () => interfaceSettings.parse({})),
})
export type ApplicationSettings = z.infer<typeof applicationSettings>
export type AudioSettings = ApplicationSettings['audio']

export const defaultSettings: ApplicationSettings = applicationSettings.parse({})

/** What the device kept, as far as it can be understood. */
export function settingsFrom(text: string | null): ApplicationSettings {
  if (!text) return defaultSettings
  try {
    return z.catch(applicationSettings, defaultSettings).parse(JSON.parse(text))
  } catch {
    return defaultSettings
  }
}

/** Only what the doctor changed: '' for nothing. As a cookie it goes along with every request, so it is short. */
export function changesIn(settings: ApplicationSettings): string {
  const changed = Object.entries(settings).flatMap(([name, section]) => {
    const usual: Record<string, unknown> = defaultSettings[name as keyof ApplicationSettings]
    const other = Object.entries(section).filter(([key, value]) => value !== usual[key])
    return other.length > 0 ? [[name, Object.fromEntries(other)]] : []
  })
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : ''
}
