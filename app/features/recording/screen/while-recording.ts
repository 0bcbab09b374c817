import { keepSealing } from '#app/lib/device/vault.ts'
import type { RecorderState } from '#domain/recorder/recorder.ts'
import type { SnapshotStore } from './snapshot.ts'
import { keepAwake } from './wake-lock.ts'

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
