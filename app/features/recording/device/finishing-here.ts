import { KeptStatements } from './kept-statements.ts'

/** Returns the ids whose end was confirmed on this device but not yet on the server, where they are active. */
export async function finishingHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const checks = ids.map(async (id) => {
    const { finish } = await KeptStatements.look(id)
    return finish === null ? [] : [id]
  })
  return new Set((await Promise.all(checks)).flat())
}
