import { Link } from 'react-router'
import { patientPath, recordPath } from '#app/lib/app-path.ts'
import { useFormat } from '#app/lib/format.tsx'
import { cx } from '#app/ui/cx.ts'
import type { PatientMemory } from '#domain/patient/fact.ts'
import { usePatientMemory } from './use-memory.ts'

/** Shows 'Desde a última vez' before and during a visit. Empty while it loads, without lines, and after a failure. */
export function Recall({ patientId, className }: { patientId: string; className?: string }) {
  const { memory } = usePatientMemory(patientId)
  if (!memory || memory.recall.length === 0) return null
  return (
    <div className={cx('min-w-0', className)}>
      <RecallLines memory={memory} patientId={patientId} />
    </div>
  )
}

/** A few signed facts, each with its source. `patientId` null: this is the patient's page, which has the lists. */
export function RecallLines({ memory, patientId }: { memory: PatientMemory; patientId: string | null }) {
  const format = useFormat()
  const lines = memory.recall.filter(({ consultation_id }) => consultation_id !== null || patientId !== null)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="desde">
      <h2 id="desde" className="text-xs font-strong text-ink-2">
        Desde a última vez
        {memory.last_signed_at !== null && ` (${format.date(memory.last_signed_at)})`}
      </h2>
      <dl className="mt-1 flex flex-col gap-1 text-sm">
        {lines.map(({ label, text, consultation_id }) => (
          <div key={label} className="wrap-anywhere">
            <dt className="inline">
              <Link
                to={consultation_id === null ? patientPath(patientId ?? '') : recordPath(consultation_id)}
                className="font-semibold text-accent underline underline-offset-2"
              >
                {label}
              </Link>
              :{' '}
            </dt>
            <dd className="inline text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
