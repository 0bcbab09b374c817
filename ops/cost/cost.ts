// Counted use and dated prices: what a doctor's month costs, and what is left of each plan.
import { type PaidPlanId, paidPlanIds, plans } from '#domain/subscription/plans.ts'

const MILLION = 1_000_000
/** The units that Cloudflare bills for one hour of consultation: `npm run bench -- --only cost`, 2026-11-29. */
const CLOUDFLARE_USD = { requests: 0.027, storedYear: 0.0035 }
/** Kept for so many years (domain/retention). */
const YEARS = 20
/**
 * Characters that the model reads and writes for an hour of visits of seven minutes, from the stored good answers. An
 * hour in one visit needs about two thirds of them.
 */
const MODEL_CHARACTERS = { asked: 357_000, answered: 87_000 }
/** Portuguese in the tokenisers of current models. Assumed, not measured. */
const CHARACTERS_A_TOKEN = 3.2

/** A month has so many rings of the cron and synthetic consultations, and a copy each night. */
const MONTH = { rings: 30 * 24 * 60, synthetic: 30 * 24 * 12, nights: 30 }
/**
 * Counted on 2026-11-29 on the real runtime: one ring of the cron with 25 series of measurements a minute, and one
 * synthetic consultation with its row and its measurements. `awakeS`, `objectRows` and `cpuMs` are assumed.
 */
const RING = { d1Read: 17_969, d1Written: 10, filesRead: 1, cpuMs: 20 }
const SYNTHETIC = { d1Read: 10, d1Written: 16, objectRows: 100, awakeS: 20, queued: 1, asked: 9_800, answered: 2_400 }
const SYNTHETIC_SPEECH_HOURS = 5 / 3_600
/** The units of each stored visit: `npm run restore:drill -- --consultations 2000`, 2026-11-29 (docs/decisions/051). */
const COPY_OF_VISIT = { rows: 57.5, nightlyBytes: 1_000, objectBytes: 15_550, minutes: 0.3 / 2_000 }
/** How many copies of a visit's rows, and of its files, the provider's rules leave (docs/copies.md). */
const COPIES_KEPT = { nightly: 90, monthly: 5 }
/** Visits of seven minutes in a year of 60 hours a month. */
const VISITS_A_YEAR = (12 * 60 * 60) / 7

/** List prices, with the day on which they were read; null: from memory, to be confirmed before it counts. */
const PRICES = {
  model: { asked: 0.1, answered: 0.3, read: null },
  card: { share: 0.0399, subscription: 0.007, centavos: 39, read: null },
  dollar: { reais: 5.5, read: null },
  /** Workers Paid, by unit; tests/bench/cost/bill.ts has the sources. D1 and R2 bill no outgoing bytes. */
  cloudflare: {
    ...{ request: 0.3e-6, cpuMs: 0.02e-6, d1Read: 0.001e-6, rowWritten: 1e-6, filesRead: 0.36e-6 },
    ...{ objectGbS: 12.5e-6, queueOperation: 0.4e-6, read: '2026-11-23' },
  },
  /** A terabyte a month in a bucket with the S3 protocol, at least one; Wasabi's list since 2026-07-01. */
  copies: { terabyte: 7.99, read: '2026-11-29' },
  /** A minute of a runner of GitHub with two processors, beyond what a plan includes. */
  runner: { minute: 0.008, read: null },
} as const

/** US dollars for an hour of sound. */
const engines = [
  { name: 'the browser on the device', usd: 0 },
  { name: 'Workers AI whisper-large-v3-turbo', usd: 0.0005 * 60 },
  { name: 'Workers AI nova-3, live', usd: 0.0092 * 60 },
] as const
const HOURS = [20, 60, 120] as const

const modelUsd =
  (MODEL_CHARACTERS.asked * PRICES.model.asked + MODEL_CHARACTERS.answered * PRICES.model.answered) /
  CHARACTERS_A_TOKEN /
  MILLION

/** Returns the cost of one doctor's month in centavos. `hours`: of consultation. */
function monthCost(hours: number, speechUsd: number): number {
  const anHour = CLOUDFLARE_USD.requests + CLOUDFLARE_USD.storedYear * YEARS + modelUsd + speechUsd
  return Math.round(hours * anHour * PRICES.dollar.reais * 100)
}

/** Returns what a paid plan leaves of one month in centavos, after the card's fee. Taxes and people are not counted. */
function marginOf(plan: PaidPlanId, hours: number, speechUsd: number): number {
  const { month } = plans[plan].price
  const { share, subscription, centavos } = PRICES.card
  return month - Math.round(month * (share + subscription)) - centavos - monthCost(hours, speechUsd)
}

