import { Copy, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import { type Consultation, consultationTypeLabels } from '#domain/consultation/contract.ts'
import type { Gap } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { exportFileName, transcriptFile, transcriptText } from '#domain/transcript/transcript.ts'
import { SearchBox } from './search-box.tsx'
import type { Search } from './use-search.ts'

export type Told = Pick<Consultation, 'patientName' | 'consultationType' | 'startTime'>

type Props = {
  consultation: Told
  entries: readonly TranscriptEntry[]
  gaps: readonly Gap[]
  /** The patient's answer, for the exported text. */
  consent: Consent | null
  search: Search
  /** The connection state, beside the title. */
  state?: ReactNode
  /** The next action, after the others. */
  next?: ReactNode
}

/** The head of the transcript: its consultation, search and export. */
export function PanelHead({ consultation, entries, gaps, consent, search, state, next }: Props) {
  const format = useFormat()
  const { patientName, consultationType, startTime } = consultation
  async function copyAll() {
    if (await copyText(transcriptText(entries, gaps))) toast.success('Toda a transcrição foi copiada')
    else toast.error('Erro ao copiar transcrição')
  }
  function save() {
    saveFile(
      exportFileName(patientName, startTime, format.zone),
      transcriptFile(entries, gaps, consentStatement(consent, format.zone)),
    )
    toast.success('Transcrição exportada com sucesso')
  }
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      {/* A long name shrinks before the search and the buttons wrap. */}
      <div className="flex min-w-0 flex-1 basis-45 items-center gap-3">
        <div className="min-w-0">
          <h2 className="text-base leading-tight font-heavy">Transcrição</h2>
          <p className="truncate text-xs text-ink-2" title={patientName}>
            {patientName} · {consultationTypeLabels[consultationType].title}
          </p>
        </div>
        {state}
      </div>
      <div className="ml-auto flex min-w-0 items-center justify-end gap-1 max-sm:w-full max-sm:flex-wrap">
        <SearchBox search={search} />
        <Button variant="quiet" size="sm" disabled={entries.length === 0} onClick={copyAll}>
          <Copy aria-hidden className="size-4" />
          Copiar Tudo
        </Button>
        <Button variant="quiet" size="sm" disabled={entries.length === 0} onClick={save}>
          <Download aria-hidden className="size-4" />
          Exportar
        </Button>
        {next}
      </div>
    </header>
  )
}
