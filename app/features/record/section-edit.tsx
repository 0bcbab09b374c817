import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { isTouchScreen } from '#app/lib/keyboard.ts'
import { listen } from '#app/lib/listeners.ts'
import { typedText } from '#app/lib/own-writing.ts'
import { useSettings } from '#app/lib/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { closeOnEscape } from '#app/ui/focus.ts'
import { Textarea } from '#app/ui/form.tsx'
import { KeptWords } from '#app/ui/kept-words.tsx'
import { useBackOnline } from '#app/ui/online.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Section } from '#domain/record/record.ts'
import { expandLast } from '#domain/record/writing/shortcuts.ts'
import { editId } from './marks.ts'
import { type Draft, isBegun } from './section-drafts.ts'
import { type RecordWork, useDraft } from './use-record.ts'

const never = () => false

/** Calls `leave` once the focus is outside: after the click that took it, so that no button moves below the pointer. */
function useLeaving(leave: () => void) {
  const pressed = useRef(false)
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const set = (to: boolean) => () => {
      pressed.current = to
    }
    const stops = [
      listen(window, 'pointerdown', set(true), { capture: true }),
      listen(window, 'pointerup', set(false), { capture: true }),
      listen(window, 'pointercancel', set(false), { capture: true }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (event: FocusEvent) => {
    // Another window has the focus: the doctor comes back to the same place.
    if (event.currentTarget.contains(event.relatedTarget) || !document.hasFocus()) return
    if (!pressed.current) return latest.current()
    addEventListener('pointerup', () => setTimeout(() => latest.current()), { once: true })
  }
}

type EditProps = { section: Section; work: RecordWork; onSaved: () => void }

/**
 * Edits a section's text in its place. Leaving saves it: by Enter, or by going elsewhere. Escape undoes it. On a touch
 * screen, Enter is a new line and buttons do the rest. Typing rerenders nothing else of the record.
 */
export function SectionEdit({ section, work, onSaved }: EditProps) {
  const { key, title } = section
  const { store } = work.drafts
  const draft = useDraft(store, key)
  const stale = useSyncExternalStore(store.subscribe, () => store.isStale(key), never)
  const saving = useAutosave(work, key, draft, stale)
  const busy = work.busy === `edit ${section.id}`
  const onBlur = useLeaving(() => void leave(false))
  if (!draft) return null

  async function leave(byKey: boolean) {
    const before = store.get(key)
    const text = before && expandLast(before.text, work.writing.shortcuts)
    if (before && text && text !== before.text) store.write(key, text)
    const now = store.get(key)
    if (!now || (now.found && !byKey)) return
    if (!isBegun(now)) return byKey ? void work.giveUp(section) : store.drop(key)
    if (store.isStale(key) || work.isLocked) return
    if ((await work.edit(section, byKey)) !== null || store.get(key)) return
    onSaved()
    void work.countWords(now.began, now.text)
  }
  function undo() {
    const { text, began } = store.get(key) ?? {}
    void work.giveUp(section)
    if (text === undefined || text === began) return
    const redo = () => {
      store.begin(key)
      store.write(key, text)
    }
    toast('Edição desfeita', { action: { label: 'Refazer', onClick: redo } })
  }
  const undoOnEscape = closeOnEscape(true, () => !busy && undo())
  function onKeyDown(event: KeyboardEvent) {
    undoOnEscape(event)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return
    const saves = event.ctrlKey || event.metaKey || !(event.shiftKey || isTouchScreen())
    if (!saves) return
    event.preventDefault()
    if (!busy) void leave(true)
  }

  return (
    <fieldset onKeyDown={onKeyDown} onBlur={onBlur} className="flex min-w-0 flex-col gap-1.5">
      <Textarea
        ref={(area) => placeCaret(area, store.caretOf(key))}
        id={editId(section)}
        aria-label={title}
        rows={Math.min(14, Math.max(2, Math.ceil(draft.text.length / 70)))}
        className="field-sizing-content font-serif text-lg leading-relaxed pointer-coarse:text-lg!"
        autoFocus={!draft.found}
        value={draft.text}
        onChange={({ target }) => store.write(key, typedText(target, work.writing.shortcuts))}
      />
      {stale && (
        <ChangedMeanwhile
          what="A seção"
          now={store.savedContent(key) ?? ''}
          onKeep={() => store.rebase(key)}
          onDiscard={() => store.drop(key)}
        />
      )}
      <FixedTexts section={section} work={work} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <SavingLine draft={draft} saving={saving} />
        <span className="ml-auto text-xs text-ink-3 pointer-coarse:hidden">Enter salva · Esc desfaz</span>
        <span className="ml-auto hidden gap-2 pointer-coarse:flex">
          <Button size="sm" onClick={undo} disabled={busy}>
            Desfazer
          </Button>
          <Button size="sm" variant="primary" onClick={() => leave(true)} busy={busy} disabled={stale || work.isLocked}>
            Concluir
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

/** The fixed texts of the section's heading: one press writes a text at the end. It is the doctor's, as if typed. */
function FixedTexts({ section, work }: { section: Section; work: RecordWork }) {
  const { record, writing } = work
  const headings = writing.templates[record.specialty] ?? []
  // A section of the doctor's own has no other mark than its title.
  const texts = headings.find(
    ({ sections, title }) => sections.includes(section.key) || (sections.length === 0 && title === section.title),
  )?.fixed
  if (!texts || texts.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing a button here must not leave the edit.
    <div className="flex flex-wrap gap-1.5" onMouseDown={(event) => event.preventDefault()}>
      {texts.map((text) => (
        <Button
          key={text}
          size="sm"
          title={text}
          aria-label={`Inserir texto fixo: ${text}`}
          className="max-w-full"
          onClick={() => void work.append(section, text)}
        >
          <span className="max-w-measure-sm truncate">{text}</span>
        </Button>
      ))}
    </div>
  )
}

/** Stores the areas whose cursor was placed: it never moves a cursor in use. */
const placed = new WeakSet<HTMLTextAreaElement>()
function placeCaret(area: HTMLTextAreaElement | null, caret: number | undefined): void {
  if (!area || placed.has(area)) return
  placed.add(area)
  const at = caret ?? area.value.length
  area.setSelectionRange(at, at)
}

const notSaved = (offline: boolean) => (offline ? 'Sem conexão: ainda não salvo' : 'Não foi possível salvar agora.')

/**
 * The save state of the words. Only failures are announced, once: other changes must not interrupt a doctor who uses a
 * screen reader.
 */
function SavingLine({ draft, saving }: { draft: Draft; saving: Saving }) {
  const format = useFormat()
  const here = draft.onDevice === draft.text
  const unsaved = draft.text !== draft.sent
  const failed = saving.name === 'failed' && unsaved
  const words = () => {
    if (failed && saving.offline) return here ? 'Sem conexão: guardado neste aparelho' : notSaved(true)
    if (failed) return `${notSaved(false)} ${here ? 'Guardado neste aparelho.' : saving.message}`
    if (saving.name === 'saving') return 'Salvando…'
    if (draft.found)
      return unsaved ? 'Recuperado deste aparelho: ainda não foi salvo' : 'Edição aberta: ainda não concluída'
    if (saving.name === 'saved') return `Salvo ${format.time(saving.at)}`
    return unsaved && here ? 'Guardado neste aparelho' : ''
  }
  return (
    <>
      <p className={failed || draft.found ? 'text-xs text-warn' : 'text-xs text-ink-3'}>{words()}</p>
      <span role="status" className="sr-only">
        {failed ? notSaved(saving.offline) : draft.found ? words() : ''}
      </span>
    </>
  )
}

type Saving =
  | { name: 'never' }
  | { name: 'saving' }
  | { name: 'saved'; at: number }
  | { name: 'failed'; offline: boolean; message: string }

const SECOND_MS = 1_000

/**
 * Saves a section's draft at the doctor's interval while writing continues. Skips blank text, text changed in another
 * window, and unedited drafts found on this device.
 */
function useAutosave(work: RecordWork, key: string, draft: Draft | null, stale: boolean): Saving {
  const { autoSave, autoSaveInterval } = useSettings().transcription
  const [saving, setSaving] = useState<Saving>({ name: 'never' })
  const due =
    autoSave &&
    draft !== null &&
    draft.text !== draft.sent &&
    draft.text.trim() !== '' &&
    !draft.found &&
    !work.isLocked &&
    !stale &&
    saving.name !== 'saving'

  const save = useRef(() => {})
  save.current = async () => {
    setSaving({ name: 'saving' })
    const failure = await work.autosave(key)
    setSaving(
      failure
        ? { name: 'failed', offline: failure.code === 'offline', message: failure.message }
        : { name: 'saved', at: Date.now() },
    )
  }
  // Waits from the first unsaved key, so that continuous typing is saved too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait restarts with every answer.
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => save.current(), autoSaveInterval * SECOND_MS)
    return () => clearTimeout(timer)
  }, [due, autoSaveInterval, saving])
  // Retries when the connection returns.
  useBackOnline(() => due && saving.name === 'failed' && saving.offline && save.current())
  return saving
}

type Props = {
  /** The subject: 'A seção', 'O texto'. */
  what: string
  /** The current text on the server. */
  now: string
  onKeep: () => void
  onDiscard: () => void
}

/** The text changed elsewhere during the edit: both versions are offered, and neither is lost. */
export function ChangedMeanwhile({ what, now, onKeep, onDiscard }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-m bg-warn-soft px-3.5 py-2.5 text-sm">
      <p id={id} role="alert">
        <b className="font-semibold">{what} mudou depois que você começou a editar.</b> O que você escreveu continua
        aqui e ainda não foi salvo. Texto atual:
      </p>
      <KeptWords text={now} copyLabel="Copiar o texto atual" tight>
        <Button size="sm" onClick={onKeep}>
          Manter o que escrevi
        </Button>
        <Button size="sm" variant="quiet" onClick={onDiscard}>
          Ficar com o texto atual
        </Button>
      </KeptWords>
    </section>
  )
}
