import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#app/ui/card.tsx'
import { useHydrated } from '#app/ui/form.tsx'

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
