import type { CanonicalKey, Flag } from '../record.ts'
import { affirmedOtherwise } from './affirmed.ts'
import type { Claim, Statement } from './claim.ts'
import { type Evidence, flagOf, headTally, linesSaying, unitTally } from './evidence.ts'
import type { Tally } from './reading.ts'
import { easing } from './rest.ts'
import { isGeneral } from './words.ts'

const deniedOnly = (tally: Tally) => tally.no > 0 && tally.yes === 0 && tally.open === 0
const toldOnly = (tally: Tally) => tally.yes > 0 && tally.no === 0

/** SF1: what is denied was told, or what is told was denied. */
export function negationFlags(
  statement: Statement,
  section: CanonicalKey,
  evidence: Evidence,
  whole: Evidence,
): Flag[] {
  return statement.claims.flatMap((claim): Flag[] => {
    if (claim.polarity === 'open') return []
    if (claim.polarity === 'no') {
      const message = deniedWrongly(claim, statement, section, evidence)
      if (!message) return []
      return [
        flagOf(
          'negation',
          message,
          saying(claim, evidence, ({ yes }) => yes > 0),
          evidence.lines,
        ),
      ]
    }
    const message = toldWrongly(claim, statement, section, evidence, whole)
    return message
      ? [
          flagOf(
            'negation',
            message,
            saying(claim, evidence, ({ no }) => no > 0),
            evidence.lines,
          ),
        ]
      : []
  })
}

/** SF15: what is denied at large was told in other words. */
export const largeDenialFlags = (statement: Statement, section: CanonicalKey, evidence: Evidence): Flag[] =>
  statement.claims.flatMap((claim) =>
    claim.polarity === 'no' && !deniedWrongly(claim, statement, section, evidence)
      ? (affirmedOtherwise(claim, section, evidence) ?? [])
      : [],
  )

/** SF9: the same for what the doctor wrote, which needs nobody to say it, only nobody who says otherwise. */
export function contradictions(statement: Statement, section: CanonicalKey, whole: Evidence): Flag[] {
  return statement.claims.flatMap((claim): Flag[] => {
    if (claim.polarity === 'yes' && comesBack.test(statement.tokens[claim.head?.at ?? 0]?.word ?? '')) return []
    if (claim.polarity !== 'no')
      return easesAtRest(claim, statement, whole)
        ? []
        : negationFlags({ ...statement, claims: [claim] }, section, whole, whole)
    const otherwise = affirmedOtherwise(claim, section, whole)
    if (otherwise) return otherwise
    const message = deniedWrongly(claim, statement, section, whole)
    if (!message || message.endsWith(nobodyDenies)) return []
    const lines = saying(claim, whole, ({ yes, mine, kin }) => (section === 'hf' ? kin : Math.min(yes, mine)) > 0)
    return lines.length > 0 ? [flagOf('negation', message, lines, whole.lines)] : []
  })
}
/** 'Melhora em repouso' beside 'parado não', which denies the pain: only who speaks of easing denies that. */
const easesAtRest = (claim: Claim, { tokens }: Statement, whole: Evidence): boolean =>
  tokens[claim.head?.at ?? 0]?.word === 'repouso' &&
  eases(tokens) &&
  !saying(claim, whole, ({ no }) => no > 0).some((line) => eases(line.tokens))
const eases = (tokens: Statement['tokens']): boolean => tokens.some(({ word }) => easing.test(word))

/** 'Voltar em 30 dias' after 'se melhorar não precisa voltar': when to come back is the doctor's to say anew. */
const comesBack = /^(volt|retorn)/
const ofDoctor = /^(hipotese|conduta|orientacoes)$/
const nobodyDenies = 'nas falas citadas ninguém nega isso.'

/** The lines that say of the claim what it does not: of its first word, else of any of its words. */
function saying(claim: Claim, evidence: Evidence, says: (tally: Tally) => boolean) {
  const first = claim.units.filter((unit) => unit.at === claim.head?.at)
  const lines = linesSaying(first, evidence, says)
  return lines.length > 0 ? lines : linesSaying(claim.units, evidence, says)
}

