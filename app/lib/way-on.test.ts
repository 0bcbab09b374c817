import { expect, test } from 'vitest'
import { along, targetOf, wayOnOf } from './way-on.ts'

const wayOn = (query: string) => wayOnOf(new URLSearchParams(query))

test('a paid plan leads to its checkout, else the page that was asked for, else the dashboard', () => {
  for (const [query, target] of [
    ['', '/app/dashboard'],
    ['plan=free', '/app/dashboard'],
    ['plan=free&redirect=/app/patients', '/app/patients'],
    ['plan=pro&interval=year&redirect=/app/patients', '/checkout?plan=pro&interval=year'],
    ['plan=clinica', '/checkout?plan=clinica&interval=month'],
    ['plan=professional', '/app/dashboard'],
    ['plan=pro%26x&redirect=//evil.example/app', '/app/dashboard'],
    ['redirect=https://evil.example/app', '/app/dashboard'],
    ['redirect=/app/../landing', '/app/dashboard'],
    [`redirect=/app/${'a'.repeat(900)}`, '/app/dashboard'],
    ['redirect=/app/history%3Fx%3D1', '/app/history?x=1'],
  ])
    expect([query, targetOf(wayOn(query ?? ''))]).toEqual([query, target])
})

test('the way on comes back from an address as it was written into one', () => {
  const written = wayOn("plan=pro&interval=year&redirect=/app/patients?x=1~(a)*'!")
  const address = along('/login', written, { verificado: '1' })
  expect(address).toMatch(/^\/login\?verificado=1&plan=pro&interval=year&redirect=[\w%.-]+$/)
  expect(wayOnOf(new URLSearchParams(address.slice('/login?'.length)))).toEqual(written)
  expect(along('/login', wayOn(''))).toBe('/login')
})
