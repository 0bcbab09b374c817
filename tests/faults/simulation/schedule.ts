import fc from 'fast-check'
import type { Mood } from '#tests/testkit/engine/engine.ts'
import { type RecogniserMood, recogniserFaults } from '../recogniser.ts'

/** Possible faults, each with its duration (ms) if it has one. */
export type Step = { at: number; ms: number; device: number } & (
  | { do: 'cut' | 'swallow' | 'slow' | 'mangle' | 'reset' }
  | { do: 'kill' | 'evict' }
  | {
      do:
        | 'page-crash'
        | 'reload'
        | 'history'
        | 'microphone'
        | 'pause'
        | 'take-over'
        | 'disk-full'
        | 'session-ends'
        | 'skew'
        | 'sleep'
        | 'revoke'
    }
  | { do: 'engine'; mood: Mood; dies: boolean }
  /** In such a schedule the pages have a recogniser of their own. */
  | { do: 'recogniser'; mood: RecogniserMood; dies: boolean }
  | { do: 'd1'; share: number }
  | { do: 'finish' }
)
export type StepName = Step['do']
export type Schedule = { seed: number; seconds: number; devices: number; steps: Step[] }

const short = fc.integer({ min: 50, max: 3_000 })
const long = fc.oneof(
  { weight: 4, arbitrary: short },
  { weight: 1, arbitrary: fc.integer({ min: 3_000, max: 40_000 }) },
)
const place = { at: fc.integer({ min: 0, max: 1_000 }), device: fc.integer({ min: 0, max: 1 }) }

/** An engine may stay away as long as it likes. */
const engine = (...moods: Mood[]): fc.Arbitrary<Step> =>
  fc.record({
    ...place,
    do: fc.constant('engine' as const),
    ms: long,
    mood: fc.constantFrom(...moods),
    dies: fc.boolean(),
  })
const step = <D extends Exclude<StepName, 'engine' | 'recogniser' | 'd1'>>(name: D, ms = long): fc.Arbitrary<Step> =>
  fc.record({ ...place, do: fc.constant(name), ms }) as fc.Arbitrary<Step>

const kinds = {
  cut: fc.oneof(step('cut'), step('reset'), step('slow')),
  'half-open': step('swallow', fc.integer({ min: 1_000, max: 20_000 })),
  'page-crash': fc.oneof(step('page-crash'), step('reload'), step('history')),
  'server-killed': step('kill', short),
  evicted: step('evict'),
  pause: step(
    'pause',
    fc.oneof(
      { weight: 10, arbitrary: short },
      { weight: 3, arbitrary: fc.integer({ min: 60_000, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 901_000, max: 960_000 }) },
    ),
  ),
  'engine-dies': engine('away'),
  'engine-stalls': engine('stalled', 'slow'),
  'engine-garbage': engine('garbage'),
  'engine-empty': engine('empty'),
  'bad-frames': step('mangle', fc.integer({ min: 1_000, max: 20_000 })),
  'd1-fails': fc.record({
    ...place,
    do: fc.constant('d1' as const),
    ms: fc.integer({ min: 1_000, max: 60_000 }),
    share: fc.constantFrom(0.3, 1),
  }) as fc.Arbitrary<Step>,
  'clock-skew': step('skew'),
  'two-tabs': step('take-over'),
  microphone: step('microphone'),
  'storage-full': step('disk-full'),
  'finish-offline': step('finish'),
  'session-ends': step('session-ends'),
  'device-asleep': step('sleep', fc.integer({ min: 2_500, max: 120_000 })),
  revoked: step('revoke'),
  'device-speech': fc.record({
    ...place,
    do: fc.constant('recogniser' as const),
    ms: long,
    mood: fc.constantFrom<RecogniserMood[]>('well', ...recogniserFaults),
    dies: fc.boolean(),
  }) as fc.Arbitrary<Step>,
} satisfies Record<string, fc.Arbitrary<Step>>
export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]

/** Faults that come with the finish or the take-over: without a cut they would be no fault. */
const companions: Partial<Record<Kind, fc.Arbitrary<Step>>> = {
  'finish-offline': kinds.cut,
  'two-tabs': kinds.cut,
  // It hears while the page is offline, reloads, crashes, pauses, or another one takes over.
  'device-speech': fc.oneof(kinds.cut, kinds['page-crash'], kinds['two-tabs'], kinds.pause, kinds['engine-dies']),
}

/** Schedules in which this fault happens, now and then with others. */
export function schedules(kind: Kind | 'everything'): fc.Arbitrary<Schedule> {
  const any = fc.oneof(...Object.values(kinds))
  const steps =
    kind === 'everything'
      ? fc.array(any, { minLength: 1, maxLength: 6 })
      : fc
          .tuple(
            fc.array(kinds[kind], { minLength: 1, maxLength: 3 }),
            fc.array(companions[kind] ?? any, { maxLength: companions[kind] ? 2 : 1 }),
          )
          .map(([own, more]) => [...own, ...more])
  return fc.record({
    seed: fc.nat(),
    seconds: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 4, max: 10 }) },
      { weight: 2, arbitrary: fc.integer({ min: 10, max: 25 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60, max: 90 }) },
    ),
    devices: fc.integer({ min: 1, max: 2 }),
    steps: steps.map((all) => all.sort((a, b) => a.at - b.at)),
  })
}
