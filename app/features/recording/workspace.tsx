import type { ReactNode } from 'react'
import type { Consultation } from '#domain/consultation/contract.ts'

type Props = { consultation: Consultation; patientCard: ReactNode; onCompleted: (consultationId: string) => void }

export function ConsultationWorkspace({ patientCard }: Props) {
  return <div className="grid gap-6 lg:grid-cols-[340px_minmax(0,1fr)]">{patientCard}</div>
}
