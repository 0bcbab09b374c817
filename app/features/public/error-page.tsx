import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

/** The page for an unknown address, with links onward. */
export const PageMissing = () => (
  <ErrorPage
    code="Erro 404"
    title="Página não encontrada"
    text="O endereço mudou ou nunca existiu. Confira o link ou volte ao início."
  >
    <a href="/landing" className={buttonClass('primary', 'lg')}>
      Voltar ao início
    </a>
    <a href="/contact" className={buttonClass('secondary', 'lg')}>
      Falar com o suporte
    </a>
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
      <a href={pathname + search} className={buttonClass('primary', 'lg')}>
        Tentar novamente
      </a>
      <a href="/contact" className={buttonClass('secondary', 'lg')}>
        Falar com o suporte
      </a>
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
