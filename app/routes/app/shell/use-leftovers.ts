import { useEffect, useState } from 'react'
import { drainElsewhere, type Leftover } from '#app/features/recording/drain.ts'
import { useUnsentAudio } from '#app/features/recording/use-unsent-audio.ts'

/** Less is on its way, not left over. */
const WORTH_A_WORD_MS = 2_000

export type LeftAudio = { consultationId: string; ms: number; state: Leftover['state'] }

/** Sends what was left on this device, from any page, and says how it goes: of all consultations but the one here. */
export function useLeftovers(here: string | null): LeftAudio[] {
  const unsent = useUnsentAudio(here)
  const [leftovers, setLeftovers] = useState<readonly Leftover[]>([])
  useEffect(() => drainElsewhere(here, setLeftovers), [here])
  const stateOf = (id: string) => leftovers.find((one) => one.consultationId === id)?.state ?? 'waiting'
  return [...unsent]
    .map(([consultationId, ms]) => ({ consultationId, ms, state: stateOf(consultationId) }))
    .filter(({ ms, state }) => ms >= WORTH_A_WORD_MS || state === 'refused')
}
