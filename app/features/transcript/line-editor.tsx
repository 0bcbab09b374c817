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
import { cx } from '#app/ui/cx.ts'
import { controlClass, refuseLongPaste } from '#app/ui/form.tsx'
import { LINE_MAX } from '#domain/transcript/entry.ts'

type Props = {
  text: string
  /** Sends the text; false without a connection. */
  save: (text: string) => boolean
  /** `byKey`: the focus was in the field and needs a new place. */
  onClose: (byKey: boolean) => void
}

/** Corrects a line in place. The text stays the doctor's: a new version of the line does not replace it. */
export function LineEditor({ text: given, save, onClose }: Props) {
  const [initial] = useState(given)
  const [text, setText] = useState(initial)
  const [hasFailed, setHasFailed] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
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

  function close(byKey: boolean) {
    if (isClosed.current) return
    isClosed.current = true
    onClose(byKey)
  }
  function submit(byKey: boolean) {
    if (isClosed.current) return
    if (changed && !save(text.trim().slice(0, LINE_MAX))) return setHasFailed(true)
    close(byKey)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event
    if (event.nativeEvent.isComposing) return
    if (key !== 'Escape' && (key !== 'Enter' || shiftKey || altKey)) return
    // The page would ask to finish at Ctrl+Enter.
    event.preventDefault()
    if (key === 'Escape') close(true)
    else if (text.trim() !== '') submit(true)
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    // Another window took the focus, or a button of the editor.
    if (document.activeElement === box.current || currentTarget.contains(relatedTarget)) return
    submit(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it reacts when the focus leaves its field and buttons.
    <span aria-live="off" onBlur={onBlur} className="flex min-w-0 flex-col gap-1.5 max-lg:col-span-2">
      <textarea
        ref={box}
        aria-label="Texto da fala"
        aria-describedby={hint}
        rows={1}
        maxLength={LINE_MAX}
        onPaste={refuseLongPaste}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          controlClass,
          'field-sizing-content w-full resize-none py-1.5 text-(length:--line-text) leading-normal',
        )}
      />
      <span className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={text.trim() === ''}
          onMouseDown={keepFocus}
          onClick={() => submit(true)}
        >
          Salvar
        </Button>
        <Button size="sm" onMouseDown={keepFocus} onClick={() => close(true)}>
          Desistir
        </Button>
        <span id={hint} className="text-xs text-ink-3 max-md:sr-only pointer-coarse:sr-only">
          Enter salva · Esc desiste
        </span>
      </span>
      {hasFailed && (
        <span role="alert" className="text-sm font-medium text-rec">
          Sem conexão agora: a correção não foi enviada. Tente em instantes.
        </span>
      )}
    </span>
  )
}

/** A press on a button leaves the focus in the field: leaving the field saves. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
