import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { formatBytes, formatNumber, plural } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { takeLostFocus } from '#app/ui/lost-focus.ts'
import { SkeletonRows } from '#app/ui/skeleton.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { DataExport } from '#domain/data-export/contract.ts'
import type { DataExportState as State } from './use-data-export.ts'

type Props = {
  state: State
  /** The label of the button that requests an export. */
  askLabel: string
  onAsk: () => void
  busy?: boolean
  /** Names who gets a notice when the export is ready; shown while it is being made. */
  meanwhile: string
  /** Describes the contents of the export. */
  children: ReactNode
}

/** The state of an export, and its actions. */
export function DataExportState({ state, askLabel, onAsk, busy = false, meanwhile, children }: Props) {
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
        {!current && ask(askLabel, true)}
        {status === 'failed' && ask('Pedir de novo', true)}
        {status === 'expired' && ask(askLabel, true)}
        {status === 'ready' && ask('Exportar de novo')}
        {current && (status === 'ready' || status === 'preparing') && (
          <Remove current={current} onRemove={() => remove(current.id)} />
        )}
      </div>
    </div>
  )
}

function ExportStatus({
  current,
  failure,
  meanwhile,
}: {
  current: DataExport
  failure: string | null
  meanwhile: string
}) {
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
  const [busy, setBusy] = useState(false)
  const ready = status === 'ready'
  async function remove() {
    setBusy(true)
    try {
      await onRemove()
    } catch (error) {
      toast.error(ready ? 'Erro ao apagar exportação' : 'Erro ao cancelar exportação', { description: whyOf(error) })
    }
    setAsking(false)
    setBusy(false)
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
