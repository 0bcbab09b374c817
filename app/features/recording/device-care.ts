import { reportDiscarded } from '#app/lib/device/receipts.ts'
import { msOf } from '#domain/consultation/frame.ts'
import { audioToSend } from './audio-here.ts'
import { drainElsewhere, type Leftover } from './drain.ts'
import { sweepLocalRecordings } from './local-store.ts'

export { audioHere } from './audio-here.ts'
export { finishingHere } from './finishing-here.ts'

export type LeftAudio = { consultationId: string; ms: number; state: Leftover['state'] }

const LOOK_MS = 1_000
const LOOK_RARELY_MS = 5_000
/** Less is on its way, not left over. */
const WORTH_A_WORD_MS = 2_000

/**
 * Sends what was left on this device, from any page, and says how it goes: of all consultations but the one on the
 * screen, which tells its own. Looked at every second while something waits. The result ends it.
 */
export function watchLeftovers(except: string | null, changed: (left: LeftAudio[]) => void): () => void {
  let gone = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: readonly { consultationId: string; samples: number }[] = []
  let leftovers: readonly Leftover[] = []
  let told = '[]'
  function tell(): void {
    const stateOf = (id: string) => leftovers.find((one) => one.consultationId === id)?.state ?? 'waiting'
    const left = waiting
      .map(({ consultationId, samples }) => ({ consultationId, ms: msOf(samples), state: stateOf(consultationId) }))
      .filter(({ ms, state }) => ms >= WORTH_A_WORD_MS || state === 'refused')
    if (JSON.stringify(left) === told) return
    told = JSON.stringify(left)
    changed(left)
  }
  async function look(): Promise<void> {
    const found = (await audioToSend()).filter(({ consultationId }) => consultationId !== except)
    if (gone) return
    waiting = found
    tell()
    timer = setTimeout(look, found.length > 0 ? LOOK_MS : LOOK_RARELY_MS)
  }
  void look()
  const stop = drainElsewhere(except, (found) => {
    leftovers = found
    tell()
  })
  return () => {
    gone = true
    clearTimeout(timer)
    stop()
  }
}

/** Lets go of what is too old, and tells the doctor's log of it. */
export const sweep = async (): Promise<void> => reportDiscarded(await sweepLocalRecordings(Date.now()))
