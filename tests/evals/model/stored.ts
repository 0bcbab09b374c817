// Stored answers of language models, or of people who played one, to the prompts of the product. They are packed,
// because they quote consultations that a developer must not read by accident.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Specialty } from '#domain/record/specialty.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { answerIn } from '#workers/structuring/answer.ts'
import type { Ask } from '#workers/structuring/ask.ts'
import type { StructuringInput } from '#workers/structuring/structurer.ts'
import { readPack, writePack } from '../aside/judged.ts'
import { readAside } from '../aside/totals.ts'
import { type LabelledConsultation, readLabelled } from '../corpus.ts'

/** The answers of one model to the prompts about one consultation, by the name of the call. */
export const storedAnswers = z.object({
  /** 'good' and 'sloppy' are played by somebody who knows the prompts alone; else the name of a model. */
  by: z.string(),
  author: z.string(),
  date: z.iso.date(),
  promptVersion: z.string(),
  calls: z.record(z.string(), z.string()),
  /** Sentences of a sloppy answer that its author made wrong. */
  mistakes: z.array(z.string()).default([]),
})
export type StoredAnswers = z.infer<typeof storedAnswers>
const pack = z.record(z.string(), z.array(storedAnswers))

const PACK = new URL('./answers.pack', import.meta.url).href
/** All stored answers, by the id of the consultation. */
export const readStored = (): Record<string, StoredAnswers[]> => readPack(PACK, pack)
export const writeStored = (content: Record<string, StoredAnswers[]>): void => writePack(PACK, pack.parse(content))

/** The name of a call: 'part 1', 'again 1' for another shape, 'repair 1' for doubted sentences, or 'consolidation'. */
export function callOf(messages: readonly { content: unknown }[]): string {
  const [first, last] = [messages[0], messages.at(-1)].map((one) => String(one?.content))
  if (first?.includes('<frases>')) return 'consolidation'
  const number = /^Parte (\d+) de/m.exec(first ?? '')?.[1] ?? '1'
  if (messages.length === 1) return `part ${number}`
  return last?.includes('<frases>') ? `repair ${number}` : `again ${number}`
}

/** Plays stored answers. A call without one gets an answer of no shape, as from a model that does not understand. */
export function playing(calls: Readonly<Record<string, string>>): Ask {
  return async ({ schema }, messages) => {
    const text = calls[callOf(messages)] ?? ''
    const answer = answerIn(text, schema)
    return answer === undefined ? { text, problem: 'não é o objeto JSON pedido' } : { text, answer }
  }
}

/** A consultation as a structurer gets it. `labelled`: with its ideal note and facts, where it has them. */
export type ModelCase = {
  id: string
  entries: readonly TranscriptEntry[]
  context: string
  specialty: Specialty
  /** The patient's name, which the model does not see; empty if the talk does not name the patient. */
  patient?: string
  labelled?: LabelledConsultation
}

type Spoken = { id: string; text: string; speaker?: 'doctor' | 'patient' | undefined }
export const entriesOf = (lines: readonly Spoken[]): TranscriptEntry[] =>
  lines.map(({ id, text, speaker }, at) => ({
    id,
    text,
    ...(speaker && { speaker }),
    isPartial: false,
    timestamp: at,
    start_ms: at,
    end_ms: at + 1,
  }))

const hour = (name: string): string => readFileSync(new URL(`../hours/${name}`, import.meta.url), 'utf8')
const spoken = z.object({
  entries: z.array(z.object({ id: z.string(), text: z.string(), speaker: z.enum(['doctor', 'patient']).optional() })),
})

/** The consultations that answers are stored for: those kept aside, and three of an hour. */
export function modelCases(): ModelCase[] {
  const labelled = [...readAside(), readLabelled('h-motorista-bh', hour('h-motorista-bh.txt'))]
  const sixty = new URL('../cases/longa-60-minutos.json', import.meta.url)
  return [
    ...labelled.map((one): ModelCase => {
      const { id, context, specialty, lines } = one
      return { id, context, specialty, entries: entriesOf(lines), labelled: one }
    }),
    { id: 'hora-cefaleia', context: '', specialty: 'general', entries: entriesOf(hourLong()) },
    {
      id: 'longa-60-minutos',
      context: '',
      specialty: 'general',
      patient: 'Iracema Pontes',
      entries: entriesOf(spoken.parse(JSON.parse(readFileSync(sixty, 'utf8'))).entries),
    },
  ]
}

/** The consultation as the job gives it to a structurer. */
export const inputOf = ({ id, entries, context, specialty, patient = '' }: ModelCase): StructuringInput => ({
  jobId: id,
  entries,
  context,
  specialty,
  names: { patient, doctor: '', identification: null },
})
