import { useEffect, useRef, useState } from 'react'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { type AuditItem, type AuditPage, auditReply } from '#domain/audit/contract.ts'
import { auditSentences } from '#domain/audit/sentences.ts'

type State = { busy: boolean; failure: string | null }

/** Loads the access log only on request, because each reading writes an audit row. */
export function AccessLog() {
  const [pages, setPages] = useState<readonly AuditPage[]>([])
  const [{ busy, failure }, setState] = useState<State>({ busy: false, failure: null })
  const next = pages.at(-1)?.next ?? null
  const list = useRef<HTMLOListElement>(null)
  // The load button is gone after the first page, so a keyboard user continues from the loaded rows.
  const shown = pages.length
  useEffect(() => {
    if (shown === 1 || (shown > 1 && next === null)) list.current?.focus({ preventScroll: true })
  }, [shown, next])

  async function more(cursor: string | null) {
    setState({ busy: true, failure: null })
    try {
      const page = await read(api.api['access-log'].$post({ json: { cursor } }), auditReply)
      setPages((earlier) => (cursor === null ? [page] : [...earlier, page]))
      setState({ busy: false, failure: null })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      setState({ busy: false, failure: error.message })
    }
  }

  if (pages.length === 0)
    return failure === null ? (
      <Button busy={busy} onClick={() => void more(null)}>
        Mostrar acessos
      </Button>
    ) : (
      <ErrorState message={failure} onRetry={() => void more(null)} busy={busy} />
    )
  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Acessos"
        className="flex flex-col divide-y divide-line rounded-m border border-line outline-none"
      >
        {pages.flatMap(({ items }) => items.map((item) => <Line key={item.id} item={item} />))}
      </ol>
      {failure !== null && (
        <p role="alert" className="mt-2 text-rec">
          {failure}
        </p>
      )}
      {next !== null && (
        <Button className="mt-4" busy={busy} onClick={() => void more(next)}>
          Mostrar acessos mais antigos
        </Button>
      )}
    </>
  )
}

function Line({ item: { at, action, patient, count, device, network } }: { item: AuditItem }) {
  const format = useFormat()
  const from = [device, network && `rede ${network}`].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2.5 leading-snug">
      <div className="min-w-0 flex-1 basis-55">
        <p className="font-strong wrap-anywhere">
          {auditSentences[action]}
          {count !== null && ` (${count})`}
        </p>
        {patient && <p className="text-sm wrap-anywhere">{patient.name ?? 'Paciente excluído'}</p>}
        {from && <p className="text-sm text-ink-2">{from}</p>}
      </div>
      <p className="text-sm text-ink-2">{format.dateTime(at)}</p>
    </li>
  )
}
