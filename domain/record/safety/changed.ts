import type { CanonicalKey, Flag } from '../record.ts'
import { readStatement, type Statement } from './claim.ts'
import { drugFlags, drugsIn } from './drug.ts'
import type { Evidence } from './evidence.ts'
import { isRelative } from './kin.ts'
import { LONGEST_SENTENCE } from './length.ts'
import { numberFlags } from './number.ts'
import type { Dialogue } from './reading.ts'
import { relativeFlags } from './relative.ts'
import { sideFlags } from './side.ts'

const wordsOf = ({ tokens }: Statement): string[] =>
  tokens.filter(({ kind }) => kind !== 'mark').map(({ word }) => word)
const tellsOtherwise = /foi dito/

/**
 * SF14: a proven sentence that the doctor changed, held against the lines that proved it. Where nothing of it was
 * replaced, what was added is the doctor's own, unless the lines say it otherwise.
 */
export function changedFlags(
  statement: Statement,
  section: CanonicalKey,
  before: string,
  evidence: Evidence,
  dialogue: Dialogue,
): Flag[] {
  const original = before.slice(0, LONGEST_SENTENCE)
  const old = readStatement(original)
  const words = new Set(wordsOf(statement))
  const replaced = wordsOf(old).some((word) => !words.has(word))
  const drugs = otherDrug(statement, old, evidence) ?? drugFlags(statement, dialogue, evidence)
  const told = [...numberFlags(statement, evidence, dialogue), ...drugs].filter(
    ({ message }) => replaced || tellsOtherwise.test(message),
  )
  const found = [
    ...told,
    ...sideFlags(statement, evidence, dialogue, false),
    ...(otherKin(statement, old, evidence) ?? relativeFlags(statement, section, evidence)),
  ]
  const proved = evidence.cited.map(({ id }) => id)
  return found.map((flag) => ({
    ...flag,
    message: `${flag.message} A frase comprovada dizia: “${original}”`,
    lines: flag.lines ?? proved,
  }))
}

/** One drug for another: that it was spoken of elsewhere proves nothing. */
function otherDrug(statement: Statement, old: Statement, evidence: Evidence): Flag[] | undefined {
  const [now, then] = [drugsIn(statement.tokens), drugsIn(old.tokens)]
  const names = ({ ids, words }: { ids: readonly string[]; words: readonly string[] }) => [...ids, words.join(' ')]
  const among = (one: (typeof now)[number], others: typeof now) =>
    others.some((other) => names(other).some((name) => names(one).includes(name)))
  const went = then.find((one) => !among(one, now))
  const came = now.find(
    (one) => !among(one, then) && !evidence.lines.some(({ drugs }) => one.ids.some((id) => drugs.has(id))),
  )
  if (!went || !came) return undefined
  return [{ kind: 'drug', message: `O registro diz “${came.said}”; na consulta foi dito “${went.said}”.` }]
}

/** Somebody else's than it was: a relative came in whom the lines do not name, or went out. */
function otherKin(statement: Statement, old: Statement, evidence: Evidence): Flag[] | undefined {
  const kin = (words: readonly { word: string; said: string }[]) => words.filter(({ word }) => isRelative(word))
  const [now, then] = [kin(statement.tokens), kin(old.tokens)]
  const spoken = new Set([...then, ...kin(evidence.lines.flatMap(({ tokens }) => tokens))].map(({ word }) => word))
  const came = now.find(({ word }) => !spoken.has(word))
  if (came) return [{ kind: 'relative', message: `Nas falas citadas ninguém fala de “${came.said}”.` }]
  const [went] = then
  if (went && now.length === 0) return [{ kind: 'relative', message: `O que foi dito é de “${went.said}”.` }]
  return undefined
}
