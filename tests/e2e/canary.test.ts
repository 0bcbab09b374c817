import { expect, test } from 'vitest'
import { type Exception, Search, type Secret, type Written } from './canary.ts'

const secrets: Secret[] = [
  { kind: 'name', text: 'Conceição D’Ávila Brandão' },
  { kind: 'name', text: 'Ana' },
  { kind: 'number', text: '529.982.247-25' },
  { kind: 'words', text: 'Desde segunda eu sinto uma dor no peito quando subo a escada.' },
  { kind: 'words', text: 'Sim, senhora.' },
  { kind: 'password', text: 'Segredo123!' },
  { kind: 'session', text: 'gT5-kq_0aZ8xY2mN4pQ7' },
  { kind: 'mail token', text: 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6.x_y-z' },
]
const search = new Search(secrets)
const output = (text: string): Written => ({ place: 'output', text })

test('a planted leak is found however it is spelt', () => {
  const planted: [kind: string, text: string][] = [
    ['name', '{"event":"job_done","name":"Conceição D’Ávila Brandão"}'],
    ['name', 'D1_ERROR: UNIQUE constraint failed, params: conceicao d’avila brandao,presencial'],
    ['name', '/api/patients?busca=Concei%C3%A7%C3%A3o+D%E2%80%99%C3%81vila+Brand%C3%A3o'],
    ['name', '/login?redirect=%2Fapp%2Fpatients%3Fq%3DConcei%25C3%25A7%25C3%25A3o%2520d%2527avila%2520brandao'],
    ['name', 'consulta-Conceicao-D-Avila-Brandao-2026-11-23.txt'],
    ['name', '"Concei\\u00e7\\u00e3o D\\u2019\\u00c1vila Brand\\u00e3o"'],
    ['number', 'cpf=52998224725'],
    ['number', 'Failed query … params: 529.982.247-25,11'],
    ['words', 'Unexpected token: eu sinto uma dor no peito is not valid JSON'],
    ['words', '/x?q=eu%20sinto%20uma%20dor%20no%20peito'],
    ['password', 'POST {"password":"Segredo123!"}'],
    ['session', 'cookie: __Host-relato.session_token=gT5-kq_0aZ8xY2mN4pQ7.c2lnbmF0dXJl'],
    [
      'mail token',
      'https://localhost/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6.x_y-z&callbackURL=/',
    ],
  ]
  expect(planted.map(([, text]) => [...search.kindsIn(text), text])).toEqual(planted.map((one) => [...one]))
  const { leaks } = search.through(
    planted.map(([, text]) => output(text)),
    [],
  )
  expect(leaks).toHaveLength(planted.length)
})

test('what says nothing of anybody is no leak, and of what is too short none is looked for', () => {
  const harmless = [
    'GET /api/patients 200 OK (52ms)',
    '/app/patients/529b8a7e-982f-4472-9c25-0f50f06d8677',
    'Ana: sim, senhora',
    'a dor no peito',
    'Conceição Brandão',
    'segredo1234',
  ]
  expect(harmless.filter((text) => search.kindsIn(text).length > 0)).toEqual([])
  expect(search.known).toEqual({ name: 1, number: 1, words: 1, password: 1, session: 1, 'mail token': 1 })
})

test('an exception excuses its own kind in its own place alone, and is counted', () => {
  const link = 'http://localhost/reset-password?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6.x_y-z'
  const exceptions: Exception[] = [
    { name: 'opened', kind: 'mail token', places: ['navigation'], text: /\/reset-password\?token=/ },
  ]
  const { leaks, excused } = search.through(
    [
      { place: 'navigation', text: link },
      { place: 'referer', text: link },
      { place: 'navigation', text: `${link}&nome=Conceição+D’Ávila+Brandão` },
      { place: 'navigation', text: link.replace('reset-password', 'landing') },
    ],
    exceptions,
  )
  expect(leaks.map(({ kind, place }) => [kind, place])).toEqual([
    ['mail token', 'referer'],
    ['name', 'navigation'],
    ['mail token', 'navigation'],
  ])
  expect([...excused]).toEqual([['opened', 2]])
})
