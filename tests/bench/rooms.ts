import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Line, median, ratios, slope, summary } from './measure.ts'
import { memoryOf } from './process.ts'
import { type Recorder, record } from './recorders.ts'
import { minimalRoom, missing, relato, type Side, withSides } from './sides.ts'

const ROOMS = 100
const MINUTES = 10
const SAMPLE_MS = 5_000
/** Memory counts from here on: before, each room still fills its page cache. */
const SETTLED_S = 60
const MEMORY_TARGET = 1.3
/** Allowed rise of the fitted line through the settled memory, relative to its level: less is no slope. */
const GROWTH_TARGET = 5

type Look = { at: number; pss: number }
type Watched = { side: Side; recorders: Recorder[]; before: number; looks: Look[] }

/** 100 rooms of each kind for ten minutes, both kinds in the same ten, each in a process of its own. */
export const rooms: Bench = ({ quick, say }) =>
  withSides([relato, minimalRoom], async (sides) => {
    const count = quick ? 20 : ROOMS
    const seconds = quick ? 24 : MINUTES * 60
    const settledSeconds = quick ? 8 : SETTLED_S
    const all: Watched[] = []
    for (const side of sides) {
      const before = memoryOf(side.pid).pss
      const recorders = await side.enter(count)
      all.push({ side, recorders, before, looks: [] })
    }
    const startedAt = performance.now()
    let over = false
    const watching = (async () => {
      while (!over) {
        const at = (performance.now() - startedAt) / 1_000
        for (const { side, looks } of all) looks.push({ at, pss: memoryOf(side.pid).pss })
        await pause(quick ? SAMPLE_MS / 5 : SAMPLE_MS)
      }
    })()
    const frames = seconds * 4
    await Promise.all(all.map(({ recorders }) => record(recorders, frames)))
    over = true
    await watching
    const elapsedSeconds = (performance.now() - startedAt) / 1_000
    say(`${elapsedSeconds.toFixed(1)} s for ${seconds} s of audio: more means a machine too busy to measure`)
    const missed = all.map(({ recorders }) => sum(recorders, ({ late, unacknowledged }) => late + unacknowledged))
    const [ours, minimal] = all as [Watched, Watched]
    const notForwarded = missing((await ours.side.forwarded?.())?.rooms ?? [], count, frames)
    for (const { recorders } of all) for (const recorder of recorders) recorder.leave()
    const unstored = [ours, minimal].map(async ({ side }) => missing((await side.kill?.()) ?? [], count, frames))
    const lost = sum([notForwarded, ...(await Promise.all(unstored))], (one) => one)
    return lines({ all, settled: settledSeconds, missed, lost, count, frames, seconds })
  })

type Found = {
  all: Watched[]
  settled: number
  missed: number[]
  lost: number
  count: number
  frames: number
  seconds: number
}

function lines({ all, settled, missed, lost, count, frames, seconds }: Found): Line[] {
  const [ours, minimal] = all as [Watched, Watched]
  const level = ({ looks }: Watched) => looks.filter(({ at }) => at >= settled).map(({ pss }) => pss)
  const growth = (one: Watched) => {
    const looks = one.looks.filter(({ at }) => at >= settled)
    const a = slope(
      looks.map(({ at }) => at),
      looks.map(({ pss }) => pss),
    )
    return (a * (seconds - settled) * 100) / median(level(one))
  }
  const each = (of: (one: Watched) => number[], unit: Line['unit']) =>
    all.map((one) => ({ name: one.side.name, unit, of: summary(of(one)) }))
  const compared =
    `One run, both at the same time, ${count} rooms each at 4 frames/s: Relato stores durably, forwards, hears and ` +
    'acknowledges; the minimal room stores durably and acknowledges.'
  return [
    {
      what: `memory per room from ${settled} s on, over the minimal room`,
      unit: '×',
      of: summary(ratios(level(ours), level(minimal))),
      target: { atMost: MEMORY_TARGET },
      compared,
      sides: each((one) => level(one).map((pss) => pss / count), 'MiB'),
      notes: [
        `PSS of the whole process over its rooms; without a room it has ${collect(all, ({ before }) => before)} MiB`,
        'garbage that V8 has not collected yet is in it: docs/decisions/028-room-memory.md says what it is, and what is kept',
      ],
    },
    {
      what: `growth of memory from ${settled} s to the end`,
      unit: '%',
      of: summary([growth(ours)]),
      target: { atMost: GROWTH_TARGET },
      compared: `The straight line through ${level(ours).length} readings of PSS, least squares, of their median.`,
      sides: each((one) => [growth(one)], '%'),
    },
    {
      what: 'acknowledgements that never came, or after 5 s',
      unit: '',
      of: summary([missed[0] as number]),
      target: { atMost: 0 },
      compared: `All ${frames * count} frames of each side; a page gives a socket up that is silent for 5 s.`,
      sides: all.map(({ side }, i) => ({ name: side.name, unit: '', of: summary([missed[i] as number]) })),
    },
    {
      what: 'frames not forwarded, or acknowledged and not on the disk after a kill',
      unit: '',
      of: summary([lost]),
      target: { atMost: 0 },
      compared: 'Every frame of every room, on every side that promises it, counted after SIGKILL.',
    },
  ]
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
const collect = (all: readonly Watched[], of: (one: Watched) => number) =>
  all.map((one) => `${one.side.name} ${of(one).toFixed(1)}`).join(', ')
