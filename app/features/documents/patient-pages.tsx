import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { plural, useFormat } from '#app/lib/format.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { later, openedLater } from '#app/ui/later.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import type { PageState, SharedPage } from '#domain/patient-page/contract.ts'
import type { PatientPagesWork } from './use-patient-pages.ts'

const SharePanel = openedLater(
  later(() => import('./share-panel.tsx')),
  'SharePanel',
)
const PageAccesses = openedLater(
  later(() => import('./page-accesses.tsx')),
  'PageAccesses',
)

/** 'Para o paciente' of a signed record: shares a summary by a link, and shows who opened it. */
export function PatientPages({ consultationId, work }: { consultationId: string; work: PatientPagesWork }) {
  const title = useId()
  const [isSharing, setSharing] = useState(false)
  const [read, setRead] = useState<SharedPage | null>(null)
  const [withdrawing, setWithdrawing] = useState<SharedPage | null>(null)
  return (
    <Card role="region" aria-labelledby={title} className="mb-4 px-4 py-4 sm:px-5">
      <h2 id={title} className="font-strong">
        Para o paciente
      </h2>
      <p className="text-sm text-ink-2">
        Um resumo em palavras simples, por um link que só abre com a data de nascimento dele e por poucos dias.
      </p>
      <div className="mt-3">
        <Button size="sm" icon={Send} onClick={() => setSharing(true)}>
          Resumo e orientações
        </Button>
      </div>
      {work.failure && work.pages === null && (
        <ErrorState className="mt-3" message={work.failure} onRetry={work.reload} />
      )}
      {work.pages !== null && work.pages.length > 0 && (
        <ul aria-label="Links criados" className="mt-3 divide-y divide-line border-t border-line">
          {work.pages.map((page) => (
            <PageRow key={page.id} page={page} onRead={() => setRead(page)} onWithdraw={() => setWithdrawing(page)} />
          ))}
        </ul>
      )}
      {isSharing && <SharePanel open consultationId={consultationId} work={work} onClose={() => setSharing(false)} />}
      {read && <PageAccesses open page={read} onClose={() => setRead(null)} />}
      <Confirm
        open={withdrawing !== null}
        onClose={() => setWithdrawing(null)}
        onConfirm={async () => {
          if (withdrawing && (await work.withdraw(withdrawing))) setWithdrawing(null)
        }}
        busy={work.busy}
        tone="danger"
        title="Retirar o acesso do paciente?"
        confirmLabel="Retirar acesso"
        cancelLabel="Voltar"
      >
        A página dirá que o resumo não está mais disponível. Isso não pode ser desfeito, mas você pode criar outro link.
      </Confirm>
    </Card>
  )
}

const states: Record<PageState, { text: string; tone: Tone }> = {
  open: { text: 'Aberto', tone: 'ok' },
  locked: { text: 'Bloqueado após 5 tentativas', tone: 'danger' },
  withdrawn: { text: 'Acesso retirado', tone: 'neutral' },
  expired: { text: 'Prazo terminado', tone: 'neutral' },
}

type RowProps = { page: SharedPage; onRead: () => void; onWithdraw: () => void }

function PageRow({ page, onRead, onWithdraw }: RowProps) {
  const format = useFormat()
  const { state, opened, last_opened_at, failures, mail_failed_at } = page
  const name = `link de ${format.dateTime(page.created_at)}`
  const facts = [
    state === 'open' && `vale até ${format.dateTime(page.expires_at)}`,
    last_opened_at === null
      ? 'ainda não lido'
      : `lido ${plural(opened, 'vez', 'vezes')}, a última em ${format.dateTime(last_opened_at)}`,
    failures > 0 && state !== 'locked' && plural(failures, 'tentativa errada', 'tentativas erradas'),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Link criado em {format.dateTime(page.created_at)}
          <Badge tone={states[state].tone}>{states[state].text}</Badge>
        </p>
        <p className="text-xs text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
        {mail_failed_at !== null && state === 'open' && (
          <p className="text-xs text-rec">
            O email com este link não foi entregue ({format.dateTime(mail_failed_at)}). Confira o endereço com o
            paciente e envie outro link.
          </p>
        )}
        {page.has_later_addendum && state === 'open' && (
          <p className="text-xs text-warn">
            Há um adendo mais novo que este texto, e o paciente não o vê. Se ele mudar algo, retire este acesso e envie
            outro link.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" variant="quiet" aria-label={`Acessos: ${name}`} onClick={onRead}>
          Acessos
        </Button>
        {(state === 'open' || state === 'expired') && (
          <Button size="sm" variant="quiet" aria-label={`Retirar acesso: ${name}`} onClick={onWithdraw}>
            Retirar acesso
          </Button>
        )}
      </div>
    </li>
  )
}
