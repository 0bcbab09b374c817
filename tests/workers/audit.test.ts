import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { type AuditSeal, anchorKey } from '#domain/audit/chain.ts'
import { logged } from '#tests/testkit/logged.ts'
import { sealAudit } from '#workers/audit/seal-audit.ts'
import { auditRowsOf, copies, faults, seal, unguarded, verified } from './audit-stage.ts'
import { insert, newClinic } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { execute, overheard, selectAll } from './sql.ts'

const sealsOf = (doctor: TestDoctor) =>
  selectAll<AuditSeal & { anchored_at: number | null }>(
    'SELECT * FROM audit_seals WHERE doctor_id = ? ORDER BY seq',
    doctor.id,
  )
const read = async (doctor: TestDoctor, patient: string) => {
  expect((await doctor.call('GET', `/api/patients/${patient}`)).status).toBe(200)
}

test('each doctor’s rows are sealed on their own, twice at once makes one seal, and nothing new makes none', async () => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const clinic = await newClinic(first)
  await read(first, clinic.patient)
  await Promise.all([seal(), seal()])
  await seal()
  expect((await sealsOf(first)).map(({ seq, anchored_at }) => [seq, anchored_at !== null])).toEqual([[1, true]])
  expect(await sealsOf(second)).toHaveLength(1)

  await read(first, clinic.patient)
  const before = (await copies()).length
  await seal()
  const [one, two] = await sealsOf(first)
  expect(two).toMatchObject({ seq: 2, rows: 1, previous: one?.mac, after_id: one?.to_id })
  expect(await copies()).toHaveLength(before + 1)
  // A statement that failed, in a batch or alone, leaves no gap in the numbers.
  const bad = () => env.DB.prepare("INSERT INTO audit_log (id, at) VALUES (NULL, 'x')")
  await expect(bad().run()).rejects.toThrow()
  await expect(env.DB.batch([env.DB.prepare('SELECT 1'), bad()])).rejects.toThrow()
  await read(first, clinic.patient)
  await seal()
  expect(await verified()).toMatchObject({ findings: [], unsealed: 0, trimmed: 0 })

  // Neither row nor seal can be changed or taken away by what the product is allowed to do.
  for (const sql of [
    'DELETE FROM audit_log',
    "UPDATE audit_log SET action = 'x'",
    'DELETE FROM audit_seals',
    'UPDATE audit_seals SET anchored_at = NULL',
    'UPDATE audit_seals SET anchored_at = 1',
    'INSERT OR REPLACE INTO audit_seals SELECT * FROM audit_seals LIMIT 1',
    "INSERT INTO audit_removals VALUES ('x', 'x', 9, 9, 10)",
  ])
    await expect(execute(sql), sql).rejects.toThrow(/append-only|twenty years/)
  const [told] = await auditRowsOf(first.id)
  expect(JSON.stringify(await auditRowsOf(first.id))).not.toMatch(/Rui|Barbosa|segredo|relato\.example/)
  expect(told).toMatchObject({ action: 'signed_up' })
})

test('a copy that could not be written comes with the next ring; rows that changed meanwhile get none', async () => {
  const doctor = await newDoctor()
  const put = vi.spyOn(env.FILES, 'put').mockRejectedValueOnce(new Error('R2 is away'))
  await seal()
  expect((await sealsOf(doctor)).map(({ anchored_at }) => anchored_at)).toEqual([null])
  // It is young yet: no fault, but one after a quarter of an hour.
  expect(await faults()).toEqual([])
  expect(await faults(Date.now() + 16 * 60_000)).toContainEqual({ fault: 'anchor_removed', doctor: doctor.id, seal: 1 })
  put.mockRestore()
  await seal()
  expect((await sealsOf(doctor))[0]?.anchored_at).toEqual(expect.any(Number))
  expect(await faults()).toEqual([])

  // Where a name is taken, nothing is written over it.
  const existingKey = anchorKey({ doctor_id: doctor.id, seq: 2 })
  await env.FILES.put(existingKey, 'something else')
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  await seal()
  expect(await (await env.FILES.get(existingKey))?.text()).toBe('something else')
  expect(logged()).toContainEqual(expect.objectContaining({ reason: 'anchor_taken' }))
  expect(await faults()).toContainEqual({ fault: 'anchor_unreadable', doctor: null, detail: existingKey })
  await env.FILES.delete(existingKey)
  await seal()
  expect(await faults()).toEqual([])
})

