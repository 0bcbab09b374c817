import { reportDiscarded } from '#app/lib/device/receipts.ts'
import { msOf } from '#domain/consultation/frame.ts'
import { audioToSend } from '../device/audio-here.ts'
import { sweepLocalRecordings } from '../device/local-store.ts'
import { drainElsewhere, type Leftover } from './drain.ts'

export { audioHere } from '../device/audio-here.ts'
export { finishingHere } from '../device/finishing-here.ts'

export type LeftAudio = { consultationId: string; ms: number; state: Leftover['state'] }

const LOOK_MS = 1_000
const LOOK_RARELY_MS = 5_000
/** Shorter audio is still being sent, not left over. */
const WORTH_A_WORD_MS = 2_000

/**
 * Sends unsent audio of all consultations except the open one, which sends its own. Reports progress each second.
 * Returns a function that stops it.
 */
export function watchLeftovers(except: string | null, changed: (left: LeftAudio[]) => void): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: readonly { consultationId: string; samples: number }[] = []
  let leftovers: readonly Leftover[] = []
  let lastReport = '[]'
  function tell(): void {
    const stateOf = (id: string) => leftovers.find((one) => one.consultationId === id)?.state ?? 'waiting'
    const leftAudio = waiting
      .map(({ consultationId, samples }) => ({ consultationId, ms: msOf(samples), state: stateOf(consultationId) }))
      .filter(({ ms, state }) => ms >= WORTH_A_WORD_MS || state === 'refused')
    if (JSON.stringify(leftAudio) === lastReport) return
    lastReport = JSON.stringify(leftAudio)
    changed(leftAudio)
  }
  async function look(): Promise<void> {
    const found = (await audioToSend()).filter(({ consultationId }) => consultationId !== except)
    if (isStopped) return
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
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}

/** Deletes expired local recordings and reports them to the doctor's log. */
export const sweep = async (): Promise<void> => reportDiscarded(await sweepLocalRecordings(Date.now()))
