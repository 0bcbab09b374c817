import { useState } from 'react'
import type { DataExport } from '#domain/data-export/contract.ts'
import { DATA_EXPORT_FORMATS } from '#domain/data-export/names.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { DataExportState } from './data-export-state.tsx'
import { useDataExport } from './use-data-export.ts'

type Props = {
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
export function DataExportSettings({ initial, ...who }: Props) {
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
