import { env } from 'cloudflare:workers'
import { openDatabase } from '#db/client.ts'
import type { AuditEntry } from '#domain/audit/chain.ts'
import { type AuditFinding, verifyAudit } from '#domain/audit/verify.ts'
import { digestsOf } from '#ops/audit/digests.ts'
import { readEvidence } from '#ops/audit/evidence.ts'
import { sealAudit } from '#workers/audit/seal-audit.ts'
import type { Env } from '#workers/env.ts'
import { retain } from '#workers/jobs/retention.ts'
import { execute, selectAll } from './sql.ts'

/** Runs the hourly retention: deletes rows whose period is over. */
export const keep = (now = Date.now(), bindings: Env = env) => retain(bindings, openDatabase(bindings.DB), now)
export const seal = (now = Date.now()) => sealAudit(env, openDatabase(env.DB), now)

export async function copies() {
  const { objects } = await env.FILES.list({ prefix: 'audit/' })
  return Promise.all(objects.map(async ({ key }) => ({ key, text: (await (await env.FILES.get(key))?.text()) ?? '' })))
}

export async function verified(now = Date.now(), secrets = [env.AUDIT_SECRET]) {
  return verifyAudit(await readEvidence(selectAll, await copies(), now), await digestsOf(secrets))
}
export const faults = async (now = Date.now()): Promise<AuditFinding[]> => (await verified(now)).findings

export const auditRowsOf = (doctorId: string) =>
  selectAll<AuditEntry>('SELECT * FROM audit_log WHERE doctor_id = ? ORDER BY id', doctorId)
export const actionsOf = async (doctorId: string) => (await auditRowsOf(doctorId)).map(({ action }) => action)

/** Simulates an attacker who may change the database itself: removes the triggers. */
export async function unguarded(): Promise<void> {
  const guards = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND (name LIKE 'audit%' OR name LIKE 'seals%')"
  for (const { name } of await selectAll(guards)) await execute(`DROP TRIGGER ${name}`)
}
