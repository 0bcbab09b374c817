import type { Flag } from '../record.ts'
import type { Claim } from './claim.ts'
import { type Dialogue, gathered, type ReadLine, sum, type Tally } from './reading.ts'
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

/** All lines, or those of one side of the talk: what a sentence without proof is held against. */
export function wholeOf(dialogue: Dialogue, side: (line: ReadLine) => boolean = () => true): Evidence {
  const lines = dialogue.lines.filter(side)
  let whole = lines.length === dialogue.lines.length ? dialogue.whole : undefined
  return {
    cited: lines,
    lines,
    tallyOf: (features) => {
      whole ??= gathered(lines)
      return merged([whole], features)
    },
  }
}

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
  return tally && turned(unit, tally)
}

/** More than these nobody reads at once. */
const SHOWN = 4
/** A flag with the lines it rests on, in their order: a question goes with the first answer to it. */
export function flagOf(kind: Flag['kind'], message: string, found: readonly ReadLine[], among = found): Flag {
  const lines = new Set<ReadLine>()
  for (const line of [...found].sort((a, b) => a.index - b.index)) {
    if (lines.size >= SHOWN) break
    lines.add(line)
    const asks = line.speaker !== 'patient' && line.sentences.some((sentence) => sentence.question)
    const reply = asks && among.find((other) => other.index > line.index && line.linked.includes(other.index))
    if (reply) lines.add(reply)
  }
  return { kind, message, ...(lines.size > 0 && { lines: [...lines].map(({ id }) => id) }) }
}

/** The lines that speak so of these words; only where none does, of what has another name. */
export function linesSaying(
  units: readonly Unit[],
  evidence: Evidence,
  says: (tally: Tally) => boolean,
): readonly ReadLine[] {
  const found = (which: RegExp) =>
    evidence.lines.filter(({ tallies }) =>
      units.some((unit) =>
        unit.features.some((feature) => {
          const tally = which.test(feature) ? tallies.get(feature) : undefined
          return tally !== undefined && says(turned(unit, tally))
        }),
      ),
    )
  const own = found(/^[sw]/)
  return own.length > 0 ? own : found(/^[^p]/)
}
const turned = (unit: Unit, tally: Tally): Tally => (unit.opposite ? { ...tally, yes: tally.no, no: tally.yes } : tally)

/** These lines and those up to `reach` before and after each. */
export function linesAround(dialogue: Dialogue, lines: readonly ReadLine[], reach: number): readonly ReadLine[] {
  const indexes = new Set<number>()
  for (const line of lines) for (let at = line.index - reach; at <= line.index + reach; at++) indexes.add(at)
  return [...indexes].flatMap((index) => dialogue.lines[index] ?? [])
}
