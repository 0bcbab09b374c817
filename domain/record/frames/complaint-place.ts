// Where the chief complaint is: its body site, its side after all corrections, and the accident that brought it.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import words from '../lexicon/complaints.json' with { type: 'json' }
import { siteOf } from '../lexicon/lexicon.ts'
import { isSideWord, placed, type Side, sideIn, sitesOf } from './symptoms.ts'

const listOf = (text: string): string[] => text.split(';').map((one) => one.trim())
/** Whether the words hold one of these phrases. */
export const includesAny = (plain: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => ` ${plain} `.includes(` ${phrase} `))
/** Phrases of a line of data, split by ';'. */
export const phrasesOf = listOf

const correcting = /^(nao|perdao|minto|digo|alias|mentira|pera|perai)$/
const asksSide = /\b(qual|quais|que lado|onde|mostra|direit\w+|esquerd\w+)\b/

/** 'Aqui estava escrito esquerdo': the chart, no recap. */
const ofChart = /\b(tava|estava|escrit\w+|ficha|prontuario)\b/

/** The side that a clause says; after a correction only what follows it counts. Two sides without one say nothing. */
function sideSaid(clause: Clause): Side | undefined {
  const { tokens } = clause
  const all = [...tokens.keys()].filter((at) => isSideWord(tokens, at))
  const corrected = tokens.findLastIndex(({ word }, at) => correcting.test(word) && at < (all.at(-1) ?? 0))
  const sides = all
    .filter((at) => at > corrected && !/^(nao|nada)$/.test(tokens[at + 1]?.word ?? ''))
    .map((at): Side => (tokens[at]?.word.startsWith('d') ? 'direit' : 'esquerd'))
  if (corrected >= 0 || new Set(sides).size === 1) return sides[0]
  return sideIn(clause, 0, clause.tokens.length) === 'bilateral' ? 'bilateral' : undefined
}

/** The side of the complaint told at `from`: the last one said of it, or that the doctor repeats. */
export function sideOf(clauses: readonly Clause[], from: number): { side: Side; line: string } | undefined {
  let found: { side: Side; line: string } | undefined
  let expectsSide = true
  for (const clause of clauses.slice(from, from + 14)) {
    const side = sideSaid(clause)
    if (clause.speaker === 'doctor') {
      expectsSide = asksSide.test(clause.plain) || chanceOf(clause, 'qp') > 0.5
      const repeats = clause.act !== 'question' && clause.tokens.length <= 8 && !ofChart.test(clause.plain)
      if (side && repeats) found = { side, line: clause.line }
    } else if (side && (expectsSide || chanceOf(clause, 'qp') > 0.5)) found = { side, line: clause.line }
  }
  return found
}

const manyBefore = /^(as|os|las|los|essas|esses|nas|nos|minhas|meus|duas|dois)$/
export type Place = { note: string; line: string; many: boolean }

/** The first body site of a clause. `many`: said in the plural. */
function placeIn(clause: Clause): Place | undefined {
  // 'Quatro, mano!': a word for a relative is no site.
  const [site] = sitesOf(clause).filter(
    ({ from }) => !clause.said.some(({ concept, ...one }) => concept.kind === 'relative' && one.from === from),
  )
  if (!site) return undefined
  const isPlural = manyBefore.test(clause.tokens[site.from - 1]?.word ?? '')
  const { note } = site.concept
  return { note, line: clause.line, many: isPlural && !note.includes(' ') }
}

/** The site of a symptom that has none in its name: beside it, named by the doctor who asks, or answered later. */
export function placeNear(clauses: readonly Clause[], at: number): Place | undefined {
  for (const step of [0, -1, 1, -2, 2, 3, 4, 5, 6]) {
    const clause = clauses[at + step]
    const near = clause && (clause.line === clauses[at]?.line || chanceOf(clause, 'qp') >= 0.4)
    const place = near ? placeIn(clause) : undefined
    if (place) return place
  }
  return undefined
}

/** 'na mão direita', 'nas pernas'. */
export const placeText = ({ note, many }: Place, side: Side | undefined): string =>
  placed(note, side ?? (many && siteOf(note).sided ? 'bilateral' : undefined))

const events = Object.entries(words.events).map(([name, say]) => ({ name, say: listOf(say) }))
export type Event = { name: string; line: string; at: number }

/** The accident that the patient or a companion tells between these clauses. */
export function eventIn(clauses: readonly Clause[], from: number, to: number): Event | undefined {
  for (let at = Math.max(0, from); at < Math.min(to, clauses.length); at++) {
    const { speaker, tokens, line, act, conditional } = clauses[at] as Clause
    if (speaker === 'doctor' || act !== 'statement' || conditional) continue
    // With accents: 'caí' is an accident, 'a pressão cai' is none.
    const spoken = tokens.flatMap(({ said, kind }) => (kind === 'mark' ? [] : [said.toLowerCase()])).join(' ')
    const found = events.findLast(
      ({ say }) =>
        includesAny(spoken, say) &&
        !includesAny(
          spoken,
          say.map((one) => `não ${one}`),
        ),
    )
    if (found) return { name: found.name, line, at }
  }
  return undefined
}
