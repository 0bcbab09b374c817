import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { messageOf } from '#domain/errors.ts'
import { PLAN_SETTINGS } from './calls.ts'

const UNPAID =
  'O último pagamento não foi concluído: até ele ser feito valem os limites do Free, e eles já foram usados.'

/** The month of the plan is full: no further consultation begins, and there is a way to more. */
export const UpgradePrompt = ({ open, unpaid, onClose }: { open: boolean; unpaid: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title="Limite do plano"
    footer={
      <>
        <Button onClick={onClose}>Agora não</Button>
        <a href={unpaid ? PLAN_SETTINGS : '/pricing'} className={buttonClass('primary')}>
          {unpaid ? 'Ver pagamento' : 'Ver planos'}
        </a>
      </>
    }
  >
    <p className="text-ink-2">{unpaid ? UNPAID : messageOf('quota_reached')}</p>
    <p className="mt-2 text-ink-2">
      O que você preencheu fica guardado. Consultas em andamento, o histórico e os registros continuam abertos.
    </p>
  </Dialog>
)

/** Beside what the plan does not have. */
export const InOtherPlans = ({ unpaid, children }: { unpaid: boolean; children: string }) => (
  <p role="status" className="rounded-m bg-accent-soft px-4 py-3">
    {children}{' '}
    <a href={unpaid ? PLAN_SETTINGS : '/pricing'} className="font-strong text-accent underline underline-offset-2">
      {unpaid ? 'Ver pagamento' : 'Ver planos'}
    </a>
  </p>
)
