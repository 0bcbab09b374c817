import { AudioLines } from 'lucide-react'
import { useOnline } from '#app/ui/online.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { RoomView } from '#domain/recorder/room-view.ts'

const noConsultation = (
  <EmptyState title="Nenhuma consulta ativa" className="border-0" icon={<AudioLines aria-hidden />}>
    Inicie uma consulta para ver a transcrição aqui.
  </EmptyState>
)

/** Says why there is no line yet, and how to get the first. */
export function NoLines({ view }: { view: Pick<RoomView, 'status' | 'hasWelcome' | 'consent'> }) {
  const online = useOnline()
  if (view.status === 'completed') return noConsultation
  // A reload without a network: the room has the lines so far.
  if (!view.hasWelcome && !online) {
    return (
      <EmptyState title="Transcrição sem conexão" className="border-0">
        As falas já reconhecidas aparecem quando a conexão voltar.
      </EmptyState>
    )
  }
  if (view.hasWelcome && view.consent === 'unasked') {
    return (
      <EmptyState title="Aguardando o aviso ao paciente" className="border-0">
        Leia o aviso em voz alta e registre a resposta; depois a gravação pode começar.
      </EmptyState>
    )
  }
  if (view.hasWelcome && view.consent !== 'accepted') {
    return (
      <EmptyState title="Consulta sem gravação" className="border-0">
        O paciente não autorizou gravação e IA. Ao finalizar, você escreve o registro; aqui pode anotar falas.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Aguardando transcrição" className="border-0">
      As falas aparecem aqui assim que forem reconhecidas.
    </EmptyState>
  )
}
