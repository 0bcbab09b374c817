import type { Claim } from './claim.ts'
import { type Dialogue, type ReadLine, sum, type Tally } from './reading.ts'
import type { Unit } from './units.ts'

/** The lines a sentence rests on, with the questions they answer and the answers to them. */
export type Evidence = {
  cited: readonly ReadLine[]
  lines: readonly ReadLine[]
  tallyOf: (features: readonly string[]) => Tally | undefined
}

export function evidenceOf(dialogue: Dialogue, ids: readonly string[]): Evidence {
  const cited = ids.flatMap((id) => dialogue.byId.get(id) ?? [])
  const lines = new Set(cited)
  for (const line of cited)
    for (const index of line.linked) {
      const other = dialogue.lines[index]
      if (other) lines.add(other)
    }
  const near = [...lines]
  return {
    cited,
    lines: near,
    tallyOf: (features) =>
      merged(
        near.map((line) => line.tallies),
        features,
      ),
  }
}

/** Every line there is: what a sentence without proof is held against. */
export const wholeOf = (dialogue: Dialogue): Evidence => ({
  cited: dialogue.lines,
  lines: dialogue.lines,
  tallyOf: (features) => merged([dialogue.whole], features),
})

function merged(sources: readonly ReadonlyMap<string, Tally>[], features: readonly string[]): Tally | undefined {
  let all: Tally | undefined
  for (const source of sources) {
    // A word counts once in a line, whichever of its names was found.
    let best: Tally | undefined
    for (const feature of features) {
      const tally = source.get(feature)
      if (tally && (!best || weight(tally) > weight(best))) best = tally
    }
    if (best) all = all ? sum(all, best) : best
  }
  return all
}
const weight = (tally: Tally) => tally.yes + tally.no + tally.near + tally.open

/** How the lines speak of what a claim is about: its name of several words first, then its first word. */
export function headTally(claim: Claim, evidence: Evidence): Tally | undefined {
  const { head } = claim
  if (!head) return undefined
  let asked: Tally | undefined
  for (const unit of claim.units.filter((one) => one.at === head.at).sort((a, b) => b.to - a.to)) {
    const tally = unitTally(unit, evidence)
    if (tally && tally.yes + tally.no > 0) return tally
    asked ??= tally
  }
  return asked
}

/** A thing by its own words; only where nobody says them, by other names for it. */
export function unitTally(unit: Unit, evidence: Evidence): Tally | undefined {
  const own = evidence.tallyOf(unit.features.filter((feature) => /^[sw]/.test(feature)))
  const illness = unit.features.filter((feature) => /^[id]/.test(feature))
  // Asked for by this word and answered by another: 'dor', 'dói'.
  const asked = own && own.yes + own.no === 0 && illness.length > 0 ? evidence.tallyOf(illness) : undefined
  const tally = asked ?? own ?? evidence.tallyOf(unit.features.filter((feature) => !feature.startsWith('p')))
  return tally && unit.opposite ? { ...tally, yes: tally.no, no: tally.yes } : tally
}

/** These lines and those up to `reach` before and after each. */
export function linesAround(dialogue: Dialogue, lines: readonly ReadLine[], reach: number): readonly ReadLine[] {
  const indexes = new Set<number>()
  for (const line of lines) for (let at = line.index - reach; at <= line.index + reach; at++) indexes.add(at)
  return [...indexes].flatMap((index) => dialogue.lines[index] ?? [])
}
