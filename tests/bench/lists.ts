import { ownState, prepareBuilt, type Served, serveBuilt, usageOf } from './built/serve.ts'
import { type Call, signedIn } from './cost/visit.ts'
import { fill, PATIENT_COUNT } from './filled/fill.ts'
import { DIAGNOSES, nameOf, searchesIn } from './filled/people.ts'
import { type Bench, inTurn, type Line, percentile, summary } from './measure.ts'

const REPEATS = 7
const REQUESTS = 150
const QUICK = { repeats: 2, requests: 15 }
const P99_MS = 50
const ROWS = 3
/** Names that hundreds bear behind their first one, as far as one types them. */
const LATER = 'silva,san,gonca,ap,oliveira,da silva,maria d,teix,lourdes,albuquerque,moraes'.split(',')
const PATIENTS = '/api/patients/search'
const HISTORY = '/api/consultations/search'

type Found = { items: { preview?: unknown[] }[]; next: string | null }
type List = {
  what: string
  path: string
  /** The app's request number `n`. */
  body(n: number): Record<string, unknown>
}
type Asked = { ms: number; read: number; shown: number }

/**
 * The lists of a doctor with 10,000 patients and 5,000 consultations: each call as the app makes it, over HTTP, to the
 * production build in workerd with its database on the disk.
 */
export const lists: Bench = async ({ quick }) => {
  const { repeats, requests } = quick ? QUICK : { repeats: REPEATS, requests: REQUESTS }
  await prepareBuilt()
  const state = ownState('lists')
  fill(state, Date.now())
  const served = await serveBuilt({ name: 'lists', entry: 'worker/metered.ts', state })
  try {
    const { call } = await signedIn(served.url)
    const all = await listsOf(call)
    let next = 0
    const asking = (list: List) => async () => {
      const calls: Asked[] = []
      for (let n = 0; n < requests; n++) calls.push(await ask(served, call, list, next++))
      return calls
    }
    const found = await inTurn(repeats, all.map(asking))
    return all.flatMap(({ what }, index) => linesOf(what, found[index] ?? [], requests))
  } finally {
    await served.stop()
  }
}

async function listsOf(call: Call): Promise<List[]> {
  const searches = searchesIn(
    Array.from({ length: PATIENT_COUNT }, (_, index) => nameOf(index)),
    120,
  )
  const query = (n: number) => searches[n % searches.length] as string
  const second = async (path: string) => (await call<Found>('POST', path, {})).next
  const [patient, visit] = [await second(PATIENTS), await second(HISTORY)]
  return [
    { what: 'patients, first page', path: PATIENTS, body: () => ({}) },
    { what: 'patients, next page', path: PATIENTS, body: () => ({ cursor: patient, counts: false }) },
    // Text typed into a combobox: first letters that many names begin with.
    {
      what: 'patients, first letters in the combobox',
      path: PATIENTS,
      body: (n) => ({ query: query(n).slice(0, 3), counts: false, limit: 8 }),
    },
    { what: 'patients, search', path: PATIENTS, body: (n) => ({ query: query(n), counts: false }) },
    {
      what: 'patients, search by a later name',
      path: PATIENTS,
      body: (n) => ({ query: LATER[n % LATER.length], counts: false }),
    },
    { what: 'history, first page', path: HISTORY, body: () => ({}) },
    { what: 'history, next page', path: HISTORY, body: () => ({ cursor: visit }) },
    { what: 'history, search', path: HISTORY, body: (n) => ({ query: query(n) }) },
    {
      what: 'history, search of notes',
      path: HISTORY,
      body: (n) => ({ query: (DIAGNOSES[n % DIAGNOSES.length] as string).slice(0, 4 + (n % 8)) }),
    },
  ]
}

async function ask(served: Served, call: Call, { path, body }: List, n: number): Promise<Asked> {
  const startedAt = performance.now()
  const { items } = await call<Found>('POST', path, body(n))
  const ms = performance.now() - startedAt
  const { asked } = await usageOf(served)
  // In the history each consultation is shown with its first lines.
  const shownRows = items.reduce((sum, { preview = [] }) => sum + 1 + preview.length, 0)
  return { ms, read: asked.reduce((sum, { read }) => sum + read, 0), shown: shownRows }
}

function linesOf(what: string, turns: readonly Asked[][], requests: number): Line[] {
  const p99 = (calls: Asked[]) =>
    percentile(
      calls.map(({ ms }) => ms),
      0.99,
    )
  const worst = turns.flat().reduce((one, other) => (other.read > one.read ? other : one))
  return [
    {
      what: `${what}, p99`,
      unit: 'ms',
      of: summary(turns.map(p99)),
      target: { atMost: P99_MS },
      compared: `p99 of ${requests} calls over HTTP, one after the other, session and audit row included; no peer.`,
    },
    {
      what: `${what}, rows read for each row shown`,
      unit: '×',
      of: summary(turns.flat().map(({ read, shown }) => read / Math.max(1, shown))),
      target: { atMost: ROWS },
      compared: "D1's meta.rows_read of all that the call asks, session and audit row included; no peer.",
      notes: [`at most ${worst.read} rows read, ${worst.shown} shown`],
    },
  ]
}
