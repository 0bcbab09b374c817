import { createHash, createHmac } from 'node:crypto'
import { type Digests, keyIdOf } from '#domain/audit/chain.ts'
import { readPreviousSecret } from '#domain/previous-secret.ts'

const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

/**
 * Digest functions for all given secrets: each seal is checked with the one that made it. A former secret may have its
 * end before it (`TIME SECRET`): seals made later are refused.
 */
export async function digestsOf(secrets: readonly string[]): Promise<Digests> {
  const secretsById = new Map<string, string>()
  const ends = new Map<string, number>()
  for (const text of secrets) {
    const former = readPreviousSecret(text)
    const secret = former?.value ?? text
    const id = await keyIdOf(secret, { sha256 })
    secretsById.set(id, secret)
    if (former) ends.set(id, former.until)
  }
  return {
    sha256,
    until: (keyId) => ends.get(keyId),
    mac: async (keyId, text) => {
      const secret = secretsById.get(keyId)
      return secret === undefined ? null : createHmac('sha256', secret).update(text).digest('hex')
    },
  }
}
