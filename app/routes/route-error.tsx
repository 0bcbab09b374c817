import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useBackOnline, useOnline } from '#app/ui/online.ts'

type Props = {
  error: unknown
  home?: string
  /** The shell provides the main element. */
  inShell?: boolean
}

export function RouteError({ error, home = '/', inShell = false }: Props) {
  const Frame = inShell ? 'div' : 'main'
  const online = useOnline()
  const [unreached] = useState(() => !isRouteErrorResponse(error) && isUnreached(error))
  const frame = 'mx-auto flex min-h-notice max-w-dialog flex-col items-start justify-center gap-3 px-6'
  if (unreached || (!online && !isRouteErrorResponse(error)))
    return (
      <Frame className={frame}>
        <Unreached />
      </Frame>
    )
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Frame className={frame}>
      <p className="font-semibold text-ink-3">{missing ? 'Erro 404' : 'Erro'}</p>
      <h1 className="font-serif text-2xl leading-tight font-medium tracking-tighter">
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

/** Each browser has its own message for a missing answer. In the offline shell the router does not ask for some pages. */
const isUnreached = (error: unknown): boolean =>
  (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) ||
  (error instanceof Error && /^No result found for routeId/.test(error.message))

/** Reloads only the page's data: on request, and when the network returns. */
function Unreached() {
  const { revalidate, state } = useRevalidator()
  useBackOnline(() => void revalidate())
  return (
    <>
      <WifiOff aria-hidden className="size-8 text-ink-3" />
      <h1 className="font-serif text-2xl leading-tight font-medium tracking-tighter">Sem conexão</h1>
      <p className="text-ink-2">
        Esta página precisa da internet para abrir. Nada do que foi gravado se perdeu; ela abre sozinha quando a conexão
        voltar.
      </p>
      <Button variant="primary" className="mt-3" busy={state === 'loading'} onClick={() => revalidate()}>
        Tentar novamente
      </Button>
    </>
  )
}
