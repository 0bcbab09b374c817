import { DownloadAudio } from '#app/features/recording/screen/download-audio.tsx'
import type { HearAgain } from '#app/features/recording/screen/use-hear-again.ts'
import { copyEntry } from '#app/features/transcript/copy-entry.ts'
import { TranscriptList } from '#app/features/transcript/transcript-list.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'

const reading = { copy: copyEntry }

type Props = { detail: ConsultationDetail; playback: HearAgain; empty: string }

/** The transcript of a finished consultation, with playback and download if this device has the audio. */
export function HeardTranscript({ detail, playback, empty }: Props) {
  const { consultation, transcriptions, gaps } = detail
  return (
    <>
      {transcriptions.length === 0 && <p className="text-ink-2">{empty}</p>}
      {transcriptions.length + gaps.length > 0 && (
        <TranscriptList entries={transcriptions} gaps={gaps} actions={reading} playback={playback} />
      )}
      <div className="mt-4">
        <DownloadAudio hearAgain={playback} patientName={consultation.patientName} startTime={consultation.startTime} />
      </div>
    </>
  )
}
