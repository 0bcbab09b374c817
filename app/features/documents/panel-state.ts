import { useState } from 'react'
import { checkTexts } from '#domain/document/check.ts'
import type { DocumentContent, DocumentDraft, Finding, IssueBody, IssuedDocument } from '#domain/document/contract.ts'
import { type DocumentKind, type MedicinePart, medicineParts } from '#domain/document/kind.ts'

const emptyMedicine = (): DocumentContent['medicines'][number] => ({
  ...(Object.fromEntries(medicineParts.map(({ name }) => [name, ''])) as Record<MedicinePart, string>),
  sources: [],
})

/** The texts of an open document with their findings: those of the texts at each key, the server's until a change. */
export function usePanelState(kind: DocumentKind, draft: DocumentDraft, replaces: IssuedDocument | null) {
  const [content, setContent] = useState<DocumentContent>(replaces?.content ?? draft.content)
  const [server, setServer] = useState<Finding[]>(
    replaces ? draft.findings.filter(({ field }) => !field.startsWith('medicines')) : draft.findings,
  )
  const [allergies, setAllergies] = useState(replaces ? [] : draft.allergies)
  const own = checkTexts(kind, content)
  const isOwn = ({ field, message }: Finding) => own.some((one) => one.field === field && one.message === message)
  const texts = new Set(checkTexts(kind, draft.content).map(({ field, message }) => `${field} ${message}`))
  const remaining = server.filter((one) => !isOwn(one) && !texts.has(`${one.field} ${one.message}`))

  const forget = (beginning: string) =>
    setServer((current) => current.filter(({ field }) => !field.startsWith(beginning)))

  return {
    content,
    allergies,
    findings: [...own, ...remaining],
    change(name: string, text: string) {
      setContent((now) => ({ ...now, fields: { ...now.fields, [name]: { text, sources: [] } } }))
      forget(name)
    },
    authorise: (cid_authorised: boolean) => setContent((now) => ({ ...now, cid_authorised })),
    changeMedicine(at: number, part: MedicinePart, text: string) {
      const changed = (one: DocumentContent['medicines'][number], index: number) =>
        index === at ? { ...one, [part]: text, sources: [] } : one
      setContent((now) => ({ ...now, medicines: now.medicines.map(changed) }))
      forget(`medicines.${at}.${part}`)
      if (part === 'name') setAllergies([])
    },
    addMedicine: () => setContent((now) => ({ ...now, medicines: [...now.medicines, emptyMedicine()] })),
    removeMedicine(at: number) {
      setContent((now) => ({ ...now, medicines: now.medicines.filter((_, index) => index !== at) }))
      forget('medicines')
      setAllergies([])
    },
    /** Takes the server's refusal: its fields, or the prescriptions against an allergy. */
    refuse(code: string, fields: Record<string, string>) {
      if (code === 'document_allergy') return setAllergies((fields.allergy_reason ?? '').split('\n'))
      const refused = Object.entries(fields).map(([field, message]) => ({ field, message, blocks: true }))
      setServer((current) => [...current.filter(({ field }) => !(field in fields)), ...refused])
    },
    body: (id: string, reason: string): IssueBody => ({
      id,
      kind,
      cid_authorised: content.cid_authorised,
      fields: Object.fromEntries(Object.entries(content.fields).map(([name, { text }]) => [name, text])),
      medicines: content.medicines.map(({ sources: _, ...parts }) => parts),
      ...(replaces && { replaces: replaces.id }),
      ...(allergies.length > 0 && { allergy_reason: reason }),
    }),
  }
}
export type PanelState = ReturnType<typeof usePanelState>
