import { Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Textarea } from '#app/ui/input.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { lazily } from '#domain/lazily.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { reviewerOf } from '#domain/record/signing/signing.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { copiedText, copyMarks, signedText, unifiedText } from '#domain/record/text/unified-text.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { useKeptText } from './kept-text.ts'
import { RECORD_TEXT } from './marks.ts'
import { textStateOf, type Written } from './record-text-state.ts'
import type { RecordWork } from './use-record.ts'

const COPIED = 'Texto copiado para a área de transferência!'
const NOT_COPIED = 'Erro ao copiar texto. Tente selecionar e copiar manualmente.'
/** After the last key. */
const SAVE_AFTER_MS = 900

const EMPTIED = 'O texto ficou vazio e voltou a seguir as seções.'

export type Named = Pick<Consultation, 'patientName' | 'demonstration'>

/** The whole record as one text. It follows the sections until the doctor changes it by hand; what is written is kept. */
export function useRecordText(work: RecordWork, { patientName, demonstration }: Named) {
  const { record, recordNow, setText, baseOfText, textFirst, held, drafts } = work
  const { zone } = useFormat()
  const signed = record.signature !== null
  const madeOf = (record: StructuredRecord) => unifiedText({ patientName, record, timeZone: zone })
  const standsOf = (record: StructuredRecord) => ({
    kept: record.unified_text,
    made: madeOf(record),
    base: textBase(record),
  })
  const texts = standsOf(record)
  const { kept, base } = texts
  const made = record.signature
    ? unifiedText({ patientName, record, timeZone: zone, reviewedBy: reviewerOf(record.signature) })
    : texts.made
  const [written, show] = useState<Written | null>(null)
  // The latest draft, including keys not rendered yet.
  const writing = useRef<Written | null>(null)
  const sent = useRef<string | null>(null)
  function setWritten(next: (now: Written | null) => Written | null) {
    writing.current = next(writing.current)
    // The same words may be written once more: they are new then.
    if (writing.current === null) sent.current = null
    show(writing.current)
  }
  const [found, setFound] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [emptied, setEmptied] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const state = textStateOf(signed ? null : written, { kept, made, base })
  const { empty, unsaved, stale } = state
  const signedAs = record.signature && signedText(kept ?? made, record.signature, record.addenda, zone)
  // Signed while it was being written: the device keeps it until it was looked at.
  const unsigned = signed ? textStateOf(written, texts) : null
  const late = unsigned?.unsaved && !unsigned.empty ? written : null

  const { drop: forget } = useKeptText(record.consultation_id, unsaved ? written : late, (left) =>
    // Where something is written already, both are shown.
    writing.current ? setFound(left.text) : setWritten(() => left),
  )

  /** One after the other: what is sent next begins with the answer to this. True once nothing that was written is left unkept. */
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  function flush(): Promise<boolean> {
    const done = turn.current.then(flushNow)
    turn.current = done.catch(() => undefined)
    return done
  }
  async function flushNow(): Promise<boolean> {
    const [now, standing] = [writing.current, recordNow()]
    if (now === null || standing.signature) return true
    const { empty, unsaved } = textStateOf(now, standsOf(standing))
    if (unsaved) {
      const failure = await setText(empty ? null : now.text, now.base)
      setFailed(failure !== null)
      if (failure !== null) return false
    }
    if (empty) {
      setEmptied(true)
      setWritten((later) => (later?.text === now.text ? null : later))
    } else if (unsaved) {
      sent.current = now.text
      const base = baseOfText(now.text)
      setWritten((later) => later && { ...later, base })
    }
    return true
  }
  // The server may change the saved text by itself when a section changes. Then show the saved text.
  const draft = written?.text ?? null
  useEffect(() => {
    if (draft !== null && draft === sent.current && kept !== draft.trim()) {
      writing.current = null
      sent.current = null
      show(null)
    }
  }, [draft, kept])
  const latest = useRef(flush)
  latest.current = flush
  // Does not save while empty: the doctor may be rewriting it or about to undo.
  const saves = unsaved && !empty && !failed && !stale && !held
  // Saving a section changes the base of this text, so the text goes first.
  textFirst.current = async () => {
    if (saves) await flush()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key begins the wait anew.
  useEffect(() => {
    if (!saves) return
    const timer = setTimeout(() => void latest.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [saves, draft])
  // Retries when the connection returns.
  const waits = unsaved && failed && !stale
  useEffect(() => {
    if (!waits) return
    const send = () => void latest.current()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [waits])

  async function copy() {
    const done = await copyText(copiedText(signedAs ?? state.said, { signed, demonstration }))
    setAnswer(done ? COPIED : NOT_COPIED)
  }

  return {
    text: signedAs ?? state.shown,
    signed,
    /** The marks above the text in a copy. */
    marks: copyMarks({ signed, demonstration }),
    held,
    edited: kept !== null || unsaved,
    /** The box is empty: copy and PDF use the sections. */
    empty,
    emptied,
    unsaved,
    failed,
    flush,
    /** Discards the words here and on this device. */
    drop: () => {
      forget()
      setWritten(() => null)
    },
    /** Words that can no longer be saved automatically: `late`, signed before; otherwise found on this device. */
    left: late ? { text: late.text, late: true } : found === null ? null : { text: found, late: false },
    dropLeft: () => {
      if (!late) return setFound(null)
      forget()
      setWritten(() => null)
    },
    /** The current text, if it changed since the edit began. */
    changedTo: stale ? (kept ?? made) : null,
    keepMine: () => {
      setFailed(false)
      setWritten((now) => now && { ...now, base })
    },
    takeTheirs: () => {
      setFailed(false)
      setWritten(() => null)
    },
    write: (next: string) => {
      setFailed(false)
      setEmptied(false)
      setWritten((now) => ({ text: next, base: now ? now.base : base }))
    },
    leave: () => {
      if (empty && !stale && !failed) void flush()
    },
    reset: async () => {
      if (kept === null || (await setText(null, base)) === null) setWritten(() => null)
    },
    copy,
    alert: (
      <Alert open={answer !== null} onClose={() => setAnswer(null)}>
        {answer}
        {answer === COPIED && drafts.unsaved && (
          <p className="mt-2">A edição aberta de {drafts.unsaved.title} não foi salva e não está no texto copiado.</p>
        )}
      </Alert>
    ),
  }
}
export type RecordTextState = ReturnType<typeof useRecordText>

const stateOf = ({ signed, held, edited, empty, emptied, unsaved, failed, changedTo }: RecordTextState): string => {
  if (signed) return ''
  if (failed || changedTo !== null || (held && unsaved)) return 'As edições ainda não foram salvas.'
  if (empty) return 'Vazio, o texto volta a seguir as seções.'
  if (unsaved) return 'Salvando…'
  if (emptied) return EMPTIED
  return edited ? 'Edições salvas.' : ''
}

const listed = lazily(() => new Intl.ListFormat('pt-BR'))

export function RecordText({ text }: { text: RecordTextState }) {
  const id = useId()
  return (
    <section
      id={RECORD_TEXT}
      aria-labelledby={`${id}-titulo`}
      tabIndex={-1}
      className="mt-5 rounded-m border border-line bg-surface p-5"
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label id={`${id}-titulo`} htmlFor={id} className="mr-auto text-base font-heavy">
          Texto para Prontuário
        </label>
        {text.edited && !text.signed && !text.held && (
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
        className="text-base leading-relaxed"
        value={text.text}
        readOnly={text.signed || text.held}
        onChange={(event) => text.write(event.target.value)}
        onBlur={text.leave}
      />
      {text.changedTo !== null && (
        <div className="mt-2">
          <ChangedMeanwhile what="O texto" now={text.changedTo} onKeep={text.keepMine} onDiscard={text.takeTheirs} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
        {text.marks.length > 0 && (
          <p>O texto copiado leva no alto {listed().format(text.marks.map((mark) => `“${mark}”`))}.</p>
        )}
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
