import { z } from 'zod'
import { type ConsultationType, consultationType } from '#domain/consultation/contract.ts'

/** The form before the consultation starts. The patient is kept by id: two may share a name. */
export type ConsultationDraft = {
  patientId: string
  patientName: string
  consultationType: ConsultationType
  clinicalContext: string
}

/** What a draft still knows when it is opened again; a store that cannot seal leaves the rest out. */
export type KeptDraft = Pick<ConsultationDraft, 'patientId' | 'consultationType'> & Partial<ConsultationDraft>

export type DraftStore = {
  load(): Promise<KeptDraft | null>
  save(draft: ConsultationDraft): Promise<void>
  clear(): Promise<void>
}

const KEY = 'pendingConsultation'
const plainDraft = z.object({ patientId: z.uuid(), consultationType })

/** Local storage in the clear: keeps neither the patient's name nor any clinical text. */
export const plainDraftStore: DraftStore = {
  async load() {
    try {
      const parsed = plainDraft.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  },
  async save({ patientId, consultationType }) {
    localStorage.setItem(KEY, JSON.stringify({ patientId, consultationType }))
  },
  async clear() {
    localStorage.removeItem(KEY)
  },
}
