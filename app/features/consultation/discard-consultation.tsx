import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { discardConsultation } from './calls.ts'

type Props = { consultationId: string; hasSound: boolean; onDiscarded: () => void }

/** [C50] Discards a consultation that was started by mistake. Show it only while no words were recognised. */
export function DiscardConsultation({ consultationId, hasSound, onDiscarded }: Props) {
  const [asking, setAsking] = useState(false)
  const { busy, failure, run, forgive } = useTask()
  const discard = () =>
    run(async () => {
      await discardConsultation(consultationId)
      toast.success('Consulta descartada')
      onDiscarded()
    })
  return (
    <>
      <Button icon={Trash2} variant="quiet" size="sm" className="self-start" onClick={() => setAsking(true)}>
        Descartar consulta
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false)
          forgive()
        }}
        onConfirm={discard}
        busy={busy}
        title="Descartar esta consulta?"
        confirmLabel="Descartar"
        tone="danger"
      >
        <p>
          {hasSound
            ? 'Nenhuma palavra foi reconhecida nem escrita. O áudio gravado é apagado, e a consulta sai da lista, com a resposta do paciente ao aviso.'
            : 'Nada foi dito nem escrito. Ela sai da lista, com a resposta do paciente ao aviso.'}
        </p>
        <FailureLine className="font-medium text-rec">{failure}</FailureLine>
      </Confirm>
    </>
  )
}
