// Answers: what a doctor's question names, affirmed or denied by the patient.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { amountInto } from './habits.ts'
import { type Felt, feltIn } from './symptoms.ts'
import { figure } from './times.ts'

const allOf = /\b(os dois|as duas|os tres|tudo|ambos|ambas|todos|tudo isso)\b/
const family = /\b(familia|pai|mae|pais|parente|irma|irmao|irmaos)\b/
/** To a question put in the negative these agree with it; a bare 'sim' may mean either. */
const agreeing = /^(isso|exatamente|exato|verdade|certo|positivo)$/
const affirming = /^(tenho|sinto|tive|tem|teve|tomo|uso|senti|fumo|bebo|faco)$/

type Asked = { polarity: Said['polarity'] }
/** Whether this answer affirms or denies one part of the question, or leaves it open. */
function verdict(asked: Asked, answer: Clause): 'affirmed' | 'denied' | undefined {
  const { reply } = answer
  if (!reply) return undefined
  if (reply.means === 'no') return 'denied'
  if (asked.polarity !== 'denied') return 'affirmed'
  if (agreeing.test(reply.word)) return 'denied'
  return affirming.test(reply.word) ? 'affirmed' : undefined
}

/** Puts what an answer of yes or no says of the question. `rest`: the other clauses of the answer's line. */
export function putAnswer(
  frames: Frames,
  question: Clause,
  answer: Clause,
  rest: readonly Clause[],
): Frame | undefined {
  const lines = [question.line, answer.line]
  const clauses = [answer, ...rest]
  const own = new Set(
    clauses.flatMap((clause) => [
      ...feltIn(clause).map(({ name }) => name),
      ...clause.said.map(({ concept }) => concept.note),
    ]),
  )
  const about = answer.reply?.about
  const isAbout = ({ from, to }: { from: number; to: number }) =>
    about === undefined || question.tokens.slice(from, to).some(({ stem }) => stem === about)
  const narrowed = about !== undefined && [...feltIn(question), ...question.said].some(isAbout)
  const narrow = <T extends { from: number; to: number }>(list: readonly T[]): T[] =>
    narrowed ? list.filter(isAbout) : [...list]
  const felt = narrow(feltIn(question)).filter(({ name, subject }) => !own.has(name) && !subject)
  const others = narrow(question.said).filter(({ concept, subject }) => !own.has(concept.note) && !subject)
  if (family.test(question.plain)) {
    if (answer.reply?.means === 'no') for (const one of others) denyInFamily(frames, one, lines)
    return undefined
  }
  const last = putAskedSymptoms(frames, felt, answer, clauses, lines)
  for (const one of others) putAskedHistory(frames, one, others, answer, lines)
  return last
}

function putAskedSymptoms(
  frames: Frames,
  felt: readonly Felt[],
  answer: Clause,
  told: readonly Clause[],
  lines: readonly string[],
): Frame | undefined {
  let last: Frame | undefined
  // 'Febre?' 'Não. Ontem deu trinta e oito.'
  const degrees = told
    .flatMap(({ quantities }) => quantities.filter(({ value }) => value >= 37.5 && value <= 42))
    .at(-1)
  for (const one of felt) {
    const says = degrees && one.name === 'febre' ? 'affirmed' : verdict(one, answer)
    if (says === 'denied') frames.put('symptom', one.name, lines, { polarity: 'denied' })
    if (says === 'affirmed' && (felt.length === 1 || allOf.test(answer.plain)))
      last = frames.put('symptom', one.name, lines)
    if (degrees && last && one.name === 'febre') fill(last, 'value', `${figure(degrees.value)} °C`, lines)
  }
  return last
}

function putAskedHistory(
  frames: Frames,
  one: Said,
  all: readonly Said[],
  answer: Clause,
  lines: readonly string[],
): void {
  const { kind, note, group } = one.concept
  const says = verdict(one, answer)
  const alone = all.filter(({ concept }) => concept.kind === kind).length === 1
  if (says === 'denied') {
    if (kind === 'condition') frames.put('condition', note, lines, { polarity: 'denied' })
    if (kind === 'habit') frames.put('habit', note, lines, { polarity: 'denied', status: 'now' })
    if (kind === 'procedure') frames.put('absence', `hpp|${note}`, lines, { polarity: 'denied' })
    if (kind === 'topic' && !/^(habitos|hf)$/.test(group))
      frames.put('absence', `${group}|${note}`, lines, { polarity: 'denied' })
  }
  if (says !== 'affirmed' || !alone || Math.max(chanceOf(answer, 'hf'), chanceOf(answer.answers ?? answer, 'hf')) > 0.4)
    return
  if (kind === 'condition') frames.put('condition', note, lines)
  if (kind === 'habit') {
    frames.put('habit', note, lines, { status: 'now' })
    amountInto(frames, answer)
  }
}

function denyInFamily(frames: Frames, { concept }: Said, lines: readonly string[]): void {
  if (concept.kind === 'condition' || (concept.kind === 'topic' && concept.group === 'hf'))
    frames.put('absence', 'hf|doenças na família', lines, { polarity: 'denied' })
}

/** 'Meu irmão tem': the relative has the condition of the question. */
export function putRelativesAnswer(frames: Frames, question: Clause, answer: Clause): void {
  const relative = answer.said.find(({ concept }) => concept.kind === 'relative')
  const conditions = question.said.filter(({ concept }) => concept.kind === 'condition')
  if (!relative || conditions.length !== 1 || answer.said.some(({ concept }) => concept.kind === 'condition')) return
  const after = answer.tokens[relative.to]?.word ?? ''
  if (
    (!family.test(question.plain) && !/^(tem|teve|tinha|tambem)$/.test(after)) ||
    /\b(nao (tem|teve|tinha)|nenhum)\b/.test(answer.plain)
  )
    return
  frames.put('family', `${relative.concept.note}|${conditions[0]?.concept.note}`, [question.line, answer.line])
}

/** 'Luz não, barulho sim': an answer repeats one word of the question. */
export function putRepeated(frames: Frames, question: Clause, answer: Clause): void {
  const named = answer.said.map(({ from, to }) => ({ from, to }))
  answer.tokens.forEach((token, at) => {
    const next = answer.tokens[at + 1]?.word ?? ''
    if (token.joining || token.kind !== 'word' || !/^(nao|sim)$/.test(next)) return
    if (named.some(({ from, to }) => at >= from && at < to)) return
    const felt = feltIn(question).find(({ from, to }) =>
      question.tokens.slice(from, to).some(({ stem }) => stem === token.stem),
    )
    const polarity = next === 'nao' ? 'denied' : 'affirmed'
    if (felt) frames.put('symptom', felt.name, [question.line, answer.line], { polarity })
  })
}
