import { Menu } from 'lucide-react'
import { buttonClass } from '#app/ui/button.tsx'
import { site } from '#domain/site.ts'
import type { WaysIn } from './ways-in.ts'

const sections = [
  ['/landing#solution', 'Solução'],
  ['/landing#benefits', 'Benefícios'],
  ['/landing#pricing', 'Preços'],
  ['/landing#faq', 'Perguntas'],
  ['/demo', 'Demonstração'],
] as const

const MENU = 'menu-do-site'

type Props = { ways: WaysIn; signedIn: boolean }

export function SiteHeader({ ways, signedIn }: Props) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-3 px-5 sm:px-6 lg:gap-8">
        <a
          href="/landing"
          className="flex min-h-11 items-center rounded-s font-serif text-[25px] font-semibold tracking-[-.01em]"
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
              <a href={ways.trial} className={buttonClass('primary')}>
                Testar 14 dias
              </a>
            </>
          )}
          <button
            type="button"
            popoverTarget={MENU}
            className={`${buttonClass('quiet', 'md', true)} size-11! lg:hidden`}
          >
            <Menu aria-hidden className="size-[22px]" />
            <span className="sr-only">Menu</span>
          </button>
        </div>
      </div>
      <SmallMenu ways={ways} signedIn={signedIn} />
    </header>
  )
}

/** The browser's own popover: opens, closes by Escape or a tap beside it, and gives the focus back, all without script. */
function SmallMenu({ ways, signedIn }: Props) {
  const row = 'flex min-h-12 items-center text-[17px] font-medium'
  return (
    <div
      id={MENU}
      popover="auto"
      className="fixed inset-x-3 top-[70px] m-0 w-auto rounded-m border border-line bg-surface px-5 py-2 text-ink shadow-raised lg:hidden"
    >
      <nav aria-label="Menu">
        <ul className="divide-y divide-line">
          {sections.map(([href, name]) => (
            <li key={href}>
              <a href={href} className={row}>
                {name}
              </a>
            </li>
          ))}
          <li>
            <a href="/contact" className={row}>
              Contato
            </a>
          </li>
          {!signedIn && (
            <li>
              <a href={ways.signIn} className={`${row} text-accent`}>
                Entrar
              </a>
            </li>
          )}
        </ul>
      </nav>
    </div>
  )
}
