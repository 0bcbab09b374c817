import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useOwnWriting } from '#app/lib/own-writing.ts'
import { unsavedHere } from '#app/lib/recording-here.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { expandLast } from '#domain/record/writing/shortcuts.ts'
import type { RoomCommands } from '#domain/recorder/room-view.ts'
import { LINE_MAX, type Speaker } from '#domain/transcript/entry.ts'
import { LineField } from './line-field.tsx'

const choices: { speaker: Speaker | null; label: string }[] = [
  { speaker: 'doctor', label: 'Médico' },
  { speaker: 'patient', label: 'Paciente' },
  { speaker: null, label: 'Sem rótulo' },
]

type Props = {
  commands: Pick<RoomCommands, 'writeEntry' | 'unsent'>
  /** True until the consultation ends. */
  open: boolean
  /** No recording runs: lines come from typing only. */
  prominent: boolean
  /** Small screens show it only while it is used; a button in the footer opens it. */
  isUsed: boolean
  onUsed: (isUsed: boolean) => void
}

/** The doctor types a line into the transcript. Enter sends, Shift+Enter breaks the line. */
export function ComposeLine({ commands, open, prominent, isUsed, onUsed }: Props) {
  const [text, setText] = useState('')
  const [speaker, setSpeaker] = useState<Speaker | null>('doctor')
  const { shortcuts } = useOwnWriting().writing
  const box = useRef<HTMLTextAreaElement>(null)
  const wasProminent = useRef(prominent)

  useEffect(() => {
    if (prominent && !wasProminent.current) box.current?.focus()
    wasProminent.current = prominent
  }, [prominent])
  useEffect(() => {
    if (!isUsed) return
    box.current?.focus()
    // On a small screen the recorder's bar covers the end of the page: the margin keeps the field above it.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [isUsed])

  const line = expandLast(text.trim(), shortcuts, LINE_MAX)
  function sendLine() {
    if (!line) return
    commands.writeEntry(line, speaker)
    setText('')
  }
  function send(event?: FormEvent) {
    event?.preventDefault()
    sendLine()
    box.current?.focus()
  }

  // Typed text is sent when the consultation ends on any screen, and confirmed before leaving.
  const latest = useRef(sendLine)
  latest.current = sendLine
  const unsent = line !== ''
  useEffect(() => {
    if (!unsent) return
    if (!open) return latest.current()
    const sent = commands.unsent(() => latest.current())
    const saved = unsavedHere()
    return () => {
      sent()
      saved()
    }
  }, [unsent, open, commands])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return
    event.preventDefault()
    send()
  }

  if (!open) return null
  return (
    <form
      onSubmit={send}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!unsent && !currentTarget.contains(relatedTarget)) onUsed(false)
      }}
      className={cx(
        'flex flex-col gap-2 border-t border-line px-4',
        prominent ? 'bg-accent-soft/40 py-3' : 'py-2',
        !prominent && !isUsed && 'max-lg:hidden',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={cx('text-sm font-semibold', !prominent && 'sr-only')}>Escrever fala</span>
        <fieldset aria-label="Quem falou" className="flex min-w-0 gap-0.5 rounded-s bg-sunken p-0.5">
          {choices.map((choice) => (
            <button
              key={choice.label}
              type="button"
              aria-pressed={speaker === choice.speaker}
              onClick={() => {
                setSpeaker(choice.speaker)
                box.current?.focus()
              }}
              className="h-7 rounded-s px-2.5 text-xs font-strong text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 ring-line-strong pointer-coarse:h-11 pointer-coarse:px-3"
            >
              {choice.label}
            </button>
          ))}
        </fieldset>
        <span className="ml-auto text-xs text-ink-3 max-md:hidden pointer-coarse:hidden">
          Enter envia · Shift+Enter quebra a linha
        </span>
      </div>
      <div className="flex items-end gap-2">
        <LineField
          ref={box}
          aria-label="Escrever fala"
          placeholder="Escreva uma fala…"
          rows={prominent ? 2 : 1}
          value={text}
          onText={setText}
          shortcuts={shortcuts}
          onKeyDown={onKeyDown}
          className={cx(
            'max-h-40 flex-1 py-2 leading-snug max-lg:scroll-mb-48',
            prominent ? 'min-h-15 text-md' : 'min-h-9.5',
          )}
        />
        <Button type="submit" variant={prominent ? 'primary' : 'secondary'} disabled={text.trim() === ''}>
          <SendHorizontal aria-hidden className="size-4.5" />
          <span className="max-sm:sr-only">Enviar</span>
        </Button>
      </div>
    </form>
  )
}
