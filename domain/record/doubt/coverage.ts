// How much of a sentence its lines, their neighbours and the whole talk say.
import { headTally, linesAround, unitTally } from '../safety/evidence.ts'
import { sameQuantity } from '../safety/numbers.ts'
import type { ReadLine, Tally } from '../safety/reading.ts'
import { supportOf } from '../safety/support.ts'
import { isGeneral } from '../safety/words.ts'
import { isTelling, type Reading } from './reading.ts'

const generalWeight = 0.25
const wide = 3

export function coverageSigns(reading: Reading): void {
  const { statement, evidence, dialogue, signs, content } = reading
  const { share, missing } = supportOf(statement, evidence, dialogue)
  signs.add('support', share)
  signs.add('missing words', missing.length)
  const near = linesAround(dialogue, evidence.lines, wide)
  const weights = { cited: 0, linked: 0, near: 0, elsewhere: 0, nowhere: 0 }
  let all = 0
  for (const { token, at } of content) {
    const weight = isGeneral(token.word) ? generalWeight : 1
    const features = featuresAt(reading, at)
    const isIn = (lines: readonly ReadLine[]) =>
      lines.some((line) => line.tallies.has(`s${token.stem}`) || features.some((feature) => line.tallies.has(feature)))
    const where = firstWith(isIn, { cited: evidence.cited, linked: evidence.lines, near })
    const isSaid = dialogue.whole.has(`s${token.stem}`) || features.some((feature) => dialogue.whole.has(feature))
    weights[where ?? (isSaid ? 'elsewhere' : 'nowhere')] += weight
    all += weight
  }
  if (all === 0) return
  signs.add('share in cited lines', weights.cited / all)
  signs.add('share in linked lines', (weights.cited + weights.linked) / all)
  signs.add('share near', (all - weights.elsewhere - weights.nowhere) / all)
  signs.add('share said', (all - weights.nowhere) / all)
  signs.add('words near', weights.near)
  signs.add('words elsewhere', weights.elsewhere)
  signs.add('words nowhere', weights.nowhere)
}

/** The name of the first of these groups of lines that fits, or undefined. */
const firstWith = <Name extends string>(
  fits: (lines: readonly ReadLine[]) => boolean,
  groups: Record<Name, readonly ReadLine[]>,
): Name | undefined => (Object.keys(groups) as Name[]).find((name) => fits(groups[name]))

/** The names of the words at this place of the sentence, by which lines are searched. */
const featuresAt = ({ statement }: Pick<Reading, 'statement'>, at: number): string[] =>
  statement.units.flatMap((unit) =>
    unit.at <= at && at < unit.to ? unit.features.filter((feature) => !feature.startsWith('p')) : [],
  )

const polarityOf = (tally: Tally): string => {
  if (tally.yes > 0 && tally.no > 0) return 'both'
  return (['yes', 'no', 'near', 'open', 'asked'] as const).find((polarity) => tally[polarity] > 0) ?? 'other'
}

/** Compares what the sentence affirms and denies with what its lines affirm and deny. */
export function polaritySigns(reading: Reading): void {
  const { statement, evidence, signs, content } = reading
  for (const claim of statement.claims) {
    const tally = headTally(claim, evidence)
    signs.add(`claim ${claim.polarity} said ${tally ? polarityOf(tally) : 'unsaid'}`)
    if (!tally || tally.kin === 0) continue
    signs.highest('told of a relative', 1)
    if (tally.mine === 0) signs.highest('told of a relative alone', 1)
  }
  for (const unit of statement.units) {
    const tally = unitTally(unit, evidence)
    const polarity = statement.tokenPolarities[unit.lead]
    if (tally && polarity === 'yes' && tally.no > 0 && tally.yes === 0) signs.add('affirms what is denied')
    if (tally && polarity === 'no' && tally.yes > 0 && tally.no === 0) signs.add('denies what is affirmed')
  }
  const denied = content.filter(({ token, at }) => isTelling(token) && statement.tokenPolarities[at] === 'no')
  const unsaid = denied.filter(
    ({ at }) => !featuresAt(reading, at).some((feature) => evidence.lines.some(({ tallies }) => tallies.has(feature))),
  )
  if (denied.length === 0) return
  signs.add('share of denied words unsaid', unsaid.length / denied.length)
  signs.add('denied words unsaid', unsaid.length)
}

/** For each number: where the talk has it, and which other numbers of its unit are near. */
export function numberSigns(reading: Reading): void {
  const { statement, evidence, dialogue, signs } = reading
  const next = linesAround(dialogue, evidence.lines, 1)
  const near = linesAround(dialogue, evidence.lines, wide)
  for (const quantity of statement.quantities) {
    if (quantity.either) continue
    const isIn = (lines: readonly ReadLine[]) =>
      lines.some(({ quantities }) => quantities.some((other) => sameQuantity(quantity, other)))
    const lines = { cited: evidence.cited, linked: evidence.lines, next, near, elsewhere: dialogue.counting }
    const where = firstWith(isIn, lines) ?? 'nowhere'
    signs.add(`number ${where}`)
    const others = near.flatMap((line) =>
      quantity.known
        ? line.quantities
            .filter((other) => other.known && other.unit === quantity.unit && !sameQuantity(quantity, other))
            .map((other) => ({ other, line }))
        : [],
    )
    if (others.length === 0) continue
    if (where !== 'cited') {
      if (others.some(({ line }) => evidence.lines.includes(line))) signs.highest('another number cited', 1)
      continue
    }
    signs.add('another number near')
    const own = evidence.cited.filter((line) => line.quantities.some((other) => sameQuantity(quantity, other))).at(-1)
    const ownAt = own?.quantities.find((other) => sameQuantity(quantity, other))?.from ?? 0
    const isLater = ({ other, line }: (typeof others)[number]) =>
      own !== undefined && (line.index > own.index || (line === own && other.from > ownAt))
    if (others.some(isLater)) signs.highest('another number later', 1)
  }
}
