import { expect, test } from 'vitest'
import { factProblems, shownClaims, site } from './site.ts'

test('staging and production show a claim only once it is confirmed; development and preview show all', () => {
  const claims = { ...site.claims, guaranteeDays: { value: 30, confirmed: true } }
  const all = Object.fromEntries(Object.entries(claims).map(([name, { value }]) => [name, value]))
  for (const environment of ['development', 'preview']) expect(shownClaims(environment, claims)).toEqual(all)
  const none = Object.fromEntries(
    Object.entries(site.claims).map(([name, { value, confirmed }]) => [name, confirmed ? value : null]),
  )
  for (const environment of ['staging', 'production', '', 'prod'])
    expect(shownClaims(environment, claims)).toEqual({ ...none, guaranteeDays: 30 })
})

test('a fact of the company that is not confirmed, or confirmed as an example, keeps production from being deployed', () => {
  const { support, company } = site
  const confirmed = <T>(value: T) => ({ value, confirmed: true })
  const real = {
    support: {
      email: confirmed('suporte@relato.med.br'),
      phone: confirmed({ shown: '(11) 3876-5432', link: '+551138765432' }),
      hours: confirmed(support.hours.value),
    },
    company: {
      name: confirmed('Uma Empresa Ltda.'),
      city: confirmed('São Paulo, SP'),
      dataOfficer: confirmed('privacidade@relato.med.br'),
    },
  }
  expect(factProblems(real)).toEqual([])
  const wrong = {
    support: {
      email: confirmed('suporte@relato.example'),
      phone: confirmed({ shown: '(11) 4000-0000', link: '+551140000000' }),
      hours: { ...real.support.hours, confirmed: false },
    },
    company: { ...company, ...real.company, city: { value: 'São Paulo, SP', confirmed: false } },
  }
  expect(factProblems(wrong)).toEqual([
    { name: 'support.email', fault: 'placeholder' },
    { name: 'support.phone', fault: 'placeholder' },
    { name: 'support.hours', fault: 'unconfirmed' },
    { name: 'company.city', fault: 'unconfirmed' },
  ])
})
