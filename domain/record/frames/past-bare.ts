// Reads bare words that name diseases: 'Pressão e próstata', 'e o açúcar há onze'.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { type Frame, type Frames, fill, linesOf } from './frame.ts'
import { bare, isFine } from './past-clauses.ts'
import { whenOf } from './when.ts'

/** 'Pressão e próstata': bare words name diseases after a question about diseases, or next to a time. */
export function putBare(frames: Frames, clause: Clause, asked: { frame: string; line: string } | undefined): Frame[] {
  if (/\b(nunca|gravidez|gestacao)\b/.test(clause.plain) || clause.tokens.length > 24) return []
  const diseases =
    (chanceOf(clause, 'hpp') > 0.8 && /^(so|tenho) | (eu )?tenho$/.test(clause.plain)) ||
    /\b(doenca|doencas|problema|problemas|saude|que mais|quais)\b/.test(clause.answers?.plain ?? '')
  const places = clause.tokens.flatMap(({ word }, at) => {
    const isReason = clause.tokens[at - 1]?.word === 'por'
    const name = isReason || isFine(clause, at) ? undefined : bare.get(word)
    const isMentioned = clause.said.some(
      ({ concept, from, to }) => concept.kind === 'condition' && at >= from && at < to,
    )
    const denied =
      clause.tokens.slice(at + 1, at + 3).some((token) => token.word === 'nao') &&
      !clause.quantities.some(({ from }) => from > at)
    return name && !isMentioned && !denied ? [{ name, at }] : []
  })
  const out: Frame[] = []
  const put = (name: string, from: number, to: number): void => {
    const when = whenOf(clause, { from, to })
    if (!when && (!diseases || clause.tokens.length > 12)) return
    const frame = frames.put('condition', name, linesOf(clause))
    if (when) fill(frame, 'when', when, [clause.line])
    out.push(frame)
  }
  // 'A pressão é de quando?' 'Há vinte anos, e o açúcar há onze.'
  if (asked && places[0] && whenOf(clause, { from: 0, to: places[0].at })) put(asked.frame, 0, places[0].at)
  for (const [index, { name, at }] of places.entries()) put(name, at, places[index + 1]?.at ?? clause.tokens.length)
  return out
}
