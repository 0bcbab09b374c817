import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLinks } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

type Band = { id?: string; sunken?: boolean; className?: string; children: ReactNode }

/** A full-width part of a public page. Its anchor scrolls to below the header. */
export function Section({ id, sunken = false, className, children }: Band) {
  return (
    <section id={id} className={cx('scroll-mt-16', sunken && 'border-y border-line bg-sunken')}>
      <div className={cx('mx-auto max-w-page px-5 py-16 sm:px-6 lg:py-24', className)}>{children}</div>
    </section>
  )
}

type Heading = { title: string; children?: ReactNode; centred?: boolean }

export function SectionHead({ title, children, centred = false }: Heading) {
  return (
    <div className={cx('mb-10 lg:mb-14', centred && 'text-center')}>
      <h2 className="font-serif text-2xl leading-title font-medium tracking-tighter text-balance lg:text-3xl">
        {title}
      </h2>
      {children && (
        <p className={cx('mt-4 max-w-measure text-md text-balance text-ink-2 lg:text-lg', centred && 'mx-auto')}>
          {children}
        </p>
      )}
    </div>
  )
}

export const TextLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="text-accent underline underline-offset-4 hover:text-accent-hover">
    {children}
  </a>
)

export function PageHead({ title, children }: Omit<Heading, 'centred'>) {
  return (
    <div className="mx-auto max-w-page px-5 pt-12 pb-10 sm:px-6 lg:pt-20 lg:pb-14">
      <h1 className="max-w-measure-xs font-serif text-2xl leading-display font-medium tracking-tighter text-balance lg:text-3xl">
        {title}
      </h1>
      {children && <p className="mt-5 max-w-measure text-lg leading-relaxed text-pretty text-ink-2">{children}</p>}
    </div>
  )
}

const SUPPORT = ['/contact', 'Falar com o suporte'] as const

/** The page for an unknown address, with links onward. */
export const PageMissing = () => (
  <ErrorPage
    code="Erro 404"
    title="Página não encontrada"
    text="O endereço mudou ou nunca existiu. Confira o link ou volte ao início."
  >
    <ButtonLinks to={[['/landing', 'Voltar ao início'], SUPPORT]} />
  </ErrorPage>
)

export function PageFailed() {
  const { pathname, search } = useLocation()
  return (
    <ErrorPage
      code="Erro"
      title="Algo falhou do nosso lado"
      text="Nada do que foi gravado se perdeu. Tente de novo; se o problema continuar, fale com o suporte."
    >
      <ButtonLinks to={[[pathname + search, 'Tentar novamente'], SUPPORT]} />
    </ErrorPage>
  )
}

type Props = { code: string; title: string; text: string; children: ReactNode }

const ErrorPage = ({ code, title, text, children }: Props) => (
  <div className="mx-auto flex min-h-notice max-w-page flex-col items-start justify-center px-5 py-20 sm:px-6">
    <p className="font-semibold text-ink-3">{code}</p>
    <h1 className="mt-3 font-serif text-2xl leading-display font-medium tracking-tighter text-balance lg:text-3xl">
      {title}
    </h1>
    <p className="mt-4 max-w-measure text-lg text-ink-2">{text}</p>
    <div className="mt-8 flex flex-wrap gap-3">{children}</div>
  </div>
)
