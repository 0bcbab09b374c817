import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { ownState, prepareBuilt, serveBuilt } from './built/serve.ts'
import { type Bench, inTurn, ratios, side, summary } from './measure.ts'
import { startModel } from './model.ts'
import { cpuOf } from './process.ts'

const TURNS = 9
const QUICK_TURNS = 2
/** The output of a fast hosted model; most write half of it. Two parts of a consultation run at once. */
const TOKENS_A_SECOND = 150
const CHARACTERS_A_TOKEN = 4
const AT_ONCE = 2
const PRINTS = 8
/** Until the engine has compiled what runs often. */
const WARM_UP = 10
const QUICK_WARM_UP = 3
const OVERHEAD_PERCENT = 5
const PAGES = 0.8

/** An hour's talk structured and printed in workerd, each beside the bare call. */
export const documents: Bench = async ({ quick, say }) => {
  await prepareBuilt()
  const entries: TranscriptEntry[] = hourLong().map(({ id, text, speaker }, index) => ({
    id,
    text,
    ...(speaker && { speaker }),
    timestamp: index,
    isPartial: false,
    start_ms: index * 4_800,
    end_ms: index * 4_800 + 4_000,
    confidence: 0.95,
  }))
  const model = await startModel(entries)
  const served = await serveBuilt({
    name: 'documents',
    entry: 'worker/documents.ts',
    state: ownState('documents'),
    bare: true,
  })
  try {
    let bodies: string[] = []
    const ask = async (path: string) => {
      const before = cpuOf(served.pid)
      const body = JSON.stringify({ entries, model: model.url, bodies })
      const answer = await fetch(served.url + path, { method: 'POST', body })
      const made = (await answer.json()) as { by?: string; pages?: number; sentences?: number; warnings?: number }
      return { made, cpu: (cpuOf(served.pid) - before) / 1_000 }
    }
    for (let n = 0; n < (quick ? QUICK_WARM_UP : WARM_UP); n++)
      for (const path of ['/structured', '/printed', '/plain']) await ask(path)
    model.asked()
    const { made } = await ask('/structured')
    const report = model.asked()
    bodies = report.bodies
    if (made.by !== 'language_model' || made.warnings)
      throw new Error(`not by the model alone: ${JSON.stringify(made)}`)
    const modelMs = (report.characters / CHARACTERS_A_TOKEN / TOKENS_A_SECOND / AT_ONCE) * 1_000
    say(`${bodies.length} requests, ${report.characters} characters answered, ${made.sentences} sentences`)
    const turns = quick ? QUICK_TURNS : TURNS
    const cpuAsked = (path: string) => async () => (await ask(path)).cpu
    const [structured = [], asked = []] = await inTurn(turns, [cpuAsked('/structured'), cpuAsked('/asked')])
    // Ours asked as often as the bare side: neither fell back, nor was anything asked twice.
    const requestCount = model.asked().bodies.length
    if (requestCount !== 2 * (turns + 1) * bodies.length)
      throw new Error(`${requestCount} requests in ${turns + 1} turns`)
    const added = structured.map((cpu, turn) => cpu - (asked[turn] as number))
    const pagesPerSecond = (path: string) => async () => {
      let [pages, cpu] = [0, 0]
      for (let n = 0; n < PRINTS; n++) {
        const print = await ask(path)
        pages += print.made.pages ?? 0
        cpu += print.cpu
      }
      return pages / (cpu / 1_000)
    }
    const [printed = [], plain = []] = await inTurn(turns, [pagesPerSecond('/printed'), pagesPerSecond('/plain')])
    return [
      {
        what: 'an hour structured by a model: CPU added, of the time the model takes',
        unit: '%',
        of: summary(added.map((ms) => (ms / modelMs) * 100)),
        target: { atMost: OVERHEAD_PERCENT },
        compared:
          `Names taken out, parts, prompts, SDK, answers checked and merged, every sentence proven, less the very same ` +
          `${bodies.length} requests by bare fetch; the model writes ${TOKENS_A_SECOND} tokens a second, ${AT_ONCE} answers at a ` +
          `time: ${(modelMs / 1_000).toFixed(1)} s. Reading and saving in D1 is not in it.`,
        sides: [side('Relato', 'ms', structured), side('bare requests', 'ms', asked)],
      },
      {
        what: 'PDF pages a second of CPU, over bare pdfkit',
        unit: '×',
        of: summary(ratios(printed, plain)),
        target: { atLeast: PAGES },
        compared:
          'The record of an hour as tagged PDF/UA with heads, page numbers and nothing torn apart at page ends; bare pdfkit writes the same texts in the same faces, which it reads anew for each document, as it does by itself. Ours reads a face once.',
        sides: [side('Relato', '', printed), side('bare pdfkit', '', plain)],
      },
    ]
  } finally {
    await served.stop()
    await model.stop()
  }
}
