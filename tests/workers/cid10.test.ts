import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'
import { installCidTable, newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { newRecord, recordCalls } from './record-stage.ts'

test('accepts only codes of the installed CID-10 table and stores the name that the table gives', async () => {
  // The Worker stores the table in memory on first use, and another file may have used it.
  vi.resetModules()
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  await newRecord(doctor, consultation)
  const calls = recordCalls(doctor, consultation)
  const search = async (query: string) => {
    const answer = await doctor.call('POST', '/api/v1/transcription/cid10/search', { query })
    return (await answer.json<{ items?: { code: string }[]; code?: string }>()) ?? {}
  }
  const coded = { system: 'CID-10', code: 'J20.9', text: 'Escrito de outro jeito' }

  await env.FILES.delete(CID_TABLE_KEY)
  expect(await search('bronquite')).toMatchObject({ code: 'cid_table_missing' })
  expect(await calls.code([coded])).toBe('cid_table_missing')
  expect(await calls.code([])).toMatchObject({ diagnoses: [] })

  // Installed while the Worker runs.
  await installCidTable()
  expect((await search('BRONQUITE aguda')).items?.map(({ code }) => code)).toEqual(['J20', 'J20.9'])
  expect(await search('x')).toMatchObject({ code: 'invalid_body' })
  expect(await calls.code([{ ...coded, code: 'J20.7' }])).toBe('unknown_diagnosis_code')
  expect(await calls.code([coded])).toMatchObject({
    diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }],
  })
})
