import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Confirm, useLastShown } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form.tsx'
import { FACT_MAX, type Fact, type FactKind, factKinds, factListTitles, isCurrent } from '#domain/patient/fact.ts'
import { FACT_LISTS, SourceLine } from './proposals.tsx'
import type { MemoryWork } from './use-memory.ts'

const addLabels: Record<FactKind, string> = {
  allergy: 'Nova alergia',
  medicine: 'Novo medicamento',
  problem: 'Novo problema',
}
const emptyTexts: Record<FactKind, string> = {
  allergy: 'Nenhuma alergia na lista',
  medicine: 'Nenhum medicamento na lista',
  problem: 'Nenhum problema na lista',
}

const listId = (kind: FactKind) => `lista-${kind}`
const endId = (fact: Fact) => `encerrar-${fact.id}`

type Props = { work: MemoryWork; facts: readonly Fact[]; readOnly: boolean }

/** The three lists that live between visits. */
export function FactLists({ work, facts, readOnly }: Props) {
  const [ending, setEnding] = useState<Fact | null>(null)
  return (
    <div id={FACT_LISTS} className="grid items-start gap-4 outline-none lg:grid-cols-3">
      {factKinds.map((kind) => (
        <FactList
          key={kind}
          kind={kind}
          facts={facts.filter((one) => one.kind === kind)}
          work={work}
          readOnly={readOnly}
          onEnd={setEnding}
        />
      ))}
      <EndFact fact={ending} work={work} onClose={() => setEnding(null)} />
    </div>
  )
}

type ListProps = Props & { kind: FactKind; onEnd: (fact: Fact) => void }

function FactList({ kind, facts, work, readOnly, onEnd }: ListProps) {
  const format = useFormat()
  const title = useId()
  const current = facts.filter(isCurrent)
  const ended = facts.filter((one) => !isCurrent(one))
  return (
    <Card id={listId(kind)} role="region" aria-labelledby={title} className="min-w-0 p-4">
      <h2 id={title} className="font-strong">
        {factListTitles[kind]}
      </h2>
      {current.length === 0 && <p className="mt-1 text-ink-2">{emptyTexts[kind]}</p>}
      <ul className="mt-1 divide-y divide-line">
        {current.map((fact) => (
          <li key={fact.id} className="flex items-start gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{fact.text}</p>
              <p className="text-xs text-ink-2">
                <SourceLine source={fact.source} /> · desde {format.date(fact.added_at)}
              </p>
            </div>
            {!readOnly && (
              <Button
                id={endId(fact)}
                size="sm"
                variant="quiet"
                className="-mr-2.5"
                aria-label={`Encerrar ${fact.text}`}
                onClick={() => onEnd(fact)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && <AddFact kind={kind} work={work} />}
      {ended.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-s py-1 text-sm text-ink-2 hover:text-ink pointer-coarse:py-3">
            Encerrados ({ended.length})
          </summary>
          <ul className="mt-1 flex flex-col gap-2">
            {ended.map((fact) => (
              <li key={fact.id} className="text-sm text-ink-2 wrap-anywhere">
                <s>{fact.text}</s>
                <p className="text-xs">
                  {format.date(fact.added_at)} a {format.date(fact.ended_at ?? 0)}
                  {fact.end_reason && ` · ${fact.end_reason}`}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function AddFact({ kind, work }: { kind: FactKind; work: MemoryWork }) {
  const [text, setText] = useState('')
  const busy = work.busy === `add ${kind}`

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() && (await work.add(kind, text))) setText('')
  }

  return (
    <form onSubmit={submit} className="mt-2 flex items-end gap-2">
      <TextField
        label={addLabels[kind]}
        fieldClassName="min-w-0 flex-1"
        autoComplete="off"
        maxLength={FACT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={work.busy !== null} aria-label={`Incluir em ${factListTitles[kind]}`}>
        Incluir
      </Button>
    </form>
  )
}

/** Asks why an entry ends; the reason is optional. */
function EndFact({ fact, work, onClose }: { fact: Fact | null; work: MemoryWork; onClose: () => void }) {
  const shown = useLastShown(fact)
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    onClose()
  }
  return (
    <Confirm
      open={fact !== null}
      onClose={close}
      onConfirm={async () => {
        if (shown && (await work.end(shown.id, reason))) close()
      }}
      // An ended entry has no button any more; it is among 'Encerrados'.
      focusAfter={() =>
        shown && (document.getElementById(endId(shown)) ?? document.querySelector(`#${listId(shown.kind)} summary`))
      }
      busy={work.busy === `end ${shown?.id}`}
      title={`Encerrar “${shown?.text ?? ''}”?`}
      confirmLabel="Encerrar"
      cancelLabel="Cancelar"
    >
      <p>O item sai da lista e continua em “Encerrados”.</p>
      <TextField
        label="Motivo (opcional)"
        autoComplete="off"
        maxLength={FACT_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  )
}
