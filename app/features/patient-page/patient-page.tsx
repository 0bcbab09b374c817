import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { type OpenedPage, pageParts } from '#domain/patient-page/contract.ts'
import { PAGE_TOKEN, PATIENT_PAGE_PATH } from '#domain/patient-page/link.ts'
import { DEMONSTRATION } from '#domain/record/text/unified-text.ts'
import { site } from '#domain/site.ts'
import url from './link-script.ts?worker&url'

/** The patient's page has no other purpose: no menu, no offer, no link but the privacy page's. */
export const PatientFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto flex min-h-dvh max-w-column flex-col px-5 py-6 text-md sm:px-8 print:max-w-none print:p-0">
    <header className="font-serif text-xl font-semibold">{site.name}</header>
    <main className="py-8 print:py-4">{children}</main>
    <footer className="mt-auto border-t border-line pt-4 text-base text-ink-2 print:hidden">
      Página enviada pelo seu médico, pelo {site.name}.{' '}
      <a href="/privacy" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Privacidade
      </a>
    </footer>
    <script type="module" async src={url} />
  </div>
)

const Title = ({ children }: { children: string }) => (
  <h1 className="font-serif text-2xl leading-tight font-medium tracking-tighter text-balance">{children}</h1>
)

export type Refusal = {
  message: string
  /** A link that no longer opens needs no form. */
  isOver: boolean
  dateProblem: string | null
  token: string
  typed: string
}

const input = 'h-13 min-w-0 rounded-s border border-control bg-surface px-4 text-lg text-ink'

/** Another address than the link's: with the same one, a tap on a link would only change the fragment of an opened text. */
const ANSWERED = `${PATIENT_PAGE_PATH}?abrir`

/** Asks for the birth date. The browser itself sends the form; the script only fills in the link. */
export function BirthDateForm({ refusal }: { refusal: Refusal | null }) {
  const isPasted = refusal !== null && !PAGE_TOKEN.test(refusal.token)
  return (
    <>
      <Title>Seu médico enviou uma mensagem para você</Title>
      {!refusal?.isOver && (
        <p className="mt-3 text-lg leading-relaxed text-ink-2">
          Para abrir, informe a sua data de nascimento. É para que só você leia.
        </p>
      )}
      {refusal?.message && (
        <p role="alert" className="mt-6 rounded-m bg-rec-soft px-5 py-4 text-lg leading-relaxed font-medium text-rec">
          {refusal.message}
        </p>
      )}
      {!refusal?.isOver && (
        <form method="post" action={ANSWERED} className="mt-6 flex max-w-form flex-col gap-5">
          <div
            data-link
            data-shown={isPasted ? '' : undefined}
            className="hidden flex-col gap-2 data-shown:flex noscript:flex"
          >
            <label htmlFor="link" className="font-strong">
              Link que você recebeu
            </label>
            <input
              id="link"
              name="link"
              defaultValue={refusal?.token}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby="link-hint"
              className={input}
            />
            <p id="link-hint" className="text-base text-ink-2">
              Abra de novo o link da mensagem, ou copie e cole aqui.
            </p>
          </div>
          <div className="flex flex-col gap-2">
            <label htmlFor="nascimento" className="font-strong">
              Data de nascimento
            </label>
            <input
              id="nascimento"
              name="nascimento"
              required
              defaultValue={refusal?.typed}
              inputMode="numeric"
              autoComplete="bday"
              placeholder="dd/mm/aaaa"
              maxLength={12}
              aria-invalid={refusal?.dateProblem ? true : undefined}
              aria-describedby="nascimento-hint"
              className={input}
            />
            <p
              id="nascimento-hint"
              className={refusal?.dateProblem ? 'text-base font-medium text-rec' : 'text-base text-ink-2'}
            >
              {refusal?.dateProblem ?? 'Dia, mês e ano, como 05/03/1970.'}
            </p>
          </div>
          <button type="submit" className={`${buttonClass('primary', 'lg')} self-start text-md!`}>
            Abrir
          </button>
        </form>
      )}
    </>
  )
}

/** Shows the shared texts in large type, for reading and printing. */
export function OpenedText({ page }: { page: OpenedPage }) {
  const { texts, doctor, demonstration, patient_name, visit_on, shared_on, expires_on } = page
  return (
    <article>
      <Title>Resumo e orientações</Title>
      <p className="mt-3 text-ink-2 wrap-anywhere">
        Para <b className="font-semibold text-ink">{patient_name}</b>, sobre a consulta de {visit_on}.
      </p>
      {demonstration && (
        <p className="mt-3 rounded-m bg-warn-soft px-4 py-3 text-warn">
          {DEMONSTRATION.label}: {DEMONSTRATION.value}.
        </p>
      )}
      {pageParts
        .filter(({ name }) => texts[name] !== '')
        .map(({ name, label }) => (
          <section key={name} className="mt-8 break-inside-avoid">
            <h2 className="font-serif text-xl leading-tight font-medium tracking-tight">{label}</h2>
            <p className="mt-2 text-lg leading-relaxed whitespace-pre-line wrap-anywhere">{texts[name]}</p>
          </section>
        ))}
      <section className="mt-10 break-inside-avoid rounded-l border border-line bg-surface px-5 py-4">
        <h2 className="text-base text-ink-2">Quem atendeu você</h2>
        <p className="mt-1 text-lg font-semibold wrap-anywhere">{doctor.name}</p>
        <p className="wrap-anywhere">
          {[doctor.crm && `CRM ${doctor.crm}`, doctor.specialty].filter(Boolean).join(', ')}
        </p>
        {doctor.address && <p className="wrap-anywhere">{doctor.address}</p>}
        {doctor.phone && (
          <a
            href={`tel:${doctor.phone.replace(/[^\d+]/g, '')}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {doctor.phone}
          </a>
        )}
      </section>
      <p className="mt-6 text-base text-ink-2">
        Enviado em {shared_on}. O link vale até {expires_on}; para guardar, imprima ou salve em PDF. Em caso de dúvida,
        fale com o seu médico.
      </p>
      <button
        type="button"
        data-print
        hidden
        className={`${buttonClass('secondary', 'lg')} mt-4 print:hidden [&[hidden]]:hidden`}
      >
        <Printer aria-hidden className="size-5" />
        Imprimir
      </button>
    </article>
  )
}
