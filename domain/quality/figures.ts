import { z } from 'zod/mini'
import { lazily } from '../lazily.ts'
import stored from './figures.json' with { type: 'json' }

/** The kinds of wrong sentences that read well. */
export const errorKinds = [
  'negation',
  'number',
  'drug',
  'side',
  'person',
  'time',
  'certainty',
  'condition-to-order',
  'topic',
  'invented',
] as const
export type ErrorKind = (typeof errorKinds)[number]

/** `npm run quality` measures these. */
export const quickNames = [
  'consultations',
  'lines',
  'facts-found',
  'critical-found',
  'facts-placed',
  'facts-cited',
  'facts-found-plain',
  'facts-found-unlabelled',
  'false-claims',
  'ideal-written',
  'length',
  'sentences-judged',
  'sentences-stay',
  'sentences-anew',
  'sentences-wrong',
  'sentences-high',
  'errors-caught',
  'ideal-doubted',
  'planted-caught',
  ...errorKinds.map((kind) => `caught-${kind}` as const),
] as const
/** Somebody enters these: their commands are long, or, of the blind consultations, kept outside the repository. */
const enteredNames = [
  'blind-found',
  'blind-critical',
  'blind-false',
  'blind-caught',
  'blind-doubted',
  'faults-lost',
  'faults-doubled',
  'faults-silent',
  'browser-lost',
  'browser-silent',
  'first-words',
  'frame-delay',
  'frames-lost',
  'late-answers',
] as const
export type QuickName = (typeof quickNames)[number]
export type FigureName = QuickName | (typeof enteredNames)[number]

const units = ['percent', 'count', 'ratio', 'ms', 'seconds'] as const
/** Each set names the things that are counted: facts, sentences, runs. `size` says how many. */
const sets = [
  'consultations',
  'facts',
  'critical-facts',
  'found-facts',
  'false-statements',
  'ideal-sentences',
  'ideal-words',
  'written-sentences',
  'judged-sentences',
  'subtle-errors',
  'planted-errors',
  'blind-consultations',
  'blind-errors',
  'blind-sentences',
  'simulated-faults',
  'browser-faults',
  'onsets-of-speech',
  'rooms',
] as const

const figure = z
  .object({
    value: z.number().check(z.nonnegative()),
    /** The least and the most of several runs. */
    least: z.optional(z.number()),
    most: z.optional(z.number()),
    unit: z.enum(units),
    set: z.enum(sets),
    size: z.int().check(z.positive()),
    command: z.string().check(z.minLength(1)),
    date: z.iso.date(),
    commit: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  })
  .check(z.refine(({ value, unit }) => unit !== 'percent' || value <= 100))
export type Figure = z.infer<typeof figure>

/** Every name has its figure; a name that is not listed is refused. */
export const figuresFile = z.record(z.enum([...quickNames, ...enteredNames]), figure)
export type Figures = z.infer<typeof figuresFile>

/** The committed figures of quality. */
export const readFigures: () => Figures = lazily(() => figuresFile.parse(stored))
