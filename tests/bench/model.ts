import { structureByRules } from '#domain/record/note/structure.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { serveModel } from '#tests/e2e/played-model.ts'

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
  const { url, stop } = await serveModel((body, prompt) => {
    bodies.push(body)
    const answer = answerTo(prompt)
    written += answer.length
    return answer
  })
  return {
    url,
    stop,
    /** Requests since the last call, and the number of characters it wrote. */
    asked() {
      const report = { bodies: bodies.splice(0), characters: written }
      written = 0
      return report
    },
  }
}
