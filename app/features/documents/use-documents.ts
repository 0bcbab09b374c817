import { useState } from 'react'
import { api, read } from '#app/lib/api.ts'
import { downloadFrom } from '#app/lib/save-file.ts'
import { useLoaded, useTask } from '#app/lib/use-task.ts'
import { toast } from '#app/ui/toast.tsx'
import {
  documentReply,
  documentsReply,
  draftReply,
  type IssueBody,
  type IssuedDocument,
  SIGNED_FILE_TYPE,
} from '#domain/document/contract.ts'
import { type DocumentKind, documentNames } from '#domain/document/kind.ts'

const ofConsultation = api.api.consultations[':id'].documents

export const draftDocument = (consultationId: string, kind: DocumentKind) =>
  read(ofConsultation.draft.$post({ param: { id: consultationId }, json: { kind } }), draftReply)

const listOf = async (consultationId: string): Promise<IssuedDocument[]> =>
  (await read(ofConsultation.$get({ param: { id: consultationId } }), documentsReply)).documents

export const numbered = ({ kind, number }: Pick<IssuedDocument, 'kind' | 'number'>): string =>
  `${documentNames[kind].short} nº ${number}`

/** The browser saves the PDF and the page stays. */
export const downloadPdf = ({ id }: Pick<IssuedDocument, 'id'>): void => downloadFrom(`/api/documents/${id}/pdf`)

export const downloadPrepared = ({ id }: Pick<IssuedDocument, 'id'>): void =>
  downloadFrom(`/api/documents/${id}/prepared`)
export const downloadSigned = ({ id }: Pick<IssuedDocument, 'id'>): void => downloadFrom(`/api/documents/${id}/signed`)

/** The documents of a consultation, loaded once and again after each change. */
export function useDocuments(consultationId: string) {
  const { data, failure, retry } = useLoaded(listOf, consultationId)
  const [shown, setShown] = useState<IssuedDocument[] | null>(null)
  const { busy, run } = useTask()
  if (data !== null && data !== shown) setShown(data)
  return {
    documents: data ?? shown,
    failure,
    retry,
    busy,
    /** Throws the refusal, for the panel's fields. Either way the list is loaded again: a lost answer may have issued one. */
    async issue(json: IssueBody): Promise<void> {
      const issuing = read(ofConsultation.$post({ param: { id: consultationId }, json }), documentReply)
      const { document } = await issuing.finally(retry)
      downloadPdf(document)
      toast.success(`${numbered(document)}: documento emitido`, { description: 'O PDF está sendo baixado.' })
    },
    /** Throws the refusal. The list is loaded again if it was accepted. */
    async bringSigned({ id }: IssuedDocument, file: File): Promise<void> {
      const init = { body: file, headers: { 'content-type': SIGNED_FILE_TYPE } }
      await read(api.api.documents[':id'].signed.$post({ param: { id } }, { init }), documentReply)
      retry()
    },
    cancel: (document: IssuedDocument, reason: string): Promise<boolean> =>
      run(
        async () => {
          await read(
            api.api.documents[':id'].cancel.$post({ param: { id: document.id }, json: { reason } }),
            documentReply,
          )
          retry()
        },
        (description) => toast.error('Não foi possível cancelar', { description }),
      ),
  }
}
export type DocumentsWork = ReturnType<typeof useDocuments>
