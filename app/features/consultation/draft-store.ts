import { z } from 'zod'
import { deviceVault } from '#app/lib/device/vault.ts'
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
    const parsed = plainDraft.safeParse(parsedJson(localStorage.getItem(KEY)))
    return parsed.success ? parsed.data : null
  },
  async save({ patientId, consultationType }) {
    localStorage.setItem(KEY, JSON.stringify({ patientId, consultationType }))
  },
  async clear() {
    localStorage.removeItem(KEY)
  },
}

const ABOUT = ['', 'draft', KEY]
const draft = z.object({ ...plainDraft.shape, patientName: z.string(), clinicalContext: z.string() })
const sealedDraft = z.object({ iv: z.base64(), data: z.base64() })

/** All of it, sealed as everything that stays on the device; without a key what may lie there in the clear. */
export const sealedDraftStore: DraftStore = {
  async load() {
    const sealed = sealedDraft.safeParse(parsedJson(localStorage.getItem(KEY)))
    if (!sealed.success) return plainDraftStore.load()
    const { iv, data } = sealed.data
    const bytes = await (await deviceVault())?.open(ABOUT, { iv: bytesOf(iv), data: bytesOf(data).buffer })
    const opened = draft.safeParse(bytes && parsedJson(new TextDecoder().decode(bytes)))
    return opened.success ? opened.data : null
  },
  save: (value) =>
    inTurn(async () => {
      const vault = await deviceVault()
      if (!vault) return plainDraftStore.save(value)
      const { iv, data } = await vault.seal(ABOUT, new TextEncoder().encode(JSON.stringify(value)))
      localStorage.setItem(KEY, JSON.stringify({ iv: textOf(iv), data: textOf(new Uint8Array(data)) }))
    }),
  clear: () => inTurn(plainDraftStore.clear),
}

/** Sealing takes a moment: a later word must not be overtaken by an earlier one. */
let turn: Promise<void> = Promise.resolve()
function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.catch(() => undefined).then(work)
  return turn
}

const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
