import { quoted } from '../edit/quoted.ts'
import type { CanonicalKey, Flag } from '../record.ts'
import type { Claim } from './claim.ts'
import { type Evidence, flagOf } from './evidence.ts'
import { type Affirmed, affirmed } from './lexicon/affirmed.ts'
import type { ReadLine, ReadSentence, Tally } from './reading.ts'
import { isGeneral, isLight } from './words.ts'

const ofPatient = /^(queixa_principal|hda|hpp|habitos)$/

/**
 * SF15: what is denied at large ('Nega cirurgias prévias') was told in other words ('Tirei a vesícula em 2015').
 * Undefined where the denial is none of these, or of a part of the thing that was spoken of.
 */
export function affirmedOtherwise(claim: Claim, section: CanonicalKey, evidence: Evidence): Flag[] | undefined {
  if (!ofPatient.test(section)) return undefined
  const words = claim.tokens.flatMap(({ kind, word }) => (kind === 'word' ? word : [])).join(' ')
  const thing = affirmed.find(({ denied }) => denied.test(words))
  if (!thing) return undefined
  const rest = words
    .replace(thing.denied, '')
    .split(' ')
    .filter((word) => word !== '' && !isAtLarge(word))
  if (rest.some((word) => qualifies.test(word))) return []
  if (rest.length > 0)
    return claim.units.some(
      (unit) => rest.includes(claim.tokens[unit.at - claim.from]?.word ?? '') && evidence.tallyOf(unit.features)?.yes,
    )
      ? undefined
      : []
  if (evidence.lines.some((line) => line.sentences.some((one) => thing.ended?.test(wordsOf(one))))) return []
  const told = evidence.lines.filter(
    (line) =>
      (answersSo(line, thing, evidence.lines) ||
        speaksOf(
          line,
          asks(line) ? [...thing.told, thing.denied] : thing.told,
          ({ yes, no, kin }) => yes > 0 && no + kin === 0,
        )) &&
      !line.sentences.some((one) => thing.unless?.test(wordsOf(one))) &&
      !(thing.ofDrugs?.test(words) && line.drugs.size === 0),
  )
  const denied = evidence.lines.findLast((line) => speaksOf(line, [thing.denied, ...thing.told], ({ no }) => no > 0))
  // 'Já operou?' 'Não. Só tirei a vesícula': what stays for life is told by who remembers it late.
  const remaining = denied ? (thing.lasting ? told.filter(({ index }) => index > denied.index) : []) : told
  if (remaining.length === 0) return []
  const message = `O registro nega “${claim.text}”; ${sayingSo(remaining, evidence.lines)}.`
  return [flagOf('negation', message, remaining, evidence.lines)]
}

const qualifies =
  /^(outr[oa]s?|atua(l|is)|atualmente|recentes?|ultim[oa]s?|hoje|agora|nov[oa]s?|mais|familiar(es)?|durante|apos|antes)$/
const atLarge =
  /^(conhecid[oa]s?|anteriores|anterior|medicamentos[oa]s?|medicamentos?|remedios|pessoal|pessoais|vida|habitos?|nega|ingere|ingesta|faz|possibilidade)$/
const isAtLarge = (word: string): boolean =>
  !qualifies.test(word) && (isLight(word) || isGeneral(word) || atLarge.test(word))

const wordsOf = ({ tokens }: ReadSentence): string => tokens.map(({ word }) => word).join(' ')
const asks = (line: ReadLine): boolean =>
  line.speaker === 'doctor' && line.sentences.some((sentence) => sentence.question)

/** 'Já tentou alguma vez?' 'Quando eu tinha dezenove anos …' */
const TALK = 6
function answersSo(line: ReadLine, { asked }: Affirmed, lines: readonly ReadLine[]): boolean {
  if (!asked || !asks(line) || !line.sentences.some((one) => one.question && asked.by.test(wordsOf(one)))) return false
  const reply = lines.find(({ index }) => index > line.index && line.linked.includes(index))
  if (!reply || reply.denies || reply.sentences.every(({ question }) => question)) return false
  return lines.some(
    ({ index, sentences }) =>
      line.index - TALK <= index && index <= line.index && sentences.some((one) => asked.of.test(wordsOf(one))),
  )
}

/** The words of the first line that says so; of a question, with what was answered to it. */
export function sayingSo(told: readonly ReadLine[], lines: readonly ReadLine[]): string {
  const first = told.find((line) => !asks(line)) ?? told[0]
  if (!first) return ''
  const answer = asks(first) && lines.find(({ index }) => index === first.index + 1)
  return answer
    ? `à pergunta ${quoted(first.text)} a resposta foi ${quoted(answer.text)}`
    : `nas falas foi dito ${quoted(first.text)}`
}

/** By the patient, or asked by the doctor and answered. */
function speaksOf(line: ReadLine, words: readonly RegExp[], so: (tally: Tally) => boolean): boolean {
  return line.sentences.some((sentence) => {
    if (line.speaker === 'doctor' && !sentence.question) return false
    const text = wordsOf(sentence)
    return words.some((pattern) => {
      const found = pattern.exec(text)
      if (!found) return false
      const from = text.slice(0, found.index).split(' ').length - 1
      const to = from + found[0].split(' ').length
      const [widest] = sentence.units
        .filter((unit) => from <= unit.at && unit.to <= to)
        .sort((a, b) => b.to - b.at - (a.to - a.at))
      const tally = line.tallies.get(widest?.features[0] ?? '')
      return tally !== undefined && so(tally)
    })
  })
}
