import { z } from 'zod/mini'
import { loadOffline } from '#app/lib/device/vault.ts'
import type { RecorderState } from '#domain/recorder/recorder.ts'
import type { Uplink } from '../uplink/uplink.ts'
import type { RecorderRunner } from './recorder-runner.ts'
import type { SnapshotStore } from './snapshot.ts'

/** A reloaded page goes on with it: the screen's name in the room, its take, and when it last recorded (epoch ms). */
const markSchema = z.object({ screen: z.string(), take: z.int(), paused: z.boolean(), at: z.number() })

export type Mark = z.infer<typeof markSchema>

const nameOf = (consultationId: string): string => `recording:${consultationId}`
const REFRESH_MS = 10_000
/** A page that was away for longer does not open the microphone by itself. */
const FRESH_MS = 120_000
/** The browser frees the takes of the page that was reloaded. */
const LOCKS_WAIT_MS = 3_000
const LOCKS_LOOK_MS = 50

/** [R22] Notes on the device which take this screen records, sealed with the second key. Returns a function that stops. */
export function noteRecording(consultationId: string, store: SnapshotStore, uplink: Uplink): () => void {
  let last: string | null = null
  const write = (recorder: RecorderState, isRefresh: boolean) => {
    const inTake = recorder.name === 'recording' || recorder.name === 'paused' ? recorder : null
    const next = inTake && `${inTake.take} ${inTake.name}`
    if (next === last && !(isRefresh && inTake)) return
    last = next
    const paused = inTake?.name === 'paused'
    const value = inTake && { screen: uplink.screen, take: inTake.take, paused, at: Date.now() }
    // Without a second key, a reload without a network opens no recording.
    void loadOffline()
      .then(({ keepCopy }) => keepCopy(nameOf(consultationId), value))
      .catch(() => undefined)
  }
  const stop = store.subscribe(() => write(store.read().recorder, false))
  const timer = setInterval(() => write(store.read().recorder, true), REFRESH_MS)
  return () => {
    stop()
    clearInterval(timer)
    write({ name: 'idle' }, false)
  }
}

/** [R22] Goes on with the recording that a reload without a network interrupted. Call it before connecting. */
export async function reopenRecording(consultationId: string, uplink: Uplink, recorder: RecorderRunner): Promise<void> {
  const copy = await loadOffline().then(
    ({ copyOf }) => copyOf(nameOf(consultationId)),
    () => null,
  )
  const mark = markSchema.safeParse(copy?.value)
  if (mark.success && Date.now() - mark.data.at <= FRESH_MS) await goOn(mark.data, uplink, recorder)
}

/** [R22] Takes the take's lock and the screen's name, then records. Without the lock another page goes on with it. */
export async function goOn({ screen, take, paused }: Mark, uplink: Uplink, recorder: RecorderRunner): Promise<void> {
  await uplink.restore()
  const until = performance.now() + LOCKS_WAIT_MS
  while (!uplink.reopen(screen, take)) {
    if (performance.now() > until) return
    await new Promise((resolve) => setTimeout(resolve, LOCKS_LOOK_MS))
  }
  recorder.reopen({ take, paused })
}

/** Whether this page is a reload of the one before it. */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
