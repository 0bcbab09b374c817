import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { plansGroup } from './by-interval.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { Visit } from './ways-in.ts'

type Props = Visit & { children: ReactNode }

/** The frame of every public page: header, footer and support. */
export function SiteFrame({ ways, signedIn, children }: Props) {
  return (
    <div className={cx(plansGroup, 'flex min-h-dvh flex-col text-base')}>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-s bg-accent px-4 py-3 font-strong text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
      >
        Ir para o conteúdo
      </a>
      <SiteHeader ways={ways} signedIn={signedIn} />
      <main id="conteudo" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter ways={ways} signedIn={signedIn} />
    </div>
  )
}
