import { AudioLines, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { consultationPath } from '#app/lib/app-path.ts'
import { formatNumber, useFormat } from '#app/lib/format.tsx'
import { recordState } from '#app/lib/record-state.ts'
import { Badges } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { consultationTypeLabels, type ListedConsultation } from '#domain/consultation/contract.ts'
import { isLeftOpen } from '#domain/notification/notification.ts'
import { startOfDay } from '#domain/time.ts'
import { leftOpenLabel } from './left-open.ts'

type TodayProps = {
  open: readonly ListedConsultation[]
  /** Those that started today, newest first. */
  today: readonly ListedConsultation[]
  finishing: ReadonlySet<string>
  now: number
}

/** The list of the start page: open consultations first, then those of today without a signature, then the signed. */
export function TodayConsultations({ open, today, finishing, now }: TodayProps) {
  const completed = today.filter(({ status }) => status === 'completed')
  const isSigned = ({ recordState }: ListedConsultation) => recordState === 'signed'
  const rows = [...open, ...completed.filter((one) => !isSigned(one)), ...completed.filter(isSigned)]
  return (
    <Card className="p-4">
      <h2 className="font-heavy">
        Consultas de hoje
        {rows.length > 0 && <span className="ml-2 font-normal text-ink-3">{formatNumber(rows.length)}</span>}
      </h2>
      {rows.length === 0 ? (
        <EmptyState title="Nenhuma consulta ativa" className="border-0 py-6" icon={<AudioLines aria-hidden />}>
          Escolha um paciente para começar. As consultas de hoje aparecem aqui.
        </EmptyState>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {rows.map((one) => (
            <li key={one.id}>
              <TodayRow consultation={one} finishing={finishing} now={now} />
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/app/history"
        className="mt-2 inline-block rounded-s text-sm text-ink-2 underline underline-offset-2 hover:text-ink"
      >
        Ver todas no histórico
      </Link>
    </Card>
  )
}

type RowProps = { consultation: ListedConsultation; finishing: ReadonlySet<string>; now: number }

function TodayRow({ consultation, finishing, now }: RowProps) {
  const format = useFormat()
  const { id, patientName, startTime, status, complaint, hypothesis } = consultation
  const isOpen = status === 'active'
  const about = [complaint, hypothesis].filter(Boolean).join(' · ')
  return (
    <Link to={consultationPath(id)} className="-mx-2 flex items-center gap-3 rounded-s px-2 py-2.5 hover:bg-sunken">
      <span className="w-11 shrink-0 self-start pt-0.5 text-sm text-ink-3">{format.time(startTime)}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{patientName}</span>
          <Badges
            of={isOpen ? [{ text: leftOpenLabel(id, finishing).state, tone: 'warn' }] : recordState(consultation)}
          />
        </span>
        <span className="line-clamp-1 text-sm text-ink-2 wrap-anywhere">
          {isOpen && isLeftOpen(startTime, now, startOfDay(now, format.zone))
            ? `Aberta desde ${format.dateTime(startTime)}`
            : about || consultationTypeLabels[consultation.consultationType].title}
        </span>
      </span>
      {isOpen ? (
        <span className="shrink-0 font-strong text-accent">{leftOpenLabel(id, finishing).open}</span>
      ) : (
        <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink-3" />
      )}
    </Link>
  )
}
