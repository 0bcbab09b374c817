import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { sealAudit } from '#workers/audit/seal-audit.ts'
import { run, seal, unguarded } from './audit-stage.ts'

test('however many doctors did something, a ring asks little; what will never have a copy holds up nobody and is said once', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await seal()
  const many = Array.from({ length: 201 }, (_, n) => `of-many-${String(n).padStart(3, '0')}`)
  await run(
    `INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id)
      SELECT ?, value, 'signed_in', 'doctor', value FROM json_each(?)`,
    Date.now(),
    JSON.stringify(many),
  )
  const asks: string[] = []
  const prepare = (statement: string) => {
    asks.push(statement)
    return env.DB.prepare(statement)
  }
  const DB = { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) } as unknown as D1Database
  const put = vi.spyOn(env.FILES, 'put').mockRejectedValue(new Error('R2 is away'))
  await sealAudit(env, openDatabase(DB), Date.now())
  expect(asks.length).toBeLessThan(20)
  put.mockRestore()
  const without = async () =>
    (
      await run<{ doctor_id: string }>('SELECT doctor_id FROM audit_seals WHERE anchored_at IS NULL ORDER BY to_id')
    ).map((row) => row.doctor_id)
  expect(await without()).toEqual(many)

  // All but the last are tampered with.
  await unguarded()
  await run("UPDATE audit_log SET action = 'x' WHERE doctor_id LIKE 'of-many-%' AND doctor_id <> ?", many.at(-1))
  for (let minute = 1; minute < 5; minute++) await seal(Date.now() + minute * 60_000)
  expect(await without()).toEqual(many.slice(0, -1))
  const warnings = log.mock.calls.filter(([line]) => String(line).includes('"reason":"rows_changed"'))
  expect(warnings).toHaveLength(200)
})
