import { CircleCheck } from 'lucide-react'
import { data, redirect } from 'react-router'
import { ContactForm, type ContactValues, contactFields, DEMO_SUBJECT } from '#app/features/public/contact-form.tsx'
import { type Matched, organizationData, pageMeta } from '#app/features/public/page-meta.ts'
import { PageHead } from '#app/features/public/section.tsx'
import { SupportFacts } from '#app/features/support/support-facts.tsx'
import { ApiFailure, read } from '#app/lib/api.ts'
import { readOwnForm } from '#app/lib/own-form.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { specialtyNames } from '#domain/account/profile.ts'
import { contactReply } from '#domain/contact/contract.ts'
import { messageOf } from '#domain/errors.ts'
import { supportHours } from '#domain/site.ts'
import type { Route } from './+types/contact'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Contato · Relato',
    description: `Fale com a equipe do Relato por mensagem, por email ou por telefone. Horário de atendimento: ${supportHours}.`,
    path: '/contact',
    data: [organizationData()],
  })

export const loader = ({ url: { searchParams } }: Route.LoaderArgs) => ({
  sent: searchParams.has('enviada'),
  demo: searchParams.get('assunto') === DEMO_SUBJECT,
})

/** Accepts the form as the browser sends it. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readOwnForm(request, url)
  if (!form) return data({ values: {}, errors: {}, refusal: messageOf('invalid_json') }, { status: 400 })
  const values: ContactValues = Object.fromEntries(contactFields.map((name) => [name, String(form.get(name) ?? '')]))
  const { name = '', email = '', message = '', website = '' } = values
  const specialty = specialtyNames.find((one) => one === values.specialty) ?? null
  try {
    const json = { name, email, specialty, message, website }
    await read(apiOf(context, request).api.contact.$post({ json }), contactReply)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const tooLarge = error.code === 'body_too_large'
    return data(
      { values: tooLarge ? {} : values, errors: error.fields, refusal: error.message },
      { status: error.status || 503 },
    )
  }
  return redirect('/contact?enviada=1', 303)
}

const FORM = 'contato'
const DEMO_MESSAGE = 'Quero agendar a demonstração de 15 minutos.\nDias e horários que servem para mim: '

export default function Contact({ loaderData: { sent, demo }, actionData: refused }: Route.ComponentProps) {
  return (
    <>
      {demo ? (
        <PageHead title="Agende 15 minutos">
          Diga em que dias e horários podemos mostrar o Relato a você. Respondemos no horário de atendimento:{' '}
          {supportHours}.
        </PageHead>
      ) : (
        <PageHead title="Fale com a gente">
          Dúvida, problema ou proposta: escreva por aqui, mande um email ou ligue.
        </PageHead>
      )}
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-5 pb-20 sm:px-6 lg:grid-cols-7-4 lg:pb-28">
        <div>
          {sent && !refused && (
            <p
              role="status"
              className="mb-6 flex items-center gap-2.5 rounded-m border border-line bg-ok-soft px-4 py-3.5 font-strong"
            >
              <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
              Mensagem enviada! Responderemos em breve.
            </p>
          )}
          {refused && <Refusal refusal={refused.refusal} errors={refused.errors} />}
          <ContactForm
            id={FORM}
            values={refused?.values ?? { message: demo ? DEMO_MESSAGE : '' }}
            errors={refused?.errors ?? {}}
            demo={demo}
          />
        </div>
        <aside aria-label="Outros caminhos" className="self-start rounded-l border border-line bg-surface p-6">
          <h2 className="mb-3 font-serif text-xl font-medium">Outros caminhos</h2>
          <SupportFacts />
          <p className="mt-5 border-t border-line pt-5 text-ink-2">
            Assunto de privacidade? Escreva direto para o encarregado de dados; o endereço está na{' '}
            <a href="/privacy#contato" className="text-accent underline underline-offset-4">
              Política de privacidade
            </a>
            .
          </p>
        </aside>
      </div>
    </>
  )
}

type RefusalProps = { refusal: string; errors: Record<string, string> }

const Refusal = ({ refusal, errors }: RefusalProps) => (
  <div role="alert" className="mb-6 rounded-m border border-rec bg-rec-soft px-4 py-3.5">
    <p className="font-semibold">{refusal}</p>
    <ul className="mt-1">
      {Object.entries(errors).map(([name, sentence]) => (
        <li key={name}>
          <a href={`#${FORM}-${name}`} className="inline-flex min-h-7 items-center underline underline-offset-4">
            {sentence}
          </a>
        </li>
      ))}
    </ul>
  </div>
)
