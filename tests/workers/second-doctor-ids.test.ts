import { expect, test } from 'vitest'
import { isId, leaves, type Path, withAt } from './arbitrary.ts'
import { everythingOf, idsIn } from './belongings.ts'
import { changes, routes } from './contracts.ts'
import { newDoctor } from './doctor.ts'
import { type Clinic, matrix, newClinic, type Row } from './route-matrix.ts'
import { signRecord } from './signed-clinic.ts'
import { execute } from './sql.ts'

/** Where a body names something new: the client chooses the id, and one that is taken already is refused or another's. */
const chosenByTheClient = new Set(['PUT /api/v1/transcription/sections/:id edit'])

const places = routes.filter(changes).flatMap(({ key, body }) =>
  body
    ? leaves(body)
        .filter(({ path, schema }) => isId(path, schema))
        .map(({ path }) => ({ key, path, name: `${key} ${path.join('.')}` }))
    : [],
)

const answerFor = async (row: Row, clinic: Clinic, path: Path, id: string) =>
  withAt((await row.body?.(clinic)) ?? {}, path, id)

test('an id of another doctor’s, put wherever a body names something, is an id that nobody has', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const [theirs, own] = [await newClinic(first), await newClinic(second)]
  await signRecord(first, theirs)
  const before = await everythingOf(first.id)
  const ids = idsIn(before).filter((id) => !idsIn({ own }).includes(id))
  expect(ids.length).toBeGreaterThan(12)

  let swapped = 0
  let calls = 0
  for (const { key, path, name } of places) {
    const row = matrix[key] as Row
    const [method, pattern] = key.split(' ') as [string, string]
    const say = async (id: string) => {
      const body = await answerFor(row, own, path, id)
      // From an address for each hundred calls: how many one address may make is counted elsewhere.
      const from = { 'cf-connecting-ip': `10.68.0.${Math.floor(calls++ / 100)}` }
      const answer = await second.call(method, row.path?.(own) ?? pattern, body, { ...from, ...row.headers })
      const text = await answer.text()
      expect([name, text.includes(theirs.patient) && id !== theirs.patient]).toEqual([name, false])
      return [answer.status, text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : text]
    }
    const nobodys = new Map<string, unknown>()
    const unknownLike = async (id: string) => {
      const kind = /^[a-z]+_/.exec(id)?.[0] ?? ''
      if (!nobodys.has(kind))
        nobodys.set(
          kind,
          await say(kind ? kind + crypto.randomUUID().replaceAll('-', '').slice(0, 14) : crypto.randomUUID()),
        )
      return nobodys.get(kind) as [number, unknown]
    }
    // How often billing may be asked is counted elsewhere.
    await execute('DELETE FROM rate_limit')
    for (const id of ids) {
      const unknown = await unknownLike(id)
      const answer = await say(id)
      // Its own of that name is one that is free; another's addendum is one that is not, as any of its own would be.
      const isReplaced = name.endsWith('/addenda id') && answer[1] === 'record_changed'
      expect([name, id, isReplaced ? unknown : answer]).toEqual([name, id, unknown])
      if (!chosenByTheClient.has(name) && unknown[0] !== 200) expect(Number(answer[0])).toBeGreaterThanOrEqual(400)
      swapped += 1
    }
  }
  expect(await everythingOf(first.id)).toEqual(before)
  // Contracts of today name at least these: a generator that finds none would find nothing wrong.
  expect(places.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/consultations patientId',
      'POST /api/v1/transcription/structure consultation_id',
      'POST /api/v1/transcription/export/pdf consultation_id',
      'POST /api/v1/transcription/validate sections.0.id',
      'POST /api/v1/transcription/records/:id/omissions omission_id',
      'POST /api/stripe/cancel-subscription subscriptionId',
      'POST /api/consultations/search patientId',
    ]),
  )
  task.meta.swapped = swapped
})
