import { useSettings } from '#app/lib/settings.ts'
import { deviceSpeechLine, downloadAgain, downloadFailed, downloadLabel } from '#domain/recorder/device-speech-line.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import { useDeviceSpeech } from './use-device-speech.ts'

/** Says whether this computer recognises the speech itself, and offers to download the browser's Portuguese. */
export function DeviceSpeechSetup({ view }: { view: RoomView }) {
  const { audio, transcription } = useSettings()
  const { availability, install, hasFailed, isChosen } = useDeviceSpeech(view)
  // Keeps its space until the room's welcome and the browser's answer, so that the buttons below do not move.
  const mayShow = transcription.engine !== 'server' && (view.deviceSpeech !== null || !view.hasWelcome)
  if (!mayShow) return null
  const isDownloadable = availability?.state === 'downloadable'
  const { demonstration } = view.engine
  const facts = { isChosen, storesInRoom: audio.storeInRoom, isDemonstration: demonstration }
  return (
    <p aria-live="polite" className="-mt-1 min-h-8 text-xs sm:max-lg:min-h-4 leading-4 text-ink-3">
      {availability && deviceSpeechLine({ availability, ...facts })}
      {isDownloadable && hasFailed && <span className="text-warn">{downloadFailed} </span>}
      {isDownloadable && (
        <button
          type="button"
          onClick={install}
          className="relative rounded-s text-left font-strong text-ink underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[''] hover:text-accent"
        >
          {hasFailed ? downloadAgain : downloadLabel}
        </button>
      )}
    </p>
  )
}
