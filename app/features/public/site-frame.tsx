import { ArrowUp, Menu, MessageCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLinks, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { site, supportHours } from '#domain/site.ts'
import { ByInterval, plansGroup } from './by-interval.tsx'
import url from './script/site.ts?worker&url'
import type { Visit } from './ways-in.ts'

type Props = Visit & { children: ReactNode }

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

type Column = readonly [title: string, links: readonly Way[]]

/** A signed-in doctor gets no links to the landing page, which would redirect. */
const columnsOf = ({ ways: { kept }, signedIn }: Visit): readonly Column[] => [
  [
    'Produto',
    [
      ...(signedIn ? [] : [[`/landing${kept}#solution`, 'Como funciona'] as const]),
      ['/demo', 'Demonstração'],
      [`/pricing${kept}`, 'Preços'],
      ...(signedIn ? [] : [[`/landing${kept}#faq`, 'Perguntas'] as const]),
    ],
  ],
  [
    'Empresa',
    [
      ['/about', 'Sobre'],
      ['/qualidade', 'Qualidade'],
      ['/contact', 'Contato'],
      ['/terms', 'Termos de uso'],
      ['/privacy', 'Privacidade'],
    ],
  ],
]

const { email, phone } = site.support
const channels: readonly Way[] = [
  [`mailto:${email.value}`, email.value],
  [`tel:${phone.value.link}`, phone.value.shown],
]

function SiteFooter(visit: Visit) {
  const link =
    'inline-flex min-h-9 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11'
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-12 sm:px-6 md:grid-cols-footer">
        <div>
          <p className="font-serif text-xl font-semibold">{site.name}</p>
          <p className="mt-2 max-w-measure-sm text-ink-2">A consulta vira prontuário. Você olha para o paciente.</p>
        </div>
        {columnsOf(visit).map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <p className="mb-1 text-sm font-semibold">{title}</p>
            <ul>
              <Links to={links} className={link} />
            </ul>
          </nav>
        ))}
        <div>
          <p className="mb-1 text-sm font-semibold">Suporte</p>
          <ul>
            <Links to={channels} className={link} />
            <li className="flex min-h-9 items-center text-ink-2">{supportHours}</li>
          </ul>
        </div>
      </div>
      <p className="mx-auto max-w-page border-t border-line px-5 py-5 text-sm text-ink-3 sm:px-6">
        {site.company.name.value} · {site.company.city.value}
      </p>
    </footer>
  )
}

const MENU = 'menu-do-site'

type Way = readonly [href: string, name: string]

const Links = ({ to, className }: { to: readonly Way[]; className: string }) =>
  to.map(([href, name]) => (
    <li key={href}>
      <a href={href} className={className}>
        {name}
      </a>
    </li>
  ))

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

function SiteHeader(visit: Visit) {
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
            <Links
              to={sections}
              className="flex min-h-11 items-center rounded-s px-2.5 font-medium text-ink-2 transition-colors duration-150 hover:text-ink"
            />
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
          <Links to={[...sections, ...company]} className={row} />
          <Links to={entries} className={`${row} text-accent`} />
        </ul>
      </nav>
    </div>
  )
}

/** Above the support bubble, in the same column. Script: script/site.ts. */
export const ScrollTop = () => (
  <button
    type="button"
    data-scroll-top
    aria-label="Voltar ao topo"
    title="Voltar ao topo"
    className="invisible fixed right-4 bottom-19 z-30 grid size-11 translate-y-1 place-items-center rounded-full border border-line-strong bg-surface text-ink-2 opacity-0 shadow-raised transition-[opacity,translate,visibility] duration-200 hover:border-ink-3 hover:text-ink data-shown:visible data-shown:translate-y-0 data-shown:opacity-100 sm:right-6 sm:bottom-23 print:hidden"
  >
    <ArrowUp aria-hidden className="size-5" />
  </button>
)

