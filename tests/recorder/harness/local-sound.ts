import { segmentsOf, soundOf } from '#app/features/recording/device/local-store.ts'
import { soundFileOf } from '#app/features/recording/device/playback.ts'
import type { Segment } from '#domain/recorder/segments.ts'
import { base64Of } from './install-tap.ts'

/** This device's copy of the consultation's audio, read from the database as the product reads it. */
export const localSound = (consultationId: string) => ({
  segments: () => segmentsOf(consultationId),
  /** The wav of these, in base64. */
  wav: async (segments: Segment[]) => base64Of((await soundFileOf(consultationId, segments)).wav),
  /** How many seconds can be decoded when the last bytes of a segment are missing. */
  decodedWithout: async (segment: number, missing: number) => {
    const bytes = await soundOf(consultationId, segment)
    if (!bytes) return 0
    const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(
      bytes.slice(0, bytes.byteLength - missing),
    )
    return sound.duration
  },
})
export type LocalSound = ReturnType<typeof localSound>
