import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import type { RecordVersion, VersionsPage } from '#domain/record/contract.ts'
import { specialtyLabels } from '#domain/record/specialty.ts'
import { versionOf, versionsOf } from './calls.ts'
import { isEmpty } from './confidence.tsx'
import { inOrder } from './marks.ts'

type Props = { consultationId: string; open: boolean; onClose: () => void }

/** How the record stood before each change; any of it can be read, none of it changed. */
export function VersionsDialog({ consultationId, open, onClose }: Props) {
  const [number, setNumber] = useState<number | null>(null)
  useEffect(() => {
    if (!open) setNumber(null)
  }, [open])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title={number === null ? 'Versões do registro' : `Versão ${number}`}
      description={number === null ? 'Como o registro estava antes de cada alteração.' : 'Só para leitura.'}
    >
      {!open ? null : number === null ? (
        <List consultationId={consultationId} onRead={setNumber} />
      ) : (
        <Version consultationId={consultationId} number={number} onBack={() => setNumber(null)} />
      )}
    </Dialog>
  )
}

type ListProps = { consultationId: string; onRead: (version: number) => void }

function List({ consultationId, onRead }: ListProps) {
  const { data, failure, retry } = useLoaded<VersionsPage>(() => versionsOf(consultationId), consultationId)
  if (failure) return <ErrorState message={failure} onRetry={retry} />
  if (!data) return <Spinner label="Carregando versões..." />
  if (data.versions.length === 0)
    return <p className="text-ink-2">Só existe a versão atual: o registro ainda não foi alterado.</p>
  return <Pages first={data} consultationId={consultationId} onRead={onRead} />
}

/** Older pages come behind the newest, on request, down to the first version. */
function Pages({ first, consultationId, onRead }: ListProps & { first: VersionsPage }) {
  const format = useFormat()
  const [pages, setPages] = useState([first])
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null })
  const next = pages.at(-1)?.next ?? null

  async function more(before: number) {
    setState({ busy: true, failure: null })
    try {
      const page = await versionsOf(consultationId, before)
      setPages((known) => [...known, page])
      setState({ busy: false, failure: null })
    } catch (error) {
      setState({ busy: false, failure: messageIn(error) })
    }
  }

  return (
    <>
      <ol className="divide-y divide-line">
        {pages
          .flatMap(({ versions }) => versions)
          .map(({ version, replaced_at, specialty }) => (
            <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <span className="font-semibold">Versão {version}</span>
              <span className="text-ink-2">
                {specialtyLabels[specialty].title} · substituída em {format.dateTime(replaced_at)}
              </span>
              <Button
                size="sm"
                className="ml-auto"
                aria-label={`Ler a versão ${version}`}
                onClick={() => onRead(version)}
              >
                Ler
              </Button>
            </li>
          ))}
      </ol>
      {state.failure && (
        <p role="alert" className="mt-2 text-rec">
          {state.failure}
        </p>
      )}
      {next !== null && (
        <Button size="sm" className="mt-3" busy={state.busy} onClick={() => void more(next)}>
          Mostrar versões mais antigas
        </Button>
      )}
    </>
  )
}

function Version({ consultationId, number, onBack }: { consultationId: string; number: number; onBack: () => void }) {
  const format = useFormat()
  const { data, failure, retry } = useLoaded<RecordVersion>(
    () => versionOf(consultationId, number),
    `${consultationId} ${number}`,
  )
  return (
    <div className="flex flex-col gap-4">
      <Button variant="quiet" size="sm" onClick={onBack} className="-ml-2.5 self-start">
        <ArrowLeft aria-hidden className="size-4" />
        Todas as versões
      </Button>
      {failure && <ErrorState message={failure} onRetry={retry} />}
      {!data && !failure && <Spinner label="Carregando versão..." />}
      {data && (
        <>
          <p className="text-[14px] text-ink-2">
            {specialtyLabels[data.record.specialty].title} · estruturada em {format.dateTime(data.record.created_at)} ·
            substituída em {format.dateTime(data.replaced_at)}
          </p>
          {inOrder(data.record.sections)
            .filter((section) => !isEmpty(section))
            .map((section) => (
              <section key={section.id} className="border-t border-line pt-3">
                <h3 className="mb-1 text-[13.5px] font-[650] text-ink-2">{section.title}</h3>
                <p className="max-w-[72ch] font-serif text-[18px] leading-[1.62] whitespace-pre-line wrap-anywhere">
                  {section.content}
                </p>
              </section>
            ))}
        </>
      )}
    </div>
  )
}

const messageIn = (error: unknown) => (error instanceof ApiFailure ? error.message : 'Erro desconhecido')

/** What `load` answers for `key`; an answer for an earlier key is dropped. */
function useLoaded<T>(load: () => Promise<T>, key: string) {
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<{ data: T | null; failure: string | null }>({ data: null, failure: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is loaded, `turn` how often.
  useEffect(() => {
    let gone = false
    setState({ data: null, failure: null })
    load().then(
      (data) => gone || setState({ data, failure: null }),
      (error: unknown) => gone || setState({ data: null, failure: messageIn(error) }),
    )
    return () => {
      gone = true
    }
  }, [key, turn])
  return { ...state, retry: () => setTurn(turn + 1) }
}