test('what is removed, altered, inserted or forged behind the triggers is found and named', async () => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  for (let ring = 0; ring < 3; ring++) {
    await read(doctor, clinic.patient)
    await doctor.call('GET', `/api/consultations/${clinic.consultation}`)
    await seal()
  }
  expect(await faults()).toEqual([])
  await unguarded()
  const rows = await auditRowsOf(doctor.id)
  const [third, last] = [rows.at(-3), rows.at(-1)]
  if (!third || !last) throw new Error('no rows')
  const [, two] = await sealsOf(doctor)
  if (!two) throw new Error('no seal')
  const by = { doctor: doctor.id }

  await execute('DELETE FROM audit_log WHERE id = ?', third.id)
  expect(await faults()).toEqual([{ fault: 'row_removed', ...by, row: third.id, seal: 2 }])
  await insert('audit_log', { ...third, action: 'patients_listed' })
  expect(await faults()).toEqual([{ fault: 'row_altered', ...by, row: third.id, seal: 2 }])
  for (const change of [{ at: third.at + 1 }, { patient_id: crypto.randomUUID() }, { network: '203.0.113.x' }]) {
    await execute('DELETE FROM audit_log WHERE id = ?', third.id)
    await insert('audit_log', { ...third, ...change })
    expect(await faults()).toEqual([{ fault: 'row_altered', ...by, row: third.id, seal: 2 }])
  }
  // Moved to another doctor, the entry is missing here and is in no seal there.
  const other = await newDoctor('Dr. Outro')
  await seal()
  await execute('UPDATE audit_log SET doctor_id = ? WHERE id = ?', other.id, third.id)
  expect(await faults()).toEqual(
    expect.arrayContaining([
      { fault: 'row_removed', ...by, row: third.id, seal: 2 },
      { fault: 'row_inserted', doctor: other.id, row: third.id, seal: 1 },
    ]),
  )
  await execute('DELETE FROM audit_log WHERE id = ?', third.id)
  await insert('audit_log', third)
  expect(await faults()).toEqual([])

  // A row of the day before yesterday, behind all others: the next seal's time does not fit it.
  const backdated = { ...last, id: null, at: Date.now() - 2 * 86_400_000 }
  await insert('audit_log', backdated)
  await seal()
  expect(await faults()).toEqual([{ fault: 'row_out_of_time', ...by, row: expect.any(Number), seal: 4 }])
  // Taken away before it was sealed, it is missing in the numbers.
  await read(doctor, clinic.patient)
  const [young] = (await auditRowsOf(doctor.id)).slice(-1)
  await execute('DELETE FROM audit_log WHERE id = ?', young?.id)
  await read(doctor, clinic.patient)
  await seal()
  expect(await faults()).toContainEqual({
    fault: 'row_missing',
    doctor: null,
    detail: `rows ${young?.id}-${young?.id}, never sealed`,
  })
})

