import { z } from 'zod/mini'
import { deviceDoctor } from '#app/lib/device/doctor.ts'
import { deviceVault } from '#app/lib/device/vault.ts'
import { type ConsultationType, consultationType } from '#domain/consultation/contract.ts'
import { parseJson } from '#domain/json.ts'

/** The form before the consultation starts. Stores the patient's id, because two may share a name. */
type ConsultationDraft = {
  patientId: string
  patientName: string
  consultationType: ConsultationType
  clinicalContext: string
}

/** The fields a draft has after a reload; a store that cannot seal omits the others. */
type KeptDraft = Pick<ConsultationDraft, 'patientId' | 'consultationType'> & Partial<ConsultationDraft>

export type DraftStore = {
  load(): Promise<KeptDraft | null>
  save(draft: ConsultationDraft): Promise<void>
  clear(): Promise<void>
}

const KEY = 'pendingConsultation'
const ABOUT = ['', 'draft', KEY]
/** Unsealed: neither the patient's name nor any clinical text. */
const plainDraft = z.object({ patientId: z.uuid(), consultationType })
const draft = z.object({ ...plainDraft.shape, patientName: z.string(), clinicalContext: z.string() })
const sealedDraft = z.object({ iv: z.base64(), data: z.base64() })
/** Keyed by doctor: other users of this device can neither read nor lose it. */
const drafts = z.record(z.string(), z.union([sealedDraft, plainDraft]))
type Kept = z.infer<typeof drafts>

/** Stores the whole draft sealed, like all data on the device. Without a key it stores only the unsealed fields. */
export const sealedDraftStore: DraftStore = {
  async load() {
    const vault = await deviceVault()
    const stored = all()[vault?.doctorId ?? deviceDoctor() ?? '']
    if (!stored) return null
    if (!('iv' in stored)) return stored
    const bytes = await vault?.open(ABOUT, { iv: bytesOf(stored.iv), data: bytesOf(stored.data).buffer })
    const opened = draft.safeParse(bytes && parseJson(new TextDecoder().decode(bytes)))
    return opened.success ? opened.data : null
  },
  save: (value) =>
    inTurn(async () => {
      const vault = await deviceVault()
      const { patientId, consultationType } = value
      if (!vault) return keep(deviceDoctor(), { patientId, consultationType })
      const { iv, data } = await vault.seal(ABOUT, new TextEncoder().encode(JSON.stringify(value)))
      keep(vault.doctorId, { iv: textOf(iv), data: textOf(new Uint8Array(data)) })
    }),
  clear: () => inTurn(async () => keep(deviceDoctor() ?? (await deviceVault())?.doctorId ?? null, null)),
}

function all(): Kept {
  const parsed = drafts.safeParse(parseJson(localStorage.getItem(KEY)))
  return parsed.success ? parsed.data : {}
}

function keep(doctorId: string | null, value: Kept[string] | null): void {
  if (doctorId === null) return
  const { [doctorId]: _, ...others } = all()
  const next = value ? { ...others, [doctorId]: value } : others
  if (Object.keys(next).length === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(next))
}

/** Sealing takes time: writes happen in order, so that an older draft never replaces a newer one. */
let turn: Promise<void> = Promise.resolve()
function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.catch(() => undefined).then(work)
  return turn
}

const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
