import { expect, test } from 'vitest'
import { checkoutPath, chosenPlan } from './chosen-plan.ts'
import { plans } from './plans.ts'

test('reads a known plan from the address, or none', () => {
  const chosen = (query: string) => chosenPlan(new URLSearchParams(query))
  expect(chosen('plan=pro&interval=year')).toEqual({ plan: 'pro', interval: 'year' })
  expect(chosen('plan=clinica')).toEqual({ plan: 'clinica', interval: 'month' })
  expect(chosen('plan=pro&interval=week')).toEqual({ plan: 'pro', interval: 'month' })
  for (const query of ['', 'plan=professional', 'plan=__proto__', 'interval=year', 'plan=PRO'])
    expect(chosen(query)).toBeNull()
  expect(checkoutPath({ plan: 'pro', interval: 'year' })).toBe('/checkout?plan=pro&interval=year')
})

test('a year costs a fifth less than twelve months', () => {
  expect(Object.values(plans).map(({ price }) => price)).toEqual([
    { month: 0, year: 0 },
    { month: 197_00, year: 1_891_20 },
    { month: 497_00, year: 4_771_20 },
  ])
})
