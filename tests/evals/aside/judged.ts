// Sheets for readers in the role of a physician, who judge each sentence of a note, and their verdicts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { readText } from '#local/input.ts'
import { type LabelledConsultation, verdicts } from '../corpus.ts'

const verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof verdict>
/** The verdict on each sentence of each consultation, by id and text. */
export type Judged = Record<string, Record<string, Verdict>>
export const isRight = (one: Verdict): boolean => one === 'R' || one === 'S'

/** Reads a packed file. Packing keeps the writers of rules from reading the content by accident. */
export function readPack<Content>(name: string, schema: z.ZodType<Content>): Content {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return schema.parse(JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()))
}
export function writePack(name: string, content: unknown): void {
  const text = gzipSync(JSON.stringify(content)).toString('base64')
  writeFileSync(new URL(name, import.meta.url), `${text.replace(/.{120}/g, '$&\n')}\n`)
}
export const readJudged = (): Judged => readPack('./judged.pack', z.record(z.string(), z.record(z.string(), verdict)))

type Sentence = { title: string; text: string; evidence: readonly string[] }
const numbered = (at: number): string => String(at + 1).padStart(2, '0')

/** Writes a sheet for each consultation: its lines, and the numbered sentences of its note. */
export function writeSheets(
  folder: string,
  all: readonly { one: LabelledConsultation; note: readonly Sentence[] }[],
): void {
  for (const [at, { one, note }] of all.entries()) {
    const lines = [
      `specialty ${one.specialty}, visit ${one.type}, chart: ${one.context}`,
      '',
      ...one.lines.map(({ id, speaker, text }) => `${id} ${speaker ?? '?'}: ${text}`),
      '',
      ...note.map(({ title, text, evidence }, at) => `${at + 1} | ${title} | ${text} | ${evidence.join(' ')}`),
    ]
    writeFileSync(join(folder, `${numbered(at)}.txt`), `${lines.join('\n')}\n`)
  }
}

/** Reads 'number letter reason' for each sentence of the sheets, and adds the verdicts to those of before. */
export function addVerdicts(
  folder: string,
  all: readonly { one: LabelledConsultation; note: readonly Sentence[] }[],
  before: Judged,
): Judged {
  const judged = { ...before }
  for (const [at, { one, note }] of all.entries()) {
    const rows = readText(join(folder, `${numbered(at)}.verdicts`))
      .trim()
      .split('\n')
    if (rows.length !== note.length) throw new Error(`${numbered(at)}.verdicts: ${rows.length} of ${note.length} lines`)
    const own = rows.map((row, index) => [note[index]?.text ?? '', verdict.parse(row.trim().split(/\s+/)[1])] as const)
    judged[one.id] = { ...judged[one.id], ...Object.fromEntries(own) }
  }
  return judged
}
