import type { ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { controlClass, RequiredMark } from '#app/ui/form.tsx'
import { specialtyNames } from '#domain/account/profile.ts'

export const contactFields = ['name', 'email', 'specialty', 'message', 'website'] as const
/** '/contact?assunto=demonstracao': requests the guided demonstration; a refused form keeps the subject. */
export const DEMO_SUBJECT = 'demonstracao'
export type ContactValues = Partial<Record<(typeof contactFields)[number], string>>

type Props = {
  /** Prefix of its field ids: a page may have two such forms. */
  id: string
  values?: ContactValues
  /** A message for each refused field. */
  errors?: Record<string, string>
  /** Requests the guided demonstration. */
  demo?: boolean
}

/** A plain form that works by itself; script/site.ts sends it without leaving the page. */
export function ContactForm({ id, values = {}, errors = {}, demo = false }: Props) {
  const first = contactFields.find((name) => errors[name])
  const hints: ContactValues = {
    message: `${demo ? 'Diga dias e horários que servem para você. ' : ''}Não inclua dados de pacientes.`,
  }
  const control = (name: keyof ContactValues) => ({
    id: `${id}-${name}`,
    name,
    defaultValue: values[name] ?? '',
    // A refused form opens at its first error.
    autoFocus: first === name,
    'aria-invalid': errors[name] ? true : undefined,
    'data-invalid': errors[name] ? '' : undefined,
    'aria-describedby': cx(hints[name] && `${id}-${name}-hint`, errors[name] && `${id}-${name}-error`) || undefined,
  })
  const field = (name: keyof ContactValues) => ({ for: `${id}-${name}`, name, hint: hints[name], error: errors[name] })
  const line = cx(controlClass, 'h-11 w-full')
  return (
    <form
      id={id}
      method="post"
      action={demo ? `/contact?assunto=${DEMO_SUBJECT}` : '/contact'}
      noValidate
      data-contact-form
      className="flex flex-col gap-5"
    >
      <Row {...field('name')} label="Nome" required>
        <input {...control('name')} required autoComplete="name" maxLength={160} className={line} />
      </Row>
      <Row {...field('email')} label="Email" required>
        <input {...control('email')} type="email" required autoComplete="email" maxLength={254} className={line} />
      </Row>
      <Row {...field('specialty')} label="Especialidade">
        <select {...control('specialty')} className={cx(line, 'pr-8')}>
          <option value="">Prefiro não dizer</option>
          {specialtyNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Row>
      <Row {...field('message')} label="Mensagem" required>
        <textarea
          {...control('message')}
          required
          rows={5}
          className={cx(controlClass, 'w-full resize-y py-2.5 leading-normal')}
        />
      </Row>
      {/* A trap for programs: people do not see it. */}
      <div hidden>
        <label htmlFor={`${id}-website`}>Não preencha</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="submit" className={buttonClass('primary', 'lg')}>
          {demo ? 'Pedir demonstração de 15 minutos' : 'Enviar mensagem'}
        </button>
        <p role="status" data-contact-status className="text-sm font-medium" />
      </div>
    </form>
  )
}

type RowProps = {
  for: string
  name: string
  label: string
  required?: boolean
  hint: string | undefined
  error: string | undefined
  children: ReactNode
}

const Row = ({ for: control, name, label, required, hint, error, children }: RowProps) => (
  <div className="flex flex-col gap-1.5">
    <label htmlFor={control} className="text-sm font-strong">
      {label}
      {required && <RequiredMark />}
    </label>
    {children}
    <p id={`${control}-error`} data-contact-error={name} hidden={!error} className="text-sm font-medium text-rec">
      {error}
    </p>
    {hint && (
      <p id={`${control}-hint`} className="text-sm text-ink-3">
        {hint}
      </p>
    )}
  </div>
)
