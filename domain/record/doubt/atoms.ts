// The things that a text names and that can be taken for another: people, medicines, complaints, numbers, sides.
import { mentionsIn } from '../lexicon/lexicon.ts'
import type { Quantity } from '../safety/numbers.ts'
import { sideAt } from '../safety/sides.ts'
import type { Token } from '../safety/words.ts'

type AtomType =
  | 'relative'
  | 'drug'
  | 'complaint'
  | 'illness'
  | 'procedure'
  | 'exam'
  | 'site'
  | 'habit'
  | 'number'
  | 'side'
/** `key`: equal for two atoms that name the same. `from`, `to`: its tokens. `unit`: of a number, where it is known. */
export type Atom = { type: AtomType; key: string; from: number; to: number; unit?: string }

const types: Partial<Record<string, AtomType>> = {
  relative: 'relative',
  drug: 'drug',
  allergen: 'drug',
  symptom: 'complaint',
  reaction: 'complaint',
  condition: 'illness',
  procedure: 'procedure',
  exam: 'exam',
  finding: 'exam',
  site: 'site',
  habit: 'habit',
}
/** The atoms of these tokens. `quantities`: the numbers of the same tokens. */
export function atomsOf(tokens: readonly Token[], quantities: readonly Quantity[]): Atom[] {
  const named = mentionsIn(tokens).flatMap(({ concept, from, to }): Atom[] => {
    const type = types[concept.kind]
    return type ? [{ type, key: concept.note, from, to }] : []
  })
  const numbers = quantities
    .filter(({ either }) => !either)
    .map(
      ({ value, known, unit, from, to }): Atom => ({
        type: 'number',
        key: `${value}`,
        from,
        to,
        unit: known ? unit : '',
      }),
    )
  const sided = tokens.flatMap((_, at): Atom[] => {
    const side = sideAt(tokens, at)
    return side ? [{ type: 'side', key: side, from: at, to: at + 1 }] : []
  })
  return [...named, ...numbers, ...sided]
}
/** Whether it is a thing of its own. Numbers, sides and habits describe other things. */
export const isAnchor = ({ type }: Atom): boolean => type !== 'number' && type !== 'side' && type !== 'habit'

/** Equal for two atoms that name the same thing. */
export const nameOf = ({ type, key }: Pick<Atom, 'type' | 'key'>): string => `${type} ${key}`
