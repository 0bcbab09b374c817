import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLeaving } from '#app/lib/use-leaving.ts'
import type { WayOn } from '#app/lib/way-on.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useHydrated } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ChosenPlan } from '#domain/subscription/chosen-plan.ts'
import { plans } from '#domain/subscription/plans.ts'
import { googleReason, googleSentence, startGoogle } from './auth-calls.ts'

type Props = { title: string; above?: ReactNode; children: ReactNode }

/** The frame of the sign-in, sign-up and new-password screens. The site is another document: plain links. */
export function AuthFrame({ title, above, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The server's page leaves the focus where the browser puts it.
  const shown = useRef(useHydrated() ? null : title)
  // The form with the focus was replaced, and the new one has not taken the focus.
  useEffect(() => {
    if (shown.current !== title && !(document.activeElement instanceof HTMLInputElement)) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="mx-auto flex min-h-dvh max-w-form flex-col px-4 py-6">
      <header>
        <a
          href="/landing"
          className="inline-block rounded-s py-2 font-serif text-xl leading-none font-semibold"
          aria-label="Relato, voltar ao início"
        >
          Relato
        </a>
      </header>
      <main className="my-auto py-8">
        <h1 ref={heading} tabIndex={-1} className="mb-5 font-serif text-2xl leading-tight font-medium tracking-tighter">
          {title}
        </h1>
        {above}
        <Card className="p-5 shadow-raised sm:p-6">{children}</Card>
        <a href="/landing" className="mt-5 inline-block rounded-s py-1 text-ink-2 underline underline-offset-2">
          Voltar ao início
        </a>
      </main>
    </div>
  )
}

const tones = { ok: 'bg-ok-soft text-ok', warn: 'bg-warn-soft text-warn', error: 'bg-rec-soft text-rec' }
export const AuthNotice = ({ tone, children }: { tone: keyof typeof tones; children: string }) => (
  <p role={tone === 'error' ? 'alert' : 'status'} className={`mb-4 rounded-m px-4 py-3 font-medium ${tones[tone]}`}>
    {children}
  </p>
)

/** Shown where scripts are switched off: `children` says what does not work without them. */
export const ScriptNeeded = ({ children }: { children: string }) => (
  <p className="mb-4 hidden rounded-m bg-warn-soft px-4 py-3 font-medium text-warn noscript:block">
    {children} Ative o JavaScript no navegador ou{' '}
    <a href="/contact" className="rounded-s underline underline-offset-2">
      fale com a gente
    </a>
    .
  </p>
)

const intervalNames = { month: 'mensal', year: 'anual' } as const

/** 'Pro, anual · 14 dias grátis', 'Free · sem cobrança' */
function named({ plan, interval }: ChosenPlan): string {
  const { name, price, trialDays } = plans[plan]
  if (price[interval] === 0) return `${name} · sem cobrança`
  return `${name}, ${intervalNames[interval]}${trialDays > 0 ? ` · ${trialDays} dias grátis` : ''}`
}

/** Shows the plan chosen before sign-up, with a link to choose another. */
export const ChosenPlanLine = ({ chosen }: { chosen: ChosenPlan }) => (
  <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-m border border-line bg-accent-soft px-4 py-3">
    <span>
      Plano escolhido: <b className="font-semibold">{named(chosen)}</b>
    </span>
    <Link to="/pricing" reloadDocument className="rounded-s text-accent underline underline-offset-2">
      Trocar plano
    </Link>
  </p>
)

/** One toast at a time: the button and the address share its id. */
const failed = (description: string) => toast.error('Erro ao entrar com Google', { id: 'google', description })

export function GoogleButton({ way }: { way: WayOn }) {
  const [busy, setBusy] = useLeaving()
  const hydrated = useHydrated()

  async function go() {
    setBusy(true)
    const result = await startGoogle(way)
    if (result.ok && result.url) return location.assign(result.url)
    setBusy(false)
    failed(result.ok ? googleReason('') : googleSentence(result))
  }
  return (
    <>
      <Button size="lg" busy={busy} disabled={!hydrated} onClick={go} className="w-full noscript:hidden">
        {!busy && <Mark />}
        Continuar com Google
      </Button>
      <p className="my-4 grid noscript:hidden grid-cols-between items-center gap-3 text-sm text-ink-3 before:h-px before:bg-line after:h-px after:bg-line">
        ou com email
      </p>
    </>
  )
}

/** Shows the failure of a sign-in with Google and removes its code from the address. */
export function useGoogleFailure(code: string | null): void {
  useEffect(() => {
    if (code === null) return
    failed(googleReason(code))
    const url = new URL(location.href)
    for (const name of ['google', 'error', 'error_description']) url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
  }, [code])
}

/** Google's logo in its colours, as its rules for the button require. */
const Mark = () => (
  <svg aria-hidden="true" viewBox="0 0 48 48" className="size-4.5">
    <path
      fill="#EA4335"
      d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
    />
    <path
      fill="#4285F4"
      d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
    />
    <path
      fill="#FBBC05"
      d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
    />
  </svg>
)
