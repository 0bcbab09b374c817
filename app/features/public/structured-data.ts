import { site } from '#domain/site.ts'
import { intervals, type Plan, plans } from '#domain/subscription/plans.ts'

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
export const trailData = (origin: string, path: string, name: string): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: site.name, item: `${origin}/landing` },
    { '@type': 'ListItem', position: 2, name, item: origin + path },
  ],
})
