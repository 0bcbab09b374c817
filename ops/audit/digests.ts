import { createHash, createHmac } from 'node:crypto'
import { type Digests, keyIdOf } from '#domain/audit/chain.ts'

const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

/** With every secret there is: seals are checked with the one they were made with. */
export async function digestsOf(secrets: readonly string[]): Promise<Digests> {
  const known = new Map<string, string>()
  for (const secret of secrets) known.set(await keyIdOf(secret, { sha256 }), secret)
  return {
    sha256,
    mac: async (keyId, text) => {
      const secret = known.get(keyId)
      return secret === undefined ? null : createHmac('sha256', secret).update(text).digest('hex')
    },
  }
}
