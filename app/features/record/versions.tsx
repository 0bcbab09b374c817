import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { useLoaded, useTask } from '#app/lib/use-task.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorState, FailureLine, Spinner } from '#app/ui/states.tsx'
import type { VersionSummary, VersionsPage } from '#domain/record/contract.ts'
import type { Section } from '#domain/record/record.ts'
import { specialtyLabels } from '#domain/record/specialty.ts'
import { withOwnNames } from '#domain/record/writing/arrange.ts'
import { versionOf, versionsOf } from './calls.ts'
import { isEmpty } from './confidence.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  work: RecordWork
  /** The doctor, who made every change. */
  author: string
  open: boolean
  onClose: () => void
}

/** Lists the earlier versions of the record, read-only. */
export function VersionsDialog({ work, author, open, onClose }: Props) {
  const [read, setRead] = useState<VersionSummary | null>(null)
  useEffect(() => {
    if (!open) setRead(null)
  }, [open])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title={read === null ? 'Versões do registro' : `Versão ${read.version}`}
      description={read === null ? 'O que mudou, quando e por quem.' : 'Como o registro estava.'}
    >
      {!open ? null : read === null ? (
        <List work={work} author={author} onRead={setRead} />
      ) : (
        <Version work={work} summary={read} onBack={() => setRead(null)} onRestored={onClose} />
      )}
    </Dialog>
  )
}

type ListProps = Pick<Props, 'work' | 'author'> & { onRead: (version: VersionSummary) => void }

function List(props: ListProps) {
  const id = props.work.record.consultation_id
  const { data, failure, retry } = useLoaded((id) => versionsOf(id), id)
  if (failure) return <ErrorState message={failure} onRetry={retry} />
  if (!data) return <Spinner label="Carregando versões..." />
  return <Pages {...props} first={data} />
}

const changeOf = ({ replaced_by, section }: Pick<VersionSummary, 'replaced_by' | 'section'>): string => {
  switch (replaced_by) {
    case 'section':
      return `Alteração em ${section ?? 'uma seção'}`
    case 'diagnoses':
      return 'Alteração do CID-10'
    case 'text':
      return 'Alteração do texto para prontuário'
    case 'structuring':
      return 'Nova estruturação'
    case 'transcript':
      return 'Correção da transcrição'
    case 'other':
      return 'Alteração'
  }
}

/** Loads older pages on request, down to the first version. */
function Pages({ work, author, first, onRead }: ListProps & { first: VersionsPage }) {
  const format = useFormat()
  const { record } = work
  const [pages, setPages] = useState([first])
  const { busy, failure, run } = useTask()
  const next = pages.at(-1)?.next ?? null
  const versions = pages.flatMap((page) => page.versions)

  const more = (before: number) =>
    run(async () => {
      const page = await versionsOf(record.consultation_id, before)
      setPages((earlier) => [...earlier, page])
    })

  /** A version ends when the next one replaces it, so its kind comes from the version before. */
  const made = (before: VersionSummary | undefined, structuredAt: number): string => {
    if (before) return `${changeOf(before)} · ${author} · ${format.dateTime(before.replaced_at)}`
    return next === null ? `Estruturação · ${format.dateTime(structuredAt)}` : ''
  }

  return (
    <>
      <ol className="divide-y divide-line">
        <Row
          name={`Versão ${(versions[0]?.version ?? 0) + 1}`}
          badge={<Badge tone="ok">Atual</Badge>}
          made={made(versions[0], record.created_at)}
        >
          {record.signature && (
            <Event>
              Assinatura · {record.signature.doctor_name} · {format.dateTime(record.signature.signed_at)}
            </Event>
          )}
          {record.addenda.map(({ id, doctor_name, created_at }) => (
            <Event key={id}>
              Adendo · {doctor_name} · {format.dateTime(created_at)}
            </Event>
          ))}
        </Row>
        {versions.map((summary, index) => (
          <Row
            key={summary.version}
            name={`Versão ${summary.version}`}
            made={made(versions[index + 1], summary.structured_at)}
            action={
              <Button size="sm" aria-label={`Ler a versão ${summary.version}`} onClick={() => onRead(summary)}>
                Ler
              </Button>
            }
          />
        ))}
      </ol>
      <FailureLine className="mt-2 text-rec">{failure}</FailureLine>
      {next !== null && (
        <Button size="sm" className="mt-3" busy={busy} onClick={() => more(next)}>
          Mostrar versões mais antigas
        </Button>
      )}
    </>
  )
}

type RowProps = { name: string; badge?: ReactNode; made: string; children?: ReactNode; action?: ReactNode }

const Row = ({ name, badge, made, children, action }: RowProps) => (
  <li className="flex items-start gap-4 py-2.5">
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2 font-semibold">
        {name}
        {badge}
      </p>
      {made && <Event>{made}</Event>}
      {children}
    </div>
    {action}
  </li>
)

const Event = ({ children }: { children: ReactNode }) => <p className="text-sm wrap-anywhere text-ink-2">{children}</p>

type VersionProps = { work: RecordWork; summary: VersionSummary; onBack: () => void; onRestored: () => void }

function Version({ work, summary, onBack, onRestored }: VersionProps) {
  const format = useFormat()
  const id = work.record.consultation_id
  const { data, failure, retry } = useLoaded(() => versionOf(id, summary.version), `${id} ${summary.version}`)

  async function restore(now: Section, content: string) {
    if ((await work.restore(now, content)) === null) onRestored()
  }
  return (
    <div className="flex flex-col gap-4">
      <Button icon={ArrowLeft} variant="quiet" size="sm" onClick={onBack} className="-ml-2.5 self-start">
        Todas as versões
      </Button>
      {failure && <ErrorState message={failure} onRetry={retry} />}
      {!data && !failure && <Spinner label="Carregando versão..." />}
      {data && (
        <>
          <p className="text-sm text-ink-2">
            {specialtyLabels[data.record.specialty].title} · estruturada em {format.dateTime(data.record.created_at)}.
            Substituída em {format.dateTime(data.replaced_at)}: {changeOf(summary)}.
          </p>
          {withOwnNames(data.record.specialty, data.record.sections)
            .filter((section) => !isEmpty(section))
            .map(({ key, title, content }) => {
              const now = work.sections.find((section) => section.key === key)
              return (
                <Read key={key} title={title} text={content}>
                  {now?.editable && now.content !== content && (
                    <Button
                      size="sm"
                      aria-label={`Restaurar ${title} como nesta versão`}
                      busy={work.busy === `restore ${now.id}`}
                      disabled={work.busy !== null || work.drafts.isOpen(now)}
                      onClick={() => void restore(now, content)}
                    >
                      Restaurar
                    </Button>
                  )}
                </Read>
              )
            })}
          {data.record.diagnoses.length > 0 && (
            <Read
              title="CID-10"
              text={data.record.diagnoses.map(({ system, code, text }) => `${system} ${code} · ${text}`).join('\n')}
            />
          )}
          {data.record.unified_text !== null && (
            <Read title="Texto para Prontuário, editado" text={data.record.unified_text} />
          )}
        </>
      )}
    </div>
  )
}

const Read = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <section className="border-t border-line pt-3">
    <div className="mb-1 flex min-h-8 items-center justify-between gap-3">
      <h3 className="text-sm font-heavy text-ink-2">{title}</h3>
      {children}
    </div>
    <p className="max-w-measure-lg font-serif text-lg leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>
  </section>
)
