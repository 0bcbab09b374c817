import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../testkit/network.ts'

type Reply = (body: string, prompt: string) => string | null | Promise<string | null>

/** An OpenAI-compatible endpoint in this process. It answers the last message with `reply`; null: the model is gone. */
export async function serveModel(reply: Reply): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const content = await reply(body, messages.at(-1)?.content ?? '')
    const [id, model] = ['answer', 'played']
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const whole = { id, object: 'chat.completion', created: 1, model, choices, usage }
    const answer = content === null ? { error: { message: 'the model is gone' } } : whole
    outgoing.writeHead(content === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const { port, close } = await listen(server)
  return { url: `http://127.0.0.1:${port}/v1`, stop: close }
}

/** [section, sentence, words of the line it quotes]; a quote that no line has is an invention. */
type Played = readonly [key: string, text: string, quote: string]
export type PlayedModel = Awaited<ReturnType<typeof startPlayedModel>>

/** A model that answers what the test says, or that it is gone. */
export async function startPlayedModel() {
  let played: readonly Played[] | 'gone' = 'gone'
  let pause: Promise<void> = Promise.resolve()
  const served = await serveModel(async (_, prompt) => {
    await pause
    return played === 'gone' ? null : answer(prompt, played)
  })
  return {
    ...served,
    play: (what: readonly Played[] | 'gone') => {
      played = what
    },
    /** Keeps every answer back until what it returns is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause = promise
      return resolve
    },
  }
}

function answer(prompt: string, played: readonly Played[]): string {
  const lineWith = (quote: string) =>
    prompt
      .split('\n')
      .find((line) => /^L\d+ /.test(line) && line.includes(quote))
      ?.match(/^L\d+/)?.[0] ?? 'L1'
  const sections = [...new Set(played.map(([key]) => key))].map((key) => ({
    key,
    sentences: played
      .filter((item) => item[0] === key)
      .map(([, text, quote]) => ({ text, evidence: [{ line: lineWith(quote), quote }] })),
  }))
  return JSON.stringify({ sections })
}
