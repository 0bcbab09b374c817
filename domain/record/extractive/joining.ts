import { plain } from '../../text.ts'
import type { Draft } from './draft.ts'
import { finish, stems, uncapitalise, words } from '../voice/normalise.ts'

export const negative = /\b(nega|nao|sem|nunca|nenhum|nenhuma)\b/

export type Whole = Exclude<Draft, { kind: 'detail' }>
const LONGEST = 26
/** An attempt stays in one sentence with its time and its means. */
const RISK_WORDS = 45

/** 'Teve um fio de sangue.' 'Há três dias.' -> one sentence, where what it tells more of was said just before. */
export function withDetails(drafts: readonly Draft[]): Whole[] {
  const out: Whole[] = []
  for (const draft of drafts) {
    if (draft.kind !== 'detail') {
      out.push(draft)
      continue
    }
    const before = out.at(-1)
    const follows = before?.evidence.some((id) => draft.after.includes(id))
    const { text, section, evidence } = draft
    if (
      follows &&
      before?.kind === 'statement' &&
      words(`${before.text} ${draft.tail}`).length <= (before.risk ? RISK_WORDS : LONGEST)
    )
      out[out.length - 1] = {
        ...before,
        text: finish(`${before.text.replace(/[.]$/, '')}${apart(before.text, draft.tail) ? ';' : ','} ${draft.tail}`),
        evidence: [...before.evidence, ...evidence],
      }
    else if (text) out.push({ section, kind: 'statement', text, evidence, risk: draft.risk })
  }
  return out
}

/** 'Nega outra alergia; reação leve': what is so is not read as denied too. */
const apart = (before: string, then: string): boolean =>
  /(?:^|[;,] )nega [^;,]+[.]?$/iu.test(before) && !leans.test(then) && !/^(?:nega|nem|não)(?![\p{L}])/iu.test(then)

/** One of them may cite, besides, a line before them that names what it measures. */
const sameLines = (a: Whole, b: Whole) =>
  a.evidence.at(-1) === b.evidence.at(-1) && fewer(a, b).evidence.every((id) => more(a, b).evidence.includes(id))
const more = (a: Whole, b: Whole) => (a.evidence.length > b.evidence.length ? a : b)
const fewer = (a: Whole, b: Whole) => (more(a, b) === a ? b : a)
const TOGETHER = 26
type Statement = Extract<Draft, { kind: 'statement' }>
/** Neighbours that belong together, as one; undefined: each stands alone. */
type Join = (before: Statement, draft: Statement) => Statement | undefined
const joinEach = (drafts: readonly Whole[], join: Join): Whole[] => {
  const out: Whole[] = []
  for (const draft of drafts) {
    const before = out.at(-1)
    const one = before?.kind === 'statement' && draft.kind === 'statement' ? join(before, draft) : undefined
    if (one) out[out.length - 1] = one
    else out.push(draft)
  }
  return out
}
const both = (before: Statement, draft: Statement, mark: string, tail: string): Statement => ({
  ...before,
  text: finish(`${before.text.replace(/[.]$/, '')}${mark} ${uncapitalise(tail)}`),
  evidence: [...before.evidence, ...draft.evidence],
})
const atMost = (longest: number, before: Statement, draft: Statement) =>
  words(`${before.text} ${draft.text}`).length <= longest

/** What one answer told in pieces is one sentence: 'Preta.' 'Há um mês.' -> 'Preta, há um mês.' */
const ofOneAnswer: Join = (before, draft) => {
  const history = isHistory(draft) || /^Pulso /u.test(draft.text)
  if (!history || draft.text.includes(':') || !sameLines(before, draft) || !atMost(TOGETHER, before, draft))
    return undefined
  const [earlier, later] = [stems(before.text), stems(draft.text)]
  const alike = negative.test(plain(before.text)) === negative.test(plain(draft.text)) && !/\d/.test(draft.text)
  if (alike && [...later].every((stem) => earlier.has(stem))) return before
  if (alike && share(earlier, later) >= 0.65) return { ...draft, topic: before.topic }
  const short =
    !apart(before.text, draft.text) &&
    (words(draft.text).length <= 4 || words(before.text).length <= 2 || leans.test(draft.text))
  return { ...both(before, draft, short ? ',' : ';', draft.text), evidence: more(before, draft).evidence }
}

/** 'Tem dor na barriga.' 'Tipo cólica.': what kind of pain it is. */
const ofPain: Join = (before, draft) =>
  draft.section === 'hda' &&
  /^Tipo \p{L}/u.test(draft.text) &&
  /\bdor\b/.test(plain(before.text)) &&
  atMost(TOGETHER, before, draft)
    ? both(before, draft, ',', draft.text)
    : undefined

/** How much of what was said first is said again. */
const share = (first: ReadonlySet<string>, then: ReadonlySet<string>): number =>
  first.size === 0 ? 1 : [...first].filter((stem) => then.has(stem)).length / first.size
export const isHistory = (draft: Whole) => /^(queixa_principal|hda|hpp|hf|habitos)$/.test(draft.section)
const leans =
  /^(?:há|desde|mas|só|apenas|principalmente|geralmente|às vezes|em|n[oa]s?|com|sem|de|d[oa]s?|por|quando|porque|até|depois|antes|cerca) /iu

/** 'Dor na barriga.' 'Dor do lado esquerdo.' -> 'Dor na barriga, do lado esquerdo.' */
const ofOneTopic: Join = (before, draft) => {
  const head = draft.topic
  const starts = (text: string) => head !== undefined && plain(text).startsWith(`${plain(head)} `)
  return head && starts(before.text) && starts(draft.text) && atMost(LONGEST + 2, before, draft)
    ? both(before, draft, ',', draft.text.slice(head.length).trim())
    : undefined
}

const condition = /^(se|caso|quando|sinais de alerta)\b/
const consequence = /^(ligar|voltar|procurar|ir|chamar|levar|dirigir-se|parar|suspender)\b/
const WITH_CONSEQUENCE = 50
/** 'Se a vermelhidão se espalhar.' 'Ligar o mais rápido possível.': what is watched for keeps what is done then. */
const withConsequence: Join = (before, draft) =>
  isPlan(draft) &&
  isPlan(before) &&
  waits(before.text) &&
  consequence.test(plain(draft.text)) &&
  !/\b(se|caso)\b/.test(plain(draft.text)) &&
  atMost(WITH_CONSEQUENCE, before, draft)
    ? both(before, draft, /^Sinais de alerta/.test(before.text) ? ';' : ',', draft.text)
    : undefined
const isPlan = (draft: Whole) => /^(conduta|orientacoes)$/.test(draft.section)
/** Tells when, and not yet what to do. */
function waits(text: string): boolean {
  if (!condition.test(plain(text))) return false
  const last = text.split(/[,:]\s/u).at(-1) ?? ''
  return !consequence.test(plain(last)) && !/\b(pronto.socorro|emergencia|hospital|samu)\b/.test(plain(last))
}

/** Statements that were told apart and are one sentence of a note. */
export const joinStatements = (drafts: readonly Whole[]): Whole[] =>
  joinEach(
    joinEach(drafts, (before, draft) => ofOneAnswer(before, draft) ?? ofPain(before, draft)),
    ofOneTopic,
  )
/** And what to do, to when to do it. */
export const joinConsequences = (drafts: readonly Whole[]): Whole[] => joinEach(drafts, withConsequence)
