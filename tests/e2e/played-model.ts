import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** [section, sentence, words of the line it quotes]; a quote that no line has is an invention. */
type Played = readonly [key: string, text: string, quote: string]
export type PlayedModel = {
  url: string
  play: (what: readonly Played[] | 'gone') => void
  /** Keeps every answer back until what it returns is called. */
  hold: () => () => void
  stop: () => Promise<void>
}

/** An OpenAI-compatible endpoint in the test's own process: it answers what the test says, or that it is gone. */
export async function startPlayedModel(): Promise<PlayedModel> {
  let played: readonly Played[] | 'gone' = 'gone'
  let pause: Promise<void> = Promise.resolve()
  const server = createServer(async (incoming, reply) => {
    const body: Uint8Array[] = []
    for await (const chunk of incoming) body.push(chunk)
    const send = (status: number, answer: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    await pause
    if (played === 'gone') return send(404, { error: { message: 'the model is gone' } })
    const { messages } = JSON.parse(Buffer.concat(body).toString()) as { messages: { role: string; content: string }[] }
    const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
    send(200, {
      id: 'played',
      object: 'chat.completion',
      created: 0,
      model: 'played',
      choices: [{ index: 0, message: { role: 'assistant', content: answer(prompt, played) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    play: (what) => {
      played = what
    },
    hold: () => {
      let release = () => {}
      pause = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
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
