import type { Answer } from './answer.ts'
import { type Polarity, polarities } from './polarity.ts'
import type { Unit } from './units.ts'
import { isJoining, isLight, type Token } from './words.ts'

/** What was replied: how it answers, and what it names again and so tells by itself. */
export type Reply = { answer: Answer; named: ReadonlySet<string> }
export type Asked = { tokenPolarities: Polarity[]; pending: boolean }

const opens = /^(qual|quais|onde|quando|quanto|quanta|quantos|quantas|como|quem)$/
const beforeOpening = /^(e|mas|entao|ha|desde|com|de|em|a|o|por|para|ta|certo|ah)$/
const demonstrative =
  /^(esse|essa|esses|essas|desse|dessa|nesse|nessa|deste|desta|isso|disso|este|esta|fora|tirando|alem)$/
const prepositions =
  /^(em|no|na|nos|nas|num|numa|com|por|pelo|pela|ao|aos|quando|porque|desde|durante|apos|ate|sobre|que)$/

/** The words of a doctor's question as its answer leaves them. `last`: no other question follows in the line. */
export function questionPolarities(
  tokens: readonly Token[],
  units: readonly Unit[],
  { answer, named }: Reply,
  last: boolean,
): Asked {
  const own = polarities(tokens, 'speech')
  const first = tokens.find((token) => token.kind === 'word' && !beforeOpening.test(token.word))?.word ?? ''
  if (opens.test(first)) return { tokenPolarities: own.map((one) => (one === 'yes' ? 'asked' : one)), pending: false }
  // The answer is to the last question; only a 'não' may be to all of them.
  if (answer === 'told' || answer === 'unknown' || (answer === 'yes' && !last))
    return { tokenPolarities: own.map(() => 'asked'), pending: answer === 'unknown' }
  // 'Espero que não se importe, mas o senhor bebe?'
  const turn = tokens.findLastIndex((token) => token.word === 'mas')
  const negative = own.some((one, at) => one === 'no' && at > turn)
  const again = new Set<number>()
  for (const unit of units)
    if (unit.features.some((feature) => /^[swid]/.test(feature) && named.has(feature)))
      for (let at = unit.at; at < unit.to; at++) again.add(at)
  let given = false
  let dropped = false
  let verb = false
  const tokenPolarities = tokens.map((token, at): Polarity => {
    if (at <= turn) return own[at] ?? 'open'
    if (token.kind !== 'word') {
      if (token.word === ',') {
        given = false
        dropped = false
      }
      return 'asked'
    }
    // 'Com essa dor', 'a dor vai para as costas?': that there is pain is known already.
    if (demonstrative.test(token.word)) given = true
    else if (/^(o|a|os|as|sua|seu)$/.test(token.word) && !verb && at < 4) given = true
    if (/^(voce|senhor|senhora|ele|ela|alguma?|alguns|algumas)$/.test(token.word)) given = false
    if (isLight(token.word) && !isJoining(token.word)) {
      verb = true
      given = false
    }
    if (/^(ou|e|nem)$/.test(token.said.toLowerCase())) dropped = false
    if ((given && answer !== 'yes') || again.has(at)) return 'asked'
    if (negative) return own[at] === 'no' && (answer === 'no' || last) ? 'no' : 'asked'
    if (answer === 'yes') return 'yes'
    if (prepositions.test(token.word) && verb) dropped = true
    if (!isJoining(token.word)) verb = true
    return dropped ? 'near' : 'no'
  })
  return { tokenPolarities, pending: false }
}
