import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { messageOf } from '#domain/errors.ts'

/** The month of the plan is full: no further consultation begins, and there is a way to more. */
export const UpgradePrompt = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title="Limite do plano"
    footer={
      <>
        <Button onClick={onClose}>Agora não</Button>
        <a href="/pricing" className={buttonClass('primary')}>
          Ver planos
        </a>
      </>
    }
  >
    <p className="text-ink-2">{messageOf('quota_reached')}</p>
    <p className="mt-2 text-ink-2">
      O que você preencheu fica guardado. Consultas em andamento, o histórico e os registros continuam abertos.
    </p>
  </Dialog>
)

/** Beside what the plan does not have. */
export const InOtherPlans = ({ children }: { children: string }) => (
  <p role="status" className="rounded-m bg-accent-soft px-4 py-3">
    {children}{' '}
    <a href="/pricing" className="font-[550] text-accent underline underline-offset-2">
      Ver planos
    </a>
  </p>
)
