import { Laptop, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { ErrorState, FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type AccountSession, endedReply } from '#domain/account/contract.ts'
import { type AuditItem, type AuditPage, auditReply } from '#domain/audit/contract.ts'
import { auditSentences } from '#domain/audit/sentences.ts'

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device)

/** The devices where the doctor is signed in. Other sessions can be ended one by one or all at once. */
export function SessionList({ sessions }: { sessions: readonly AccountSession[] }) {
  const { revalidate } = useRevalidator()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const others = sessions.filter(({ current }) => !current)
  const ordered = [...sessions.filter(({ current }) => current), ...others]

  async function end(which: string) {
    setBusy(which)
    try {
      const { sessions: calls } = api.api
      await read(which === 'all' ? calls.$delete() : calls[':id'].$delete({ param: { id: which } }), endedReply)
      toast.success(which === 'all' ? 'Outras sessões encerradas' : 'Sessão encerrada')
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      toast.error('Erro ao encerrar sessão', { description: failure.message })
    }
    setAsking(false)
    await revalidate()
    setBusy(null)
  }

  return (
    <div>
      <ul className="flex flex-col divide-y divide-line rounded-m border border-line">
        {ordered.map(({ id, device, current, used_at }) => {
          const Icon = isPhone(device) ? Smartphone : Laptop
          return (
            <li key={id} className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
              <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1 basis-37.5 leading-snug">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong wrap-anywhere">
                  {device}
                  {current && <Badge tone="accent">Este aparelho</Badge>}
                </p>
                <p className="text-sm text-ink-2">Último uso em {format.dateTime(used_at)}</p>
              </div>
              {!current && (
                <Button
                  size="sm"
                  aria-label={`Encerrar a sessão em ${device}`}
                  busy={busy === id}
                  onClick={() => void end(id)}
                >
                  Encerrar
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 0 ? (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Encerrar outras sessões
        </Button>
      ) : (
        <p className="mt-3 text-sm text-ink-2">Sua conta não está aberta em nenhum outro aparelho.</p>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void end('all')}
        title="Encerrar outras sessões?"
        confirmLabel="Encerrar"
        tone="danger"
        busy={busy === 'all'}
      >
        Quem estiver com sua conta aberta em outro aparelho precisa entrar de novo. Este aparelho continua conectado.
      </Confirm>
    </div>
  )
}

/** Loads the access log only on request, because each reading writes an audit row. */
export function AccessLog() {
  const [pages, setPages] = useState<readonly AuditPage[]>([])
  const { busy, failure, run } = useTask()
  const next = pages.at(-1)?.next ?? null
  const list = useRef<HTMLOListElement>(null)
  // The load button is gone after the first page, so a keyboard user continues from the loaded rows.
  const shown = pages.length
  useEffect(() => {
    if (shown === 1 || (shown > 1 && next === null)) list.current?.focus({ preventScroll: true })
  }, [shown, next])

  const more = (cursor: string | null) =>
    run(async () => {
      const page = await read(api.api['access-log'].$post({ json: { cursor } }), auditReply)
      setPages((earlier) => (cursor === null ? [page] : [...earlier, page]))
    })

  if (pages.length === 0)
    return failure === null ? (
      <Button busy={busy} onClick={() => more(null)}>
        Mostrar acessos
      </Button>
    ) : (
      <ErrorState message={failure} onRetry={() => more(null)} busy={busy} />
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
      <FailureLine className="mt-2 text-rec">{failure}</FailureLine>
      {next !== null && (
        <Button className="mt-4" busy={busy} onClick={() => more(next)}>
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
