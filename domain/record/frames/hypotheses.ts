// Hypotheses: what the doctor supposes, how sure, and what was ruled out.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf } from '#domain/dialogue/clause.ts'
import qualifiers from '../lexicon/qualifiers.json' with { type: 'json' }
import type { Frames } from './frame.ts'
import { phraseOf } from './phrase.ts'
import { feltIn } from './symptoms.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
const adjectives = setOf(qualifiers.adjectives)
const ties = setOf(qualifiers.ties)
const numbered = setOf(qualifiers.numbered)

const asserting =
  /\b(isso e|e uma|e um|voce tem|ta com|esta com|seu quadro|o que voce tem|e o que chamamos|diagnostico|senhora tem|senhor tem|quadro de|chama)\b/
const excluding = /^(descartar|afastar|excluir|investigar|pesquisar)$/
const unlikely =
  /\b(improvavel|pouco provavel|menos provavel|nao (parece|acho|tem cara|deve ser|sugere|penso|me convence|combina|bate)|longe de|tambem nao|nao bate)\b/
const excluded = /\b(descart\w+|afast\w+|tirei da lista|exclu[ií]\w+)\b/
const likely =
  /\b(provavel\w*|suspeit\w*|parece|acho|deve ser|penso|pensando|acredito|sugestiv\w*|sugere|compativel|cara de|tudo indica|aposto|hipotese|muito provavelmente|deve estar)\b/
const perhaps = /\b(pode ser|possivel|possivelmente|talvez|nao da pra descartar|eventual|podem ser|pensar em|considerar)\b/

const wordBefore = (clause: Clause, at: number, many: number): string =>
  clause.tokens
    .slice(Math.max(0, at - many), at)
    .map(({ word }) => word)
    .join(' ')

/** How sure the doctor is of what is named from `from` to `to`. */
function certaintyAt(clause: Clause, one: Said): string {
  const near = wordBefore(clause, one.from, 6)
  const after = clause.tokens
    .slice(one.to, one.to + 7)
    .map(({ word }) => word)
    .join(' ')
  if (clause.tokens.slice(Math.max(0, one.from - 5), one.from).some(({ word }) => excluding.test(word))) return 'possible'
  if (excluded.test(`${near} ${after}`)) return 'excluded'
  if (one.polarity === 'denied' || unlikely.test(`${near} | ${after}`) || /^(eu )?nao\b/.test(after)) return 'rejected'
  if (clause.certainty === 'rejected' && !likely.test(near)) return 'rejected'
  if (perhaps.test(near)) return 'possible'
  return likely.test(`${near} | ${after}`) || clause.certainty === 'probable' ? 'probable' : clause.certainty
}

/** Where the words that narrow a condition end: 'asma moderada', 'artrose do quadril direito', 'entorse grau dois'. */
function narrowedTo(clause: Clause, from: number): number {
  const { tokens, said, quantities } = clause
  let end = from
  let at = from
  while (at < tokens.length && at - end < 4) {
    const word = tokens[at]?.word ?? ''
    const named = said.find((one) => one.from === at && /^(site|drug|condition)$/.test(one.concept.kind))
    const tied = at > end && ties.has(tokens[at - 1]?.word ?? '')
    if (adjectives.has(word)) end = at + 1
    else if (named && tied) end = named.to
    else if (numbered.has(tokens[at - 1]?.word ?? '') && (quantities.some((one) => one.from === at) || /^[ivx]+$/.test(word))) end = at + 1
    else if (!ties.has(word) && !numbered.has(word) && word !== ',') return end
    at = Math.max(at + 1, end)
  }
  return end
}

