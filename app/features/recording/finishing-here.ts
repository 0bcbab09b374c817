import { KeptStatements } from './kept-statements.ts'

/** Of these, the consultations whose end was confirmed on this device and has still to come. To the API they are active. */
export async function finishingHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = ids.map(async (id) => {
    const { finish } = await KeptStatements.look(id)
    return finish === null ? [] : [id]
  })
  return new Set((await Promise.all(asked)).flat())
}
