import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { hasShortcuts } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { closeOnEscape } from '#app/ui/focus.ts'
import { Textarea } from '#app/ui/form.tsx'
import { KeptWords } from '#app/ui/kept-words.tsx'
import { useBackOnline } from '#app/ui/online.ts'
import type { Section } from '#domain/record/record.ts'
import type { Draft } from './section-drafts.ts'
import { type RecordWork, useDraft } from './use-record.ts'

const never = () => false

/** An edit usually adds to the text. Stable, so that it runs once and never moves a caret in use. */
function caretToEnd(area: HTMLTextAreaElement | null): void {
  area?.setSelectionRange(area.value.length, area.value.length)
  if (area) area.scrollTop = area.scrollHeight
}

/** Edits a section's text; typing rerenders nothing else of the record. */
export function SectionEdit({ section, work }: { section: Section; work: RecordWork }) {
  const { key, title } = section
  const { store } = work.drafts
  const draft = useDraft(store, key)
  const stale = useSyncExternalStore(store.subscribe, () => store.isStale(key), never)
  const saving = useAutosave(work, key, draft, stale)
  const [asking, setAsking] = useState(false)
  if (!draft) return null
  const { text, began, sent } = draft
  const busy = work.busy === `edit ${section.id}`
  const cannotSave = stale || work.isLocked || text.trim() === ''
  const cancel = () => (text !== began || sent !== began ? setAsking(true) : work.giveUp(section))
  const cancelOnEscape = closeOnEscape(true, () => !busy && cancel())
  function onKeyDown(event: KeyboardEvent) {
    cancelOnEscape(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !hasShortcuts()) return
    event.preventDefault()
    if (!busy && !cannotSave) void work.edit(section)
  }

  return (
    <>
      <fieldset onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-2">
        <Textarea
          ref={caretToEnd}
          aria-label={title}
          rows={Math.min(14, Math.max(4, Math.ceil(text.length / 70)))}
          className="field-sizing-content max-h-notice min-h-32 font-serif text-lg leading-relaxed"
          autoFocus={!draft.found}
          value={text}
          onChange={(event) => store.write(key, event.target.value)}
        />
        {stale && (
          <ChangedMeanwhile
            what="A seção"
            now={store.savedContent(key) ?? ''}
            onKeep={() => store.rebase(key)}
            onDiscard={() => store.drop(key)}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <SavingLine draft={draft} saving={saving} />
          <span className="ml-auto flex gap-2">
            <Button size="sm" onClick={cancel} disabled={busy}>
              Cancelar
            </Button>
            <Button size="sm" variant="primary" onClick={() => work.edit(section)} busy={busy} disabled={cannotSave}>
              Salvar
            </Button>
          </span>
        </div>
      </fieldset>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void work.giveUp(section)
        }}
        title="Descartar esta edição?"
        confirmLabel="Descartar"
        cancelLabel="Continuar editando"
        tone="danger"
      >
        A seção volta ao texto de antes da edição.
      </Confirm>
    </>
  )
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
    if (saving.name === 'saved') return `Salvo às ${format.time(saving.at)}`
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
