import { ArrowDown, ArrowUp, ClipboardPaste, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Problems } from '#app/lib/use-fields.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Confirm } from '#app/ui/dialog.tsx'
import { Field, Select, Textarea, TextField } from '#app/ui/form.tsx'
import { canonicalKeys } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { usualTitles } from '#domain/record/templates/usual.ts'
import { placeSection, soapHeadings, swapHeadings, usualHeadings } from '#domain/record/writing/edit.ts'
import { FIXED_MAX, FIXED_TEXT_MAX, HEADINGS_MAX, type Heading, TITLE_MAX } from '#domain/record/writing/writing.ts'
import { PasteNote } from './paste-note.tsx'

type Props = {
  specialty: Specialty
  headings: readonly Heading[]
  /** Whether the doctor has a template for this specialty. */
  isOwn: boolean
  problems: Problems
  onChange: (headings: Heading[]) => void
}

/** The headings of one specialty in their order, and the sections under each. */
export function TemplateEditor({ specialty, headings, isOwn, problems, onChange }: Props) {
  const [isPasting, setIsPasting] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const change = (at: number, next: Partial<Heading>) =>
    onChange(headings.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const at = (place: number) => `templates.${specialty}.${place}`
  function replace(next: Heading[]) {
    onChange(next)
    setIsPasting(false)
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={ClipboardPaste} onClick={() => setIsPasting(true)}>
          Ler de uma nota minha
        </Button>
        <Button onClick={() => replace(soapHeadings(specialty))}>Usar SOAP</Button>
        {isOwn && <Button onClick={() => setIsAsking(true)}>Voltar ao padrão</Button>}
      </div>
      <PasteNote open={isPasting} specialty={specialty} onClose={() => setIsPasting(false)} onUse={replace} />
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Títulos do registro, na ordem"
        className="flex flex-col gap-3 outline-none"
      >
        {headings.map((heading, place) => (
          <HeadingRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a heading is its place.
            key={place}
            heading={heading}
            place={place}
            last={headings.length - 1}
            specialty={specialty}
            path={at(place)}
            problems={problems}
            onChange={(next) => change(place, next)}
            onSwap={(other) => onChange(swapHeadings(headings, place, other))}
            onRemove={() => onChange(headings.filter((_, other) => other !== place))}
          />
        ))}
      </ol>
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={headings.length >= HEADINGS_MAX}
        onClick={() => onChange([...headings, { title: '', sections: [], within: 'hda', fixed: [] }])}
      >
        Acrescentar título
      </Button>
      <Places specialty={specialty} headings={headings} onChange={onChange} />
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          replace(usualHeadings(specialty))
        }}
        title="Voltar ao modelo padrão?"
        confirmLabel="Voltar ao padrão"
      >
        Títulos, ordem e textos fixos desta especialidade voltam aos do Relato quando você salvar. Registros já feitos
        não mudam.
      </Confirm>
    </>
  )
}

type RowProps = {
  heading: Heading
  place: number
  last: number
  specialty: Specialty
  path: string
  problems: Problems
  onChange: (next: Partial<Heading>) => void
  onSwap: (other: number) => void
  onRemove: () => void
}

function HeadingRow({ heading, place, last, specialty, path, problems, onChange, onSwap, onRemove }: RowProps) {
  const { title, sections, fixed, within } = heading
  const name = title || `título ${place + 1}`
  const usual = templateOf(specialty).sections.filter(({ key }) => sections.includes(key))
  const isSame = usual.length === 1 && usual[0]?.title === title
  return (
    <li className="flex flex-col gap-2 rounded-m border border-line px-3 py-3">
      <div className="flex flex-wrap items-end justify-end gap-1">
        <TextField
          label={`Título ${place + 1}`}
          name={`${path}.title`}
          fieldClassName="min-w-0 flex-1 max-sm:basis-full"
          value={title}
          error={problems[`${path}.title`]}
          onChange={({ target }) => onChange({ title: target.value })}
          maxLength={TITLE_MAX}
          autoComplete="off"
        />
        <IconButton label={`Subir ${name}`} disabled={place === 0} onClick={() => onSwap(place - 1)}>
          <ArrowUp aria-hidden className="size-4.5" />
        </IconButton>
        <IconButton label={`Descer ${name}`} disabled={place === last} onClick={() => onSwap(place + 1)}>
          <ArrowDown aria-hidden className="size-4.5" />
        </IconButton>
        <IconButton label={`Remover ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      </div>
      {usual.length > 0 ? (
        <p className={cx('text-sm text-ink-2', isSame && 'sr-only')}>
          Recebe: {usual.map((section) => section.title).join(', ')}.
        </p>
      ) : (
        <Field label="Seção só sua: o Relato não a preenche. Faz parte de">
          <Select
            value={within ?? 'hda'}
            onChange={({ target }) => onChange({ within: canonicalKeys.find((one) => one === target.value) ?? 'hda' })}
          >
            {canonicalKeys.map((one) => (
              <option key={one} value={one}>
                {usualTitles[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {fixed.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place.
        <div key={at} className="flex items-start gap-1">
          <Field
            label={`Texto fixo ${at + 1} de ${name}`}
            hint={at === 0 ? 'Nunca entra sozinho: um botão o insere quando você edita a seção.' : undefined}
            error={problems[`${path}.fixed.${at}`]}
            className="min-w-0 flex-1"
          >
            <Textarea
              name={`${path}.fixed.${at}`}
              rows={2}
              maxLength={FIXED_TEXT_MAX}
              value={text}
              onChange={({ target }) =>
                onChange({ fixed: fixed.map((one, other) => (other === at ? target.value : one)) })
              }
            />
          </Field>
          <IconButton
            className="mt-6"
            label={`Remover o texto fixo ${at + 1} de ${name}`}
            onClick={() => onChange({ fixed: fixed.filter((_, other) => other !== at) })}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      ))}
      {fixed.length < FIXED_MAX && (
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="-ml-2.5 self-start"
          aria-label={`Acrescentar texto fixo a ${name}`}
          onClick={() => onChange({ fixed: [...fixed, ''] })}
        >
          Texto fixo
        </Button>
      )}
    </li>
  )
}

type PlacesProps = Pick<Props, 'specialty' | 'headings' | 'onChange'>

/** Each section of the template with the heading above it. */
function Places({ specialty, headings, onChange }: PlacesProps) {
  return (
    <fieldset>
      <legend className="text-sm font-strong">Onde fica cada seção do Relato</legend>
      <p className="mb-2 text-sm text-ink-2">
        Seções do mesmo título saem juntas. As que ficam sem título seu vêm no fim, com o título padrão: nada se perde.
      </p>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {templateOf(specialty).sections.map(({ key, title }) => {
          const place = headings.findIndex(({ sections }) => sections.includes(key))
          return (
            <li key={key} className="min-w-0">
              <Field label={title}>
                <Select
                  value={place < 0 ? '' : place}
                  onChange={({ target }) =>
                    onChange(placeSection(specialty, headings, key, target.value === '' ? null : Number(target.value)))
                  }
                >
                  {headings.map((heading, number) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a heading is its place.
                    <option key={number} value={number}>
                      {number + 1}. {heading.title}
                    </option>
                  ))}
                  <option value="">No fim, com o título padrão</option>
                </Select>
              </Field>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
