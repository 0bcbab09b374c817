import { useRevalidator } from 'react-router'
import { WritingPage } from '#app/features/account/writing/writing-page.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { PageTitle } from '#app/ui/page-title.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { defaultSpecialty } from '#domain/record/specialty.ts'
import { ownWritingReply } from '#domain/record/writing/writing.ts'
import { loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/writing'

export const meta: Route.MetaFunction = () => [{ title: 'Meu jeito de escrever · Relato' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { profile } = context.get(sessionContext)
  const specialty = defaultSpecialty(null, profile?.specialty ?? null, () => true) ?? 'general'
  return { saved: await loaded(read(apiOf(context, request).api['own-writing'].$get(), ownWritingReply)), specialty }
}

export default function Writing({ loaderData: { saved, specialty } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <PageTitle title="Meu jeito de escrever">
        Títulos, ordem, estilo, frases e palavras dos seus próximos registros. Os que já existem não mudam.
      </PageTitle>
      {saved.data ? (
        <WritingPage saved={saved.data} specialty={specialty} />
      ) : (
        <ErrorState message={saved.failure} onRetry={revalidate} busy={state === 'loading'} />
      )}
    </div>
  )
}