/** US dollars a month for the service itself, without speech. */
function serviceCosts(): readonly (readonly [name: string, usd: number])[] {
  const { request, cpuMs, d1Read, rowWritten, filesRead, objectGbS, queueOperation } = PRICES.cloudflare
  const ring =
    request + RING.cpuMs * cpuMs + RING.d1Read * d1Read + RING.d1Written * rowWritten + RING.filesRead * filesRead
  const { asked, answered, awakeS, d1Written, objectRows, queued } = SYNTHETIC
  const synthetic =
    SYNTHETIC.d1Read * d1Read +
    (d1Written + objectRows) * rowWritten +
    awakeS * 0.128 * objectGbS +
    queued * 3 * queueOperation
  const model = (asked * PRICES.model.asked + answered * PRICES.model.answered) / CHARACTERS_A_TOKEN / MILLION
  return [
    ['cron, measurements and alerts', MONTH.rings * ring],
    ['synthetic consultations: room, D1, queue', MONTH.synthetic * synthetic],
    ['synthetic consultations: model', MONTH.synthetic * model],
    ...engines
      .filter(({ usd }) => usd > 0)
      .map(({ name, usd }) => [`their speech: ${name}`, MONTH.synthetic * SYNTHETIC_SPEECH_HOURS * usd] as const),
  ]
}

/** Returns the cost of the copies of `doctors` in the month after their first year: US dollars, gigabytes, minutes. */
function copyCosts(doctors: number) {
  const visits = doctors * VISITS_A_YEAR
  const { rows, nightlyBytes, objectBytes, minutes } = COPY_OF_VISIT
  const bytes = visits * (nightlyBytes * COPIES_KEPT.nightly + objectBytes * COPIES_KEPT.monthly)
  return {
    gigabytes: bytes / 1e9,
    storage: Math.max(1, bytes / 1e12) * PRICES.copies.terabyte,
    d1: visits * rows * MONTH.nights * PRICES.cloudflare.d1Read,
    nightMinutes: visits * minutes,
    runner: visits * minutes * MONTH.nights * PRICES.runner.minute,
  }
}
const DOCTORS = [10, 100, 500] as const

const reais = (centavos: number) => (centavos / 100).toFixed(2)
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

/** The tables of docs/cost.md, in Markdown. */
export function costTables(): string {
  const parts = [
    ['requests, room, D1, R2, queues', CLOUDFLARE_USD.requests],
    [`text kept in D1 for ${YEARS} years`, CLOUDFLARE_USD.storedYear * YEARS],
    ['model', modelUsd],
    ...engines.map(({ name, usd }) => [`speech: ${name}`, usd] as const),
  ] as const
  const months = engines.map(({ name, usd }) => row([name, ...HOURS.map((hours) => reais(monthCost(hours, usd)))]))
  const margins = paidPlanIds.flatMap((plan) =>
    engines.map(({ name, usd }) =>
      row([plans[plan].name, name, ...HOURS.map((hours) => reais(marginOf(plan, hours, usd)))]),
    ),
  )
  const hours = HOURS.map((each) => `${each} h`)
  const copies = DOCTORS.map(copyCosts)
  const ofCopies = (name: string, text: (one: (typeof copies)[number]) => string) => row([name, ...copies.map(text)])
  return [
    row(['part', 'US$ for an hour']),
    '|---|---|',
    ...parts.map(([name, usd]) => row([name, usd.toFixed(4)])),
    '',
    row(['R$ for a month, by engine', ...hours]),
    '|---|---|---|---|',
    ...months,
    '',
    row(['R$ left, by plan', 'engine', ...hours]),
    '|---|---|---|---|---|',
    ...margins,
    '',
    row(['the service itself', 'US$ for a month']),
    '|---|---|',
    ...serviceCosts().map(([name, usd]) => row([name, usd.toFixed(2)])),
    '',
    row(['copies, after a year of 60 h a month', ...DOCTORS.map((count) => `${count} doctors`)]),
    '|---|---|---|---|',
    ofCopies('stored at the other provider, GB', ({ gigabytes }) => gigabytes.toFixed(0)),
    ofCopies('its storage, US$ a month', ({ storage }) => storage.toFixed(2)),
    ofCopies('rows read from D1, US$ a month', ({ d1 }) => d1.toFixed(2)),
    ofCopies('a night, minutes', ({ nightMinutes }) => nightMinutes.toFixed(0)),
    ofCopies("GitHub's machine, US$ a month", ({ runner }) => runner.toFixed(2)),
  ].join('\n')
}
