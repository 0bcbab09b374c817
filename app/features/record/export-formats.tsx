import { Download, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/choices.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type FileSubject, type FormatId, formats, formatsOf } from '#domain/formats/format.ts'
import { downloadFile } from './calls.ts'

/** Formats that the doctor's plan does not include, their mark, and the link to the plans. */
export type FormatGate = { closed: (format: FormatId) => boolean; mark: string; way: ReactNode }

type Props = {
  /** The thing to export. A record may take the transcript with it, and is then its consultation. */
  subject: Exclude<FileSubject, 'consultation'>
  /** The id of the patient or document; for a record, of its consultation. */
  id: string
  title?: string
  gate: FormatGate | undefined
  /** Saves unsaved words; if it returns false, nothing is exported. */
  before?: () => Promise<boolean>
  open: boolean
  onClose: () => void
}

const uses: Record<Exclude<FormatId, 'json'>, string> = {
  pdf: 'Para imprimir e guardar',
  txt: 'Só o texto, para qualquer programa',
  docx: 'Para abrir e editar no Word ou no LibreOffice',
  html: 'Para abrir no navegador',
  md: 'Texto com títulos marcados',
  fhir: 'Padrão de troca entre sistemas de saúde',
}
const dataUses: Record<FileSubject, string> = {
  record: 'Registro com as falas que provam cada frase',
  consultation: 'Registro e todas as falas, com a hora de cada uma',
  patient: 'Listas e registros, com as falas que provam cada frase',
  document: 'Tudo o que o código de verificação confere',
}

/** 'Outros formatos': the files that leave at once. A format outside the plan is shown with its reason. */
export function ExportFormats({ subject, id, title = 'Outros formatos', gate, before, open, onClose }: Props) {
  const [isWhole, setWhole] = useState(false)
  const shown = subject === 'record' && isWhole ? 'consultation' : subject
  const [busy, setBusy] = useState<FormatId | null>(null)

  async function start(format: FormatId) {
    setBusy(format)
    try {
      if (before && !(await before())) return onClose()
      const { name, content } = await downloadFile(shown, id, format)
      saveFile(name, content)
    } catch (failure) {
      toast.error(`Erro ao exportar: ${whyOf(failure)}`)
    } finally {
      setBusy(null)
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      {subject === 'record' && (
        <Switch label="Incluir a transcrição" checked={isWhole} onChange={setWhole}>
          Todas as falas, depois do registro
        </Switch>
      )}
      <ul className="mt-3 flex flex-col gap-2 first:mt-0">
        {formatsOf[shown].map((format) => {
          const isClosed = gate?.closed(format) ?? false
          return (
            <li key={format} className="flex items-center gap-3 rounded-m border border-line px-3.5 py-2.5">
              <div className="mr-auto min-w-0">
                <b className="block font-strong">{formats[format].label}</b>
                <span className="text-sm text-ink-2">{format === 'json' ? dataUses[shown] : uses[format]}</span>
              </div>
              {isClosed && gate ? (
                <Badge tone="accent">
                  <Lock aria-hidden className="size-3.5" />
                  {gate.mark}
                </Badge>
              ) : (
                <Button
                  icon={Download}
                  aria-label={`Baixar ${formats[format].label}`}
                  busy={busy === format}
                  disabled={busy !== null && busy !== format}
                  onClick={() => void start(format)}
                >
                  Baixar
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {gate && <div className="mt-4">{gate.way}</div>}
    </Dialog>
  )
}
