import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { AUDIT_KEPT_MS } from '#domain/audit/chain.ts'
import { auditRowsOf, faults, seal, verified } from './audit-stage.ts'
import { insert } from './clinic.ts'
import { execute, selectAll } from './sql.ts'

const DAY = 86_400_000
const now = Date.now()
const then = now - AUDIT_KEPT_MS - 10 * DAY
const row = (at: number) =>
  insert('audit_log', {
    ...{ at, doctor_id: 'long-ago', action: 'patient_read' },
    ...{ subject_kind: 'patient', subject_id: 'p', patient_id: 'p' },
  })

test('after twenty years rows are let go: sealed ones, told in the log, known by their copies; not a day before', async () => {
  for (const day of [0, 1, 2]) {
    await row(then + day * DAY)
    await row(then + day * DAY + 1)
    await seal(then + day * DAY + 60_000)
  }
  // The day on which the first two seals are over, and not the third.
  const later = then + AUDIT_KEPT_MS + 1.5 * DAY
  await row(later - 1)
  // A removal row cannot release entries early, even with a false `removed_at`.
  const removal = { id: 'early', doctor_id: 'long-ago', through_id: 99, removed_at: now }
  await expect(insert('audit_removals', { ...removal, before: now - AUDIT_KEPT_MS + 1 })).rejects.toThrow(
    'twenty years',
  )
  await expect(execute('DELETE FROM audit_log WHERE id = 1')).rejects.toThrow('append-only')

  await seal(later)
  expect((await auditRowsOf('long-ago')).map(({ id, action }) => [id, action])).toEqual([
    [5, 'patient_read'],
    [6, 'patient_read'],
    [7, 'patient_read'],
    [8, 'access_log_trimmed'],
  ])
  await seal(later)
  expect(await selectAll('SELECT through_id FROM audit_removals')).toEqual([{ through_id: 4 }])
  expect(await verified(later)).toMatchObject({ findings: [], trimmed: 4, seals: 5 })

  // A removal row does not release younger rows. A removal row for young entries is refused by the time of their
  // seals.
  await expect(execute('DELETE FROM audit_log WHERE id = 5')).rejects.toThrow('append-only')
  await execute('DROP TRIGGER audit_no_delete')
  await execute('DROP TRIGGER removals_after_their_time')
  await insert('audit_removals', { ...removal, before: now })
  await execute('DELETE FROM audit_log WHERE id = 7')
  const found = await faults(later)
  expect(found.map(({ fault, seal: seq, detail }) => [fault, seq, detail])).toEqual([
    ['removal_too_early', 4, 'early'],
    ['removal_untold', 4, 'early'],
  ])
  expect(env.AUDIT_SECRET).toContain('development')
})
