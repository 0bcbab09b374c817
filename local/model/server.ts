import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parts, recordOf } from './play.ts'

// An OpenAI-compatible endpoint without a model: MODEL_URL=http://127.0.0.1:8181/v1, MODEL_NAME=good|inventing|failing|slow.
const { values } = parseArgs({ options: { port: { type: 'string', default: '8181' } } })
const request = z.object({
  model: z.enum(parts),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
})

const server = createServer(async (incoming, reply) => {
  const send = (status: number, body: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions')
    return send(404, { error: { message: 'no such route' } })
  const body: Uint8Array[] = []
  for await (const chunk of incoming) body.push(chunk)
  const parsed = request.safeParse(JSON.parse(Buffer.concat(body).toString()))
  if (!parsed.success) return send(404, { error: { message: `model: one of ${parts.join(', ')}` } })
  const { model, messages } = parsed.data
  if (model === 'failing') return send(404, { error: { message: 'the model is gone' } })
  // Never answers, so that the caller times out.
  if (model === 'slow') return
  const prompt = messages.find((message) => message.role === 'user')?.content ?? ''
  send(200, {
    id: 'answer',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: recordOf(prompt, model) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })
})
server.listen(Number(values.port), '127.0.0.1', () => console.log(`listening on ${values.port}`))
