// Two key pairs. The copies are encrypted for one, whose private part stays outside the account and outside the machine
// that writes copies. The writer signs every file with the other, so the encryption key alone forges nothing.
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { attempt, readText, stop } from '../../local/input.ts'

/** `recipient` is an age recipient; `signingKey` an Ed25519 private key (PKCS 8, base64). */
export type WriterKeys = { recipient: string; signingKey: string }
/** `identity` is an age identity; `verifyKey` the Ed25519 public key of the writer (SPKI, base64). */
export type ReaderKeys = { identity: string; verifyKey: string }

export async function makeKeys(): Promise<{ writer: WriterKeys; reader: ReaderKeys }> {
  const identity = await generateX25519Identity()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    writer: {
      recipient: await identityToRecipient(identity),
      signingKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    },
    reader: { identity, verifyKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') },
  }
}

const RECIPIENT = 'COPIES_RECIPIENT'
const SIGNING = 'COPIES_SIGNING_KEY'
const VERIFY = '# COPIES_VERIFY_KEY='

/** Writes `file` for the safe and `file.writer` for the machine that writes copies; never over an existing file. */
export function writeKeys(file: string, { writer, reader }: Awaited<ReturnType<typeof makeKeys>>): void {
  // age reads this file too: for it the second line is a comment.
  writeNew(file, `${reader.identity}\n${VERIFY}${reader.verifyKey}\n`)
  writeNew(`${file}.writer`, `${RECIPIENT}=${writer.recipient}\n${SIGNING}=${writer.signingKey}\n`)
}

function writeNew(file: string, text: string): void {
  attempt(file, () => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }))
  chmodSync(file, 0o600)
}

/** Reads the writer's keys from the environment; ends the command if one is missing. */
export function writerKeys(env: NodeJS.ProcessEnv): WriterKeys {
  const { [RECIPIENT]: recipient, [SIGNING]: signingKey } = env
  if (!recipient || !signingKey) stop(`${RECIPIENT} and ${SIGNING} are missing: npm run backup -- keys FILE makes them`)
  return { recipient, signingKey }
}

/** Reads the file of the safe; ends the command if it is no such file. */
export function readerKeys(file: string): ReaderKeys {
  const text = readText(file)
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(text)?.[0]
  const verifyKey = parseEnv(text.replace(/^# /gm, '')).COPIES_VERIFY_KEY
  if (!identity || !verifyKey) stop(`${file}: no key file of npm run backup -- keys`)
  return { identity, verifyKey }
}
