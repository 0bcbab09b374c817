import { Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Alert } from '#app/ui/dialog.tsx'
import { Textarea } from '#app/ui/form.tsx'
import { useBackOnline } from '#app/ui/online.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import { lazily } from '#domain/lazily.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { reviewerOf } from '#domain/record/signing/signing.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { copiedText, copyMarks, signedText, unifiedText } from '#domain/record/text/unified-text.ts'
import { useKeptText } from './kept-text.ts'
import { RECORD_TEXT } from './marks.ts'
import { type RecordTexts, type TextState, textStateOf, type Written } from './record-text-state.ts'
import { ChangedMeanwhile } from './section-edit.tsx'
import type { RecordWork } from './use-record.ts'

const EMPTIED = 'O texto ficou vazio e voltou a seguir as seções.'

const stateOf = ({ signed, isLocked, edited, empty, emptied, unsaved, failed, changedTo }: RecordTextState): string => {
  if (signed) return ''
  if (failed || changedTo !== null || (isLocked && unsaved)) return 'As edições ainda não foram salvas.'
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
        {text.edited && !text.signed && !text.isLocked && (
          <Button variant="quiet" size="sm" onClick={text.reset}>
            Desfazer edições
          </Button>
        )}
        <Button icon={Copy} size="sm" onClick={text.copy}>
          Copiar Texto
        </Button>
      </div>
      <Textarea
        id={id}
        rows={14}
        className="text-base leading-relaxed"
        value={text.text}
        readOnly={text.signed || text.isLocked}
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

const COPIED = 'Texto copiado para a área de transferência!'
const NOT_COPIED = 'Erro ao copiar texto. Tente selecionar e copiar manualmente.'
/** After the last key, in ms. */
const SAVE_AFTER_MS = 900

export type Named = Pick<Consultation, 'patientName' | 'demonstration' | 'consent'>
type Draft = ReturnType<typeof useDraft>

/** The unsaved text; null while the doctor has not changed it. */
function useDraft() {
  const [written, show] = useState<Written | null>(null)
  /** The latest draft, including keys not rendered yet. */
  const writing = useRef<Written | null>(null)
  /** The text of the last save. */
  const sent = useRef<string | null>(null)
  function setWritten(next: (now: Written | null) => Written | null) {
    writing.current = next(writing.current)
    // After a discard, the same words count as new.
    if (writing.current === null) sent.current = null
    show(writing.current)
  }
  return { written, writing, sent, setWritten }
}

/** Saves the draft after each pause, when the connection returns, and before a section is saved. */
function useAutosave(
  { recordNow, setText, baseOfText, textFirst, isLocked }: RecordWork,
  { written, writing, sent, setWritten }: Draft,
  textsOf: (record: StructuredRecord) => RecordTexts,
  { unsaved, empty, stale }: TextState,
  saved: string | null,
) {
  const [failed, setFailed] = useState(false)
  const [emptied, setEmptied] = useState(false)

  /** Saves one after the other: each save begins with the answer to the last. */
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  /** Resolves to true once every word is saved. */
  function flush(): Promise<boolean> {
    const done = turn.current.then(flushNow)
    turn.current = done.catch(() => undefined)
    return done
  }
  async function flushNow(): Promise<boolean> {
    const [now, record] = [writing.current, recordNow()]
    if (now === null || record.signature) return true
    const { empty, unsaved } = textStateOf(now, textsOf(record))
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: setWritten only sets refs and state.
  useEffect(() => {
    if (draft !== null && draft === sent.current && saved !== draft.trim()) setWritten(() => null)
  }, [draft, saved])
  const latest = useRef(flush)
  latest.current = flush
  // Does not save while empty: the doctor may be rewriting it or about to undo.
  const saves = unsaved && !empty && !failed && !stale && !isLocked
  // Saving a section changes the base of this text, so the text goes first.
  textFirst.current = async () => {
    if (saves) await flush()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key restarts the wait.
  useEffect(() => {
    if (!saves) return
    const timer = setTimeout(() => void latest.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [saves, draft])
  // Retries when the connection returns.
  useBackOnline(() => unsaved && failed && !stale && void latest.current())

  return { failed, setFailed, emptied, setEmptied, flush }
}

/** Copies a text and shows the outcome in a dialog. */
function useCopyAnswer(textToCopy: string, openSection: string | undefined) {
  const [answer, setAnswer] = useState<string | null>(null)
  async function copy() {
    setAnswer((await copyText(textToCopy)) ? COPIED : NOT_COPIED)
  }
  const alert = (
    <Alert open={answer !== null} onClose={() => setAnswer(null)}>
      {answer}
      {answer === COPIED && openSection !== undefined && (
        <p className="mt-2">A edição aberta de {openSection} não foi salva e não está no texto copiado.</p>
      )}
    </Alert>
  )
  return { copy, alert }
}

/** The whole record as one text. It follows the sections until the doctor edits it; edits are saved and kept here. */
export function useRecordText(work: RecordWork, { patientName, demonstration }: Named) {
  const { record, setText, isLocked, drafts } = work
  const { zone } = useFormat()
  const signed = record.signature !== null
  const textsOf = (record: StructuredRecord): RecordTexts => ({
    saved: record.unified_text,
    generated: unifiedText({ patientName, record, timeZone: zone }),
    base: textBase(record),
  })
  const texts = textsOf(record)
  const { saved, base } = texts
  const generated = record.signature
    ? unifiedText({ patientName, record, timeZone: zone, reviewedBy: reviewerOf(record.signature) })
    : texts.generated
  const draft = useDraft()
  const { written, writing, setWritten } = draft
  const [found, setFound] = useState<string | null>(null)
  const state = textStateOf(signed ? null : written, { saved, generated, base })
  const { empty, unsaved, stale } = state
  const signedAs = record.signature && signedText(saved ?? generated, record.signature, record.addenda, zone)
  // Signed during the edit: the device keeps the words until the doctor has seen them.
  const unsigned = signed ? textStateOf(written, texts) : null
  const late = unsigned?.unsaved && !unsigned.empty ? written : null

  const { drop: forget } = useKeptText(record.consultation_id, unsaved ? written : late, (earlier) =>
    // Shows both if the doctor is writing already.
    writing.current ? setFound(earlier.text) : setWritten(() => earlier),
  )
  const { failed, setFailed, emptied, setEmptied, flush } = useAutosave(work, draft, textsOf, state, saved)
  const toCopy = copiedText(signedAs ?? state.toCopy, { signed, demonstration })
  const { copy, alert } = useCopyAnswer(toCopy, drafts.unsaved?.title)

  /** Discards the words here and on this device. */
  function drop() {
    forget()
    setWritten(() => null)
  }
  return {
    text: signedAs ?? state.shown,
    signed,
    /** Notices that copied text begins with: not signed, demonstration. */
    marks: copyMarks({ signed, demonstration }),
    isLocked,
    edited: saved !== null || unsaved,
    /** The box is empty: copy and PDF use the sections. */
    empty,
    emptied,
    unsaved,
    failed,
    flush,
    drop,
    /** Words that can no longer be saved automatically: `late`, signed before; otherwise found on this device. */
    leftover: late ? { text: late.text, late: true } : found === null ? null : { text: found, late: false },
    dropLeftover: () => (late ? drop() : setFound(null)),
    /** The current text, if it changed since the edit began. */
    changedTo: stale ? (saved ?? generated) : null,
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
      if (saved === null || (await setText(null, base)) === null) setWritten(() => null)
    },
    copy,
    alert,
  }
}
export type RecordTextState = ReturnType<typeof useRecordText>
