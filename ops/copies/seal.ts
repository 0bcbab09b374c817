// A file of a copy (docs/copies.md): age of gzip of a signed head, a line with its signature, and the content.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { z } from 'zod/mini'
import type { ReaderKeys, WriterKeys } from './keys.ts'
import { CopyRefused } from './refusal.ts'

export const FORMAT = 'relato-copy/1'

const head = z.strictObject({
  format: z.literal(FORMAT),
  environment: z.string(),
  /** The name in the bucket: a file in another place is refused. */
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** A stored object's key, version and metadata in the bucket. */
  object: z.optional(z.strictObject({ key: z.string(), etag: z.string(), metadata: z.record(z.string(), z.string()) })),
})
type Head = z.infer<typeof head>
type Described = Pick<Head, 'environment' | 'name' | 'object'>

export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

/** Far above any part or object. It is read before the signature is known to hold, so a forged one must not fill the memory. */
const MOST_BYTES = 1_000_000_000

function unzip(plain: Uint8Array): Buffer | null {
  try {
    return gunzipSync(plain, { maxOutputLength: MOST_BYTES })
  } catch {
    return null
  }
}

const privateKeyOf = (signingKey: string) =>
  createPrivateKey({ key: Buffer.from(signingKey, 'base64'), type: 'pkcs8', format: 'der' })

export type Sealer = (described: Described, content: Uint8Array) => Promise<Uint8Array>
export type Opener = (file: Uint8Array, described: Described) => Promise<{ head: Head; content: Uint8Array }>

/** Returns the function that signs, compresses and encrypts a file. Errors: age's, if the recipient is none. */
export function sealer({ recipient, signingKey }: WriterKeys): Sealer {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const key = privateKeyOf(signingKey)
  return (described, content) => {
    const line = JSON.stringify({
      format: FORMAT,
      ...described,
      bytes: content.length,
      sha256: sha256(content),
    } satisfies Head)
    const signature = sign(null, Buffer.from(line), key).toString('base64')
    return encrypter.encrypt(gzipSync(Buffer.concat([Buffer.from(`${line}\n${signature}\n`), content])))
  }
}

/** Signs a text with the writer's key; base64. */
export const signText = (text: string, { signingKey }: WriterKeys): string =>
  sign(null, Buffer.from(text), privateKeyOf(signingKey)).toString('base64')

/** Returns the function that decrypts and checks a file, which must be what `described` says. Errors: CopyRefused. */
export function opener({ identity, verifyKey }: ReaderKeys): Opener {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const key = createPublicKey({ key: Buffer.from(verifyKey, 'base64'), type: 'spki', format: 'der' })
  return async (file, { name, environment, object }) => {
    const refuse = (...[refusal, reason]: [CopyRefused['refusal'], string]): never => {
      throw new CopyRefused(refusal, name, reason)
    }
    const plain = await decrypter.decrypt(file).catch(({ message }: Error) => {
      if (message.startsWith('no identity matched')) return refuse('foreign', 'cifrado para outra chave')
      return refuse('truncated', `termina antes do fim ou foi alterado (${message})`)
    })
    const text = unzip(plain) ?? refuse('foreign', 'não tem o formato de uma cópia')
    const first = text.indexOf('\n')
    const second = text.indexOf('\n', first + 1)
    const [line, signature] = [text.subarray(0, first), text.subarray(first + 1, second).toString()]
    if (!verify(null, line, key, Buffer.from(signature, 'base64')))
      refuse('foreign', 'não foi assinado por quem escreve estas cópias')
    const found = head.parse(JSON.parse(line.toString()))
    if (found.environment !== environment) refuse('foreign', `cópia de ${found.environment}, não de ${environment}`)
    if (found.name !== name) refuse('swapped', `é o arquivo ${found.name}`)
    if (object && (found.object?.key !== object.key || found.object.etag !== object.etag))
      refuse('swapped', `é ${found.object?.key}, versão ${found.object?.etag}`)
    const content = text.subarray(second + 1)
    if (content.length !== found.bytes || sha256(content) !== found.sha256)
      refuse('altered', 'o conteúdo não é o do cabeçalho')
    return { head: found, content }
  }
}
