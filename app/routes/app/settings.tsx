import { AudioSettingsForm } from '#app/features/account/audio-settings.tsx'
import { ProfileForm } from '#app/features/account/profile-form.tsx'
import { ThemeChoice } from '#app/features/account/theme-choice.tsx'
import { themeOf } from '#app/lib/theme.ts'
import { Card } from '#app/ui/card.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { sessionContext } from '../session.ts'
import type { Route } from './+types/settings'

export const meta: Route.MetaFunction = () => [{ title: 'Configurações · Relato' }]

export function loader({ context, request }: Route.LoaderArgs) {
  return { session: context.get(sessionContext), theme: themeOf(request.headers.get('cookie')) }
}

export default function Settings({ loaderData: { session, theme } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[760px]">
      <PageTitle title="Configurações">Gerencie seu perfil e configurações da aplicação</PageTitle>
      <Card className="mb-5 p-5">
        <h2 className="mb-4 text-[16px] font-[650]">Perfil profissional</h2>
        <ProfileForm session={session} />
      </Card>
      <Card className="mb-5 p-5">
        <h2 className="mb-4 text-[16px] font-[650]">Áudio</h2>
        <AudioSettingsForm />
      </Card>
      <Card className="p-5">
        <h2 className="mb-4 text-[16px] font-[650]">Aparência</h2>
        <ThemeChoice theme={theme} />
      </Card>
    </div>
  )
}
