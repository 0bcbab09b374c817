// Habits: tobacco, alcohol, exercise, home and work, with their amounts.
import type { Clause } from '#domain/dialogue/clause.ts'
import { habitOf } from '../lexicon/lexicon.ts'
import { type Frames, fill } from './frame.ts'
import { figure, lastingOf } from './times.ts'

const lines = (clause: Clause): string[] => (clause.answers ? [clause.answers.line, clause.line] : [clause.line])

/** Puts tobacco, alcohol, drugs and exercise with their amounts. */
export function putHabits(frames: Frames, clause: Clause): void {
  for (const { concept, polarity, subject } of clause.said) {
    if (concept.kind !== 'habit' || subject || polarity === 'unknown') continue
    if (
      concept.note === 'alcool' &&
      /\b(agua|remedio|leite|cha|liquido)\b/.test(clause.plain) &&
      !/\b(cerveja|vinho|alcool|cachaca|pinga)\b/.test(clause.plain)
    )
      continue
    const stopped =
      polarity === 'affirmed' &&
      (/\b(parei|parou|larguei|deixei|nao (fumo|bebo) mais)\b/.test(clause.whole) ||
        /\b(ja fumei|fumei|fumava|bebia|ex)\b/.test(clause.plain))
    const frame = frames.put('habit', concept.note, lines(clause), { polarity, status: stopped ? 'past' : 'now' })
    amountInto(frames, clause)
    const lasting = lastingOf(clause)
    if (lasting && polarity === 'affirmed') fill(frame, stopped ? 'until' : 'since', lasting, [clause.line])
  }
}

/** Adds an amount to the latest habit. */
export function amountInto(frames: Frames, clause: Clause): void {
  const frame = frames.of('habit').at(-1)
  if (!frame || frame.polarity === 'denied') return
  for (const { value, unit, to } of clause.quantities) {
    if (frame.name === 'tabaco' && /^cigar/.test(unit))
      fill(frame, 'amount', `${figure(value)} cigarros/dia`, [clause.line])
    if (frame.name === 'tabaco' && /^(maco|carteir)/.test(unit))
      fill(frame, 'amount', `${figure(value)} maço${value > 1 ? 's' : ''}/dia`, [clause.line])
    if (frame.name === 'alcool' && /^(lat|garraf|dose|tac|cop|cervej)/.test(unit))
      fill(
        frame,
        'amount',
        `${figure(value)} ${clause.tokens.slice(to).find(({ word }) => word.startsWith(unit.slice(0, 3)))?.said ?? unit}`,
        [clause.line],
      )
    if (unit === 'vez' && /semana/.test(clause.plain)) fill(frame, 'often', `${figure(value)}x/semana`, [clause.line])
  }
  const lasting = lastingOf(clause)
  if (lasting && /\b(fuma|fumou|bebe|cigarro)\b/.test(clause.answers?.plain ?? ''))
    fill(frame, frame.status === 'past' ? 'until' : 'since', lasting, [clause.line])
  if (/\b(socialmente|so em festa|de vez em quando|as vezes|raramente|ocasional\w*)\b/.test(clause.plain))
    fill(frame, 'often', 'ocasionalmente', [clause.line])
  if (/\b(fim de semana|fins de semana|finais de semana|final de semana|sabado|domingo)\b/.test(clause.plain))
    fill(frame, 'often', 'aos fins de semana', [clause.line])
}

export const habitText = (name: string, status: string, polarity: string): string => {
  const { yes, no, past } = habitOf(name)
  return polarity === 'denied' ? no : status === 'past' ? past : yes
}

/** Puts what the patient does for a living. */
export function putOccupation(frames: Frames, clause: Clause): void {
  const named = clause.said.find(({ concept }) => concept.kind === 'occupation')
  const question = clause.answers?.plain ?? ''
  const home = /\b(?:moro|mora) (?:so )?com ((?:[a-z]+ ?){1,7})/.exec(clause.plain)
  const people = clause.said.filter(({ concept, from }) => concept.kind === 'relative' && from > 1)
  if (home && people.length > 0 && clause.speaker === 'patient')
    frames.put('habit', `ocupação:mora com ${people.map(({ concept }) => concept.note).join(' e ')}`, [clause.line])
  const trade =
    /^(?:e )?(?:eu )?sou ((?:don[oa] de|chefe de|gerente de|operador[a]? de|tecnic[oa] em|auxiliar de|vendedor[a]? de) [a-z]+)/.exec(
      clause.plain,
    )?.[1]
  if (trade && !named) frames.put('habit', `ocupação:${trade}`, [clause.line])
  if (!named || named.subject || named.polarity !== 'affirmed') return
  if (
    /\b(sou|trabalho|trabalha|trabalhava|trampo|era)\b/.test(clause.plain) ||
    /\b(trabalha|profissao|faz da vida|ocupacao|trabalho)\b/.test(question)
  )
    frames.put('habit', `ocupação:${named.concept.note}`, [clause.line])
}

/** Puts habits, home and work that the patient tells. */
export function readHabits(frames: Frames, clauses: readonly Clause[]): void {
  for (const clause of clauses) {
    if (clause.speaker === 'doctor' || clause.act !== 'statement') continue
    putHabits(frames, clause)
    if (/\b(fuma|bebe|cigarro|alcool|exercicio|atividade)\b/.test(clause.answers?.plain ?? ''))
      amountInto(frames, clause)
    putOccupation(frames, clause)
  }
}
