import { z } from 'zod/mini'
import { parseJson } from '#domain/json.ts'

const evidence = z.array(z.object({ line: z.string(), quote: z.string() }))
/** Every sentence names its lines and quotes their words. */
const sentence = z.object({ text: z.string(), evidence })
export type QuotedSentence = z.infer<typeof sentence>

/** A list of sections of the template. The schema lists the keys; an answer with another key loses only that section. */
const sectionsOf = <T extends z.core.$ZodType>(keys: readonly string[], item: T) =>
  z.object({
    sections: z.array(z.object({ key: z.string().check(z.meta({ enum: [...keys] })), sentences: z.array(item) })),
  })

/** The shape of a model's answer about a consultation or a part of one. */
export const answerSchema = (keys: readonly string[]) => sectionsOf(keys, sentence)
export type ModelAnswer = z.infer<ReturnType<typeof answerSchema>>

/** The shape of a repair: for the doubted sentence of that id a new one, or an empty text to take it back. */
export const repairSchema = z.object({ corrections: z.array(z.extend(sentence, { id: z.string() })) })

/** The shape of a consolidated note: each sentence names those that it is made of. */
export const consolidationSchema = (keys: readonly string[]) =>
  sectionsOf(keys, z.object({ text: z.string(), from: z.array(z.string()) }))
export type Consolidation = z.infer<ReturnType<typeof consolidationSchema>>

/** Finds the JSON object in an answer, without code fence, greeting and reasoning. Undefined for another shape. */
export function answerIn<T extends z.core.$ZodType>(text: string, schema: T): z.output<T> | undefined {
  const withoutReasoning = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const json = withoutReasoning.slice(withoutReasoning.indexOf('{'), withoutReasoning.lastIndexOf('}') + 1)
  return z.safeParse(schema, parseJson(json)).data
}
