import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import type { Evidence } from './evidence.ts'
import { namesRelative } from './kin.ts'

/** SF5: what was told of a relative is given to the patient. */
export function relativeFlags(statement: Statement, section: CanonicalKey, evidence: Evidence): Flag[] {
  let from = 0
  for (let at = 0; at <= statement.tokens.length; at++) {
    if (at < statement.tokens.length && !/^[.;]$/.test(statement.tokens[at]?.word ?? '')) continue
    const part = statement.tokens.slice(from, at)
    const ofPatient =
      (section !== 'hf' || part.some((token) => token.word === 'paciente')) &&
      !part.some((token) => /^(ele|ela|eles|elas)$/.test(token.word))
    if (ofPatient && !namesRelative(part) && ofRelative(statement, from, at, evidence))
      return [{ kind: 'relative', message: 'Nas falas isso é de um familiar, não do paciente.' }]
    from = at + 1
  }
  return []
}

/** Of the illnesses and complaints that are told of somebody, most are told of a relative. */
function ofRelative(statement: Statement, from: number, to: number, evidence: Evidence): boolean {
  const tallies = statement.units
    .filter((unit) => unit.at >= from && unit.to <= to && statement.standing[unit.at] !== 'no')
    .filter(
      (unit) =>
        unit.features.some((feature) => feature.startsWith('i')) ||
        /^falec|^morr/.test(statement.tokens[unit.at]?.word ?? ''),
    )
    .flatMap((unit) => evidence.tallyOf(unit.features) ?? [])
  const told = tallies.filter((tally) => tally.kin > 0)
  const own = tallies.filter((tally) => tally.kin === 0 || tally.yes > tally.kin)
  return told.length > own.length
}
