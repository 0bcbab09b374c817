import {
  APICallError,
  generateText,
  type LanguageModel,
  type ModelMessage,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  RetryError,
} from 'ai'
import type { z } from 'zod/mini'
import { answerIn } from './answer.ts'
import { ModelUnusable } from './failure.ts'

/** A record is far shorter than its consultation; a longer answer repeats itself. */
const MAX_OUTPUT_TOKENS = 8_000

export type Patience = { callMs: number; totalMs: number; retries: number }
/** `text`: the answer, to show it to the model again; `problem`: the fault in its shape. */
type Attempt<T> = { text: string; answer: T } | { text: string; problem: string }
/** The form of an answer. `name`: of the schema; `instructions`: the system's message. */
type Wanted<T extends z.core.$ZodType> = { schema: T; name: string; instructions: string }
export type Ask = <T extends z.core.$ZodType>(
  wanted: Wanted<T>,
  messages: ModelMessage[],
) => Promise<Attempt<z.output<T>>>

/** Asks one model about one consultation. Does not repeat an option that the endpoint has refused. Errors: ModelUnusable. */
export function asking(model: LanguageModel, patience: Patience): Ask {
  const end = AbortSignal.timeout(patience.totalMs)
  let knowsSchema = true

  const call = async <T extends z.core.$ZodType>(
    { schema, name, instructions }: Wanted<T>,
    messages: ModelMessage[],
    withSchema: boolean,
  ) => {
    const abortSignal = AbortSignal.any([end, AbortSignal.timeout(patience.callMs)])
    try {
      const { text, finishReason } = await generateText({
        model,
        instructions,
        messages,
        ...(withSchema && { output: Output.object({ schema, name }) }),
        temperature: 0,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        maxRetries: patience.retries,
        abortSignal,
      })
      return { text, cut: finishReason === 'length' }
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error))
        return { text: error.text ?? '', cut: error.finishReason === 'length' }
      if (NoOutputGeneratedError.isInstance(error)) return { text: '', cut: false }
      if (abortSignal.aborted) throw new ModelUnusable('too_slow')
      throw error
    }
  }

  return async (wanted, messages) => {
    try {
      const withSchema = knowsSchema
      const { text, cut } = await call(wanted, messages, withSchema).catch((error) => {
        if (!withSchema || !refusesSchema(error)) throw error
        knowsSchema = false
        return call(wanted, messages, false)
      })
      const answer = answerIn(text, wanted.schema)
      if (answer) return { text, answer }
      const problem = cut ? 'foi cortada por ser longa demais' : text ? 'não é o objeto JSON pedido' : 'veio vazia'
      return { text, problem }
    } catch (error) {
      throw error instanceof ModelUnusable ? error : new ModelUnusable('unreachable')
    }
  }
}

/** The answer, or undefined where the model gives none in its shape or in time: for what a note can do without. */
export async function answerIfAny<T extends z.core.$ZodType>(
  ask: Ask,
  wanted: Wanted<T>,
  messages: ModelMessage[],
): Promise<z.output<T> | undefined> {
  try {
    const attempt = await ask(wanted, messages)
    return 'answer' in attempt ? attempt.answer : undefined
  } catch (error) {
    if (error instanceof ModelUnusable) return undefined
    throw error
  }
}

/** Whether the endpoint refuses a JSON schema. The prompt names the shape too, so the schema can be dropped. */
function refusesSchema(error: unknown): boolean {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(cause)) return false
  return (
    cause.statusCode === 400 ||
    cause.statusCode === 422 ||
    /json|schema|response_format/i.test(`${cause.message} ${cause.responseBody ?? ''}`)
  )
}
