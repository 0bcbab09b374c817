import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { site } from '#domain/site.ts'

type Props = {
  title: string
  /** Two cards beside each other, and a way back to choosing; else one column to read. */
  wide?: boolean
  icon?: ReactNode
  /** A sentence below the title. */
  lead?: ReactNode
  children: ReactNode
}

/** Side by side, on a phone one below the other. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 max-sm:flex-col">{children}</div>
)

const link = 'inline-flex min-h-11 items-center rounded-s underline-offset-2 hover:underline'

const pages = [
  ['/terms', 'Termos de uso'],
  ['/privacy', 'Política de privacidade'],
  ['/contact', 'Contato'],
] as const

/** The frame of every purchase page. The site is another document: plain links. */
export function CheckoutFrame({ title, wide = false, icon, lead, children }: Props) {
  const width = wide ? 'max-w-wide' : 'max-w-column'
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <header className="border-b border-line">
        <div className={cx('mx-auto flex h-16 items-center justify-between gap-4 px-5 sm:px-6', width)}>
          <a
            href="/landing"
            aria-label={`${site.name}, voltar ao início`}
            className="flex min-h-11 items-center rounded-s font-serif text-xl font-semibold tracking-tight"
          >
            {site.name}
          </a>
          {wide && (
            <a href="/pricing" className={cx(link, 'gap-2 text-ink-2')}>
              <ArrowLeft aria-hidden className="size-4.5" />
              Voltar aos planos
            </a>
          )}
        </div>
      </header>
      <main className={cx('mx-auto w-full flex-1 px-5 py-8 sm:px-6 sm:py-12', width)}>
        {icon && <div className="mb-4 [&_svg]:size-10">{icon}</div>}
        <h1 className="font-serif text-2xl leading-tight font-medium tracking-tighter text-balance">{title}</h1>
        {lead && <p className="mt-2 max-w-measure text-md text-ink-2">{lead}</p>}
        <div className="mt-7">{children}</div>
      </main>
      <footer className="border-t border-line">
        <nav
          aria-label="Rodapé"
          className={cx('mx-auto flex flex-wrap gap-x-6 px-5 py-3 text-sm text-ink-2 sm:px-6', width)}
        >
          {pages.map(([href, name]) => (
            <a key={href} href={href} className={link}>
              {name}
            </a>
          ))}
        </nav>
      </footer>
    </div>
  )
}

/** Before a step of an ordered list, which numbers it for who cannot see this. */
export const StepNumber = ({ children }: { children: number }) => (
  <span
    aria-hidden
    className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-heavy text-accent"
  >
    {children}
  </span>
)

export const InlineLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="font-strong text-accent underline underline-offset-2">
    {children}
  </a>
)

const tones = { calm: 'border-line bg-accent-soft', warn: 'border-line bg-warn-soft' }

/** An important message: a heading and its sentences. */
type ToldProps = { title: string; tone?: keyof typeof tones; children: ReactNode }
export const Told = ({ title, tone = 'calm', children }: ToldProps) => (
  <section aria-label={title} className={cx('rounded-m border px-5 py-4', tones[tone])}>
    <h2 className="font-heavy">{title}</h2>
    <div className="mt-1 text-ink-2">{children}</div>
  </section>
)
