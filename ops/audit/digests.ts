import { createHash, createHmac } from 'node:crypto'
import { type Digests, keyIdOf } from '#domain/audit/chain.ts'

const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

/** Digest functions for all given secrets, current and former: each seal is checked with the one that made it. */
export async function digestsOf(secrets: readonly string[]): Promise<Digests> {
  const secretsById = new Map<string, string>()
  for (const secret of secrets) secretsById.set(await keyIdOf(secret, { sha256 }), secret)
  return {
    sha256,
    mac: async (keyId, text) => {
      const secret = secretsById.get(keyId)
      return secret === undefined ? null : createHmac('sha256', secret).update(text).digest('hex')
    },
  }
}
