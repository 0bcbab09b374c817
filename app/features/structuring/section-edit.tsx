import type { KeyboardEvent } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useDiscardQuestion } from '#app/ui/discard-changes.tsx'
import { Textarea } from '#app/ui/input.tsx'
import type { Section } from '#domain/record/record.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import type { RecordWork } from './use-record.ts'

/** A section's text while it is written. */
export function SectionEdit({ section, draft, work }: { section: Section; draft: string; work: RecordWork }) {
  const { drafts } = work
  const busy = work.busy === `edit ${section.id}`
  const discard = useDiscardQuestion(drafts.changed(section))
  const leave = () => drafts.set(section, null)
  const stale = drafts.stale(section)

  /** Escape ends this edit only, not the dialog around the record. */
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (!busy) discard.ask(leave)
  }

  return (
    <>
      <fieldset onKeyDown={onKey} className="flex min-w-0 flex-col gap-2">
        <Textarea
          aria-label={section.title}
          rows={Math.min(14, Math.max(4, Math.ceil(draft.length / 70)))}
          className="font-serif text-[18px] leading-[1.6]"
          autoFocus
          value={draft}
          onChange={(event) => drafts.set(section, event.target.value)}
        />
        {stale && (
          <ChangedMeanwhile
            what="A seção"
            now={section.content}
            onKeep={() => drafts.rebase(section)}
            onDiscard={leave}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={leave} disabled={busy}>
            Cancelar
          </Button>
          <Button
            size="sm"
            variant="primary"
            onClick={() => work.edit(section, draft)}
            busy={busy}
            disabled={stale || work.held || draft.trim() === ''}
          >
            Salvar
          </Button>
        </div>
      </fieldset>
      {discard.question}
    </>
  )
}
