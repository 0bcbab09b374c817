import { keepSealing } from '#app/lib/device/vault.ts'
import type { RecorderState } from '#domain/recorder/recorder.ts'
import type { SnapshotStore } from './snapshot.ts'

/** While samples arrive the screen stays awake; the sealing key stays from the start to the last frame. */
export function holdWhileRecording(store: SnapshotStore): () => void {
  const holds = [hold(isRecording, keepAwake), hold(isUnderWay, () => keepSealing('recording'))]
  const follow = () => {
    for (const one of holds) one(store.read().recorder)
  }
  const stop = store.subscribe(follow)
  return () => {
    stop()
    for (const one of holds) one({ name: 'idle' })
  }
}

const isRecording = ({ name }: RecorderState): boolean => name === 'recording'

function isUnderWay(recorder: RecorderState): boolean {
  const { name } = recorder
  if (name === 'error' || name === 'requesting_permission') return recorder.goOn
  return name === 'connecting' || name === 'recording' || name === 'paused' || name === 'processing'
}

function hold(wanted: (recorder: RecorderState) => boolean, take: () => () => void) {
  let release: (() => void) | null = null
  return (recorder: RecorderState) => {
    if (wanted(recorder)) release ??= take()
    else {
      release?.()
      release = null
    }
  }
}

/** Keeps the screen awake until the returned function is called. The browser takes the lock away from a hidden page. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    try {
      const granted = await navigator.wakeLock.request('screen')
      if (over) void granted.release()
      else lock = granted
    } catch {
      // Unsupported or low battery: record without it.
    }
  }
  document.addEventListener('visibilitychange', take)
  void take()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release().catch(() => undefined)
  }
}
