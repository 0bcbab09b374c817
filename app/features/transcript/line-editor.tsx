import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { unsavedHere } from '#app/lib/recording-here.ts'
import { Button } from '#app/ui/button.tsx'
import { LINE_MAX } from '#domain/transcript/entry.ts'
import { LineField } from './line-field.tsx'

/** A save that takes longer tells that it waits, in ms. */
const LATE_MS = 1_500

type Props = {
  text: string
  /** Resolves to null once the text is stored, else to the reason why it is not. */
  save: (text: string) => Promise<string | null>
  /** The doctor gives the text up: a save under way need not be made any more. */
  onGiveUp?: (() => void) | undefined
  /** The field goes away with a text that was neither saved nor given up. */
  onLeave?: ((text: string) => void) | undefined
  /** A text that waits is stored on this device. */
  isKept?: boolean
  /** `hadFocus`: the focus was in the field and needs a new place. */
  onClose: (hadFocus: boolean) => void
}

/**
 * Corrects a line in place. The text stays the doctor's: a new version of the line does not replace it, and the field
 * stays open until the text is stored.
 */
export function LineEditor({ text: given, save, onGiveUp, onLeave, isKept = false, onClose }: Props) {
  const [initial] = useState(given)
  const [text, setText] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isLate, setLate] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLSpanElement>(null)
  // Moving the focus away while closing must not save again.
  const isClosed = useRef(false)
  const hint = useId()
  const changed = text.trim() !== '' && text.trim() !== initial.trim()

  useLayoutEffect(() => {
    const field = box.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
    field?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => (changed ? unsavedHere() : undefined), [changed])
  useEffect(() => {
    if (!isSaving) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isSaving])

  const leave = useRef(() => {})
  leave.current = () => {
    if (changed && !isSaving && !isClosed.current) onLeave?.(text.trim().slice(0, LINE_MAX))
  }
  useEffect(() => () => leave.current(), [])

  function close() {
    if (isClosed.current) return
    isClosed.current = true
    onClose(root.current?.contains(document.activeElement) ?? false)
  }
  function giveUp() {
    onGiveUp?.()
    close()
  }
  async function submit() {
    if (isClosed.current || isSaving) return
    if (!changed) return close()
    setFailure(null)
    setSaving(true)
    const reason = await save(text.trim().slice(0, LINE_MAX))
    setSaving(false)
    if (reason === null) close()
    else setFailure(reason)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event
    if (event.nativeEvent.isComposing) return
    if (key !== 'Escape' && (key !== 'Enter' || shiftKey || altKey)) return
    // The page would ask to finish at Ctrl+Enter.
    event.preventDefault()
    if (key === 'Escape') giveUp()
    else if (text.trim() !== '') void submit()
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    // Another window took the focus, or a button of the editor.
    if (document.activeElement === box.current || currentTarget.contains(relatedTarget)) return
    void submit()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it reacts when the focus leaves its field and buttons.
    <span ref={root} aria-live="off" onBlur={onBlur} className="flex min-w-0 flex-col gap-1.5 max-lg:col-span-2">
      <LineField
        ref={box}
        aria-label="Texto da fala"
        aria-describedby={hint}
        rows={1}
        readOnly={isSaving}
        value={text}
        onText={setText}
        onKeyDown={onKeyDown}
        className="py-1.5 text-(length:--line-text) leading-normal"
      />
      <span className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={isSaving}
          disabled={text.trim() === ''}
          onMouseDown={keepFocus}
          onClick={() => void submit()}
        >
          Salvar
        </Button>
        <Button size="sm" onMouseDown={keepFocus} onClick={giveUp}>
          Cancelar
        </Button>
        <span id={hint} className="text-xs text-ink-3 max-md:sr-only pointer-coarse:sr-only">
          Enter salva · Esc cancela
        </span>
      </span>
      {isLate && isKept && (
        <span role="status" className="text-sm font-medium text-warn">
          Sem resposta ainda: a correção está guardada neste aparelho e segue assim que houver conexão.
        </span>
      )}
      {failure !== null && (
        <span role="alert" className="text-sm font-medium text-rec">
          {failure}
        </span>
      )}
    </span>
  )
}

/** A press on a button leaves the focus in the field: leaving the field saves. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