/** The public pages' own script; they do not load the framework's. */
export const SiteScript = () => (
  // With `async`, React runs the script also after a navigation within the app, such as signing out.
  <script type="module" async src={url} />
)

const round =
  'fixed right-4 bottom-4 z-30 grid size-12 place-items-center rounded-full bg-accent text-on-accent shadow-raised transition-colors duration-150 hover:bg-accent-hover sm:right-6 sm:bottom-6 sm:size-14 print:hidden max-sm:in-[body:has([data-demo][data-state=running])]:invisible'
const icon = <MessageCircle aria-hidden className="size-6" />
const NAME = 'Falar com o suporte'

/** The round button of support and the panel it opens; without script a link to the contact page. Script: script/site.ts. */
export const SupportBubble = ({ facts, form }: { facts: ReactNode; form: ReactNode }) => (
  <>
    {/* The fixed bubble must not cover the last lines of the page. */}
    <div aria-hidden className="h-20 bg-sunken min-[1360px]:hidden print:hidden" />
    <a href="/contact" data-support-link aria-label={NAME} title={NAME} className={round}>
      {icon}
    </a>
    <button
      type="button"
      hidden
      data-support-open
      aria-haspopup="dialog"
      aria-expanded="false"
      aria-label={NAME}
      title={NAME}
      className={round}
    >
      {icon}
    </button>
    <dialog
      data-support
      aria-labelledby="support-title"
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-sheet w-full max-w-none overflow-y-auto rounded-t-m border border-line bg-surface text-ink shadow-raised backdrop:bg-backdrop sm:right-6 sm:bottom-6 sm:left-auto sm:max-h-[calc(100dvh-48px)] sm:w-100 sm:rounded-m"
    >
      <div className="sticky top-0 z-10 flex items-start gap-3 border-b border-line bg-surface px-5 pt-4 pb-3">
        <h2 id="support-title" className="flex-1 font-serif text-xl leading-tight font-semibold tracking-tight">
          Fale com a gente
        </h2>
        <form method="dialog">
          <Close className="-mt-1 -mr-2" />
        </form>
      </div>
      <div className="flex flex-col gap-5 px-5 pt-4 pb-5">
        {facts}
        {form}
      </div>
    </dialog>
  </>
)

const Close = ({ className }: { className?: string }) => (
  <button type="submit" aria-label="Fechar" title="Fechar" className={cx(className, buttonClass('quiet', 'md', true))}>
    <X aria-hidden className="size-4.5" />
  </button>
)

/** Shown once, when the pointer leaves the window. Script: script/site.ts. */
export const ExitOffer = () => (
  <dialog
    data-exit-offer
    aria-labelledby="exit-title"
    aria-describedby="exit-text"
    className="m-auto w-popup max-w-none rounded-m border border-line bg-surface p-7 pb-5 text-ink shadow-raised backdrop:bg-backdrop sm:p-9 sm:pb-6"
  >
    <p className="text-sm font-semibold text-accent">Antes de ir</p>
    <h2 id="exit-title" className="mt-1.5 pr-8 font-serif text-2xl leading-title font-medium tracking-tight">
      15 minutos, e você vê o Relato funcionar.
    </h2>
    <p id="exit-text" className="mt-3 text-base leading-relaxed text-ink-2">
      Uma demonstração guiada por vídeo, com as suas perguntas e a sua especialidade. Sem cartão e sem compromisso.
    </p>
    <div className="mt-6 flex flex-wrap gap-3">
      <ButtonLinks
        to={[
          ['/contact?assunto=demonstracao', 'Pedir demonstração de 15 minutos'],
          ['/demo', 'Ver a demonstração agora'],
        ]}
      />
    </div>
    <form method="dialog" className="mt-3">
      <button type="submit" className={`-ml-3.5 ${buttonClass('quiet')}`}>
        Agora não
      </button>
    </form>
    <form method="dialog" className="absolute top-3 right-3">
      <Close />
    </form>
  </dialog>
)
