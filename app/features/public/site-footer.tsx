import { site, supportHours } from '#domain/site.ts'
import type { Visit } from './ways-in.ts'

type Column = readonly [title: string, links: readonly (readonly [href: string, name: string])[]]

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
      ['/contact', 'Contato'],
      ['/terms', 'Termos de uso'],
      ['/privacy', 'Privacidade'],
    ],
  ],
]

export function SiteFooter(visit: Visit) {
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
              {links.map(([href, name]) => (
                <li key={href}>
                  <a href={href} className={link}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <p className="mb-1 text-sm font-semibold">Suporte</p>
          <ul>
            <li>
              <a href={`mailto:${site.support.email.value}`} className={link}>
                {site.support.email.value}
              </a>
            </li>
            <li>
              <a href={`tel:${site.support.phone.value.link}`} className={link}>
                {site.support.phone.value.shown}
              </a>
            </li>
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
