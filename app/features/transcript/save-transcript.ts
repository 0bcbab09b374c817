import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { transcriptFile, transcriptFileName } from '#domain/transcript/transcript.ts'

/** Hands the transcript to the browser as a text file. `date` is the doctor's own day as YYYY-MM-DD. */
export function saveTranscript(
  entries: readonly TranscriptEntry[],
  patientName: string,
  date: string,
  consent: string,
): void {
  const url = URL.createObjectURL(new Blob([transcriptFile(entries, consent)], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = transcriptFileName(patientName, date)
  link.click()
  URL.revokeObjectURL(url)
}
