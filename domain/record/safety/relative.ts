import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, flagOf, linesSaying } from './evidence.ts'
import { namesRelative } from './kin.ts'
import type { Tally } from './reading.ts'
import type { Unit } from './units.ts'

/** SF5: what was told of a relative is given to the patient, or what was told of the patient to a relative. */
export function relativeFlags(statement: Statement, section: CanonicalKey, evidence: Evidence): Flag[] {
  let from = 0
  for (let at = 0; at <= statement.tokens.length; at++) {
    if (at < statement.tokens.length && !/^[.;]$/.test(statement.tokens[at]?.word ?? '')) continue
    const part = statement.tokens.slice(from, at)
    const ofPatient =
      (section !== 'hf' || part.some((token) => token.word === 'paciente')) &&
      !part.some((token) => /^(ele|ela|eles|elas)$/.test(token.word))
    const illnesses = illnessesIn(statement, from, at, evidence)
    const named = illnesses[0]?.name ?? ''
    if (!namesRelative(part)) {
      if (ofPatient && illnesses.filter(isKin).length > illnesses.filter(isOwn).length)
        return [
          flagOf(
            'relative',
            `“${named}” foi dito de um familiar, não do paciente.`,
            linesOf(illnesses.filter(isKin), evidence, ({ kin }) => kin > 0),
          ),
        ]
    } else if (section === 'hf' && illnesses.length > 0 && illnesses.every(isPatient) && !speaksOfRelatives(evidence))
      return [
        flagOf(
          'relative',
          `“${named}” foi dito do paciente, não de um familiar.`,
          linesOf(illnesses, evidence, ({ mine }) => mine > 0),
        ),
      ]
    from = at + 1
  }
  return []
}

const linesOf = (illnesses: readonly Illness[], evidence: Evidence, says: (tally: Tally) => boolean) =>
  linesSaying(
    illnesses.map(({ unit }) => unit),
    evidence,
    says,
  )

type Illness = { name: string; unit: Unit; tally: Tally }
const isKin = ({ tally }: Illness) => tally.kin > 0
const isOwn = ({ tally }: Illness) => tally.kin === 0 || tally.mine > 0
const isPatient = ({ tally }: Illness) => tally.kin === 0 && tally.yes > 0

const speaksOfRelatives = (evidence: Evidence): boolean => evidence.lines.some((line) => namesRelative(line.tokens))

/** The illnesses and complaints that a part of the sentence affirms and the lines speak of. */
function illnessesIn(statement: Statement, from: number, to: number, evidence: Evidence): Illness[] {
  return statement.units
    .filter((unit) => unit.at >= from && unit.to <= to && statement.tokenPolarities[unit.at] !== 'no')
    .filter(
      (unit) =>
        unit.features.some((feature) => feature.startsWith('i')) ||
        /^(falec|morr)/.test(statement.tokens[unit.at]?.word ?? ''),
    )
    .flatMap((unit) => {
      const tally = evidence.tallyOf(unit.features)
      const name = statement.tokens.slice(unit.at, unit.to).map((token) => token.said)
      return tally ? [{ name: name.join(' '), unit, tally }] : []
    })
}
