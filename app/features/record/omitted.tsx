import { Button } from '#app/ui/button.tsx'
import { type Omission, omissionKinds } from '#domain/record/record.ts'
import { AsideCard } from './aside-card.tsx'
import { OMITTED, OMITTED_TITLE } from './marks.ts'
import { type Entries, ProofLines } from './proof-lines.tsx'
import { SECTION_OPEN } from './section-drafts.ts'
import type { Player } from './use-play-lines.ts'
import type { RecordWork } from './use-record.ts'

const labels: Record<Omission['kind'], string> = {
  allergy: 'Alergia',
  medication: 'Medicamento',
  symptom: 'Sintoma',
  history: 'Antecedente',
  family: 'Família',
  habit: 'Hábito',
  examination: 'Exame',
  hypothesis: 'Hipótese',
  plan: 'Conduta',
  guidance: 'Orientação',
}

type Props = { work: RecordWork; entries: Entries; player: Player; className?: string }

/** Omissions: statements that no sentence cites. One tap inserts them into their section with their evidence. */
export function Omitted({ work, entries, player, className }: Props) {
  const { record, busy } = work
  if (record.omissions.length === 0) return null
  const groups = omissionKinds
    .map((kind) => ({ kind, items: record.omissions.filter((omission) => omission.kind === kind) }))
    .filter(({ items }) => items.length > 0)
  const titles = new Map(record.sections.map(({ key, title }) => [key, title]))
  const open = new Set(record.sections.filter(work.drafts.isOpen).map(({ key }) => key))
  return (
    <AsideCard
      id={OMITTED}
      title={OMITTED_TITLE}
      count={record.omissions.length}
      tone="warn"
      className={className ?? ''}
    >
      {groups.map(({ kind, items }) => (
        <section key={kind} className="border-t border-line py-2 first-of-type:border-0 last:pb-0">
          <h4 className="text-xs font-heavy text-ink-2">{labels[kind]}</h4>
          <ul>
            {items.map((omission) => (
              <li key={omission.id} className="py-1.5 text-sm">
                <div className="flex items-start gap-2.5">
                  <p className="min-w-0 flex-1 wrap-anywhere">{omission.text}</p>
                  {record.signature === null && (
                    <Button
                      size="sm"
                      aria-label={`Inserir em ${titles.get(omission.section) ?? 'sua seção'}: ${omission.text}`}
                      busy={busy === `insert ${omission.id}`}
                      disabled={open.has(omission.section) || busy !== null}
                      aria-describedby={open.has(omission.section) ? `espera-${omission.id}` : undefined}
                      onClick={() => work.insert(omission)}
                    >
                      Inserir
                    </Button>
                  )}
                </div>
                {open.has(omission.section) && record.signature === null && (
                  <p id={`espera-${omission.id}`} className="mt-0.5 text-xs text-ink-3">
                    {SECTION_OPEN}
                  </p>
                )}
                <details className="mt-0.5">
                  <summary className="w-fit rounded-s text-xs text-ink-3 hover:text-ink">
                    {omission.evidence.length === 1 ? 'Ver a fala' : `Ver as ${omission.evidence.length} falas`}
                  </summary>
                  <div className="mt-1.5 border-l-2 border-line pl-3">
                    <ProofLines evidence={omission.evidence} entries={entries} player={player} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </AsideCard>
  )
}
