import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consultationPath } from '#app/lib/app-path.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { leftOpenLabel } from './left-open.ts'

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
