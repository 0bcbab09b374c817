import { useFormat } from '#app/lib/format.tsx'
import { useLoaded } from '#app/lib/use-task.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import type { PageAccess, SharedPage } from '#domain/patient-page/contract.ts'
import { accessesOf } from './use-patient-pages.ts'

const names: Record<PageAccess['action'], string> = {
  patient_page_opened: 'Aberto com a data de nascimento certa',
  patient_page_refused: 'Data de nascimento errada',
  patient_page_locked: 'Link bloqueado para sempre',
  patient_page_late: 'Data certa, mas o link já não abria',
  patient_page_mailed: 'Link enviado por email',
  patient_page_mail_failed: 'O email com o link não foi entregue',
  patient_page_withdrawn: 'Acesso retirado por você',
}

type Props = { open: boolean; page: SharedPage; onClose: () => void }

/** Every opening and every failed attempt of a link, newest first. */
export function PageAccesses({ open, page, onClose }: Props) {
  const format = useFormat()
  const { data, failure, retry } = useLoaded(accessesOf, page.id)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Acessos"
      description={`Do link criado em ${format.dateTime(page.created_at)}.`}
    >
      {failure && <ErrorState message={failure} onRetry={retry} />}
      {!failure && data === null && <SkeletonRows label="Carregando os acessos" rows={2} />}
      {data?.length === 0 && <p className="text-ink-2">Ninguém abriu este link ainda.</p>}
      {data !== null && data.length > 0 && (
        <ul aria-label="Acessos ao link" className="divide-y divide-line">
          {data.map(({ at, action, device, network }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two attempts of one kind may share a millisecond.
            <li key={index} className="py-2.5">
              <p className="font-medium">{names[action]}</p>
              <p className="text-xs text-ink-2 wrap-anywhere">
                {[format.dateTime(at), device, network && `rede ${network}`].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
