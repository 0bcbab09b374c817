import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { structureByRules } from '#domain/record/note/structure.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

/** The transcript lines in the last block of a prompt; earlier blocks were written before. */
const LINES = /<transcricao>\n([\s\S]*?)\n<\/transcricao>/g

/**
 * A language model's endpoint for measuring. For each part it writes what the rules would, with the quotes that
 * prove it, so no request is repeated.
 */
export async function startModel(entries: readonly TranscriptEntry[]) {
  const { sections } = structureByRules({ entries, specialty: 'general' })
  const index = new Map(entries.map(({ id }, place) => [id, place]))
  const bodies: string[] = []
  let written = 0

  const answerTo = (prompt: string) => {
    const own = [...prompt.matchAll(LINES)].at(-1)?.[1] ?? ''
    const lines = new Map(
      own.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
    )
    const evidenceOf = (ids: readonly string[]) =>
      ids.map((id) => `L${(index.get(id) ?? 0) + 1}`).map((line) => ({ line, quote: lines.get(line) ?? '' }))
    const parts = sections.map(({ key, sentences }) => ({
      key,
      sentences: sentences
        .map(({ text, evidence }) => ({ text, evidence: evidenceOf(evidence) }))
        .filter(({ evidence }) => evidence.length > 0 && evidence.every(({ quote }) => quote !== '')),
    }))
    return JSON.stringify({ sections: parts })
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    bodies.push(body)
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const message = { role: 'assistant', content: answerTo(messages.at(-1)?.content ?? '') }
    written += message.content.length
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'bench',
        object: 'chat.completion',
        created: 1,
        model: 'bench',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Requests since the last call, and the number of characters it wrote. */
    asked() {
      const report = { bodies: bodies.splice(0), characters: written }
      written = 0
      return report
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
