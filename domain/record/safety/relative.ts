import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import type { Evidence } from './evidence.ts'
import { namesRelative } from './kin.ts'
import { isGeneral } from './words.ts'

/** SF5: what was told of a relative is given to the patient, or the reverse. */
export function relativeFlags(statement: Statement, section: CanonicalKey, evidence: Evidence): Flag[] {
  const ofRelative = namesRelative(statement.tokens)
  const ofPatient = statement.tokens.some((token) => token.word === 'paciente')
  if (!ofRelative && (section !== 'hf' || ofPatient)) return patientGetsIt(statement, evidence)
  return []
}

function patientGetsIt(statement: Statement, evidence: Evidence): Flag[] {
  const tallies = statement.units
    .filter((unit) => !isGeneral(statement.tokens[unit.at]?.word ?? '') && statement.standing[unit.at] !== 'no')
    .flatMap((unit) => evidence.tallyOf(unit.features) ?? [])
  const told = tallies.filter((tally) => tally.kin > 0)
  const own = tallies.filter((tally) => tally.kin === 0 || tally.yes > tally.kin)
  if (told.length === 0 || told.length <= own.length) return []
  return [{ kind: 'relative', message: 'Nas falas isso é de um familiar, não do paciente.' }]
}
