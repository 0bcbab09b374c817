import { expect, test } from 'vitest'
import { COPY_PROFILES_MAX, type OwnCopyProfile } from '#domain/record/text/copy-profile.ts'
import { codeOf, newDoctor, refusalOf, type TestDoctor } from './doctor.ts'

const fields: OwnCopyProfile['fields'] = [{ title: 'Evolução', parts: ['hda', 'diagnosticos'] }]
const list = async (doctor: TestDoctor) =>
  (await (await doctor.call('GET', '/api/copy-profiles')).json<{ items: OwnCopyProfile[] }>()).items

test('a profile follows the account to every device, is changed under its id, and there are ten at most', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const put = (id: string, body: object, who = doctor) => who.call('PUT', `/api/copy-profiles/${id}`, body)
  const ids = Array.from({ length: COPY_PROFILES_MAX }, () => crypto.randomUUID())
  for (const [n, id] of ids.entries())
    expect((await put(id, { name: `Hospital ${n}`, titles: false, fields })).status).toBe(200)
  expect(await codeOf(await put(crypto.randomUUID(), { name: 'Mais um', titles: true, fields }))).toEqual([
    409,
    'copy_profiles_full',
  ])
  const [first = ''] = ids
  // The list is full, and an existing one may still be changed.
  const changed = { name: 'Clínica', titles: true, fields: [...fields, { title: 'Plano', parts: ['conduta'] }] }
  expect((await put(first, changed)).status).toBe(200)
  const elsewhere = await doctor.again()
  expect((await list(elsewhere)).find(({ id }) => id === first)).toEqual({ id: first, ...changed })
  expect(await codeOf(await put(first, { name: 'Alheio', titles: true, fields }, other))).toEqual([
    404,
    'copy_profile_not_found',
  ])
  expect(await list(other)).toEqual([])
  const twice = { ...changed, fields: [...fields, ...fields] }
  expect(await refusalOf(await put(first, twice))).toEqual([
    400,
    'invalid_body',
    { fields: 'Cada seção pode estar em um campo só' },
  ])
  expect((await elsewhere.call('DELETE', `/api/copy-profiles/${first}`)).status).toBe(200)
  expect(await list(doctor)).toHaveLength(COPY_PROFILES_MAX - 1)
})
