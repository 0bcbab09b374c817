import { Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Textarea } from '#app/ui/input.tsx'
import { reviewerOf } from '#domain/record/signing.ts'
import { DRAFT_MARK, signedText, unifiedText } from '#domain/record/unified-text.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { RECORD_TEXT } from './marks.ts'
import type { RecordWork } from './use-record.ts'

const COPIED = 'Texto copiado para a área de transferência!'
const NOT_COPIED = 'Erro ao copiar texto. Tente selecionar e copiar manualmente.'
/** After the last key. */
const SAVE_AFTER_MS = 900

/** The whole record as one text. It follows the sections until the doctor changes it by hand; what is written is kept. */
export function useRecordText({ record, setText, keptText }: RecordWork, patientName: string) {
  const { zone } = useFormat()
  const signed = record.signature !== null
  const made = unifiedText({
    patientName,
    record,
    timeZone: zone,
    ...(record.signature && { reviewedBy: reviewerOf(record.signature) }),
  })
  const kept = record.unified_text
  /** `base`: what was kept when the writing began. */
  const [written, setWritten] = useState<{ text: string; base: string | null } | null>(null)
  const draft = written?.text ?? null
  const [failed, setFailed] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const text = record.signature
    ? signedText(kept ?? made, record.signature, record.addenda, zone)
    : (draft ?? kept ?? made)
  const waiting = !signed && draft !== null && draft.trim() !== '' && draft.trim() !== (kept ?? made).trim()

  const stale = waiting && written !== null && written.base !== kept

  const sent = useRef<string | null>(null)

  /** True once nothing that was written is left unkept. */
  async function flush(): Promise<boolean> {
    if (!waiting || written === null) return true
    const failure = await setText(written.text, written.base)
    setFailed(failure !== null)
    if (failure !== null) return false
    sent.current = written.text
    const base = keptText()
    setWritten((now) => now && { ...now, base })
    return true
  }
  // What was kept may change after that by itself: it takes a section's new words over. Then it is what is shown.
  useEffect(() => {
    if (draft !== null && draft === sent.current && kept !== draft.trim()) setWritten(null)
  }, [draft, kept])
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    if (!waiting || draft === null || failed || stale) return
    const timer = setTimeout(() => void latest.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waiting, draft, failed, stale])

  async function copy() {
    const done = await copyText(signed ? text : `${DRAFT_MARK}\n\n${text}`)
    setAnswer(done ? COPIED : NOT_COPIED)
  }

  return {
    text,
    signed,
    edited: kept !== null || waiting,
    /** Written, and not kept yet. */
    unsaved: waiting,
    failed,
    flush,
    /** What stands now, where it is no longer what the writing began with. */
    changedTo: stale ? (kept ?? made) : null,
    keepMine: () => {
      setFailed(false)
      setWritten((now) => now && { ...now, base: kept })
    },
    takeTheirs: () => {
      setFailed(false)
      setWritten(null)
    },
    write: (next: string) => {
      setFailed(false)
      setWritten((now) => ({ text: next, base: now ? now.base : kept }))
    },
    reset: async () => {
      if (kept === null || (await setText(null, kept)) === null) setWritten(null)
    },
    copy,
    alert: (
      <Alert open={answer !== null} onClose={() => setAnswer(null)}>
        {answer}
      </Alert>
    ),
  }
}
export type RecordTextState = ReturnType<typeof useRecordText>

const stateOf = ({ signed, edited, unsaved, failed, changedTo }: RecordTextState): string => {
  if (signed) return ''
  if (failed || changedTo !== null) return 'As edições ainda não foram salvas.'
  if (unsaved) return 'Salvando…'
  return edited ? 'Edições salvas.' : ''
}

export function RecordText({ text }: { text: RecordTextState }) {
  const id = useId()
  return (
    <section id={RECORD_TEXT} tabIndex={-1} className="mt-5 rounded-m border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="mr-auto text-[16px] font-[650]">
          Texto para Prontuário
        </label>
        {text.edited && !text.signed && (
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
        readOnly={text.signed}
        onChange={(event) => text.write(event.target.value)}
      />
      {text.changedTo !== null && (
        <div className="mt-2">
          <ChangedMeanwhile what="O texto" now={text.changedTo} onKeep={text.keepMine} onDiscard={text.takeTheirs} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-3">
        {!text.signed && <p>O texto copiado leva no alto “{DRAFT_MARK}”.</p>}
        <p role="status" className={text.failed ? 'text-rec' : undefined}>
          {stateOf(text)}
        </p>
        {text.failed && text.changedTo === null && (
          <Button size="sm" onClick={() => void text.flush()}>
            Tentar de novo
          </Button>
        )}
      </div>
    </section>
  )
}
