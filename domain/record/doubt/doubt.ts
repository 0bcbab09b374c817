// Doubts a sentence that reads well and may not be what its lines say, and tells the doctor why.
import type { Flag } from '../record.ts'
import type { Cited } from './reading.ts'
import { type Signed, signsOf } from './signs.ts'
import stored from './trees.json' with { type: 'json' }
import { chanceOf, type StoredTrees } from './trees.ts'

const trees = stored as unknown as StoredTrees
/** A sentence that is more probably wrong than this is doubted, though no check found anything. */
const DOUBTED = 0.5
/** What a check found counts only in a sentence that is more probably wrong than this. */
const BELIEVED = 0.3

/** The flags that stand, or one for a sentence that is doubted without any. `flags`: what the checks found. */
export function doubted(cited: Cited, flags: readonly Flag[]): Flag[] {
  const signed = signsOf(cited, flags)
  const chance = chanceOf(trees, signed.signs)
  if (flags.length > 0) return chance > BELIEVED ? [...flags] : flags.filter(({ kind }) => kind === 'allergy')
  return chance > DOUBTED ? [reasonOf(signed, cited)] : []
}

type Reason = { kind: Flag['kind']; message: string; signs: readonly string[] }
/** From the plainest to the vaguest: the first whose sign is there is told. */
const reasons: readonly Reason[] = [
  {
    kind: 'certainty',
    message: 'As falas tratam isso como possibilidade, não como certo.',
    signs: ['certain of what is possible', 'hypothesis not hedged'],
  },
  {
    kind: 'condition',
    message: 'Nas falas isso depende de uma condição ou ainda não foi decidido.',
    signs: [
      'order of what is possible',
      'thing in condition not noted',
      'drug in condition not noted',
      'best condition not noted',
    ],
  },
  {
    kind: 'relative',
    message: 'As falas podem tratar de outra pessoa.',
    signs: ['told of a relative alone', 'thing in relative not noted', 'relative nearer to another illness'],
  },
  {
    kind: 'negation',
    message: 'As falas podem dizer o contrário.',
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
    message: 'As falas podem contar isso como passado ou já mudado.',
    signs: ['drug in past not noted', 'thing in past not noted', 'number counts something else'],
  },
  {
    kind: 'number',
    message: 'As falas dão também outro número ou se corrigem depois.',
    signs: ['number corrected', 'another number later', 'number: another is nearest', 'another number cited'],
  },
  {
    kind: 'side',
    message: 'As falas dão também o outro lado.',
    signs: ['side corrected', 'another side cited', 'side: another is nearest'],
  },
  {
    kind: 'drug',
    message: 'As falas citam também outro medicamento.',
    signs: ['another drug cited', 'drug: another is nearest'],
  },
]
const vague: Reason = { kind: 'support', message: 'As falas citadas podem não dizer isso desta forma.', signs: [] }

function reasonOf({ signs, best }: Signed, { dialogue }: Cited): Flag {
  const { kind, message } = reasons.find((reason) => reason.signs.some((sign) => (signs.get(sign) ?? 0) > 0)) ?? vague
  const line = best && dialogue.lines[best.line]
  return { kind, message, ...(line && { lines: [line.id] }) }
}
