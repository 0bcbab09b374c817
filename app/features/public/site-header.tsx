import { Menu } from 'lucide-react'
import { useLocation } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { site } from '#domain/site.ts'
import { ByInterval } from './by-interval.tsx'
import type { Visit } from './ways-in.ts'

const MENU = 'menu-do-site'

type Way = readonly [href: string, name: string]

/** A signed-in doctor gets no links to the landing page, which would redirect. */
function useWays({ ways: { kept }, signedIn }: Visit): { sections: readonly Way[]; company: readonly Way[] } {
  const landing = useLocation().pathname === '/landing' ? '' : `/landing${kept}`
  const prices: Way = [`/pricing${kept}`, 'Preços']
  const demo: Way = ['/demo', 'Demonstração']
  const company: readonly Way[] = [
    ['/about', 'Sobre'],
    ['/contact', 'Contato'],
  ]
  if (signedIn) return { sections: [prices, demo, ...company], company: [] }
  const sections: readonly Way[] = [
    [`${landing}#solution`, 'Solução'],
    [`${landing}#benefits`, 'Benefícios'],
    prices,
    [`${landing}#faq`, 'Perguntas'],
    demo,
  ]
  return { sections, company }
}

export function SiteHeader(visit: Visit) {
  const { ways, signedIn } = visit
  const { sections } = useWays(visit)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-3 px-5 sm:px-6 lg:gap-8">
        <a
          href={signedIn ? '/app/dashboard' : `/landing${ways.kept}`}
          className="flex min-h-11 items-center rounded-s font-serif text-xl font-semibold tracking-tight"
        >
          {site.name}
        </a>
        <nav aria-label="Site" className="max-lg:hidden">
          <ul className="flex gap-1">
            {sections.map(([href, name]) => (
              <li key={href}>
                <a
                  href={href}
                  className="flex min-h-11 items-center rounded-s px-2.5 font-medium text-ink-2 transition-colors duration-150 hover:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {signedIn ? (
            <a href="/app/dashboard" className={buttonClass('primary')}>
              Abrir o Relato
            </a>
          ) : (
            <>
              <a href={ways.signIn} className={`${buttonClass('quiet')} max-sm:hidden`}>
                Entrar
              </a>
              <ByInterval>
                {(interval) => (
                  <a href={ways.trial[interval]} className={buttonClass('primary')}>
                    Testar 14 dias
                  </a>
                )}
              </ByInterval>
            </>
          )}
          <button
            type="button"
            popoverTarget={MENU}
            className={`${buttonClass('quiet', 'md', true)} size-11! lg:hidden`}
          >
            <Menu aria-hidden className="size-5.5" />
            <span className="sr-only">Menu</span>
          </button>
        </div>
      </div>
      <SmallMenu {...visit} />
    </header>
  )
}

/** The browser's popover: it opens, closes and restores the focus without a script. */
function SmallMenu(visit: Visit) {
  const { sections, company } = useWays(visit)
  const entries: readonly Way[] = visit.signedIn
    ? []
    : [
        [visit.ways.signIn, 'Entrar'],
        [visit.ways.signUp, 'Criar conta'],
      ]
  const row = 'flex min-h-12 items-center text-md font-medium'
  return (
    <div
      id={MENU}
      popover="auto"
      className="fixed inset-x-3 top-17.5 m-0 max-h-[calc(100dvh-86px)] w-auto overflow-y-auto rounded-m border border-line bg-surface px-5 py-2 text-ink shadow-raised lg:hidden"
    >
      <nav aria-label="Menu">
        <ul className="divide-y divide-line">
          {[...sections, ...company].map(([href, name]) => (
            <li key={href}>
              <a href={href} className={row}>
                {name}
              </a>
            </li>
          ))}
          {entries.map(([href, name]) => (
            <li key={href}>
              <a href={href} className={`${row} text-accent`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
