import { z } from 'zod/mini'

/** What a model must answer: every sentence names its lines and repeats the words of theirs that it rests on. */
const sentence = z.object({
  text: z.string(),
  evidence: z.array(z.object({ line: z.string(), quote: z.string() })),
})

/** The keys stand in the schema for models that are held to it; an answer with a foreign one loses that section only. */
export const answerSchema = (keys: readonly string[]) =>
  z.object({
    sections: z.array(z.object({ key: z.string().check(z.meta({ enum: [...keys] })), sentences: z.array(sentence) })),
  })
export type ModelAnswer = z.infer<ReturnType<typeof answerSchema>>

/** The object in what a model wrote around it: a fence, a greeting, its thoughts. */
export function answerIn(text: string, schema: ReturnType<typeof answerSchema>): ModelAnswer | undefined {
  const said = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const json = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
