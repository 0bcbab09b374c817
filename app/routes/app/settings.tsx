import { Fragment, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { AccessLog, SessionList } from '#app/features/account/access-settings.tsx'
import {
  AudioSettings,
  InterfaceSettings,
  NotificationSettings,
  RestoreDefaults,
  TranscriptionSettings,
} from '#app/features/account/app-settings.tsx'
import { CloseAccount } from '#app/features/account/close-account.tsx'
import { CorrectedWords } from '#app/features/account/corrected-words.tsx'
import { DataExportSettings } from '#app/features/account/data-export.tsx'
import { IntegrationSettings } from '#app/features/account/integration-settings.tsx'
import { LogoField } from '#app/features/account/logo-field.tsx'
import { PasswordForm } from '#app/features/account/password-form.tsx'
import { ProfileForm } from '#app/features/account/profile-form.tsx'
import { SecondFactorSettings } from '#app/features/account/second-factor-settings.tsx'
import { SettingsNav, SettingsSection } from '#app/features/account/settings-section.tsx'
import { PlanSettings } from '#app/features/subscription/plan-settings.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { securityReply } from '#domain/account/contract.ts'
import { dataExportsReply } from '#domain/data-export/contract.ts'
import { integrationsReply } from '#domain/integration/contract.ts'
import { correctedWordsReply } from '#domain/speech/contract.ts'
import { subscriptionReply } from '#domain/subscription/contract.ts'
import { loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/settings'
import { consultationLists } from './consultation-lists.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Configurações · Relato' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = apiOf(context, request)
  const [security, subscription, exports, words, integrations, lists] = await Promise.all([
    loaded(read(api.security.$get(), securityReply)),
    loaded(read(api.subscription.$get(), subscriptionReply)),
    loaded(read(api['data-exports'].$get({ query: { patient_id: 'none' } }), dataExportsReply)),
    loaded(read(api['corrected-words'].$get(), correctedWordsReply)),
    loaded(read(api.integrations.$get(), integrationsReply)),
    consultationLists(context, request),
  ])
  const open = lists.data?.open.length ?? 0
  const parts = { security, subscription, exports, words, integrations }
  return { session: context.get(sessionContext), ...parts, open, now: Date.now() }
}

const places = [
  {
    id: 'perfil',
    title: 'Perfil profissional',
    detail: 'Aparece no cabeçalho, nos registros que você assina e nos PDFs.',
  },
  { id: 'seguranca', title: 'Segurança da conta', detail: 'Como sua conta é protegida e onde está aberta.' },
  {
    id: 'acessos',
    title: 'Registro de acessos',
    detail:
      'Quem entrou na sua conta e o que foi aberto, alterado ou exportado: quando, de quem e de onde. Fica guardado por 20 anos e não pode ser alterado.',
  },
  { id: 'plano', title: 'Plano e uso', detail: 'Sua assinatura e as consultas deste mês.' },
  {
    id: 'dados',
    title: 'Seus dados',
    detail: 'Uma cópia de tudo o que guardamos na sua conta, para você ter consigo ou levar a outro sistema.',
  },
  {
    id: 'escrita',
    title: 'Meu jeito de escrever',
    detail:
      'Modelos seus, por especialidade: títulos, ordem, textos fixos. Estilo, frases por atalho e palavras que você prefere.',
  },
  {
    id: 'integracao',
    title: 'Integração',
    detail: 'Envia o que você assina ao prontuário eletrônico do seu serviço, sem copiar e colar.',
  },
  { id: 'notificacoes', title: 'Notificações', detail: 'O que aparece no sino, no alto da tela.' },
  { id: 'audio', title: 'Áudio', detail: 'As mudanças valem a partir da próxima gravação.' },
  { id: 'transcricao', title: 'Transcrição' },
  { id: 'interface', title: 'Interface' },
  {
    id: 'encerrar',
    title: 'Encerrar conta',
    detail: 'O que acontece, o que fica guardado e até quando dá para voltar atrás.',
  },
] as const

const appHeading = (
  <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
    <div>
      <h2 className="font-serif text-xl leading-tight font-medium tracking-tight">Configurações da aplicação</h2>
      <p className="mt-0.5 text-sm text-ink-2">Valem neste aparelho e são salvas na hora.</p>
    </div>
    <RestoreDefaults />
  </div>
)

export default function Settings({
  loaderData: { session, security, subscription, exports, words, integrations, open, now },
}: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const { user } = session
  const failed = (message: string | null) => (
    <ErrorState message={message ?? ''} onRetry={revalidate} busy={state === 'loading'} />
  )
  const who = security.data && { user, hasPassword: security.data.has_password }
  const parts: Record<(typeof places)[number]['id'], ReactNode> = {
    perfil: (
      <>
        <ProfileForm session={session} />
        <LogoField />
      </>
    ),
    seguranca:
      who && security.data ? (
        <>
          <PasswordForm {...who} />
          <h3 className="mt-8 mb-2 text-base font-heavy">Verificação em duas etapas</h3>
          <SecondFactorSettings {...who} state={security.data.second_factor} />
          <h3 className="mt-8 mb-3 text-base font-heavy">Aparelhos conectados</h3>
          <SessionList sessions={security.data.sessions} />
        </>
      ) : (
        failed(security.failure)
      ),
    acessos: <AccessLog />,
    plano: subscription.data ? <PlanSettings loaded={subscription.data} /> : failed(subscription.failure),
    dados:
      exports.data && security.data && who ? (
        <DataExportSettings
          {...who}
          hasSecondFactor={security.data.second_factor.on}
          initial={exports.data.items[0] ?? null}
        />
      ) : (
        failed(exports.failure ?? security.failure)
      ),
    escrita: (
      <Link to="/app/settings/writing" className={buttonClass()}>
        Abrir meu jeito de escrever
      </Link>
    ),
    integracao:
      integrations.data && security.data && who ? (
        <IntegrationSettings {...who} hasSecondFactor={security.data.second_factor.on} loaded={integrations.data} />
      ) : (
        failed(integrations.failure ?? security.failure)
      ),
    notificacoes: <NotificationSettings />,
    audio: <AudioSettings />,
    transcricao: (
      <>
        <TranscriptionSettings />
        <h3 className="mt-8 mb-1 text-base font-heavy">Palavras que você corrigiu</h3>
        <p className="mb-3 text-sm text-ink-2">
          Quando você corrige uma palavra na transcrição, o reconhecimento passa a esperá-la nas próximas consultas; a
          lista fica na sua conta, e nomes dos seus pacientes não entram.
        </p>
        {words.data ? <CorrectedWords words={words.data.items} /> : failed(words.failure)}
      </>
    ),
    interface: <InterfaceSettings />,
    encerrar: who ? <CloseAccount {...who} hasOpenConsultation={open > 0} now={now} /> : failed(security.failure),
  }
  return (
    <div className="mx-auto max-w-wide">
      <PageTitle title="Configurações">Gerencie seu perfil e configurações da aplicação</PageTitle>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-nav lg:gap-8">
        <SettingsNav places={places} />
        <div className="flex min-w-0 flex-col gap-5">
          {places.map((place) => (
            <Fragment key={place.id}>
              {place.id === 'notificacoes' && appHeading}
              <SettingsSection {...place}>{parts[place.id]}</SettingsSection>
            </Fragment>
          ))}
        </div>
      </div>
    </div>
  )
}
