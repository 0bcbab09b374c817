import { Link } from 'react-router'
import { appPath } from '#app/lib/app-path.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { leaveWhenSignedIn } from '../session.ts'
import type { Route } from './+types/landing'

export const meta: Route.MetaFunction = () => [
  { title: 'Relato · A consulta vira prontuário' },
  {
    name: 'description',
    content:
      'O Relato transcreve a consulta ao vivo e escreve o registro por especialidade. Cada frase mostra de onde veio.',
  },
]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, request, url)
  const redirect = appPath(url.searchParams.get('redirect'))
  const query = redirect ? `redirect=${encodeURIComponent(redirect)}` : ''
  return {
    signIn: `/login${query && `?${query}`}`,
    signUp: `/login?criar=1${query && `&${query}`}`,
    cameForApp: redirect !== null,
  }
}

export default function Landing({ loaderData: { signIn, signUp, cameForApp } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[1160px] px-4 sm:px-6">
      <header className="flex h-[72px] items-center gap-4">
        <span className="font-serif text-[24px] font-semibold">Relato</span>
        <div className="ml-auto flex gap-2">
          <Link to={signIn} className={buttonClass('quiet')}>
            Entrar
          </Link>
          <Link to={signUp} className={buttonClass('primary')}>
            Criar conta
          </Link>
        </div>
      </header>
      <main>
        {cameForApp && (
          <p className="rounded-m border border-line bg-accent-soft px-4 py-3">
            Entre na sua conta para continuar de onde parou.{' '}
            <Link to={signIn} className="font-semibold text-accent underline underline-offset-2">
              Entrar
            </Link>
          </p>
        )}
        <section className="grid items-center gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-12 lg:pt-14 lg:pb-20">
          <div>
            <h1 className="font-serif text-[40px] leading-[1.05] font-medium tracking-[-.025em] text-balance lg:text-[58px]">
              A consulta vira prontuário. Você olha para o paciente.
            </h1>
            <p className="mt-5 mb-7 max-w-[46ch] text-[18px] leading-relaxed text-ink-2 lg:text-[19px]">
              O Relato transcreve a conversa ao vivo e escreve o registro da consulta. Cada frase mostra de onde veio. O
              que ninguém disse não entra sem você ver.
            </p>
            <div className="flex flex-wrap gap-3">
              <Link to={signUp} className={buttonClass('primary', 'lg')}>
                Criar conta
              </Link>
              <Link to={signIn} className={buttonClass('secondary', 'lg')}>
                Entrar
              </Link>
            </div>
          </div>
          <Picture />
        </section>
        <section className="grid gap-8 border-t border-line py-12 lg:grid-cols-3 lg:py-16">
          {points.map(([title, text]) => (
            <div key={title}>
              <h2 className="mb-2 font-serif text-[24px] leading-tight font-medium">{title}</h2>
              <p className="text-ink-2">{text}</p>
            </div>
          ))}
        </section>
      </main>
      <footer className="border-t border-line py-6 text-[14px] text-ink-3">
        Relato · Sistema de Consultas Médicas
      </footer>
    </div>
  )
}

const points = [
  [
    'A transcrição aparece enquanto se fala',
    'Você confere o texto durante a consulta, marca quem falou e corrige o que precisar, sem deixar de olhar para o paciente.',
  ],
  [
    'Cada frase tem prova',
    'Toque em uma frase do registro e leia as falas da consulta que a sustentam. O que não tem fala por trás vem marcado.',
  ],
  [
    'Se a rede cair, a gravação continua',
    'O áudio espera no seu aparelho até o servidor confirmar que guardou. Quando a conexão volta, a transcrição alcança a conversa.',
  ],
] as const

const lines = [
  ['Médico', 'Dor de cabeça, tontura, alteração na visão?'],
  ['Paciente', 'Tontura não. Dor de cabeça na nuca, quando acordo, umas três vezes na semana.'],
  ['Médico', 'E a losartana, está tomando todo dia?'],
  ['Paciente', 'Quando lembro. Tem dia que esqueço.'],
] as const

function Picture() {
  return (
    <Card
      className="overflow-hidden shadow-raised"
      role="img"
      aria-label="Exemplo: quatro falas de uma consulta e as frases do registro que elas comprovam"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-[18px] py-3.5 text-[14px] font-semibold">
        <span className="size-[9px] rounded-full bg-rec" />
        Consulta em andamento
        <span className="ml-auto font-medium text-ink-3">12:47</span>
      </div>
      <div className="py-2">
        {lines.map(([who, text]) => (
          <div key={text} className="grid grid-cols-[72px_1fr] gap-3 px-[18px] py-2 text-[15.5px]">
            <b className={who === 'Médico' ? 'pt-0.5 text-[13px] text-doctor' : 'pt-0.5 text-[13px] text-patient'}>
              {who}
            </b>
            <span>{text}</span>
          </div>
        ))}
      </div>
      <div className="border-t border-line bg-sunken px-[18px] py-4">
        <span className="mb-1 block text-[12.5px] font-[550] text-ink-3">História da Doença Atual</span>
        <p className="font-serif text-[17px] leading-relaxed">
          <span className="rounded-s bg-accent-soft shadow-[0_0_0_2px_var(--accent-soft)]">
            Cefaleia na nuca ao acordar, cerca de três vezes por semana.
          </span>{' '}
          Nega tontura. Em uso irregular de losartana.
        </p>
      </div>
    </Card>
  )
}