test('a seal that is removed, altered or forged, or its copy, is found and named; without the secret nothing passes', async () => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  for (let ring = 0; ring < 3; ring++) {
    await read(doctor, clinic.patient)
    await seal()
  }
  await unguarded()
  const stored = await sealsOf(doctor)
  const two = stored[1]
  if (!two) throw new Error('no seal')
  const key = anchorKey(two)
  const copy = (await (await env.FILES.get(key))?.text()) ?? ''
  const by = { doctor: doctor.id, seal: 2 }
  const restore = async () => {
    await execute('DELETE FROM audit_seals WHERE doctor_id = ? AND seq = 2', doctor.id)
    await insert('audit_seals', two)
    await env.FILES.put(key, copy)
  }
  const mine = async () =>
    (await faults()).filter((one) => one.doctor === doctor.id || one.fault === 'anchor_unreadable')
  expect(await mine()).toEqual([])

  await execute('DELETE FROM audit_seals WHERE doctor_id = ? AND seq = 2', doctor.id)
  expect(await mine()).toEqual([{ fault: 'seal_removed', ...by }])
  await restore()
  // The last one with all of its rows: the copy tells.
  await execute('DELETE FROM audit_seals WHERE doctor_id = ? AND seq = 3', doctor.id)
  const [gone] = (await auditRowsOf(doctor.id)).slice(-1)
  await execute('DELETE FROM audit_log WHERE id = ?', gone?.id)
  expect(await mine()).toEqual([
    { fault: 'seal_removed', doctor: doctor.id, seal: 3 },
    { fault: 'row_removed', doctor: doctor.id, row: gone?.id, seal: 3 },
  ])
  await insert('audit_log', { ...gone })
  await insert('audit_seals', { ...stored[2] } as Record<string, string | number>)
  for (const change of [
    "digest = 'x'",
    'sealed_at = sealed_at + 1',
    "previous = ''",
    "mac = 'x'",
    'to_id = to_id + 1',
  ]) {
    await execute(`UPDATE audit_seals SET ${change} WHERE doctor_id = ? AND seq = 2`, doctor.id)
    expect(await mine(), change).toEqual([{ fault: 'seal_altered', ...by }])
    await restore()
  }
  // Row and seal rewritten together, by somebody without the secret; and the copy as well.
  const [row] = (await auditRowsOf(doctor.id)).filter(({ id }) => id === two.to_id)
  await execute("UPDATE audit_log SET action = 'patients_listed' WHERE id = ?", row?.id)
  await execute("UPDATE audit_seals SET digest = 'x', mac = 'y' WHERE doctor_id = ? AND seq = 2", doctor.id)
  expect(await mine()).toEqual([
    { fault: 'seal_altered', ...by },
    { fault: 'row_altered', ...by, row: row?.id },
  ])
  const { seal: _, ...rest } = JSON.parse(copy)
  await env.FILES.put(key, JSON.stringify({ ...rest, seal: { ...JSON.parse(copy).seal, digest: 'x', mac: 'y' } }))
  expect(await mine()).toEqual([
    { fault: 'seal_forged', ...by },
    { fault: 'anchor_forged', ...by },
  ])
  await execute('UPDATE audit_log SET action = ? WHERE id = ?', row?.action, row?.id)
  await restore()
  await env.FILES.delete(key)
  expect(await mine()).toEqual([{ fault: 'anchor_removed', ...by }])
  await env.FILES.put(key, '{}')
  expect((await mine()).map(({ fault }) => fault)).toEqual(['anchor_removed', 'anchor_unreadable'])
  await restore()
  // Without its copy a changed row is still known to be one of its seal's.
  await env.FILES.delete(key)
  await execute('UPDATE audit_log SET at = at + 1 WHERE id = ?', row?.id)
  expect((await mine()).map(({ fault }) => fault)).toEqual(['anchor_removed', 'rows_changed'])
  await execute('UPDATE audit_log SET at = ? WHERE id = ?', row?.at, row?.id)
  await restore()
  expect(await mine()).toEqual([])
  const another = await verified(Date.now(), ['another secret, which none of these were made with'])
  expect(another.findings.filter(({ fault }) => fault === 'key_unknown').length).toBeGreaterThanOrEqual(3)
})

test('however many doctors did something, a ring asks little; what will never have a copy holds up nobody and is said once', async () => {
  await seal()
  const many = Array.from({ length: 201 }, (_, n) => `of-many-${String(n).padStart(3, '0')}`)
  await execute(
    `INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id)
      SELECT ?, value, 'signed_in', 'doctor', value FROM json_each(?)`,
    Date.now(),
    JSON.stringify(many),
  )
  const { asks, DB } = overheard()
  const put = vi.spyOn(env.FILES, 'put').mockRejectedValue(new Error('R2 is away'))
  await sealAudit(env, openDatabase(DB), Date.now())
  expect(asks.length).toBeLessThan(20)
  put.mockRestore()
  const without = async () => {
    const sql = 'SELECT doctor_id FROM audit_seals WHERE anchored_at IS NULL ORDER BY to_id'
    return (await selectAll<{ doctor_id: string }>(sql)).map((row) => row.doctor_id)
  }
  expect(await without()).toEqual(many)

  // All but the last are tampered with.
  await unguarded()
  await execute("UPDATE audit_log SET action = 'x' WHERE doctor_id LIKE 'of-many-%' AND doctor_id <> ?", many.at(-1))
  for (let minute = 1; minute < 5; minute++) await seal(Date.now() + minute * 60_000)
  expect(await without()).toEqual(many.slice(0, -1))
  expect(logged().filter(({ reason }) => reason === 'rows_changed')).toHaveLength(200)
})
