import type { MetaDescriptor } from 'react-router'
import { type ShownClaims, shownClaims, site } from '#domain/site.ts'
import { intervals, type Plan, plans } from '#domain/subscription/plans.ts'

/** The pages that search engines may list: the day the text last changed, and the picture of the link preview. */
export const publicPages: Record<string, { changed: string; picture: string }> = {
  '/landing': { changed: '2026-11-29', picture: 'landing' },
  '/pricing': { changed: '2026-11-29', picture: 'pricing' },
  '/demo': { changed: '2026-11-22', picture: 'demo' },
  '/about': { changed: '2026-11-28', picture: 'about' },
  '/qualidade': { changed: '2026-11-28', picture: 'default' },
  '/contact': { changed: '2026-11-22', picture: 'contact' },
  '/terms': { changed: '2026-11-29', picture: 'default' },
  '/privacy': { changed: '2026-11-29', picture: 'default' },
}

/** The date for a reader: 23/11/2026. */
export const changedOn = (path: string): string => (publicPages[path]?.changed ?? '').split('-').reverse().join('/')

type Page = {
  title: string
  description: string
  path: string
  /** Structured data for search engines (structured-data.ts). */
  data?: readonly Record<string, unknown>[]
}
/** The matches that a page's meta function receives; the root's loader has the app's address. */
type Matches = readonly ({ loaderData?: unknown } | undefined)[]
export type Matched = { matches: Matches }

/** The claims for a page's head. After a failed loader, only confirmed ones. */
export function claimsIn(matches: Matches): ShownClaims {
  const found = matches.map((match) => (match?.loaderData as { claims?: ShownClaims } | undefined)?.claims)
  return found.find((claims) => claims !== undefined) ?? shownClaims('')
}

/** A page's head. The canonical address has no query; unlisted pages get noindex. */
export function pageMeta(matches: Matches, { title, description, path, data = [] }: Page): MetaDescriptor[] {
  const about = [{ title }, { name: 'description', content: description }]
  const listing = publicPages[path]
  if (!listing) return [...about, { name: 'robots', content: 'noindex' }]
  const { origin = '' } = (matches[0]?.loaderData ?? {}) as { origin?: string }
  const url = origin + path
  const trail = path === '/landing' ? [] : [trailData(origin, path, title.replace(' · Relato', ''))]
  const property = (name: string, content: string) => ({ property: `og:${name}`, content })
  return [
    ...about,
    { tagName: 'link', rel: 'canonical', href: url },
    property('title', title),
    property('description', description),
    property('type', 'website'),
    property('url', url),
    property('locale', 'pt_BR'),
    property('site_name', 'Relato'),
    property('image', `${origin}/og/${listing.picture}.jpg`),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', title),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...[...data, ...trail].map((one) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...one } })),
  ]
}

type Data = Record<string, unknown>

/** Has no rating: our satisfaction figure is no set of public reviews. */
export const productData = (): Data => ({
  '@type': 'SoftwareApplication',
  name: site.name,
  applicationCategory: 'MedicalApplication',
  operatingSystem: 'Web',
  inLanguage: 'pt-BR',
  description:
    'Transcreve a consulta médica ao vivo e escreve o registro por especialidade, com a prova de cada frase.',
  offers: Object.values(plans).flatMap(offersOf),
  publisher: { '@type': 'Organization', name: site.company.name.value },
})

const UNIT = { month: 'MON', year: 'ANN' } as const

function offersOf({ name, price, description }: Plan): Data[] {
  const bought = intervals.filter((interval) => price[interval] > 0 || interval === 'month')
  return bought.map((interval) => {
    const amount = (price[interval] / 100).toFixed(2)
    return {
      '@type': 'Offer',
      name: `${name}, ${interval === 'month' ? 'por mês' : 'por ano'}`,
      description,
      price: amount,
      priceCurrency: 'BRL',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: amount,
        priceCurrency: 'BRL',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: UNIT[interval] },
      },
    }
  })
}

export const organizationData = (): Data => ({
  '@type': 'Organization',
  name: site.name,
  legalName: site.company.name.value,
  email: site.support.email.value,
  address: { '@type': 'PostalAddress', addressLocality: site.company.city.value, addressCountry: 'BR' },
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: site.support.email.value,
    telephone: site.support.phone.value.link,
    availableLanguage: 'pt-BR',
  },
})

export const faqData = (entries: readonly { question: string; answer: string }[]): Data => ({
  '@type': 'FAQPage',
  mainEntity: entries.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** The path from the landing page to this one. */
const trailData = (origin: string, path: string, name: string): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: site.name, item: `${origin}/landing` },
    { '@type': 'ListItem', position: 2, name, item: origin + path },
  ],
})
