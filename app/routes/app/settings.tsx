import { useRevalidator } from 'react-router'
import { AccessLog } from '#app/features/account/access-log.tsx'
import { AudioSettings } from '#app/features/account/audio-settings.tsx'
import { CloseAccount } from '#app/features/account/close-account.tsx'
import { DataExportSettings } from '#app/features/account/data-export-settings.tsx'
import { InterfaceSettings } from '#app/features/account/interface-settings.tsx'
import { NotificationSettings } from '#app/features/account/notification-settings.tsx'
import { PasswordForm } from '#app/features/account/password-form.tsx'
import { ProfileForm } from '#app/features/account/profile-form.tsx'
import { RestoreDefaults } from '#app/features/account/restore-defaults.tsx'
import { SecondFactorSettings } from '#app/features/account/second-factor-settings.tsx'
import { SessionList } from '#app/features/account/session-list.tsx'
import { SettingsNav, type SettingsPlace } from '#app/features/account/settings-nav.tsx'
import { SettingsSection } from '#app/features/account/settings-section.tsx'
import { TranscriptionSettings } from '#app/features/account/transcription-settings.tsx'
import { PlanSettings } from '#app/features/subscription/plan-settings.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { PageTitle } from '#app/ui/page-title.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { securityReply } from '#domain/account/contract.ts'
import { dataExportsReply } from '#domain/data-export/contract.ts'
import { subscriptionReply } from '#domain/subscription/contract.ts'
import { loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/settings'
import { consultationLists } from './consultation-lists.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Configurações · Relato' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = apiOf(context, request)
  const [security, subscription, exports, lists] = await Promise.all([
    loaded(read(api.security.$get(), securityReply)),
    loaded(read(api.subscription.$get(), subscriptionReply)),
    loaded(read(api['data-exports'].$get({ query: { patient_id: 'none' } }), dataExportsReply)),
    consultationLists(context, request),
  ])
  const open = lists.data?.open.length ?? 0
  return { session: context.get(sessionContext), security, subscription, exports, open, now: Date.now() }
}

const places: readonly SettingsPlace[] = [
  { id: 'perfil', title: 'Perfil profissional' },
  { id: 'seguranca', title: 'Segurança da conta' },
  { id: 'acessos', title: 'Registro de acessos' },
  { id: 'plano', title: 'Plano e uso' },
  { id: 'dados', title: 'Seus dados' },
  { id: 'notificacoes', title: 'Notificações' },
  { id: 'audio', title: 'Áudio' },
  { id: 'transcricao', title: 'Transcrição' },
  { id: 'interface', title: 'Interface' },
  { id: 'encerrar', title: 'Encerrar conta' },
]

export default function Settings({
  loaderData: { session, security, subscription, exports, open, now },
}: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="mx-auto max-w-wide">
      <PageTitle title="Configurações">Gerencie seu perfil e configurações da aplicação</PageTitle>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-nav lg:gap-8">
        <SettingsNav places={places} />
        <div className="flex min-w-0 flex-col gap-5">
          <SettingsSection
            id="perfil"
            title="Perfil profissional"
            detail="Aparece no cabeçalho, nos registros que você assina e nos PDFs."
          >
            <ProfileForm session={session} />
          </SettingsSection>
          <SettingsSection
            id="seguranca"
            title="Segurança da conta"
            detail="Como sua conta é protegida e onde está aberta."
          >
            {security.data ? (
              <>
                <PasswordForm user={session.user} hasPassword={security.data.has_password} />
                <h3 className="mt-8 mb-2 text-base font-heavy">Verificação em duas etapas</h3>
                <SecondFactorSettings
                  user={session.user}
                  hasPassword={security.data.has_password}
                  state={security.data.second_factor}
                />
                <h3 className="mt-8 mb-3 text-base font-heavy">Aparelhos conectados</h3>
                <SessionList sessions={security.data.sessions} />
              </>
            ) : (
              <ErrorState message={security.failure} onRetry={revalidate} busy={state === 'loading'} />
            )}
          </SettingsSection>
          <SettingsSection
            id="acessos"
            title="Registro de acessos"
            detail="Quem entrou na sua conta e o que foi aberto, alterado ou exportado: quando, de quem e de onde. Fica guardado por 20 anos e não pode ser alterado."
          >
            <AccessLog />
          </SettingsSection>
          <SettingsSection id="plano" title="Plano e uso" detail="Sua assinatura e as consultas deste mês.">
            {subscription.data ? (
              <PlanSettings loaded={subscription.data} />
            ) : (
              <ErrorState message={subscription.failure} onRetry={revalidate} busy={state === 'loading'} />
            )}
          </SettingsSection>
          <SettingsSection
            id="dados"
            title="Seus dados"
            detail="Uma cópia de tudo o que guardamos na sua conta, para você ter consigo ou levar a outro sistema."
          >
            {exports.data && security.data ? (
              <DataExportSettings
                user={session.user}
                hasPassword={security.data.has_password}
                hasSecondFactor={security.data.second_factor.on}
                initial={exports.data.items[0] ?? null}
              />
            ) : (
              <ErrorState
                message={exports.failure ?? security.failure ?? ''}
                onRetry={revalidate}
                busy={state === 'loading'}
              />
            )}
          </SettingsSection>
          <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
            <div>
              <h2 className="font-serif text-xl leading-tight font-medium tracking-tight">
                Configurações da aplicação
              </h2>
              <p className="mt-0.5 text-sm text-ink-2">Valem neste aparelho e são salvas na hora.</p>
            </div>
            <RestoreDefaults />
          </div>
          <SettingsSection id="notificacoes" title="Notificações" detail="O que aparece no sino, no alto da tela.">
            <NotificationSettings />
          </SettingsSection>
          <SettingsSection id="audio" title="Áudio" detail="As mudanças valem a partir da próxima gravação.">
            <AudioSettings />
          </SettingsSection>
          <SettingsSection id="transcricao" title="Transcrição">
            <TranscriptionSettings />
          </SettingsSection>
          <SettingsSection id="interface" title="Interface">
            <InterfaceSettings />
          </SettingsSection>
          <SettingsSection
            id="encerrar"
            title="Encerrar conta"
            detail="O que acontece, o que fica guardado e até quando dá para voltar atrás."
          >
            {security.data ? (
              <CloseAccount
                user={session.user}
                hasPassword={security.data.has_password}
                hasOpenConsultation={open > 0}
                now={now}
              />
            ) : (
              <ErrorState message={security.failure} onRetry={revalidate} busy={state === 'loading'} />
            )}
          </SettingsSection>
        </div>
      </div>
    </div>
  )
}
