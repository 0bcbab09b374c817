import { Download } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import { formatBytes, formatNumber, plural, useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Confirm, Dialog, useLastShown } from '#app/ui/dialog.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { ErrorState, FailureLine, SkeletonRows } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { type DataExport, dataExportAccepted, dataExportReply, dataExportsReply } from '#domain/data-export/contract.ts'
import { DATA_EXPORT_FORMATS } from '#domain/data-export/names.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

const LOOK_EVERY_MS = 1_500

/** The last export of everything (`patientId` null), or of one patient. Polls a running one until it ends. */
function useDataExport(patientId: string | null, initial?: DataExport | null) {
  const [current, setCurrent] = useState<DataExport | null>(initial ?? null)
  const [isLoaded, setLoaded] = useState(initial !== undefined)
  const [failure, setFailure] = useState<string | null>(null)

  const look = useCallback(async () => {
    try {
      const query = { patient_id: patientId ?? 'none' }
      const { items } = await read(api.api['data-exports'].$get({ query }), dataExportsReply)
      setCurrent(items[0] ?? null)
      setLoaded(true)
      setFailure(null)
    } catch (error) {
      setFailure(whyOf(error))
    }
  }, [patientId])

  useEffect(() => {
    if (!isLoaded) void look()
  }, [isLoaded, look])
  const preparing = current?.status === 'preparing'
  useEffect(() => {
    if (!preparing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [preparing, look])

  return {
    current,
    isLoaded,
    /** Why the last poll failed. */
    failure,
    look,
    /** Requests an export. Throws ApiFailure if it is refused. */
    ask: async (confirmation?: Confirmation) => {
      const json = patientId === null ? { confirmation } : { patient_id: patientId }
      await read(api.api['data-exports'].$post({ json }), dataExportAccepted)
      await look()
    },
    remove: async (id: string) => {
      const { data_export } = await read(api.api['data-exports'][':id'].$delete({ param: { id } }), dataExportReply)
      setCurrent(data_export)
    },
  }
}
type ExportAsked = ReturnType<typeof useDataExport>

type Props = {
  state: ExportAsked
  /** The label of the button that requests an export. */
  askLabel: string
  onAsk: () => void
  busy?: boolean
  /** Names who gets a notice when the export is ready; shown while it is being made. */
  meanwhile: string
  /** Describes the contents of the export. */
  children: ReactNode
}

function DataExportState({ state, askLabel, onAsk, busy = false, meanwhile, children }: Props) {
  const { current, isLoaded, failure, look, remove } = state
  const place = useRef<HTMLDivElement>(null)
  const status = current?.status
  // The button that asked is gone, or the one that took it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever its state differs.
  useEffect(() => takeLostFocus(place.current), [status])
  if (!isLoaded)
    return failure === null ? (
      <SkeletonRows label="Carregando exportações..." rows={1} className="h-18" />
    ) : (
      <ErrorState message={failure} onRetry={look} />
    )
  const ask = (label: string, primary = false) => (
    <Button variant={primary ? 'primary' : 'secondary'} busy={busy} onClick={onAsk}>
      {label}
    </Button>
  )
  return (
    <div ref={place} className="flex flex-col gap-4 outline-none">
      {children}
      <div role="status" className="empty:hidden">
        {current && <ExportStatus current={current} failure={failure} meanwhile={meanwhile} />}
      </div>
      {current?.status === 'ready' && <Volumes current={current} />}
      <div className="flex flex-wrap gap-2">
        {(!status || status === 'expired') && ask(askLabel, true)}
        {status === 'failed' && ask('Pedir de novo', true)}
        {status === 'ready' && ask('Exportar de novo')}
        {current && (status === 'ready' || status === 'preparing') && (
          <Remove current={current} onRemove={() => remove(current.id)} />
        )}
      </div>
    </div>
  )
}

type StatusProps = { current: DataExport; failure: string | null; meanwhile: string }

function ExportStatus({ current, failure, meanwhile }: StatusProps) {
  const format = useFormat()
  switch (current.status) {
    case 'preparing':
      return (
        <>
          <Progress current={current} />
          <p className="mt-2 text-sm text-ink-2">{failure ?? meanwhile}</p>
        </>
      )
    case 'ready':
      return (
        <p>
          <b className="font-semibold">Exportação pronta.</b> Dados de {format.dateTime(current.created_at)};{' '}
          {current.expires_at !== null && `disponível até ${format.dateTime(current.expires_at)}.`}
        </p>
      )
    case 'failed':
      return <p className="font-medium text-rec">{current.error}</p>
    case 'expired':
      return (
        <p className="text-ink-2">A exportação pedida em {format.date(current.created_at)} não está mais disponível.</p>
      )
  }
}

function Progress({ current: { done, total } }: { current: DataExport }) {
  const counted = total !== null && total > 0
  const text = counted
    ? `Preparando… ${formatNumber(done)} de ${plural(total, 'consulta', 'consultas')}`
    : 'Preparando…'
  return (
    <>
      <p className="mb-2 font-strong">{text}</p>
      <div
        role="progressbar"
        aria-label="Preparando a exportação"
        aria-valuemin={0}
        aria-valuemax={counted ? total : 1}
        aria-valuenow={counted ? Math.min(done, total) : undefined}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${counted ? Math.max(4, (100 * done) / total) : 4}%` }}
        />
      </div>
    </>
  )
}

function Volumes({ current: { volumes } }: { current: DataExport }) {
  const several = volumes.length > 1
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {volumes.map(({ number, bytes, name, url }) => (
          <li key={number}>
            <a href={url} download={name} className={buttonClass('primary')}>
              <Download aria-hidden className="size-4.5" />
              {several ? `Baixar parte ${number} de ${volumes.length}` : 'Baixar'} ({formatBytes(bytes)})
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        {several && 'Baixe todas as partes e extraia na mesma pasta. '}Contém dados de saúde e não tem senha: guarde em
        lugar seguro.
      </p>
    </>
  )
}

function Remove({ current: { status }, onRemove }: { current: DataExport; onRemove: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useTask()
  const ready = status === 'ready'
  async function remove() {
    const failed = ready ? 'Erro ao apagar exportação' : 'Erro ao cancelar exportação'
    await run(() => onRemove().catch((error) => toast.error(failed, { description: whyOf(error) })))
    setAsking(false)
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {ready ? 'Apagar agora' : 'Cancelar exportação'}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={ready ? 'Apagar a exportação?' : 'Cancelar a exportação?'}
        confirmLabel={ready ? 'Apagar' : 'Cancelar exportação'}
        cancelLabel="Voltar"
        tone="danger"
        busy={busy}
      >
        {ready
          ? 'Os arquivos preparados são apagados. Seus dados continuam na conta, e você pode pedir outra exportação.'
          : 'O que já foi preparado é apagado. Você pode pedir outra exportação quando quiser.'}
      </Confirm>
    </>
  )
}

type DataExportSettingsProps = {
  user: { email: string }
  hasPassword: boolean
  hasSecondFactor: boolean
  initial: DataExport | null
}

const contents = [
  'Pacientes e consultas: cadastros, transcrições com horários, respostas ao aviso, registros com versões, assinaturas e adendos.',
  'Os registros em PDF, assinados ou como rascunho.',
  'Sua conta: perfil, configurações, assinatura e registro de acessos.',
]

/** Full data export; requires a recent password or Google confirmation. */
export function DataExportSettings({ initial, ...who }: DataExportSettingsProps) {
  const state = useDataExport(null, initial)
  const [asking, setAsking] = useState(false)
  return (
    <DataExportState
      state={state}
      askLabel="Exportar todos os dados"
      onAsk={() => setAsking(true)}
      meanwhile="Você pode sair desta página: avisamos por email quando estiver pronta."
    >
      <div className="text-ink-2">
        <p>Um arquivo ZIP, em {DATA_EXPORT_FORMATS}, com:</p>
        <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5">
          {contents.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="mt-2 text-sm">
          Senhas e códigos de acesso nunca são exportados. A transcrição de uma consulta em andamento entra depois de
          finalizada.
        </p>
      </div>
      <ConfirmIdentity
        {...who}
        open={asking}
        onClose={() => setAsking(false)}
        title="Exportar todos os dados"
        confirmLabel="Exportar"
        onConfirm={async (confirmation) => {
          await state.ask(confirmation)
          setAsking(false)
        }}
      >
        <p>
          O arquivo terá todos os seus dados, inclusive os dos pacientes. Antes de prepará-lo, precisamos ter certeza de
          que é você. Avisamos por email do pedido e quando ficar pronto.
        </p>
      </ConfirmIdentity>
    </DataExportState>
  )
}

type Whose = { id: string; name: string }

/** Exports all data of one patient, for the patient or for the next doctor. */
export function PatientExport({ patient, onClose }: { patient: Whose | null; onClose: () => void }) {
  const shown = useLastShown(patient)
  return (
    <Dialog
      open={patient !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Exportar dados do paciente"
      description={<span className="wrap-anywhere">{shown?.name}</span>}
    >
      {shown && <OfPatient key={shown.id} id={shown.id} />}
    </Dialog>
  )
}

function OfPatient({ id }: { id: string }) {
  const state = useDataExport(id)
  const { busy, failure, run } = useTask()
  return (
    <DataExportState
      state={state}
      askLabel="Exportar dados"
      onAsk={() => run(() => state.ask())}
      busy={busy}
      meanwhile="Você pode fechar esta janela e voltar depois."
    >
      <p className="text-ink-2">
        Um arquivo ZIP com o cadastro, as consultas, as transcrições e os registros deste paciente, em PDF, texto e
        JSON. Fica disponível por 7 dias.
      </p>
      <FailureLine>{failure}</FailureLine>
    </DataExportState>
  )
}
