import type { Consultation } from '#domain/consultation/contract.ts'
import { type Specialty, specialtyLabels } from '#domain/record/specialty.ts'

/** The title of a specialty; an unknown key stays as it is. */
export const specialtyTitle = (specialty: string) => specialtyLabels[specialty as Specialty]?.title ?? specialty

type Told = { text: string; tone: 'ok' | 'warn' | 'neutral' }

/** Shown beside text from the demonstration recogniser. */
export const DEMONSTRATION: Told = { text: 'Reconhecimento de demonstração', tone: 'warn' }

/** One word and one tone for a state, wherever it is shown. */
export const stateBadges = {
  active: { text: 'Em andamento', tone: 'warn' },
  draft: { text: 'Rascunho', tone: 'warn' },
  signed: { text: 'Assinada', tone: 'ok' },
  refused: { text: 'Sem conteúdo clínico', tone: 'neutral' },
} as const satisfies Record<string, Told>

/** The state of a consultation's record, in the words of every list of consultations. */
export function recordState({ specialty, recordState, consent, entryCount, status }: Consultation): Told[] {
  if (status === 'active') return [stateBadges.active]
  const isStructured = consent?.state === 'accepted' && entryCount > 0
  if (specialty)
    return [
      { text: `${isStructured ? 'Estruturada' : 'Registro'} (${specialtyTitle(specialty)})`, tone: 'ok' },
      recordState === 'signed' ? stateBadges.signed : stateBadges.draft,
    ]
  if (consent?.state !== 'accepted') return [{ text: 'Sem IA', tone: 'neutral' }]
  return recordState === 'refused' ? [stateBadges.refused] : [{ text: 'Aguardando estruturação', tone: 'warn' }]
}

/** The consultation's state, and whether the demonstration recogniser wrote its text. */
export const consultationBadges = (consultation: Consultation): Told[] => [
  ...recordState(consultation),
  ...(consultation.demonstration ? [DEMONSTRATION] : []),
]
