import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  generateText,
  type LanguageModel,
  type ModelMessage,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
} from 'ai'
import { createWorkersAI } from 'workers-ai-provider'
import type { DraftSection } from '#domain/record/draft.ts'
import { templateOf } from '#domain/record/templates.ts'
import type { Env } from '../env.ts'
import { instructions, lineName, type ModelAnswer, modelAnswer, promptOf, repairOf } from './prompt.ts'
import { unmarked } from './redact.ts'
import type { Structurer, StructuringInput } from './structurer.ts'

export const PROMPT_VERSION = '1'
const PATIENCE_MS = 120_000
/** A record is far shorter than its consultation; what goes on beyond this repeats itself. */
const MAX_OUTPUT_TOKENS = 8_000

export type ModelFailure = 'not_configured' | 'wrong_shape' | 'unreachable' | 'refused'

export class ModelUnusable extends Error {
  readonly reason: ModelFailure
  constructor(reason: ModelFailure) {
    super(reason)
    this.name = 'ModelUnusable'
    this.reason = reason
  }
}

/** MODEL_URL: any OpenAI-compatible endpoint. Empty: Workers AI. */
function openModel(env: Env): LanguageModel {
  if (env.MODEL_URL) {
    const provider = createOpenAICompatible({
      name: 'relato',
      baseURL: env.MODEL_URL,
      // Without this the schema is not sent at all.
      supportsStructuredOutputs: true,
      ...(env.MODEL_KEY && { apiKey: env.MODEL_KEY }),
    })
    return provider(env.MODEL_NAME)
  }
  if (!env.AI) throw new ModelUnusable('not_configured')
  return createWorkersAI({ binding: env.AI })(env.MODEL_NAME as Parameters<ReturnType<typeof createWorkersAI>>[0])
}

/** Sections by a language model. Throws ModelUnusable when it cannot be had in the agreed shape. */
export const byModel =
  (env: Env): Structurer =>
  async (input) => {
    const model = openModel(env)
    const answer = await ask(model, promptOf(input))
    const sections = sectionsOf(answer, input)
    if (sections.every((section) => section.sentences.length === 0)) throw new ModelUnusable('refused')
    return {
      sections,
      warnings: [],
      structurer: { name: 'language_model', model: env.MODEL_NAME, version: PROMPT_VERSION },
    }
  }

async function ask(model: LanguageModel, prompt: string): Promise<ModelAnswer> {
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }]
  const first = await attempt(model, messages)
  if ('answer' in first) return first.answer
  // One repair: it is shown what it wrote and what was wrong with it.
  if (first.text) messages.push({ role: 'assistant', content: first.text })
  messages.push({ role: 'user', content: repairOf(first.problem) })
  const second = await attempt(model, messages)
  if ('answer' in second) return second.answer
  throw new ModelUnusable('wrong_shape')
}

type Attempt = { answer: ModelAnswer } | { text: string; problem: string }

async function attempt(model: LanguageModel, messages: ModelMessage[]): Promise<Attempt> {
  try {
    const { output } = await generateText({
      model,
      instructions,
      messages,
      output: Output.object({ schema: modelAnswer, name: 'registro' }),
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 1,
      abortSignal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { answer: output }
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error))
      return { text: error.text ?? '', problem: 'não é o objeto JSON pedido' }
    if (NoOutputGeneratedError.isInstance(error)) return { text: '', problem: 'veio vazia' }
    throw new ModelUnusable('unreachable')
  }
}

/** Its sentences under our sections. Evidence that names no line of ours is dropped; what is left decides the proof. */
function sectionsOf(answer: ModelAnswer, { entries, specialty }: StructuringInput): DraftSection[] {
  const idOf = new Map(entries.map((entry, index) => [lineName(index), entry.id]))
  return templateOf(specialty).sections.map(({ key }) => ({
    key,
    sentences: answer.sections
      .filter((section) => section.key === key)
      .flatMap((section) => section.sentences)
      .map(({ text, lines }) => ({
        text: unmarked(text.trim()),
        evidence: [...new Set(lines.flatMap((line) => idOf.get(line.trim().toUpperCase()) ?? []))],
      }))
      .filter((sentence) => sentence.text !== ''),
  }))
}
