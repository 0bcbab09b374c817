import { expect, test } from 'vitest'
import { everythingOf } from './belongings.ts'
import { authRoutes, changes, routes } from './contracts.ts'
import { fetchWorker, newDoctor, ORIGIN } from './doctor.ts'
import { matrix, newClinic } from './route-matrix.ts'

const foreign: Record<string, string>[] = [
  { origin: 'https://outro.example' },
  { origin: 'null' },
  { origin: `${ORIGIN}.outro.example` },
  { origin: ORIGIN.replace('http:', 'https:') },
  { origin: `${ORIGIN}:8443` },
  { origin: '' },
  {},
  { 'sec-fetch-site': 'cross-site' },
  { referer: `${ORIGIN}/app/patients`, 'sec-fetch-site': 'cross-site' },
]

test('no change is made for another site, whatever it says of itself, on any route', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  const before = await everythingOf(doctor.id)
  let refused = 0
  for (const { key, method, path } of [...routes, ...authRoutes()].filter(changes)) {
    const row = matrix[key]
    // A signed request needs no origin, because its signature proves the sender.
    if (row?.access === 'signed') continue
    const body = JSON.stringify((await row?.body?.(clinic)) ?? {})
    for (const said of foreign) {
      const headers = { 'content-type': 'application/json', cookie: doctor.cookie, ...said }
      const answer = await fetchWorker(row?.path?.(clinic) ?? path, { method, headers, body })
      expect([key, said, answer.status, (await answer.json<{ code: string }>()).code]).toEqual([
        key,
        said,
        403,
        'foreign_origin',
      ])
      refused += 1
    }
  }
  expect(await everythingOf(doctor.id)).toEqual(before)
  task.meta.attacks = refused
})
