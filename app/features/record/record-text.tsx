import { Copy } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Textarea } from '#app/ui/input.tsx'
import { lazily } from '#domain/lazily.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { RECORD_TEXT } from './marks.ts'
import type { RecordTextState } from './use-record-text.tsx'

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
