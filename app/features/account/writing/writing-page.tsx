import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { focusFirst, type Problems } from '#app/lib/use-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Select, SubmitButton } from '#app/ui/form.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { fieldMessages } from '#domain/contract.ts'
import { type Specialty, specialties, specialtyLabels } from '#domain/record/specialty.ts'
import { areUsual, usualHeadings } from '#domain/record/writing/edit.ts'
import {
  type Heading,
  type OwnWriting,
  ownWriting,
  ownWritingReply,
  type SavedWriting,
  type Style,
} from '#domain/record/writing/writing.ts'
import { LeaveQuestion } from '../leave-question.tsx'
import { OmittedWords, PreferredWords, Shortcuts } from './phrases-editor.tsx'
import { StyleChoice } from './style-choice.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { WritingFile } from './writing-file.tsx'
import { WritingPreview } from './writing-preview.tsx'

type Props = { saved: SavedWriting; specialty: Specialty }

/** A template that equals the product's is none of the doctor's own. */
function withTemplate(writing: OwnWriting, specialty: Specialty, headings: Heading[]): OwnWriting {
  const { [specialty]: _, ...others } = writing.templates
  return { ...writing, templates: areUsual(specialty, headings) ? others : { ...others, [specialty]: headings } }
}

function withStyle({ style: _, ...others }: OwnWriting, style: Style | undefined): OwnWriting {
  return style ? { ...others, style } : others
}

/** None are stored as before there were any. */
function withOmitted({ omitted: _, ...others }: OwnWriting, omitted: string[]): OwnWriting {
  return omitted.length > 0 ? { ...others, omitted } : others
}

/** The first specialty whose template has a problem: its fields must be on the screen. */
const refusedSpecialty = (problems: Problems): Specialty | undefined =>
  specialties.find((one) => Object.keys(problems).some((path) => path.startsWith(`templates.${one}`)))

const calls = api.api['own-writing']
const withoutChanges = ({ changes: _, ...chosen }: OwnWriting) => JSON.stringify(chosen)

/**
 * Saves over `saved`. An edit of a record on another screen counts its words in the same row: where nothing else changed
 * there, this saves over that count. Errors: writing_changed.
 */
async function put(writing: OwnWriting, saved: SavedWriting): Promise<SavedWriting> {
  try {
    return await read(calls.$put({ json: { writing, base: saved.saved_at } }), ownWritingReply)
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'writing_changed') throw failure
    const now = await read(calls.$get(), ownWritingReply)
    if (withoutChanges(now.writing) !== withoutChanges(saved.writing)) throw failure
    const counted = { ...writing, changes: now.writing.changes }
    return read(calls.$put({ json: { writing: counted, base: now.saved_at } }), ownWritingReply)
  }
}

function useWriting(initial: SavedWriting) {
  const [saved, setSaved] = useState(initial)
  const [writing, setWriting] = useState(initial.writing)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const change = (next: OwnWriting) => {
    setWriting(next)
    setProblems({})
  }
  /** Returns the refused fields. */
  async function save(): Promise<Problems> {
    const parsed = ownWriting.safeParse(writing)
    if (!parsed.success) {
      const refused = fieldMessages(parsed.error)
      setProblems(refused)
      return refused
    }
    setBusy(true)
    try {
      const reply = await put(parsed.data, saved)
      setSaved(reply)
      // Text typed during the save stays, and waits for the next save.
      setWriting((now) => (now === writing ? reply.writing : { ...now, changes: reply.writing.changes }))
      setProblems({})
      toast.success('Seu jeito de escrever foi salvo', { description: 'Vale a partir do próximo registro.' })
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      toast.error('Não foi possível salvar', { description: failure.message })
    } finally {
      setBusy(false)
    }
    return {}
  }
  const isChanged = JSON.stringify(writing) !== JSON.stringify(saved.writing)
  return { writing, change, problems, busy, save, isChanged, undo: () => change(saved.writing) }
}

/** How the doctor writes: a template by specialty, style, shortcuts and words, beside the demonstration's record. */
export function WritingPage({ saved, specialty: first }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { writing, change, problems, busy, save, isChanged, undo } = useWriting(saved)
  const [specialty, setSpecialty] = useState(first)
  const own = writing.templates[specialty]
  async function submit(event: FormEvent) {
    event.preventDefault()
    const refused = await save()
    const elsewhere = refusedSpecialty(refused)
    if (elsewhere) flushSync(() => setSpecialty(elsewhere))
    focusFirst(form.current, refused)
  }
  return (
    <form
      ref={form}
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-main-aside"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Card className="flex flex-col gap-5 p-5 sm:p-6">
          <ChosenSpecialty writing={writing} specialty={specialty} onChange={setSpecialty} />
          <TemplateEditor
            key={specialty}
            specialty={specialty}
            headings={own ?? usualHeadings(specialty)}
            isOwn={own !== undefined}
            problems={problems}
            onChange={(next) => change(withTemplate(writing, specialty, next))}
          />
        </Card>
        <StyleChoice style={writing.style} onChange={(style) => change(withStyle(writing, style))} />
        <Shortcuts
          shortcuts={writing.shortcuts}
          problems={problems}
          onChange={(shortcuts) => change({ ...writing, shortcuts })}
        />
        <PreferredWords words={writing.words} problems={problems} onChange={(words) => change({ ...writing, words })} />
        <OmittedWords
          omitted={writing.omitted ?? []}
          problems={problems}
          onChange={(omitted) => change(withOmitted(writing, omitted))}
        />
        <WritingFile writing={writing} onImport={change} />
        <div className="sticky bottom-above-tabs z-5 flex flex-wrap items-center gap-2 rounded-m border border-line bg-surface px-4 py-3 lg:bottom-4">
          <SubmitButton variant="primary" busy={busy} disabled={!isChanged}>
            Salvar
          </SubmitButton>
          {isChanged && !busy && (
            <Button variant="quiet" onClick={undo}>
              Descartar alterações
            </Button>
          )}
          <span role="status" className="text-sm text-ink-2">
            {isChanged ? 'Há alterações não salvas.' : ''}
          </span>
          <FailureLine>{generalProblem(problems)}</FailureLine>
        </div>
      </div>
      <WritingPreview specialty={specialty} writing={writing} />
      {isChanged && <LeaveQuestion />}
    </form>
  )
}

type ChosenProps = { writing: OwnWriting; specialty: Specialty; onChange: (specialty: Specialty) => void }

const ChosenSpecialty = ({ writing, specialty, onChange }: ChosenProps) => (
  <Field
    label="Modelo da especialidade"
    hint="Cada especialidade tem o seu. Estilo, atalhos e palavras valem para todas."
  >
    <Select
      value={specialty}
      onChange={({ target }) => onChange(specialties.find((one) => one === target.value) ?? specialty)}
    >
      {specialties.map((one) => (
        <option key={one} value={one}>
          {specialtyLabels[one].title}
          {writing.templates[one] ? ' (seu modelo)' : ''}
        </option>
      ))}
    </Select>
  </Field>
)

/** The problem of no single field, or a hint where to look for the others. */
function generalProblem(problems: Problems): string | null {
  const paths = Object.keys(problems)
  const whole = paths.find((path) => !/\.\d+\./.test(path))
  if (whole !== undefined) return problems[whole] ?? null
  return paths.length > 0 ? 'Confira os campos marcados.' : null
}
