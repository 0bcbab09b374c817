import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { initialRecorder, type RecorderState } from '#domain/recorder/recorder.ts'
import { emptyView, type RoomView } from '#domain/recorder/room-view.ts'
import type { AudioDevice } from './microphone.ts'
import type { SocketFault } from './room-socket.ts'

/** All that the screen shows of a recording session. */
export type Snapshot = {
  view: RoomView
  recorder: RecorderState
  /** Audio on this device that the room has not stored. */
  waitingMs: number
  /** 'Finalizar' was confirmed on this screen. */
  finishing: boolean
  connectionFault: SocketFault | null
  devices: readonly AudioDevice[]
  device: { deviceId: string; label: string } | null
  /** A chosen microphone that could not be opened; the one before goes on. */
  deviceFault: RecorderFault | null
}

export const initialSnapshot: Snapshot = {
  view: emptyView,
  recorder: initialRecorder,
  waitingMs: 0,
  finishing: false,
  connectionFault: null,
  devices: [],
  device: null,
  deviceFault: null,
}
