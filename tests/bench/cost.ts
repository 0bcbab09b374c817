import { join } from 'node:path'
import { ownState, prepareBuilt, type Served, serveBuilt, usageOf } from './built/serve.ts'
import { type Billed, billOf, D1_GB_MONTH, ROW_WRITTEN, totalOf } from './cost/bill.ts'
import { begin, document, signedIn, speak } from './cost/visit.ts'
import { type Bench, summary } from './measure.ts'
import { cpuOf, forked } from './process.ts'

const MINUTES = 60
/** The room's clock runs ahead of the session's, which ends after 30 minutes without a page: the rest is multiplied. */
const SPOKEN_MINUTES = 25
const QUICK_MINUTES = 6
/** So much faster does the room's clock go while it records. */
const HURRY = 15
/** An object is kept awake for so long after its last screen has left. */
const LINGERS_S = 10
const HOURS_A_MONTH = 730
const LINES_A_MINUTE = 12
const TARGET_USD = 0.05

/** An hour's consultation, as it is billed: recorded in full, structured, edited, signed, printed, sealed. */
type Hour = { billed: Billed; minutes: number; d1Bytes: number; notes: string[] }

/**
 * One consultation through the whole production build in workerd, every call as the app makes it; the room, its clock
 * and its engine go fifteen times as fast while it is spoken.
 */
async function consultationHour(quick: boolean): Promise<Hour> {
  const minutes = quick ? QUICK_MINUTES : SPOKEN_MINUTES
  await prepareBuilt()
  const engine = await forked(join(import.meta.dirname, 'engine.ts'), 'hour')
  const vars = { SPEECH_URL: `ws://127.0.0.1:${engine.port}/v1/listen` }
  const served = await serveBuilt({ name: 'cost', entry: 'worker/metered.ts', state: ownState('cost'), vars })
  try {
    const visit = await signedIn(served.url)
    const { call } = visit
    const { usage: before } = await usageOf(served)
    const [asked, id] = await cpuDuring(served, () => begin(visit))
    await speak({ url: served.url, cookie: visit.doctor.cookie, id, minutes }, HURRY)
    const [documented, { pdfBytes }] = await cpuDuring(served, () => document(call, id))
    const [sealed] = await cpuDuring(served, () => ring(served))
    const { usage: used } = await usageOf(served)
    await ring(served)
    const { usage: idleRing } = await usageOf(served)
    const { messages } = await engine.ask<{ messages: number }>()
    const { transcriptions } = await call<{ transcriptions: unknown[] }>('GET', `/api/consultations/${id}`)
    // A room that could not keep up hears by segments, and the engine says nothing to those: less would be billed.
    if (!quick && transcriptions.length < 0.98 * minutes * LINES_A_MINUTE)
      throw new Error(`${transcriptions.length} lines: a machine too busy to hurry on`)
    const d1Bytes = used.d1.bytes - before.d1.bytes
    const stored = (used.object.largest / 2 / 1e9) * (minutes / 60 / HOURS_A_MONTH)
    const billed: Billed = {
      requests: used.requests,
      cpuMs: asked + documented + sealed,
      object: {
        requests: used.object.requests,
        messages: used.object.messages + messages,
        seconds: minutes * 60 + LINGERS_S,
        read: used.object.read,
        written: used.object.written,
        gbMonths: stored,
      },
      d1: { read: used.d1.read, written: used.d1.written, gbMonths: d1Bytes / 1e9 },
      files: { written: used.files.written, read: used.files.read, gbMonths: used.files.bytes / 1e9 },
      queued: used.queues.sent,
    }
    const notes = [
      `${minutes} minutes: ${used.object.messages} messages of the device, ${messages} of the engine, ${transcriptions.length} lines (${minutes * LINES_A_MINUTE} were said), PDF of ${pdfBytes} bytes`,
      `the object held ${(used.object.largest / 1e6).toFixed(1)} MB at its end; alarms rung: ${used.object.alarms}`,
      `a ring of the cron with nothing to do reads ${idleRing.d1.read} rows in ${idleRing.d1.queries} queries`,
    ]
    return { billed, minutes, d1Bytes, notes }
  } finally {
    await served.stop()
    await engine.stop()
  }
}

export const cost: Bench = async ({ quick, say }) => {
  const { billed, minutes, d1Bytes, notes } = await consultationHour(quick)
  const bill = billOf(billed)
  const share = MINUTES / minutes
  for (const { what, amount, usd } of bill)
    say([what.padEnd(42), amount.toPrecision(6).padEnd(16), `US$ ${usd.toFixed(6)}`].join(' '))
  // The price of `deleteAll` is not published; one row each is the worst case.
  const deleted = billed.object.written * ROW_WRITTEN
  const storageCost = (d1Bytes / 1e9) * D1_GB_MONTH * 12
  return [
    {
      what: 'price of a consultation-hour without speech and model',
      unit: 'US$',
      of: summary([totalOf(bill) * share]),
      target: { atMost: TARGET_USD },
      compared:
        'Everything Cloudflare bills for one consultation from the dashboard to the sealed, signed PDF, nothing included in a plan; no peer.',
      notes: [
        ...notes,
        `were the room's deleteAll charged as a row each: US$ ${(deleted * share).toFixed(4)} more`,
        `its ${Math.round(d1Bytes * share)} bytes in D1 cost US$ ${(storageCost * share).toFixed(4)} for each further year they are kept`,
      ],
    },
  ]
}

async function ring({ miniflare }: Served): Promise<void> {
  const worker = (await miniflare.getWorker()) as unknown as { scheduled(event: { cron: string }): Promise<unknown> }
  await worker.scheduled({ cron: '* * * * *' })
}

async function cpuDuring<T>({ pid }: Served, work: () => Promise<T>): Promise<[ms: number, done: T]> {
  const before = cpuOf(pid)
  const done = await work()
  return [(cpuOf(pid) - before) / 1_000, done]
}
