import { z } from 'zod/mini'
import { fieldMessages } from '../../contract.ts'
import { type OwnWriting, ownWriting } from './writing.ts'

/** Any change of shape needs a new number. */
const VERSION = 1
const FORMAT = 'relato.writing'
/** The longest file that is read, in characters. */
export const WRITING_FILE_MAX = 200_000

/** The doctor's way of writing as a file, without the counted changes: JSON that another account can import. */
export const writingFile = ({ changes: _, ...shared }: OwnWriting): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, writing: shared }, null, 2)}\n`

const envelope = z.strictObject({ format: z.literal(FORMAT), version: z.literal(VERSION), writing: z.unknown() })

/** Reads such a file. `problem`: why it cannot be used, as a sentence for the doctor. */
export function readWritingFile(text: string): { writing: OwnWriting } | { problem: string } {
  if (text.length > WRITING_FILE_MAX) return { problem: 'O arquivo é grande demais.' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'Este arquivo não é um modelo de escrita do Relato.' }
  }
  const file = envelope.safeParse(value)
  if (!file.success) return { problem: 'Este arquivo não é um modelo de escrita do Relato, ou é de outra versão.' }
  const read = ownWriting.safeParse(file.data.writing)
  if (read.success) return { writing: read.data }
  const [[place, message] = ['', '']] = Object.entries(fieldMessages(read.error))
  return { problem: `O arquivo tem um valor que não pode ser usado${place ? ` (${place})` : ''}: ${message}` }
}
