import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'

const hasTables = () => env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'profiles'").first()

/** Deletes what the runtime kept of the files that an earlier test stored, as seals of the audit log. */
async function emptyFiles(): Promise<void> {
  const { objects } = await env.FILES.list()
  if (objects.length === 0) return
  await env.FILES.delete(objects.map(({ key }) => key))
  await emptyFiles()
}

/**
 * Files share a runtime, which saves its start; each begins with an empty, migrated store. All migrations are one
 * transaction: one for each would take most of the time of a small file.
 */
beforeAll(async () => {
  await reset()
  // Sometimes the runtime keeps the store, with the rows of the file before.
  if (await hasTables()) await reset()
  await emptyFiles()
  if (await hasTables()) return
  await env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).map((sql) => env.DB.prepare(sql)))
})
