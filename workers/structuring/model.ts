import type { ModelMessage } from 'ai'
import { structureByRules } from '#domain/record/note/structure.ts'
import type { DraftSection } from '#domain/record/proof/draft.ts'
import { FELL_BACK_IN_PART } from '#domain/record/proof/fallback.ts'
import { withStop } from '#domain/record/proof/stop.ts'
import { safetyChecker } from '#domain/record/safety/check.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { answerSchema, type ModelAnswer } from './answer.ts'
import { type Ask, asking, type Patience } from './ask.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { ModelUnusable } from './failure.ts'
import { type Judge, judging, keepFlagged, verdictOn, wantsRepair } from './judge.ts'
import { merged, type Part } from './merge.ts'
import { lineIndex, type Material, PROMPT_VERSION, promptOf, unprovenSentences, wrongShape } from './prompt.ts'
import { openModel } from './provider.ts'
import { quoteFinder } from './quotes.ts'
import { redactor, unmarked } from './redact.ts'
import type { Structurer, StructuringInput } from './structurer.ts'

/** Well within the job's lease: the rules write what the model has not written by then. */
const PATIENCE: Patience = { callMs: 90_000, totalMs: 240_000, retries: 1 }
const AT_ONCE = 2
/** The most doubts to send back: more would be longer than the record. */
const MOST_DOUBTS = 40

/** Structures with a language model. Throws ModelUnusable when no part of its answer can be used. */
export const byModel =
  (env: Env, patience = PATIENCE): Structurer =>
  async (input) => {
    const keys = templateOf(input.specialty).sections.map((section) => section.key)
    const ask = asking(openModel(env), answerSchema(keys), patience)
    const material = materialOf(input)
    const judge = judging(
      // Checks whether the lines prove a sentence. A proven but forbidden drug stays, and waits for the doctor.
      safetyChecker(material.lines, ''),
      new Map(templateOf(input.specialty).sections.map((section) => [section.key, section.canonical])),
    )
    const chunks = chunksOf(material.lines)
    const written = await inTurns(chunks, AT_ONCE, async (chunk, index): Promise<DraftSection[] | ModelUnusable> => {
      const part = chunks.length > 1 ? `Parte ${index + 1} de ${chunks.length} da consulta.` : ''
      try {
        const sections = await write(ask, material, chunk, part, judge)
        return sections.filter(({ key }) => keys.includes(key))
      } catch (error) {
        if (error instanceof ModelUnusable) return error
        throw error
      }
    })

    const { sections: rules } = structureByRules({ entries: input.entries, specialty: input.specialty })
    const failures: ModelUnusable[] = []
    // The rules write a part only if the model wrote none of it.
    const parts = written.map((part, index): Part => {
      const byRules = citingPart(rules, material, chunks[index])
      const failure = part instanceof ModelUnusable ? part : refusalOfPart(part, byRules)
      if (failure) failures.push(failure)
      return part instanceof ModelUnusable || failure
        ? { by: 'rules', sections: byRules }
        : { by: 'model', sections: part }
    })
    if (failures.length === parts.length) throw failures[0] ?? new ModelUnusable('refused')
    const sections = merged(keys, parts)
    if (isEmpty(sections)) throw new ModelUnusable('refused')
    for (const { reason } of failures) log({ event: 'model_fell_back_in_part', jobId: input.jobId, reason })
    return {
      sections: sections.map(({ key, sentences }) => ({
        key,
        sentences: sentences.map(({ text, evidence }) => ({ text: unmarked(text), evidence })),
      })),
      warnings: failures.length > 0 ? [FELL_BACK_IN_PART] : [],
      structurer: { name: 'language_model', model: env.MODEL_NAME, version: PROMPT_VERSION },
    }
  }

function materialOf({ entries, context, specialty, names }: StructuringInput): Material {
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
  }
}

/** Writes one part, with one repair: of the shape, or of sentences that the lines do not prove. */
async function write(ask: Ask, material: Material, chunk: Chunk, part: string, judge: Judge): Promise<DraftSection[]> {
  const messages: ModelMessage[] = [{ role: 'user', content: promptOf(material, chunk, part) }]
  const again = (text: string, problem: string) =>
    ask([
      ...messages,
      ...(text ? [{ role: 'assistant' as const, content: text }] : []),
      { role: 'user', content: problem },
    ])
  const read = (answer: ModelAnswer) => sectionsOf(answer, material, chunk)

  const first = await ask(messages)
  if ('problem' in first) {
    const second = await again(first.text, wrongShape(first.problem))
    if ('problem' in second) throw new ModelUnusable('wrong_shape')
    return read(second.answer)
  }
  const sections = read(first.answer)
  const verdict = verdictOn(sections, judge)
  if (!wantsRepair(verdict)) return sections
  const second = await again(first.text, unprovenSentences(verdict.doubts.slice(0, MOST_DOUBTS))).catch((error) => {
    if (error instanceof ModelUnusable) return undefined
    throw error
  })
  if (!second || 'problem' in second) return sections
  const better = read(second.answer)
  const now = verdictOn(better, judge)
  // A repair that removes good sentences with the doubtful ones is none.
  const lost = now.total - now.doubts.length < verdict.total - verdict.doubts.length
  return now.doubts.length < verdict.doubts.length && !lost ? keepFlagged(sections, better, judge) : sections
}

/** The answer's sentences by section, with the lines that really contain its quotes. Drops those about other parts. */
function sectionsOf(answer: ModelAnswer, { lines }: Material, { start, end }: Chunk): DraftSection[] {
  const find = quoteFinder(lines)
  const earlier = new Set(lines.slice(0, start).map((line) => line.id))
  const later = new Set(lines.slice(end).map((line) => line.id))
  return answer.sections.map(({ key, sentences }) => ({
    key,
    sentences: sentences
      .map(({ text, evidence }) => ({
        text: withStop(text.replace(/\s+/g, ' ')),
        evidence: [...new Set(evidence.flatMap(({ line, quote }) => find(lineIndex(line), quote)))].filter(
          (id) => !later.has(id),
        ),
      }))
      .filter(({ text, evidence }) => text !== '' && !(evidence.length > 0 && evidence.every((id) => earlier.has(id)))),
  }))
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
