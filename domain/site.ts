import type { SettingProblem } from './configuration.ts'

/** A statement of the company. `confirmed` becomes true when the owner has checked it. */
export type Stated<T> = { value: T; confirmed: boolean }
const unconfirmed = <T>(value: T): Stated<T> => ({ value, confirmed: false })
const figure = (value: string, of: string) => unconfirmed({ figure: value, of })

/** All facts and claims of the company. The owner changes and confirms them in this file alone. */
export const site = {
  name: 'Relato',
  /** Production hides each claim that is not confirmed. */
  claims: {
    doctors: figure('500+', 'médicos ativos'),
    consultations: figure('50.000+', 'consultas'),
    accuracy: figure('98%', 'de precisão'),
    satisfaction: figure('4,9/5', 'de satisfação'),
    laws: figure('LGPD/HIPAA', 'em conformidade'),
    guaranteeDays: unconfirmed(30),
    /** Share of the price that a yearly plan saves; the catalogue's prices use it. */
    annualDiscount: unconfirmed(0.2),
  },
  /** Days until a visitor's message is deleted. */
  contactKeptDays: 365,
  /** `npm run release` refuses production while one of these facts is not confirmed. */
  support: {
    email: unconfirmed('suporte@relato.example'),
    phone: unconfirmed({ shown: '(11) 4000-0000', link: '+551140000000' }),
    hours: unconfirmed([
      { days: 'Seg–Sex', from: '8h', to: '18h' },
      { days: 'Sáb', from: '9h', to: '13h' },
    ]),
  },
  company: {
    name: unconfirmed('Relato Tecnologia em Saúde Ltda.'),
    city: unconfirmed('São Paulo, SP'),
    /** The address for questions of patients and doctors about their data (LGPD art. 41). */
    dataOfficer: unconfirmed('privacidade@relato.example'),
  },
}

export type Claims = typeof site.claims
/** The claims that an environment shows; null: it hides that one. */
export type ShownClaims = { [Name in keyof Claims]: Claims[Name]['value'] | null }

/** Development and preview show every claim; any other environment only those that the owner has confirmed. */
export function shownClaims(environment: string, claims: Claims = site.claims): ShownClaims {
  const showsAll = environment === 'development' || environment === 'preview'
  return Object.fromEntries(
    Object.entries(claims).map(([name, { value, confirmed }]) => [name, showsAll || confirmed ? value : null]),
  ) as ShownClaims
}

/** Facts that keep production from being deployed, by their place in `site`: not confirmed, or still an example. */
export function factProblems({ support, company }: Pick<typeof site, 'support' | 'company'> = site): SettingProblem[] {
  const facts: Record<string, Stated<unknown>> = {
    'support.email': support.email,
    'support.phone': support.phone,
    'support.hours': support.hours,
    'company.name': company.name,
    'company.city': company.city,
    'company.dataOfficer': company.dataOfficer,
  }
  return Object.entries(facts).flatMap(([name, { value, confirmed }]): SettingProblem[] => {
    if (!confirmed) return [{ name, fault: 'unconfirmed' }]
    return isExample(JSON.stringify(value)) ? [{ name, fault: 'placeholder' }] : []
  })
}

const isExample = (text: string) => /\.example\b|4000-0000/.test(text)

/** Seg–Sex 8h–18h, Sáb 9h–13h */
export const supportHours = site.support.hours.value.map(({ days, from, to }) => `${days} ${from}–${to}`).join(', ')
