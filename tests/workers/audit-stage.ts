import { env } from 'cloudflare:workers'
import { openDatabase } from '#db/client.ts'
import type { AuditEntry } from '#domain/audit/chain.ts'
import { type AuditFinding, verifyAudit } from '#domain/audit/verify.ts'
import { digestsOf } from '#ops/audit/digests.ts'
import { readEvidence } from '#ops/audit/evidence.ts'
import { sealAudit } from '#workers/audit/seal-audit.ts'

export const run = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results

export const seal = (now = Date.now()) => sealAudit(env, openDatabase(env.DB), now)

export async function copies() {
  const { objects } = await env.FILES.list({ prefix: 'audit/' })
  return Promise.all(objects.map(async ({ key }) => ({ key, text: (await (await env.FILES.get(key))?.text()) ?? '' })))
}

export async function verified(now = Date.now(), secrets = [env.AUDIT_SECRET]) {
  return verifyAudit(await readEvidence(run, await copies(), now), await digestsOf(secrets))
}
export const faults = async (now = Date.now()): Promise<AuditFinding[]> => (await verified(now)).findings

export const rowsOf = (doctorId: string) =>
  run<AuditEntry>('SELECT * FROM audit_log WHERE doctor_id = ? ORDER BY id', doctorId)

const GUARDS = ['audit_no_update', 'audit_no_delete', 'audit_keeps_its_place']
const SEAL_GUARDS = ['seals_no_update', 'seals_no_delete', 'seals_follow']

/** Simulates an attacker who may change the database itself: removes the triggers. */
export async function unguarded(): Promise<void> {
  for (const name of [...GUARDS, ...SEAL_GUARDS]) await run(`DROP TRIGGER IF EXISTS ${name}`)
}
