import type { ModelMessage } from 'ai'
import { structureByRules } from '#domain/record/note/structure.ts'
import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import { withStop } from '#domain/record/proof/stop.ts'
import { FELL_BACK_IN_PART } from '#domain/record/proof/warnings.ts'
import { safetyChecker } from '#domain/record/safety/check.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { answerSchema, type ModelAnswer, type QuotedSentence } from './answer.ts'
import { type Ask, asking, type Patience } from './ask.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { applyConsolidation, askConsolidation } from './consolidate.ts'
import { ModelUnusable } from './failure.ts'
import { instructions } from './instructions.ts'
import { type Judge, judging } from './judge.ts'
import { merged, type Part } from './merge.ts'
import { lineIndex, type Material, promptOf, promptVersion, withAngles, wrongShape } from './prompt.ts'
import { isLoopback, openModel } from './provider.ts'
import { quoteFinder } from './quotes.ts'
import { redactor, unmarked } from './redact.ts'
import { repairDraft } from './repair.ts'
import type { Structurer, StructuringInput } from './structurer.ts'

/** `atOnce`: the number of parts in work at the same time. */
type Pace = { patience: Patience; atOnce: number }
/** Well within the job's lease of ten minutes: the rules write what the model has not written by then. */
const hosted: Pace = { patience: { callMs: 90_000, totalMs: 240_000, retries: 1 }, atOnce: 2 }
/** A model on this machine answers one question at a time, and slowly. */
const onThisMachine: Pace = { patience: { callMs: 240_000, totalMs: 480_000, retries: 1 }, atOnce: 1 }
export const paceOf = ({ MODEL_URL }: Env): Pace => (isLoopback(MODEL_URL) ? onThisMachine : hosted)

/** Structures with a language model. Errors: ModelUnusable when no part of its answer can be used. */
export const byModel =
  (env: Env, patience?: Patience): Structurer =>
  async (input) => {
    const pace = paceOf(env)
    const ask = asking(openModel(env), patience ?? pace.patience)
    const { sections, failures } = await writeWith(ask, input, pace.atOnce)
    for (const { reason } of failures) log({ event: 'model_fell_back_in_part', jobId: input.jobId, reason })
    return {
      sections,
      warnings: failures.length > 0 ? [FELL_BACK_IN_PART] : [],
      structurer: { name: 'language_model', model: env.MODEL_NAME, version: promptVersion(input.style) },
    }
  }

/**
 * Writes a note with the answers of `ask`: parts, one repair of each, and one consolidation. `failures`: why the rules
 * wrote a part. Errors: ModelUnusable when no part can be used.
 */
export async function writeWith(
  ask: Ask,
  input: StructuringInput,
  atOnce = 1,
): Promise<{ sections: DraftSection[]; failures: readonly ModelUnusable[] }> {
  const writer = writerOf(ask, input)
  const chunks = chunksOf(writer.material.lines)
  const first = await inTurns(chunks, atOnce, async (chunk, index): Promise<Drafted | ModelUnusable> => {
    const part = chunks.length > 1 ? `Parte ${index + 1} de ${chunks.length} da consulta.` : ''
    try {
      return await write(writer, chunk, part)
    } catch (error) {
      if (error instanceof ModelUnusable) return error
      throw error
    }
  })
  // Repairs come after all parts are written: they may use up the time.
  const written = await inTurns(first, atOnce, async (part): Promise<Written> => {
    if (part instanceof ModelUnusable) return part
    const sections = await repairDraft(ask, part.messages, part.sections, writer.judge, part.read)
    return sections.filter(({ key }) => writer.keys.includes(key))
  })
  const { parts, failures } = withRules(input, writer.material, chunks, written)
  if (failures.length === parts.length) throw failures[0] ?? new ModelUnusable('refused')
  const sections = await joinParts(writer, parts)
  if (isEmpty(sections)) throw new ModelUnusable('refused')
  const shown = sections.map(({ key, sentences }) => ({
    key,
    sentences: sentences.map(({ text, ...rest }) => ({ text: unmarked(text), ...rest })),
  }))
  return { sections: shown, failures }
}

/** The means of writing one consultation. */
type Writer = { ask: Ask; material: Material; keys: readonly string[]; judge: Judge }
/** A part before its repair. `messages`: the conversation about it; `read`: reads a sentence of its answers. */
type Drafted = {
  messages: readonly ModelMessage[]
  sections: readonly DraftSection[]
  read: (sentence: QuotedSentence) => DraftSentence | undefined
}
type Written = readonly DraftSection[] | ModelUnusable

function writerOf(ask: Ask, input: StructuringInput): Writer {
  const { sections } = templateOf(input.specialty)
  const material = materialOf(input)
  const judge = judging(
    // Checks whether the lines prove a sentence. A proven but forbidden drug stays, and waits for the doctor.
    safetyChecker(material.lines, ''),
    new Map(sections.map(({ key, canonical }) => [key, canonical])),
  )
  return { ask, material, keys: sections.map(({ key }) => key), judge }
}

