import { isRouteErrorResponse, Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

type Props = {
  error: unknown
  home?: string
  /** The shell around it is the page's main element already. */
  inShell?: boolean
}

/** What a person sees when a page cannot be shown: what happened, and the way on. */
export function RouteError({ error, home = '/', inShell = false }: Props) {
  const Frame = inShell ? 'div' : 'main'
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Frame className="mx-auto flex min-h-[70dvh] max-w-[560px] flex-col items-start justify-center gap-3 px-6">
      <p className="font-semibold text-ink-3">{missing ? 'Erro 404' : 'Erro'}</p>
      <h1 className="font-serif text-[34px] leading-tight font-medium tracking-[-.02em]">
        {missing ? 'Página não encontrada' : 'Algo falhou do nosso lado'}
      </h1>
      <p className="text-ink-2">
        {missing
          ? 'O endereço mudou ou nunca existiu. Confira o link ou volte ao início.'
          : 'Nada do que foi gravado se perdeu. Recarregue a página; se o problema continuar, fale com o suporte.'}
      </p>
      <div className="mt-3 flex gap-2">
        {!missing && (
          <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
            Recarregar
          </button>
        )}
        <Link to={home} className={buttonClass(missing ? 'primary' : 'secondary')}>
          Voltar ao início
        </Link>
      </div>
    </Frame>
  )
}