/** Puts a condition that the doctor names as what the patient has, may have or has not. */
function putNamed(frames: Frames, clause: Clause, sure: number): number {
  let count = 0
  let covered = 0
  for (const one of clause.said) {
    const { concept, subject, from } = one
    if (concept.kind !== 'condition' || subject || from < covered) continue
    const status = certaintyAt(clause, one)
    if (status === 'said' && sure < 0.5 && !asserting.test(clause.plain)) continue
    const end = status === 'rejected' || status === 'excluded' ? one.to : narrowedTo(clause, one.to)
    covered = end
    const rest = end > one.to ? phraseOf(clause, one.to, end) : undefined
    const lead = /\b(crise|exacerbacao|recaida|surto|episodio) (de|da|do)$/.exec(wordBefore(clause, from, 2))?.[1]
    const leadText = lead ? `${qualifiers.leads[lead as keyof typeof qualifiers.leads]} de ` : ''
    const name = `${leadText}${concept.note}${rest ? `${/^,/.test(rest) ? '' : ' '}${rest}` : ''}`
    frames.put('hypothesis', name.replace(/ ,/g, ','), [clause.line], { status })
    count += 1
  }
  return count
}

/** 'A falta de ar é efeito do ticagrelor': a symptom by a medicine. */
function putEffect(frames: Frames, clause: Clause, before: Clause | undefined): boolean {
  const drug = clause.said.find(
    ({ concept, from }) =>
      concept.kind === 'drug' && /\b(efeito|por causa|culpa|aposto|vem|causado|causada|provocado|provavelmente) (d[oea]|no|na|pel[oa])$/.test(wordBefore(clause, from, 4)),
  )
  if (!drug) return false
  const felt = [...feltIn(clause), ...(before && before.speaker === clause.speaker ? feltIn(before) : [])].find(
    ({ polarity }) => polarity === 'affirmed',
  )
  if (!felt) return false
  const status = likely.test(clause.plain) ? 'probable' : 'said'
  frames.put('hypothesis', `${felt.name} por ${drug.concept.note}`, [clause.line], { status })
  return true
}

const opener =
  /^(?:(?:bom|entao|olha|veja|isso|isto|pra mim|o que (?:voce|a senhora|o senhor) tem|o nome|o quadro|o diagnostico|(?:eu )?(?:acho|penso) que|e exatamente isso) )*(?:e|sao|seria|chama) (?:um |uma |o |a )?/
const stopped = /^(que|porque|mas|entao|por|isso|se|quando|vou|nao|mesmo|ai|ne|viu)$/
/** The doctor's own words for a condition that no lexicon holds. */
function putVerbatim(frames: Frames, clause: Clause): void {
  const lead = opener.exec(clause.plain)?.[0]
  if (lead === undefined || clause.certainty === 'rejected') return
  const words = clause.tokens.flatMap(({ kind }, at) => (kind === 'mark' ? [] : [at]))
  const from = words[lead.trim().split(' ').length] ?? 0
  let to = from
  while (to < clause.tokens.length && clause.tokens[to]?.kind !== 'mark' && !stopped.test(clause.tokens[to]?.word ?? '')) to += 1
  const text = phraseOf(clause, from, to)
  const many = text?.split(' ').length ?? 0
  if (!text || many < 2 || many > 8 || !/(ite|ose|ia|emia|oma|ismo|ção|cao|são|gia|tria|atia|ura|agem|ite|aguda|aguda|ome)\b/.test(text)) return
  frames.put('hypothesis', text, [clause.line], { status: likely.test(clause.plain) ? 'probable' : 'said' })
}

/** Puts what the doctor supposes. `late`: the consultation has come to its second half. */
export function putHypotheses(frames: Frames, clause: Clause, late: boolean, before: Clause | undefined): void {
  const sure = chanceOf(clause, 'hip')
  if (clause.act === 'question' || clause.tag.act === 'q') return
  const doctor = clause.speaker === 'doctor'
  const bySpeech =
    doctor && !clause.conditional && /^(hip|-|con|ori)$/.test(clause.tag.part) && late &&
    (clause.certainty !== 'said' ? !clause.plan || clause.certainty !== 'probable' : false)
  if (!(sure > 0.4 && (doctor || sure > 0.6)) && !bySpeech) return
  const named = putNamed(frames, clause, sure)
  const effect = sure > 0.4 && putEffect(frames, clause, before)
  if (named === 0 && !effect && sure > 0.75 && clause.tag.act === 'h') putVerbatim(frames, clause)
}
