import { useEffect } from 'react'
import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'
import {
  deviceSpeechLine,
  downloadAgain,
  downloadFailed,
  downloadLabel,
  tryAgainHere,
} from '#domain/recorder/device-speech-line.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import type { RecordingSession } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import { useDeviceSpeech } from './use-device-speech.ts'

type Props = { session: RecordingSession | null; snapshot: Snapshot }

/** Says whether this computer recognises the speech itself, and offers to download Portuguese or to try again. */
export function DeviceSpeechSetup({ session, snapshot }: Props) {
  const { view, hearing, isSoundKeptHere } = snapshot
  const { audio, transcription } = useSettings()
  const { availability, install, look, hasFailed, isChosen } = useDeviceSpeech(view)
  // Portuguese that was downloaded during a recording hears from now on.
  useEffect(() => {
    if (isChosen) void session?.hearHere()
  }, [session, isChosen])
  // Keeps its space until the room's welcome and the browser's answer, so that the buttons below do not move.
  const mayShow = transcription.engine !== 'server' && (view.deviceSpeech !== null || !view.hasWelcome)
  // The alert above says that no engine hears.
  if (!mayShow || hearing === 'unheard') return null
  const isDownloadable = availability?.state === 'downloadable' && hearing !== 'hears'
  const storesInRoom = hearing === 'hears' ? !isSoundKeptHere : audio.storeInRoom
  // On a small screen the recorder's bar has no room for an offer.
  const isOffer = isDownloadable && !hasFailed && snapshot.recorder.name === 'recording'
  const facts = { hearing, isChosen, storesInRoom, server: serverOf(view) }
  const tryAgain = () => {
    look()
    void session?.tryAgainHere()
  }
  return (
    <p
      aria-live="polite"
      className={cx('-mt-1 min-h-8 text-xs leading-4 text-ink-3 sm:max-lg:min-h-4', isOffer && 'max-lg:hidden')}
    >
      {availability && <span>{deviceSpeechLine({ availability, ...facts })}</span>}
      {isDownloadable && hasFailed && <span className="text-warn">{downloadFailed} </span>}
      {isDownloadable && <LinkButton onClick={install}>{hasFailed ? downloadAgain : downloadLabel}</LinkButton>}
      {availability?.state === 'available' && hearing === 'failed' && (
        <>
          {' '}
          <LinkButton onClick={tryAgain}>{tryAgainHere}</LinkButton>
        </>
      )}
    </p>
  )
}

function serverOf({ engine }: RoomView): 'works' | 'demonstration' | 'lost' {
  if (engine.state === 'lost') return 'lost'
  return engine.demonstration ? 'demonstration' : 'works'
}

const LinkButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    onClick={onClick}
    className="relative rounded-s text-left font-strong text-ink underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[''] hover:text-accent"
  >
    {children}
  </button>
)
