import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Line, median, ratios, side, slope, summary } from './measure.ts'
import { memoryOf } from './process.ts'
import { record } from './recorders.ts'
import { lostLine, minimalRoom, relato, type Side, withSides } from './sides.ts'

const ROOMS = 100
const MINUTES = 10
const SAMPLE_MS = 5_000
/** Memory counts from here on: before, each room still fills its page cache. */
const SETTLED_S = 60
const MEMORY_TARGET = 1.3
/** Allowed rise of the fitted line through the settled memory, relative to its level: less is no slope. */
const GROWTH_TARGET = 5

type Look = { at: number; pss: number }
type Watched = { side: Side; before: number; looks: Look[] }

/** 100 rooms of each kind for ten minutes, both kinds in the same ten, each in a process of its own. */
export const rooms: Bench = ({ quick, say }) =>
  withSides([relato, minimalRoom], async (sides) => {
    const count = quick ? 20 : ROOMS
    const seconds = quick ? 24 : MINUTES * 60
    const all: Watched[] = []
    for (const one of sides) {
      const before = memoryOf(one.pid)
      await one.enter(count)
      all.push({ side: one, before, looks: [] })
    }
    const startedAt = performance.now()
    const elapsedSeconds = () => (performance.now() - startedAt) / 1_000
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        for (const { side, looks } of all) looks.push({ at: elapsedSeconds(), pss: memoryOf(side.pid) })
        await pause(quick ? SAMPLE_MS / 5 : SAMPLE_MS)
      }
    })()
    await Promise.all(all.map(({ side }) => record(side.recorders, seconds * 4)))
    isOver = true
    await watching
    say(`${elapsedSeconds().toFixed(1)} s for ${seconds} s of audio: more means a machine too busy to measure`)
    const found = [...memoryLines(all, count, quick ? 8 : SETTLED_S, seconds), ackLine(all, seconds * 4 * count)]
    for (const { side } of all) side.leave()
    return [...found, await lostLine(sides, count, seconds * 4)]
  })

function memoryLines(all: readonly Watched[], count: number, settled: number, seconds: number): Line[] {
  const found = all.map(({ side: { name }, before, looks }) => {
    const settledLooks = looks.filter(({ at }) => at >= settled)
    const level = settledLooks.map(({ pss }) => pss)
    const rise = slope(
      settledLooks.map(({ at }) => at),
      level,
    )
    return { name, before, level, growth: (rise * (seconds - settled) * 100) / median(level) }
  })
  const [ours, minimal] = found.map(({ level }) => level) as [number[], number[]]
  return [
    {
      what: `memory per room from ${settled} s on, over the minimal room`,
      unit: '×',
      of: summary(ratios(ours, minimal)),
      target: { atMost: MEMORY_TARGET },
      compared:
        `One run, both at the same time, ${count} rooms each at 4 frames/s: Relato stores durably, forwards, hears and ` +
        'acknowledges; the minimal room stores durably and acknowledges.',
      sides: found.map(({ name, level }) =>
        side(
          name,
          'MiB',
          level.map((pss) => pss / count),
        ),
      ),
      notes: [
        `PSS of the whole process over its rooms; without a room: ${found.map(({ name, before }) => `${name} ${before.toFixed(1)}`).join(', ')} MiB`,
      ],
    },
    {
      what: `growth of memory from ${settled} s to the end`,
      unit: '%',
      of: summary([found[0]?.growth ?? Number.NaN]),
      target: { atMost: GROWTH_TARGET },
      compared: `The straight line through ${ours.length} readings of PSS, least squares, of their median.`,
      sides: found.map(({ name, growth }) => side(name, '%', [growth])),
    },
  ]
}

function ackLine(all: readonly Watched[], frames: number): Line {
  const sides = all.map(({ side: { name, recorders } }) =>
    side(name, '', [recorders.reduce((sum, { late, unacknowledged }) => sum + late + unacknowledged, 0)]),
  )
  return {
    what: 'acknowledgements that never came, or after 5 s',
    unit: '',
    of: (sides[0] as (typeof sides)[number]).of,
    target: { atMost: 0 },
    compared: `All ${frames} frames of each side; a page gives a socket up that is silent for 5 s.`,
    sides,
  }
}
