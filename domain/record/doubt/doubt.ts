// Doubts a sentence that reads well and may not be what its lines say, and tells the doctor why.
import { quoted } from '../edit/quoted.ts'
import type { Flag } from '../record.ts'
import type { CitedSentence } from './reading.ts'
import { type Signed, signsOf } from './signs.ts'
import stored from './trees.json' with { type: 'json' }
import { chanceOf, type StoredTrees } from './trees.ts'

const trees = stored as unknown as StoredTrees
/** A sentence that is more probably wrong than this is doubted, though no check found anything. */
const DOUBTED = 0.5
/** A flag of the checks counts only if the sentence is more probably wrong than this. */
const BELIEVED = 0.3
/** A flag of an invented medicine or a wrong side counts earlier: these do more harm. */
const BELIEVED_IF_GRAVE = 0.1

/**
 * A sentence that is more probably wrong than this, and whose lines say something else, is contradicted. In the
 * held-out set, 2 of 1,104 ideal sentences reach 0.95 and none 0.98.
 */
const CONTRADICTED = 0.97
/** Flags of these kinds only miss something in the lines. */
const missing: ReadonlySet<Flag['kind']> = new Set(['support', 'length'])

/**
 * The flags of the checks by the lines of a sentence. `certain` always counts; `grave` counts earlier than `other`;
 * `decided` counts where nothing else does, and is no sign: nothing was learned with it.
 */
export type FoundFlags = Record<'certain' | 'grave' | 'other' | 'decided', readonly Flag[]>

/** The verdict of the cited lines on a sentence. `flags`: why it is not supported, for the doctor; else empty. */
export type Report = { verdict: 'supported' | 'doubtful' | 'contradicted'; flags: Flag[] }

/** How probably a sentence with these signs is wrong, from 0 to 1. */
export const chanceWrong = ({ signs }: Signed): number => chanceOf(trees, signs)

/** The flags that are signs of the doubt. */
export const signalling = ({ certain, grave, other }: FoundFlags): Flag[] => [...certain, ...grave, ...other]

/** Weighs the flags of the checks and all other signs of a sentence. */
export function reportOf(cited: CitedSentence, found: FoundFlags): Report {
  if (cited.statement.tokens.every(({ kind }) => kind === 'mark')) return { verdict: 'supported', flags: [] }
  const signed = signsOf(cited, signalling(found))
  const chance = chanceWrong(signed)
  const flags = countedFlags(cited, found, signed, chance)
  if (flags.length === 0)
    return { verdict: found.decided.length > 0 ? 'doubtful' : 'supported', flags: [...found.decided] }
  const isContradicted = chance > CONTRADICTED && flags.some(({ kind }) => !missing.has(kind))
  return { verdict: isContradicted ? 'contradicted' : 'doubtful', flags }
}

/**
 * Returns the flags that count, or one for a sentence that is doubted without any. Where the checks only miss words and
 * a plainer reason is there, the flag gives that one.
 */
function countedFlags(cited: CitedSentence, found: FoundFlags, signed: Signed, chance: number): Flag[] {
  const counted = [
    ...found.certain,
    ...(chance > BELIEVED_IF_GRAVE ? found.grave : []),
    ...(chance > BELIEVED ? found.other : []),
  ]
  if (counted.length === 0 && chance <= DOUBTED) return []
  const onlyMissWords = counted.every((flag) => flag.kind === 'support' && found.other.includes(flag))
  if (!onlyMissWords) return counted
  const reason = reasonOf(signed)
  return counted.length > 0 && reason.isWeak ? counted : [flagOf(reason, signed, cited)]
}

/** `isWeak`: a missing word tells more. */
type Reason = { kind: Flag['kind']; message: string; signs: readonly string[]; isWeak?: true }
/** From the plainest to the vaguest. The flag gives the first one that has a sign. */
export const reasons: readonly Reason[] = [
  {
    kind: 'certainty',
    message: 'As falas tratam isso como possibilidade, não como certo',
    signs: ['certain of what is possible', 'hypothesis not hedged'],
  },
  {
    kind: 'condition',
    message: 'Nas falas isso depende de uma condição ou ainda não foi decidido',
    signs: ['order of what is possible', 'thing in condition not noted', 'drug in condition not noted'],
  },
  {
    kind: 'relative',
    message: 'As falas podem tratar de outra pessoa',
    signs: ['told of a relative alone', 'thing in relative not noted', 'relative nearer to another illness'],
  },
  {
    kind: 'negation',
    message: 'As falas podem dizer o contrário',
    signs: [
      'affirms what is denied',
      'denies what is affirmed',
      'claim yes said no',
      'claim no said yes',
      'thing turned',
      'drug turned',
    ],
  },
  {
    kind: 'time',
    message: 'As falas podem contar isso como passado ou já mudado',
    signs: ['drug in past not noted', 'thing in past not noted', 'best past not noted'],
  },
  {
    kind: 'number',
    message: 'As falas dão também outro número ou se corrigem depois',
    signs: ['number corrected', 'another number later', 'number: another is nearest', 'another number cited'],
  },
  {
    kind: 'side',
    message: 'As falas dão também o outro lado',
    signs: ['side corrected', 'another side cited', 'side: another is nearest'],
  },
  {
    kind: 'drug',
    message: 'As falas citam também outro medicamento',
    signs: ['another drug cited', 'drug: another is nearest'],
  },
  {
    kind: 'number',
    message: 'Nas falas esse número pode contar outra coisa',
    signs: ['number counts something else'],
    isWeak: true,
  },
  {
    kind: 'condition',
    message: 'Nas falas isso pode depender de uma condição',
    signs: ['best condition not noted'],
    isWeak: true,
  },
]
const vague: Reason = {
  isWeak: true,
  kind: 'support',
  message: 'As falas citadas podem não dizer isso desta forma',
  signs: [],
}

const reasonOf = ({ signs }: Signed): Reason =>
  reasons.find((reason) => reason.signs.some((sign) => (signs.get(sign) ?? 0) > 0)) ?? vague

function flagOf({ kind, message }: Reason, { best }: Signed, { dialogue }: CitedSentence): Flag {
  const line = best && dialogue.lines[best.line]
  if (!line) return { kind, message: `${message}.` }
  return { kind, message: `${message}: ${quoted(best.said)}.`, lines: [line.id] }
}
