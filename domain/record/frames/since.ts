// Since when a symptom lasts, and since when it is worse.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { type About, asks, turns } from './focus.ts'
import { type Frame, fill } from './frame.ts'
import { asksOnset, lastingOf } from './times.ts'

export function fillSince(
  frame: Frame,
  clause: Clause,
  { asked, felt, near, before, told }: About,
  corrected: boolean,
): void {
  const onset = asksOnset.test(asked)
  const lasting = lastingOf(clause, onset ? asked : '')
  if (!lasting || asks.episode.test(asked) || asks.grade.test(asked)) return
  const close = near || frame.lines.includes(clause.line) || chanceOf(clause, 'qp') > 0.5
  if (!onset && !close) return
  if (felt.length === 0 && !onset && clause.tokens.length > longest) return
  // 'Dor de ouvido, e desde ontem não escuta': the time belongs to what follows it.
  const own = felt.find(({ name }) => name === frame.name)
  const at = clause.tokens.findIndex(({ word }, index) => index > 0 && /^(desde|ha|faz)$/.test(word))
  const follows = clause.tokens[at - 1]?.word === 'e' && clause.tokens.length - at > 4
  if (own && at > own.to && follows) return
  // 'Piorou. De uns três meses pra cá.' tells since when it is worse.
  const turn = clause.tokens.findIndex(({ word }, index) => index > 0 && turns.test(word))
  const parted = turn > 0 && clause.quantities.every(({ to }) => to <= turn)
  const previous = before?.line === clause.line && !onset ? before.plain : ''
  if (!parted && worsens.test(`${clause.plain} ${previous}`)) {
    fill(frame, 'worse', `com piora ${lasting}`, [clause.line], corrected)
    return
  }
  const earlier = frame.slots.get('since')
  const again = !earlier || earlier.text.startsWith('desde') || (told?.has(earlier.lines[0] ?? '') ?? true)
  fill(frame, 'since', lasting, [clause.line], corrected || (onset && again))
}
/** The verb tells a change: 'pior ao subir escadas' is none. */
export const worsens = /\bpior(ou|aram|ando|ado)\b|\b(esta|ta|ficou) pior\b/
/** A clause of more words tells another story. */
export const longest = 14
