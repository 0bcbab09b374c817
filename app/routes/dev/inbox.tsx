import { read } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { apiOf } from '#app/lib/server-context.ts'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { inboxReply, type MailKind } from '#domain/mail.ts'
import { RouteError } from '../route-error.tsx'
import { orMissing } from '../session.ts'
import type { Route } from './+types/inbox'

export const meta: Route.MetaFunction = () => [{ title: 'Caixa de saída local · Relato' }]

/** The mails sent on this machine, newest first. In production the API answers 404, and so does the page. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  orMissing(read(apiOf(context, request).api.dev.inbox.$get(), inboxReply))

export default function Inbox({ loaderData: { mails } }: Route.ComponentProps) {
  const format = useFormat()
  return (
    <main className="mx-auto flex max-w-column flex-col gap-4 px-4 py-8">
      <h1 className="font-serif text-2xl font-medium tracking-tighter">Caixa de saída local</h1>
      <p className="text-ink-2">Nada daqui sai desta máquina. Em produção esta página não existe.</p>
      {mails.length === 0 && (
        <EmptyState title="Nenhum email enviado">Crie uma conta para ver o email de confirmação aqui.</EmptyState>
      )}
      {mails.map((mail) => (
        <Card key={mail.id} className="p-4">
          <p className="text-sm text-ink-3">
            {kinds[mail.kind] ?? mail.kind} · {format.dateTime(mail.created_at)} · para{' '}
            <span className="wrap-anywhere">{mail.to}</span>
            {mail.reply_to !== null && (
              <>
                {' '}
                · respostas para <span className="wrap-anywhere">{mail.reply_to}</span>
              </>
            )}
          </p>
          <h2 className="mt-1 mb-2 font-heavy">{mail.subject}</h2>
          <p className="wrap-anywhere whitespace-pre-line text-ink-2">{withLinks(mail.text)}</p>
        </Card>
      ))}
    </main>
  )
}

const kinds: Record<string, string | undefined> = {
  verification: 'Confirmação de email',
  password_reset: 'Recuperação de senha',
  welcome: 'Boas-vindas',
  contact: 'Contato pelo site',
  subscription: 'Assinatura confirmada',
  security: 'Segurança',
  account_closed: 'Conta encerrada',
  account_erased: 'Dados da conta apagados',
  data_export: 'Exportação dos dados',
  patient_page: 'Link para o paciente',
  alert: 'Alerta do serviço',
} satisfies Record<MailKind, string>

/** Addresses in the text become links. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} className="text-accent underline underline-offset-2">
        {part}
      </a>
    ) : (
      part
    ),
  )

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />
}
