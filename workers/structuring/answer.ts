import { z } from 'zod/mini'
import { parseJson } from '#domain/json.ts'

/** The shape of a model's answer: every sentence names its lines and quotes their words. */
const sentence = z.object({
  text: z.string(),
  evidence: z.array(z.object({ line: z.string(), quote: z.string() })),
})

/** The schema lists the keys for models that follow one. An answer with another key loses only that section. */
export const answerSchema = (keys: readonly string[]) =>
  z.object({
    sections: z.array(z.object({ key: z.string().check(z.meta({ enum: [...keys] })), sentences: z.array(sentence) })),
  })
export type ModelAnswer = z.infer<ReturnType<typeof answerSchema>>

/** Finds the JSON object in an answer, without code fence, greeting and reasoning. Undefined for another shape. */
export function answerIn(text: string, schema: ReturnType<typeof answerSchema>): ModelAnswer | undefined {
  const withoutReasoning = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const json = withoutReasoning.slice(withoutReasoning.indexOf('{'), withoutReasoning.lastIndexOf('}') + 1)
  return schema.safeParse(parseJson(json)).data
}
