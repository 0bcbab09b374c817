import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'

// Files share a workerd one after the other: each begins with nothing stored.
beforeAll(async () => {
  await Promise.all([dropAll(env.DB), deleteAll(env.FILES)])
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
})

async function dropAll(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT iif(sql LIKE 'CREATE VIRTUAL%', 'virtual', type) AS type, name FROM sqlite_master WHERE type IN ('view', 'trigger', 'table') AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY type DESC",
    )
    .all<{ type: string; name: string }>()
  if (results.length === 0) return
  // A virtual table takes its own tables with it, which go in no other way.
  const order = ['view', 'trigger', 'virtual', 'table']
  const drops = results
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
    .map(({ type, name }) => db.prepare(`DROP ${type === 'virtual' ? 'table' : type} IF EXISTS "${name}"`))
  await db.batch([db.prepare('PRAGMA defer_foreign_keys = on'), ...drops])
}

async function deleteAll(bucket: R2Bucket): Promise<void> {
  for (;;) {
    const { objects } = await bucket.list()
    if (objects.length === 0) return
    await bucket.delete(objects.map(({ key }) => key))
  }
}