/** The parts, those by the rules of which the model wrote nothing, and why it did not. */
function withRules(
  input: StructuringInput,
  material: Material,
  chunks: readonly Chunk[],
  written: readonly Written[],
): { parts: Part[]; failures: ModelUnusable[] } {
  const { sections: rules } = structureByRules({ entries: input.entries, specialty: input.specialty })
  const failures: ModelUnusable[] = []
  const parts = written.map((part, index): Part => {
    const byRules = citingPart(rules, material, chunks[index])
    const failure = part instanceof ModelUnusable ? part : refusalOfPart(part, byRules)
    if (failure) failures.push(failure)
    return part instanceof ModelUnusable || failure
      ? { by: 'rules', sections: byRules }
      : { by: 'model', sections: part }
  })
  return { parts, failures }
}

/** One note of all parts: by the model, where it wrote all of them, else without repetitions. */
async function joinParts({ ask, material, keys, judge }: Writer, parts: readonly Part[]): Promise<DraftSection[]> {
  const sections = merged(keys, parts)
  if (parts.length === 1 || parts.some(({ by }) => by === 'rules')) return sections
  const answer = await askConsolidation(ask, material, keys, sections)
  return answer ? applyConsolidation(keys, sections, answer, judge) : sections
}

function materialOf({ entries, context, specialty, names, style }: StructuringInput): Material {
  const redact = redactor(names)
  const finals = entries.filter((entry) => !entry.isPartial && entry.text.trim() !== '')
  // A number may be requested in one line and dictated in the next three.
  const before = (index: number) =>
    finals
      .slice(Math.max(0, index - 3), index)
      .map((entry) => entry.text)
      .join('\n')
  return {
    lines: finals.map(({ id, text, speaker }, index) => ({ id, text: redact(text, before(index)), speaker })),
    context: redact(context),
    specialty,
    style,
  }
}

/** Writes one part. Asks once more after an answer of another shape. Errors: ModelUnusable. */
async function write({ ask, material, keys }: Writer, chunk: Chunk, part: string): Promise<Drafted> {
  const wanted = { schema: answerSchema(keys), name: 'registro', instructions }
  const messages: ModelMessage[] = [{ role: 'user', content: promptOf(material, chunk, part) }]
  const answered = (text: string): ModelMessage[] => (text ? [{ role: 'assistant', content: text }] : [])
  const read = sentenceReader(material, chunk)
  const drafted = (conversation: readonly ModelMessage[], text: string, answer: ModelAnswer): Drafted => ({
    messages: [...conversation, ...answered(text)],
    sections: answer.sections.map(({ key, sentences }) => ({
      key,
      sentences: sentences.flatMap((one) => read(one) ?? []),
    })),
    read,
  })

  const first = await ask(wanted, messages)
  if ('answer' in first) return drafted(messages, first.text, first.answer)
  const again: ModelMessage = { role: 'user', content: wrongShape(first.problem) }
  const repeated = [...messages, ...answered(first.text), again]
  const second = await ask(wanted, repeated)
  if ('problem' in second) throw new ModelUnusable('wrong_shape')
  return drafted(repeated, second.text, second.answer)
}

/** Reads a sentence with the lines that really contain its quotes. Undefined if it is empty or about another part. */
function sentenceReader({ lines }: Material, { start, end }: Chunk) {
  const find = quoteFinder(lines)
  const earlier = new Set(lines.slice(0, start).map((line) => line.id))
  const later = new Set(lines.slice(end).map((line) => line.id))
  return ({ text: written, evidence: quotes }: QuotedSentence): DraftSentence | undefined => {
    const text = withStop(withAngles(written).replace(/\s+/g, ' '))
    const found = new Set(quotes.flatMap(({ line, quote }) => find(lineIndex(line), quote)))
    const evidence = [...found].filter((id) => !later.has(id))
    const isOfBefore = evidence.length > 0 && evidence.every((id) => earlier.has(id))
    return text === '' || isOfBefore ? undefined : { text, evidence }
  }
}

const isEmpty = (sections: readonly DraftSection[]): boolean =>
  sections.every(({ sentences }) => sentences.length === 0)

/** A part on which the model wrote nothing although the rules did: counts as a refusal, so that it is not lost. */
const refusalOfPart = (part: readonly DraftSection[], byRules: readonly DraftSection[]): ModelUnusable | undefined =>
  isEmpty(part) && !isEmpty(byRules) ? new ModelUnusable('refused') : undefined

/** The sentences of the rules that cite lines of this part. */
function citingPart(sections: readonly DraftSection[], { lines }: Material, chunk: Chunk | undefined): DraftSection[] {
  const own = new Set(lines.slice(chunk?.start, chunk?.end).map((line) => line.id))
  return sections.map(({ key, sentences }) => ({
    key,
    sentences: sentences.filter((sentence) => sentence.evidence.some((id) => own.has(id))),
  }))
}

async function inTurns<T, R>(items: readonly T[], atOnce: number, run: (item: T, index: number) => Promise<R>) {
  const out = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      out[index] = await run(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return out
}
