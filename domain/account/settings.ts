import { z } from 'zod/mini'
import { parseJson } from '../json.ts'

/** The name of the device's stored settings, and of the cookie that tells the server. */
export const SETTINGS_NAME = 'relato-settings'

export const audioQualities = ['high', 'medium', 'low'] as const
const audioQuality = z.enum(audioQualities)
export type AudioQuality = z.infer<typeof audioQuality>
/** Bits per second of the recording stored on the device; the transcription does not depend on it. */
export const audioBitRates: Record<AudioQuality, number> = { high: 128_000, medium: 96_000, low: 64_000 }

export const autoSaveIntervals = [15, 30, 60, 120] as const
/** 'automatic': the operator's order. The others hear with one alone, where it exists. */
export const speechEngines = ['automatic', 'device', 'server'] as const
export type SpeechEngine = (typeof speechEngines)[number]
/** How a record is copied into another system: in one field, in a field for each section, or in four. */
export const copyProfiles = ['one', 'sections', 'soap'] as const
export type CopyProfile = (typeof copyProfiles)[number]
export const colorThemes = ['light', 'dark', 'system'] as const
export type ColorTheme = (typeof colorThemes)[number]

/** A damaged value falls back to its default: it costs one setting, not all of them. */
const on = z.catch(z.boolean(), true)
const off = z.catch(z.boolean(), false)

const notifications = z.object({ transcriptionComplete: on, consultationReminders: on, systemUpdates: off })
const audio = z.object({
  enabled: on,
  quality: z.catch(audioQuality, 'high'),
  noiseReduction: on,
  autoAdjustVolume: off,
  /** Whether the room keeps audio that this device recognises by itself. Other engines need it there. */
  storeInRoom: on,
})
const transcription = z.object({
  engine: z.catch(z.enum(speechEngines), 'automatic'),
  autoSpeakerDetection: on,
  /** Whether structuring begins by itself when a consultation ends. */
  structureOnFinish: on,
  autoSave: on,
  autoSaveInterval: z.catch(z.literal(autoSaveIntervals), 30),
})
const interfaceSettings = z.object({
  theme: z.catch(z.enum(colorThemes), 'system'),
  compactMode: off,
  showTimestamps: on,
  shortcuts: on,
  /** One of these, or the id of a profile of the account. */
  copyProfile: z.catch(z.union([z.enum(copyProfiles), z.uuid()]), 'one'),
})

/** 'Application settings': stored on the device, each with its effect. */
export const applicationSettings = z.object({
  notifications: z.catch(notifications, () => notifications.parse({})),
  audio: z.catch(audio, () => audio.parse({})),
  transcription: z.catch(transcription, () => transcription.parse({})),
  interface: z.catch(interfaceSettings, () => interfaceSettings.parse({})),
})
export type ApplicationSettings = z.infer<typeof applicationSettings>
export type AudioSettings = ApplicationSettings['audio']

export const defaultSettings: ApplicationSettings = applicationSettings.parse({})

/** Reads stored settings; unreadable parts get their defaults. */
export function settingsFrom(text: string | null): ApplicationSettings {
  return z.catch(applicationSettings, defaultSettings).parse(parseJson(text))
}

/** Only the settings that differ from the defaults, '' for none. Short, because a cookie travels with every request. */
export function changesIn(settings: ApplicationSettings): string {
  const changed = Object.entries(settings).flatMap(([name, section]) => {
    const usual: Record<string, unknown> = defaultSettings[name as keyof ApplicationSettings]
    const other = Object.entries(section).filter(([key, value]) => value !== usual[key])
    return other.length > 0 ? [[name, Object.fromEntries(other)]] : []
  })
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : ''
}
