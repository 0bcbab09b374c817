import { Link } from 'react-router'
import type { z } from 'zod/mini'
import { api, read, whyOf } from '#app/lib/api.ts'
import { consultationPath, recordPath } from '#app/lib/app-path.ts'
import { useFormat } from '#app/lib/format.tsx'
import { DEMONSTRATION, stateBadges } from '#app/lib/record-state.ts'
import { useLoadOn } from '#app/lib/use-load-on.ts'
import { Badges } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import { usePagedList } from '#app/ui/use-paged-list.ts'
import { consultationTypeLabels } from '#domain/consultation/contract.ts'
import { type TimelineItem, timelineReply } from '#domain/patient/timeline.ts'

export type TimelinePage = z.output<typeof timelineReply>
type Props = { patientId: string; initial: TimelinePage | null; failure: string | null }

/** The patient's consultations, newest first. */
export function Timeline({ patientId, initial, failure }: Props) {
  const list = usePagedList<TimelinePage>({
    key: patientId,
    load: (cursor, signal) =>
      read(
        api.api.patients[':id'].timeline.$post({ param: { id: patientId }, json: { cursor } }, { init: { signal } }),
        timelineReply,
      ),
    why: whyOf,
    initialKey: patientId,
    initial,
    initialFailure: failure,
  })
  const end = useLoadOn(list.more, list.items)
  if (list.status === 'failed')
    return <ErrorState message={list.failure ?? 'Não foi possível carregar as consultas.'} onRetry={list.retry} />
  if (list.status === 'loading') return <SkeletonRows label="Carregando consultas..." />
  if (list.items.length === 0)
    return <EmptyState title="Nenhuma consulta ainda">As consultas deste paciente aparecem aqui.</EmptyState>
  return (
    <>
      <ol className="flex flex-col gap-3">
        {list.items.map((item) => (
          <li key={item.id}>
            <Visit item={item} />
          </li>
        ))}
      </ol>
      <div ref={end} />
      {list.page?.next && (
        <div className="mt-5 flex flex-col items-center gap-2">
          {list.failure && <p className="text-ink-2">{`Erro ao carregar consultas: ${list.failure}`}</p>}
          <Button onClick={list.more} busy={list.status === 'more'}>
            Carregar mais
          </Button>
        </div>
      )}
    </>
  )
}

const NO_RECORD = { text: 'Sem registro', tone: 'neutral' } as const

function Visit({ item }: { item: TimelineItem }) {
  const format = useFormat()
  const { id, status, record, type, start, demonstration } = item
  const state = status === 'active' ? stateBadges.active : record === null ? NO_RECORD : stateBadges[record]
  const parts = [
    ['Queixa', item.complaint],
    ['Hipótese', item.hypothesis],
    ['Conduta', item.plan],
  ].filter(([, text]) => text)
  return (
    <Card className="relative p-4 focus-within:border-focus hover:border-line-strong">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-strong">
          {/* The whole card opens it. */}
          <Link
            to={status === 'active' ? consultationPath(id) : recordPath(id)}
            className="rounded-s after:absolute after:inset-0"
          >
            {format.dateTime(start)}
          </Link>
        </h3>
        <span className="text-sm text-ink-2">{consultationTypeLabels[type].title}</span>
        <Badges of={[state, ...(demonstration ? [DEMONSTRATION] : [])]} />
      </div>
      {parts.length > 0 && (
        <dl className="mt-2 flex flex-col gap-1 text-sm">
          {parts.map(([label, text]) => (
            <div key={label} className="line-clamp-2 wrap-anywhere">
              <dt className="inline font-semibold text-ink-2">{label}: </dt>
              <dd className="inline">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
