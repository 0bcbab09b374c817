import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { useLoaded } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { Dialog, useDiscardQuestion } from '#app/ui/dialog.tsx'
import { Field, Textarea, TextField } from '#app/ui/form.tsx'
import { ErrorState, FailureLine, SkeletonRows } from '#app/ui/states.tsx'
import { dayOfWritten, maskDate, writtenDate } from '#domain/patient/birth-date.ts'
import {
  DEFAULT_DAYS,
  PART_MAX,
  type PageDraft,
  type PagePart,
  pageDays,
  pageParts,
  type Shared,
} from '#domain/patient-page/contract.ts'
import { SourceLine } from './document-fields.tsx'
import { ShareLink } from './share-link.tsx'
import { draftPage, type PatientPagesWork, storeBirthDate } from './use-patient-pages.ts'

type Props = { open: boolean; consultationId: string; work: PatientPagesWork; onClose: () => void }
const TITLE = 'Resumo e orientações'

/** The summary for the patient: checked and edited, then shared by a link. */
export function SharePanel(props: Props) {
  const { consultationId, onClose } = props
  const { data, failure, retry } = useLoaded(draftPage, consultationId)
  const [shared, setShared] = useState<Shared | null>(null)
  if (shared) return <ShareLink shared={shared} onClose={onClose} onSent={props.work.reload} />
  if (data) return <OpenPanel {...props} draft={data} onShared={setShared} />
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} size="lg" title={TITLE}>
      {failure ? (
        <ErrorState message={failure} onRetry={retry} />
      ) : (
        <SkeletonRows label="Preenchendo o resumo" rows={3} />
      )}
    </Dialog>
  )
}

const dayNames: Record<(typeof pageDays)[number], string> = { 1: '1 dia', 7: '7 dias', 30: '30 dias' }
const dayOptions = pageDays.map((days) => ({ value: String(days), title: dayNames[days] }))
const daysOf = (value: string) => pageDays.find((days) => String(days) === value) ?? DEFAULT_DAYS

const textsOf = ({ texts }: PageDraft) =>
  Object.fromEntries(pageParts.map(({ name }) => [name, texts[name]?.text ?? ''])) as Record<PagePart, string>

function OpenPanel({ draft, work, onClose, onShared }: Props & { draft: PageDraft; onShared: (one: Shared) => void }) {
  const form = useId()
  const element = useRef<HTMLFormElement>(null)
  const [first] = useState(() => textsOf(draft))
  const [texts, setTexts] = useState(first)
  const [born, setBorn] = useState('')
  const [days, setDays] = useState(String(DEFAULT_DAYS))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  // One id per link: a retry after a lost answer creates no second one.
  const [id] = useState(() => crypto.randomUUID())
  const discard = useDiscardQuestion(texts !== first || born !== '')
  const { birth_date, id: patientId, name } = draft.patient

  function refuse(message: string, fields: Record<string, string>) {
    setFailure(message)
    setProblems(fields)
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const day = dayOfWritten(born)
    if (birth_date === null && day === null)
      return refuse('', { birth_date: 'Informe a data de nascimento: dd/mm/aaaa' })
    setBusy(true)
    setFailure(null)
    setProblems({})
    try {
      if (birth_date === null && day !== null) await storeBirthDate(patientId, day)
      onShared(await work.share({ id, texts, days: daysOf(days) }))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const { 'identification.birth_date': wrongDate, 'texts.summary': wrongText } = error.fields
      refuse(error.message, { ...(wrongDate && { birth_date: wrongDate }), ...(wrongText && { summary: wrongText }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && discard.ask(onClose)}
      dismissible={false}
      size="lg"
      title={TITLE}
      description={`Para ${name}. Confira e mude o que quiser: o paciente lê só o que está aqui.`}
      footer={
        <>
          <Button onClick={() => discard.ask(onClose)} disabled={busy}>
            Fechar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Criar link
          </Button>
        </>
      }
    >
      <form id={form} ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {draft.has_addenda && (
          <p className="rounded-m bg-warn-soft px-4 py-3 text-sm text-warn">
            Este registro tem adendo, que não entra aqui sozinho. Confira se o texto ainda vale.
          </p>
        )}
        {birth_date === null && (
          <TextField
            label="Data de nascimento do paciente"
            starred
            hint="Fica no cadastro. É com ela que o paciente abre o link."
            error={problems.birth_date}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            value={born}
            onChange={({ target }) => setBorn(maskDate(target.value))}
          />
        )}
        {pageParts.map(({ name: part, label, rows }) => (
          <div key={part} className="flex flex-col gap-1">
            <Field label={label} error={problems[part]}>
              <Textarea
                rows={rows}
                maxLength={PART_MAX}
                autoComplete="off"
                value={texts[part]}
                onChange={({ target }) => setTexts((now) => ({ ...now, [part]: target.value }))}
              />
            </Field>
            {texts[part] === first[part] && <SourceLine sources={draft.texts[part]?.sources ?? []} />}
          </div>
        ))}
        <RadioGroup label="O link vale por" columns={3} options={dayOptions} value={days} onChange={setDays} />
        <p className="rounded-m bg-sunken px-4 py-3 text-sm">
          Ao criar o link, você declara que o paciente quer receber este texto. Ele abre com a data de nascimento
          {birth_date !== null && ` ${writtenDate(birth_date)}`}; depois de 5 tentativas erradas o link é bloqueado.
          Cada acesso aparece aqui, e você pode retirá-lo.
        </p>
        <div role="status">{failure && <FailureLine>{failure}</FailureLine>}</div>
      </form>
      {discard.question}
    </Dialog>
  )
}
