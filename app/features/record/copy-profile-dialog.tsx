import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/choices.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field, Select, SubmitButton, TextField } from '#app/ui/form.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { fieldMessages } from '#domain/contract.ts'
import {
  COPY_FIELDS_MAX,
  COPY_NAME_MAX,
  type CopyPart,
  copyPartNames,
  copyParts,
  copyProfileBody,
  type OwnCopyProfile,
} from '#domain/record/text/copy-profile.ts'

/** A part and the number of its field; null: it is not copied. The order of the rows is the order in a field. */
type Row = { part: CopyPart; field: number | null }

const rowsOf = ({ fields }: OwnCopyProfile): Row[] => {
  const placed = fields.flatMap(({ parts }, field) => parts.map((part) => ({ part, field })))
  const others = copyParts.filter((part) => !placed.some((row) => row.part === part))
  return [...placed, ...others.map((part) => ({ part, field: null }))]
}

type Props = {
  profile: OwnCopyProfile
  onClose: () => void
  /** Stores it; a refusal stays in the dialog. */
  onSave: (profile: OwnCopyProfile) => Promise<void>
  /** Null: it is new. */
  onRemove: (() => Promise<void>) | null
}

/** A profile of the doctor's own: which sections go into which field, in which order, with or without titles. */
export function CopyProfileDialog({ profile, onClose, onSave, onRemove }: Props) {
  const [name, setName] = useState(profile.name)
  const [titles, setTitles] = useState(profile.titles)
  const [names, setNames] = useState(profile.fields.map(({ title }) => title))
  const [rows, setRows] = useState(() => rowsOf(profile))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const fields = names.map((title, field) => ({
    title,
    parts: rows.filter((row) => row.field === field).map(({ part }) => part),
  }))

  async function work(run: () => Promise<void>) {
    setBusy(true)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      setProblems({ _: whyOf(failure), ...failure.fields })
    }
    setBusy(false)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const parsed = copyProfileBody.safeParse({ name, titles, fields })
    if (!parsed.success) return setProblems(fieldMessages(parsed.error))
    void work(() => onSave({ id: profile.id, ...parsed.data }))
  }
  const dropField = (field: number) => {
    setNames(names.filter((_, at) => at !== field))
    const moved = (at: number | null) => (at === null || at === field ? null : at > field ? at - 1 : at)
    setRows(rows.map((row) => ({ ...row, field: moved(row.field) })))
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} dismissible={false} size="lg" title="Perfil de cópia">
      <form method="post" onSubmit={save} onInput={() => setProblems({})} noValidate className="flex flex-col gap-5">
        <TextField
          label="Nome do perfil"
          name="name"
          value={name}
          error={problems.name}
          onChange={({ target }) => setName(target.value)}
          maxLength={COPY_NAME_MAX}
          autoComplete="off"
        />
        <Switch label="Escrever o título de cada seção" checked={titles} onChange={setTitles}>
          Desligado, o campo recebe só o texto.
        </Switch>
        <FieldNames names={names} problems={problems} onChange={setNames} onDrop={dropField} />
        <Places rows={rows} names={names} onChange={setRows} />
        <FailureLine>{problems._ ?? problems.fields ?? null}</FailureLine>
        <div className="flex flex-wrap justify-end gap-2">
          {onRemove && (
            <Button variant="quiet" className="mr-auto" disabled={busy} onClick={() => void work(onRemove)}>
              Remover perfil
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <SubmitButton variant="primary" busy={busy}>
            Salvar perfil
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

type FieldNamesProps = {
  names: readonly string[]
  problems: Record<string, string>
  onChange: (names: string[]) => void
  onDrop: (field: number) => void
}

function FieldNames({ names, problems, onChange, onDrop }: FieldNamesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-strong">Campos do outro sistema, na ordem</legend>
      {names.map((title, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its number.
        <div key={field} className="flex items-end gap-2">
          <TextField
            label={`Campo ${field + 1}`}
            name={`fields.${field}.title`}
            fieldClassName="flex-1"
            value={title}
            error={problems[`fields.${field}.title`] ?? problems[`fields.${field}.parts`]}
            onChange={({ target }) => onChange(names.map((one, at) => (at === field ? target.value : one)))}
            maxLength={COPY_NAME_MAX}
            autoComplete="off"
          />
          <IconButton
            label={`Remover o campo ${field + 1}`}
            disabled={names.length === 1}
            onClick={() => onDrop(field)}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={names.length >= COPY_FIELDS_MAX}
        onClick={() => onChange([...names, `Campo ${names.length + 1}`])}
      >
        Acrescentar campo
      </Button>
    </fieldset>
  )
}

type PlacesProps = { rows: readonly Row[]; names: readonly string[]; onChange: (rows: Row[]) => void }

function Places({ rows, names, onChange }: PlacesProps) {
  const swap = (at: number, other: number) => {
    const next = [...rows]
    const [one, two] = [next[at], next[other]]
    if (!one || !two) return
    next[at] = two
    next[other] = one
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="text-sm font-strong">Onde fica cada seção</legend>
      <p className="mb-2 text-sm text-ink-2">
        Seções do mesmo campo são copiadas nesta ordem. As de “Não copiar” ficam de fora.
      </p>
      <ul className="flex flex-col divide-y divide-line rounded-m border border-line">
        {rows.map(({ part, field }, at) => (
          <li key={part} className="flex flex-wrap items-end gap-x-2 gap-y-1 px-3 py-2">
            <Field label={copyPartNames[part]} className="min-w-0 flex-1 basis-50">
              <Select
                value={field ?? ''}
                onChange={({ target }) => {
                  const chosen = target.value === '' ? null : Number(target.value)
                  onChange(rows.map((row) => (row.part === part ? { part, field: chosen } : row)))
                }}
              >
                {names.map((title, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a field is its number.
                  <option key={number} value={number}>
                    {number + 1}. {title}
                  </option>
                ))}
                <option value="">Não copiar</option>
              </Select>
            </Field>
            <IconButton label={`Subir ${copyPartNames[part]}`} disabled={at === 0} onClick={() => swap(at, at - 1)}>
              <ArrowUp aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton
              label={`Descer ${copyPartNames[part]}`}
              disabled={at === rows.length - 1}
              onClick={() => swap(at, at + 1)}
            >
              <ArrowDown aria-hidden className="size-4.5" />
            </IconButton>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
