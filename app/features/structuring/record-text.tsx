import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Textarea } from '#app/ui/input.tsx'
import type { StructuredRecord } from '#domain/record/record.ts'
import { DRAFT_MARK, unifiedText } from '#domain/record/unified-text.ts'

const COPIED = 'Texto copiado para a área de transferência!'
const NOT_COPIED = 'Erro ao copiar texto. Tente selecionar e copiar manualmente.'

/** The whole record as one text. It follows the sections until the doctor changes it by hand. */
export function useRecordText(record: StructuredRecord, patientName: string) {
  const { zone } = useFormat()
  const made = unifiedText({ patientName, record, timeZone: zone })
  const [edited, setEdited] = useState<string | null>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const text = edited ?? made

  async function copy() {
    const done = await copyText(`${DRAFT_MARK}\n\n${text}`)
    if (done) setCopied(text)
    setAnswer(done ? COPIED : NOT_COPIED)
  }

  return {
    text,
    edited: edited !== null,
    /** This text is kept nowhere: copying it is what saves it. */
    unsaved: edited !== null && edited !== made && edited !== copied,
    setText: setEdited,
    reset: () => setEdited(null),
    copy,
    alert: (
      <Alert open={answer !== null} onClose={() => setAnswer(null)}>
        {answer}
      </Alert>
    ),
  }
}

export function RecordText({ text }: { text: ReturnType<typeof useRecordText> }) {
  const id = useId()
  return (
    <section className="mt-5 rounded-m border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="mr-auto text-[16px] font-[650]">
          Texto para Prontuário
        </label>
        {text.edited && (
          <Button variant="quiet" size="sm" onClick={text.reset}>
            Desfazer edições
          </Button>
        )}
        <Button size="sm" onClick={text.copy}>
          <Copy aria-hidden className="size-4" />
          Copiar Texto
        </Button>
      </div>
      <Textarea
        id={id}
        rows={14}
        className="text-[15px] leading-relaxed"
        value={text.text}
        onChange={(event) => text.setText(event.target.value)}
      />
      <p className="mt-2 text-[13px] text-ink-3">O texto copiado leva no alto “{DRAFT_MARK}”.</p>
    </section>
  )
}
