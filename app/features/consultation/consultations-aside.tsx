import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMinutes, formatNumber, plural, useFormat } from '#app/lib/format.tsx'
import { recordState } from '#app/lib/record-state.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Consultation, consultationTypeLabels } from '#domain/consultation/contract.ts'
import { isLeftOpen } from '#domain/notification/notification.ts'
import { startOfDay } from '#domain/time.ts'
import { consultationPath, leftOpenLabel } from './left-open.ts'

type OpenProps = { consultations: Consultation[]; finishing: ReadonlySet<string>; now: number }

/** Lists the open consultations; the bar on every page offers only the newest. */
export function OpenConsultations({ consultations, finishing, now }: OpenProps) {
  const format = useFormat()
  if (consultations.length === 0) return null
  return (
    <Card className="border-warn/40 bg-warn-soft p-4">
      <h2 className="font-heavy">
        {consultations.some(({ id }) => finishing.has(id))
          ? 'Outras consultas abertas'
          : 'Outras consultas em andamento'}
      </h2>
      <ul>
        {consultations.map(({ id, patientName, startTime }) => (
          <li key={id} className="mt-2 flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{patientName}</p>
              <p className="text-sm text-ink-2">
                {finishing.has(id) && `${leftOpenLabel(id, finishing).state} · `}
                {isLeftOpen(startTime, now, startOfDay(now, format.zone))
                  ? `Aberta desde ${format.dateTime(startTime)}`
                  : `Início ${format.time(startTime)}`}
              </p>
            </div>
            <Link
              to={consultationPath(id)}
              aria-label={`${leftOpenLabel(id, finishing).open} a consulta de ${patientName}`}
              className={buttonClass('primary', 'sm')}
            >
              {leftOpenLabel(id, finishing).open}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function TodayConsultations({ consultations }: { consultations: Consultation[] }) {
  const format = useFormat()
  return (
    <Card className="p-4">
      <h2 className="font-heavy">
        Consultas de hoje
        {consultations.length > 0 && (
          <span className="ml-2 font-normal text-ink-3">{formatNumber(consultations.length)}</span>
        )}
      </h2>
      {consultations.length === 0 ? (
        <p className="mt-1 text-ink-2">
          Nenhuma consulta finalizada hoje. Escolha um paciente para começar; a consulta finalizada aparece aqui.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {consultations.map((consultation) => (
            <li key={consultation.id}>
              <Link
                to={consultationPath(consultation.id)}
                className="-mx-2 flex items-center gap-3 rounded-s px-2 py-2.5 hover:bg-sunken"
              >
                <span className="w-11 shrink-0 text-sm text-ink-3">{format.time(consultation.startTime)}</span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">{consultation.patientName}</span>
                  <span className="block text-sm text-ink-2">
                    {consultationTypeLabels[consultation.consultationType].title}
                    {consultation.duration !== null && ` · ${formatMinutes(consultation.duration)}`}
                    {recordState(consultation).map(({ text }) => ` · ${text}`)}
                  </span>
                </span>
                <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink-3" />
              </Link>
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

type Props = {
  consultation: Consultation
  finishing: ReadonlySet<string>
  /** Other consultations left open. */
  more: number
  /** The consultation's unsent audio on this device. */
  audio: ReactNode
}

/** Offers the interrupted consultation on every page. */
export function ResumeBar({ consultation, finishing, more, audio }: Props) {
  const label = leftOpenLabel(consultation.id, finishing)
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="leading-snug">
          <span className="mr-1 text-sm font-semibold text-warn">{label.state}</span>{' '}
          <b className="font-semibold wrap-anywhere">{consultation.patientName}</b>
        </p>
        <p className="text-sm text-ink-2">
          Início {format.dateTime(consultation.startTime)}
          {audio && <> · {audio}</>}
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        {more > 0 && (
          <Link to="/app/dashboard" className="rounded-s text-sm text-ink-2 underline underline-offset-2">
            e mais {plural(more, 'consulta aberta', 'consultas abertas')}
          </Link>
        )}
        <Link
          to={consultationPath(consultation.id)}
          aria-label={`${label.open} a consulta de ${consultation.patientName}`}
          className={`${buttonClass('primary', 'sm')} max-sm:ml-auto`}
        >
          {label.open}
        </Link>
      </div>
    </div>
  )
}
