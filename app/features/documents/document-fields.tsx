import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/choices.tsx'
import { Field, Textarea, TextField } from '#app/ui/form.tsx'
import type { Source } from '#domain/document/contract.ts'
import { type DocumentKind, documentFields, MEDICINES_MAX, medicineParts } from '#domain/document/kind.ts'
import type { PanelState } from './panel-state.ts'

const findingOf = ({ findings }: PanelState, field: string) => {
  const found = findings.filter((one) => one.field === field)
  return {
    error: found.find(({ blocks }) => blocks)?.message ?? null,
    note: found.find(({ blocks }) => !blocks)?.message ?? null,
  }
}

/** The sentences that a text comes from: '“Bronquite aguda.” (Hipótese Diagnóstica)'. */
const sourceText = (sources: readonly Source[]): string =>
  [...new Set(sources.map(({ section, sentence }) => `“${sentence}” (${section})`))].join(' ')

/** The proof of a text in a line or two; a longer one opens on demand. */
export function SourceLine({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null
  const text = sourceText(sources)
  if (text.length <= 160) return <p className="text-xs text-ink-3 wrap-anywhere">De {text}</p>
  return (
    <details className="text-xs text-ink-3">
      <summary className="w-fit rounded-s hover:text-ink pointer-coarse:py-2">
        De {sources.length} frases do registro
      </summary>
      <p className="mt-1 wrap-anywhere">{text}</p>
    </details>
  )
}

/** The kind's own fields, each with its finding and its source. */
export function DocumentFields({ kind, state }: { kind: DocumentKind; state: PanelState }) {
  const { content, change } = state
  return documentFields[kind].map(({ name, label, need, rows, max }) => {
    const { text = '', sources = [] } = content.fields[name] ?? {}
    const { error, note } = findingOf(state, name)
    const shared = {
      value: text,
      maxLength: max,
      autoComplete: 'off',
      inputMode: name === 'days' ? ('numeric' as const) : undefined,
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    }
    if (name === 'cid') return <CidField key={name} state={state} />
    const required = need === 'required'
    return (
      <div key={name} className="flex flex-col gap-1">
        {rows === 1 ? (
          <TextField label={label} starred={required} error={error} hint={note} {...shared} />
        ) : (
          <Field label={label} required={required} error={error} hint={note}>
            <Textarea rows={rows} {...shared} />
          </Field>
        )}
        <SourceLine sources={sources} />
      </div>
    )
  })
}

/** [DC10] The CID is shown and printed only once the doctor states that the patient allows it. */
function CidField({ state }: { state: PanelState }) {
  const { content, authorise, change } = state
  const { text = '', sources = [] } = content.fields.cid ?? {}
  return (
    <div className="flex flex-col gap-3">
      <Switch label="O paciente autoriza o CID neste atestado?" checked={content.cid_authorised} onChange={authorise}>
        Pergunte a ele. Sem autorização, o CID não sai no documento.
      </Switch>
      {content.cid_authorised && (
        <div className="flex flex-col gap-1">
          <TextField
            label="CID-10"
            starred
            autoComplete="off"
            maxLength={6}
            error={findingOf(state, 'cid').error}
            value={text}
            onChange={(event) => change('cid', event.target.value.toUpperCase())}
          />
          <SourceLine sources={sources} />
        </div>
      )}
    </div>
  )
}

const needed = new Set<string>(['name', 'dose', 'route', 'frequency', 'duration'])

/** A group of fields for each medicine. */
export function MedicineFields({ state }: { state: PanelState }) {
  const { medicines } = state.content
  return (
    <>
      {medicines.map((medicine, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a medicine has no other name than its place.
          key={at}
          className="rounded-m border border-line px-4 pt-2 pb-4"
        >
          <legend className="px-1 text-sm font-heavy">{medicine.name || `Medicamento ${at + 1}`}</legend>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {medicineParts.map(({ name, label }) => {
              const { error, note } = findingOf(state, `medicines.${at}.${name}`)
              return (
                <TextField
                  key={name}
                  label={label}
                  fieldClassName={name === 'name' ? 'col-span-full sm:col-span-1' : undefined}
                  starred={needed.has(name)}
                  error={error}
                  hint={note}
                  autoComplete="off"
                  maxLength={200}
                  value={medicine[name]}
                  onChange={(event) => state.changeMedicine(at, name, event.target.value)}
                />
              )
            })}
          </div>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <SourceLine sources={medicine.sources} />
            <Button
              size="sm"
              variant="quiet"
              icon={Trash2}
              aria-label={`Retirar ${medicine.name || `medicamento ${at + 1}`}`}
              onClick={() => state.removeMedicine(at)}
            >
              Retirar
            </Button>
          </div>
        </fieldset>
      ))}
      {medicines.length < MEDICINES_MAX && (
        <Button icon={Plus} className="self-start" onClick={state.addMedicine}>
          Incluir medicamento
        </Button>
      )}
    </>
  )
}
