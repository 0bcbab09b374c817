import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { ownState, prepareBuilt, serveBuilt } from './built/serve.ts'
import type { Bench } from './measure.ts'
import { startModel } from './model.ts'
import { cpuOf } from './process-use.ts'
import { ratios, summary } from './statistics.ts'

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
      const startedAt = performance.now()
      const body = JSON.stringify({ entries, model: model.url, bodies })
      const answer = await fetch(served.url + path, { method: 'POST', body })
      const made = (await answer.json()) as { by?: string; pages?: number; sentences?: number; warnings?: number }
      return { made, ms: performance.now() - startedAt, cpu: (cpuOf(served.pid) - before) / 1_000 }
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
    const structured = await inTurn(
      turns,
      () => ask('/structured'),
      () => ask('/asked'),
    )
    // Ours asked as often as the bare side: neither fell back, nor was anything asked twice.
    const requestCount = model.asked().bodies.length
    if (requestCount !== 2 * turns * bodies.length) throw new Error(`${requestCount} requests in ${turns} turns`)
    const extracted = await inTurn(
      turns,
      () => ask('/structured'),
      () => ask('/extracted'),
    )
    const added = structured.ours.cpu.map((cpu, turn) => cpu - (structured.bare.cpu[turn] as number))
    const prints = async (path: string) => {
      let [pages, cpu] = [0, 0]
      for (let n = 0; n < PRINTS; n++) {
        const print = await ask(path)
        pages += print.made.pages ?? 0
        cpu += print.cpu
      }
      return { ms: pages / (cpu / 1_000), cpu }
    }
    const printed = await inTurn(
      turns,
      () => prints('/printed'),
      () => prints('/plain'),
    )
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
        sides: [
          { name: 'Relato', unit: 'ms', of: summary(structured.ours.cpu) },
          { name: 'bare requests', unit: 'ms', of: summary(structured.bare.cpu) },
        ],
      },
      {
        what: 'CPU of the same over the extractive structurer alone',
        unit: '×',
        of: summary(ratios(extracted.ours.cpu, extracted.bare.cpu)),
        compared: 'For scale: all of the pipeline, with the model and the proof, over the rules without proof.',
      },
      {
        what: 'PDF pages a second of CPU, over bare pdfkit',
        unit: '×',
        of: summary(ratios(printed.ours.ms, printed.bare.ms)),
        target: { atLeast: PAGES },
        compared:
          'The record of an hour as tagged PDF/UA with heads, page numbers and nothing torn apart at page ends; bare pdfkit writes the same texts in the same faces, which it reads anew for each document, as it does by itself. Ours reads a face once.',
        sides: [
          { name: 'Relato', unit: '', of: summary(printed.ours.ms) },
          { name: 'bare pdfkit', unit: '', of: summary(printed.bare.ms) },
        ],
      },
    ]
  } finally {
    await served.stop()
    await model.close()
  }
}

type Took = { ms: number; cpu: number }
async function inTurn(turns: number, ours: () => Promise<Took>, bare: () => Promise<Took>) {
  const times = { ours: { ms: [] as number[], cpu: [] as number[] }, bare: { ms: [] as number[], cpu: [] as number[] } }
  for (let turn = 0; turn < turns; turn++)
    for (const [side, ask] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const { ms, cpu } = await ask()
      times[side].ms.push(ms)
      times[side].cpu.push(cpu)
    }
  return times
}
