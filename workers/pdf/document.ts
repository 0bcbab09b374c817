import type { ConsultationType } from '#domain/consultation/contract.ts'
import { type Specialty, specialtyLabels } from '#domain/record/specialty.ts'
import { DRAFT_MARK } from '#domain/record/unified-text.ts'
import { TIME_ZONE } from '#domain/time.ts'

/** What a printed record says, before anyone thinks of pages. */
export type RecordDocument = {
  doctor: { name: string; crm: string | null; specialty: string | null }
  patientName: string
  consultation: { type: ConsultationType; startTime: number; demonstration: boolean }
  specialty: Specialty
  sections: readonly { title: string; content: string; order: number }[]
  /** Null while nobody answers for it: every page then says that it is a draft. */
  signedAt: number | null
  /** The line 'Registro de uso de IA: …'. */
  aiUse: string
  /** What the patient answered to the notice on AI and recording. */
  consent: string
  printedAt: number
}

const clinic = { timeZone: TIME_ZONE } as const
const day = new Intl.DateTimeFormat('pt-BR', { ...clinic, day: '2-digit', month: '2-digit', year: 'numeric' })
const time = new Intl.DateTimeFormat('pt-BR', { ...clinic, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
export const dayOf = (at: number): string => day.format(at)
const dayAndTime = (at: number) => `${day.format(at)} às ${time.format(at)}`

export const titleOf = (document: RecordDocument): string =>
  `Registro de consulta: ${document.patientName}, ${dayOf(document.consultation.startTime)}`

export const credentialsOf = ({ doctor }: RecordDocument): string =>
  [doctor.crm ? `CRM ${doctor.crm}` : 'CRM não informado', doctor.specialty].filter(Boolean).join('  ·  ')

/** CFM 2.314/2022: what is printed after a remote consultation says so, in these words. */
const attendance: Record<ConsultationType, string> = {
  presencial: 'Consulta presencial',
  telemedicina: 'Atendimento por telemedicina',
}

export const factsOf = (document: RecordDocument): { label: string; value: string }[] => [
  { label: 'Data', value: dayAndTime(document.consultation.startTime) },
  { label: 'Atendimento', value: attendance[document.consultation.type] },
  { label: 'Especialidade', value: specialtyLabels[document.specialty].title },
  ...(document.consultation.demonstration
    ? [{ label: 'Demonstração', value: 'O texto não é o que foi dito na consulta' }]
    : []),
]

export type PrintedSection = { title: string; paragraphs: string[] }

/** Sections in their order; those without content are left out. */
export const printedSections = (document: RecordDocument): PrintedSection[] =>
  [...document.sections]
    .sort((a, b) => a.order - b.order)
    .map(({ title, content }) => ({
      title: title.trim(),
      paragraphs: content
        .normalize('NFC')
        .split(/\n+/)
        .map((line) => line.trim())
        .filter(Boolean),
    }))
    .filter((section) => section.paragraphs.length > 0)

export const closingLines = (document: RecordDocument): string[] => [
  document.signedAt === null
    ? `${DRAFT_MARK}. Este documento ainda depende da revisão e da assinatura do médico.`
    : `Assinado eletronicamente (assinatura eletrônica simples) por ${document.doctor.name} em ${dayAndTime(document.signedAt)}.`,
  document.aiUse,
  document.consent,
]
