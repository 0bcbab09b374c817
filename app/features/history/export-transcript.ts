import { saveFile } from '#app/lib/save-file.ts'
import { toast } from '#app/ui/toast.tsx'
import { consentStatement } from '#domain/consent/statement.ts'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import { exportFileName, transcriptFile } from '#domain/transcript/transcript.ts'

/** The file name has the patient and the day of the consultation on the doctor's calendar. */
export function exportTranscript({ consultation, transcriptions, gaps }: ConsultationDetail, zone: string): void {
  const name = exportFileName(consultation.patientName, consultation.startTime, zone)
  saveFile(name, transcriptFile(transcriptions, gaps, consentStatement(consultation.consent, zone)))
  toast.success('Transcrição exportada com sucesso')
}
