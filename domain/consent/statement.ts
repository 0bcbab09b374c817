import { localTimeWithZone } from '../local-time.ts'
import type { Consent } from './contract.ts'

/** [N11] One sentence for history, PDF and exported text. `null`: the patient has not answered. */
export function consentStatement(consent: Consent | null, timeZone: string): string {
  if (!consent) return 'O paciente não foi consultado sobre o uso de IA e a gravação.'
  const answered = localTimeWithZone(consent.answered_at, timeZone)
  const text = `conforme o aviso ao paciente, versão ${consent.notice_version}`
  const remote = consent.answers.telemedicine
  const telemedicine =
    remote === undefined ? '' : ` Telemedicina: ${remote === 'accepted' ? 'consentiu' : 'não consentiu'}.`
  switch (consent.state) {
    case 'accepted':
      return `Paciente aceitou o uso de IA e a gravação em ${answered}, ${text}.${telemedicine}`
    case 'refused':
      return `Paciente recusou ${refusedParts(consent)} em ${answered}, ${text}.${telemedicine}`
    case 'revoked':
      return `Paciente aceitou o uso de IA e a gravação em ${answered}, ${text}, e revogou em ${localTimeWithZone(consent.revoked_at ?? consent.answered_at, timeZone)}.${telemedicine}`
  }
}

function refusedParts({ answers }: Consent): string {
  const parts = [answers.ai === 'refused' && 'o uso de IA', answers.recording === 'refused' && 'a gravação']
  return parts.filter(Boolean).join(' e ')
}