function deniedWrongly(
  claim: Claim,
  statement: Statement,
  section: CanonicalKey,
  evidence: Evidence,
): string | undefined {
  const told = `O registro nega “${nameOf(claim)}”; nas falas isso foi afirmado.`
  const head = headTally(claim, evidence)
  const rest = claim.units.flatMap((unit) =>
    unit.at < (claim.head?.to ?? 0) || isGeneral(statement.tokens[unit.at]?.word ?? '')
      ? []
      : (unitTally(unit, evidence) ?? []),
  )
  // 'Nega dor no pescoço' where the body hurts and the neck does not.
  const restDenied = rest.some((tally) => tally.no > tally.yes)
  const anyDenial = evidence.lines.some((line) => line.denies)
  // Nobody denies a plan or a hypothesis: what a patient denied of it is in the lines.
  if (statement.tokens[0]?.word.startsWith('neg') && ofDoctor.test(section)) {
    const denied = saying(claim, evidence, ({ no }) => no > 0)
    if (!denied.some((line) => line.speaker !== 'doctor' || line.sentences.some(({ question }) => question)))
      return told
  }
  // 'Nega' at the head says what the patient denied: somebody must have.
  const first = claim === statement.claims[0]
  if (!statement.tokens[0]?.word.startsWith('neg') || !claim.listed) {
    const own =
      head && saidSo(claim, evidence) && toldOnly(head) && !restDenied && !rest.some((tally) => tally.open > 0)
    return own && (!anyDenial || head.yes >= often) ? told : undefined
  }
  if (head && head.yes + head.no > 0) return toldOnly(head) && !restDenied ? told : undefined
  if (restDenied || !first) return undefined
  if (rest.some((tally) => tally.yes > 0)) return told
  if (!evidence.lines.some((line) => line.denies && line.speaker !== 'doctor'))
    return `O registro nega “${nameOf(claim)}”; ${nobodyDenies}`
  return undefined
}

/** Told so often that a 'não' beside it must be about something else. */
const often = 3
/** By its own words, not by another name. */
const saidSo = (claim: Claim, evidence: Evidence): boolean =>
  claim.units.some(
    (unit) => unit.at === claim.head?.at && evidence.tallyOf(unit.features.filter((feature) => /^[sw]/.test(feature))),
  )

export const ofHistory = /^(queixa_principal|hda|hpp|hf|habitos)$/
const done = /^\w{3,}(ad|id)[oa]s?$/
export const ofPlan = /^(conduta|orientacoes)$/
const affirms = /^(refere|referiu|relata|com|tem|teve|apresenta|apresentou|informa|queixa|queixa-se)$/

function toldWrongly(
  claim: Claim,
  statement: Statement,
  section: CanonicalKey,
  evidence: Evidence,
  whole: Evidence,
): string | undefined {
  const head = headTally(claim, evidence)
  const denied = (tally: Tally | undefined) => tally !== undefined && deniedOnly(tally)
  // 'Complicada' after 'uma infecção simples', 'medicação indicada' after 'não indicaria remédio'.
  const turned = claim.units.find(
    (unit) =>
      statement.tokenPolarities[unit.lead] === 'yes' &&
      (unit.opposite || (ofPlan.test(section) && done.test(statement.tokens[unit.at]?.word ?? ''))) &&
      denied(unitTally(unit, evidence)),
  )
  if (turned) return `O registro afirma “${statement.tokens[turned.at]?.said}”; nas falas isso foi negado.`
  // 'Retorno se a dor melhorar': what decides stands at the end.
  const wrong =
    denied(head) ||
    (claim.condition &&
      claim.units.some((unit) => statement.tokenPolarities[unit.lead] === 'yes' && denied(unitTally(unit, evidence))))
  if (!wrong) return undefined
  // 'Aperto no peito' after 'dor não, um aperto': its own first word was told.
  const own = claim.units.find((unit) => unit.at === claim.head?.at && unit.to === unit.at + 1 && !unit.opposite)
  if (own && claim.head && claim.head.to > own.to && (unitTally(own, evidence)?.yes ?? 0) > 0) return undefined
  // Where the sentence does not set out to affirm, a doubt is enough to let it pass.
  if (!affirms.test(statement.tokens[0]?.word ?? '') && !claim.condition) {
    if (isGeneral(statement.tokens[claim.head?.at ?? 0]?.word ?? '')) return undefined
    const others = claim.units.filter((unit) => unit.at !== claim.head?.at)
    if (others.some((unit) => (unitTally(unit, evidence)?.yes ?? 0) > 0)) return undefined
    const agreed = others.some((unit) => denied(unitTally(unit, evidence)))
    // What is planned may have been taken before: only the plan's own lines count.
    if (!agreed && !ofPlan.test(section) && (headTally(claim, whole)?.yes ?? 0) > 0) return undefined
  }
  const byPatient = ofHistory.test(section) && evidence.lines.some((line) => line.denies && line.speaker === 'patient')
  return byPatient
    ? `O paciente negou “${nameOf(claim)}”.`
    : `O registro afirma “${nameOf(claim)}”; nas falas isso foi negado.`
}

export const nameOf = (claim: Claim): string => claim.text.split(/\s+/).slice(0, 6).join(' ')
