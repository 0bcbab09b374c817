import { plain } from '../../text.ts'
import type { DraftSentence } from '../draft.ts'
import { placeOf, type Template } from '../templates/template.ts'
import { withoutAllergens } from './allergen-in-plan.ts'
import { denied } from './denial.ts'
import type { Draft } from './draft.ts'
import { finish, stems, uncapitalise, words } from './normalise.ts'
import { inNoteForm } from './note-voice.ts'

/** Denials that share one sentence: more than this reads like a form. */
const DENIALS_TOGETHER = 5
const DENIAL_WORDS = 26

/** Drafts in order -> the sentences of each of the template's sections, by its key. */
export function assemble(drafts: readonly Draft[], template: Template): Map<string, DraftSentence[]> {
  const told = new Set(drafts)
  const placed = withDetails(withoutAllergens(drafts)).map((draft) => {
    const said = draft.kind === 'denial' ? denied(draft.item) : draft.text
    // What answers a question of suicide belongs with it, in whatever words.
    const seen = draft.risk ? `${plain(said)} suicid` : plain(said)
    return { draft, key: placeOf(template, draft.section, seen).key }
  })
  const out = new Map<string, DraftSentence[]>()
  for (const { key, canonical } of template.sections) {
    const own = placed.filter((item) => item.key === key).map((item) => item.draft)
    const plan = /^(conduta|orientacoes)$/.test(canonical)
    const sentences = withoutRepetition(
      joinDenials(withConsequence(joinTopics(joinPieces(own)).map(asOne(told)))),
      plan,
    )
    if (sentences.length > 0) out.set(key, sentences)
  }
  return out
}

type Whole = Exclude<Draft, { kind: 'detail' }>
const LONGEST = 26
/** An attempt stays in one sentence with its time and its means. */
const RISK_WORDS = 45

/** 'Teve um fio de sangue.' 'Há três dias.' -> one sentence, where what it tells more of was said just before. */
function withDetails(drafts: readonly Draft[]): Whole[] {
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
/** 'Tem dor na barriga.' 'Tipo cólica.': what kind of pain it is. */
const ofPain = (before: Whole | undefined, draft: Whole): boolean =>
  before?.kind === 'statement' &&
  draft.kind === 'statement' &&
  draft.section === 'hda' &&
  /^Tipo \p{L}/u.test(draft.text) &&
  /\bdor\b/.test(plain(before.text)) &&
  words(`${before.text} ${draft.text}`).length <= TOGETHER
/** What one answer told in pieces is one sentence: 'Preta.' 'Há um mês.' -> 'Preta, há um mês.' */
function joinPieces(drafts: readonly Whole[]): Whole[] {
  const out: Whole[] = []
  for (const draft of drafts) {
    const before = out.at(-1)
    if (
      draft.kind === 'statement' &&
      before?.kind === 'statement' &&
      (isHistory(draft) || /^Pulso /u.test(draft.text)) &&
      !draft.text.includes(':') &&
      sameLines(before, draft) &&
      words(`${before.text} ${draft.text}`).length <= TOGETHER
    ) {
      const [earlier, later] = [stems(before.text), stems(draft.text)]
      const alike = negative.test(plain(before.text)) === negative.test(plain(draft.text)) && !/\d/.test(draft.text)
      if (alike && [...later].every((stem) => earlier.has(stem))) continue
      if (alike && share(earlier, later) >= 0.65) {
        out[out.length - 1] = { ...draft, topic: before.topic }
        continue
      }
      const short =
        !apart(before.text, draft.text) &&
        (words(draft.text).length <= 4 || words(before.text).length <= 2 || leans.test(draft.text))
      const text = finish(`${before.text.replace(/[.]$/, '')}${short ? ',' : ';'} ${uncapitalise(draft.text)}`)
      out[out.length - 1] = { ...before, text, evidence: more(before, draft).evidence }
    } else if (ofPain(before, draft) && before?.kind === 'statement' && draft.kind === 'statement') {
      const text = finish(`${before.text.replace(/[.]$/, '')}, ${uncapitalise(draft.text)}`)
      out[out.length - 1] = { ...before, text, evidence: [...before.evidence, ...draft.evidence] }
    } else out.push(draft)
  }
  return out
}
/** What stood in pieces and now is one sentence: 'Trabalha, é contador' -> 'Trabalha como contador'. */
const asOne =
  (told: ReadonlySet<Draft>) =>
  (draft: Whole): Whole => {
    if (draft.kind !== 'statement' || !isHistory(draft) || told.has(draft)) return draft
    const text = finish(inNoteForm(uncapitalise(draft.text.replace(/[.]$/, '')), draft.section === 'hf'))
    return text ? { ...draft, text } : draft
  }

/** How much of what was said first is said again. */
const share = (first: ReadonlySet<string>, then: ReadonlySet<string>): number =>
  first.size === 0 ? 1 : [...first].filter((stem) => then.has(stem)).length / first.size
const isHistory = (draft: Whole) => /^(queixa_principal|hda|hpp|hf|habitos)$/.test(draft.section)
const leans =
  /^(?:há|desde|mas|só|apenas|principalmente|geralmente|às vezes|em|n[oa]s?|com|sem|de|d[oa]s?|por|quando|porque|até|depois|antes|cerca) /iu

/** 'Dor na barriga.' 'Dor do lado esquerdo.' -> 'Dor na barriga, do lado esquerdo.' */
function joinTopics(drafts: readonly Whole[]): Whole[] {
  const out: Whole[] = []
  for (const draft of drafts) {
    const before = out.at(-1)
    const head = draft.kind === 'statement' ? draft.topic : undefined
    const starts = (text: string) => head !== undefined && plain(text).startsWith(`${plain(head)} `)
    if (
      draft.kind === 'statement' &&
      head &&
      before?.kind === 'statement' &&
      starts(before.text) &&
      starts(draft.text) &&
      words(`${before.text} ${draft.text}`).length <= LONGEST + 2
    ) {
      const more = draft.text.slice(head.length).trim()
      const text = finish(`${before.text.replace(/[.]$/, '')}, ${uncapitalise(more)}`)
      out[out.length - 1] = { ...before, text, evidence: [...before.evidence, ...draft.evidence] }
    } else out.push(draft)
  }
  return out
}

const condition = /^(se|caso|quando|sinais de alerta)\b/
const consequence = /^(ligar|voltar|procurar|ir|chamar|levar|dirigir-se|parar|suspender)\b/
const WITH_CONSEQUENCE = 50
/** 'Se a vermelhidão se espalhar.' 'Ligar o mais rápido possível.': what is watched for keeps what is done then. */
function withConsequence(drafts: readonly Whole[]): Whole[] {
  const out: Whole[] = []
  for (const draft of drafts) {
    const before = out.at(-1)
    if (
      draft.kind === 'statement' &&
      before?.kind === 'statement' &&
      isPlan(draft) &&
      isPlan(before) &&
      waits(before.text) &&
      consequence.test(plain(draft.text)) &&
      !/\b(se|caso)\b/.test(plain(draft.text)) &&
      words(`${before.text} ${draft.text}`).length <= WITH_CONSEQUENCE
    ) {
      const mark = /^Sinais de alerta/.test(before.text) ? ';' : ','
      const text = finish(`${before.text.replace(/[.]$/, '')}${mark} ${uncapitalise(draft.text)}`)
      out[out.length - 1] = { ...before, text, evidence: [...before.evidence, ...draft.evidence] }
    } else out.push(draft)
  }
  return out
}
const isPlan = (draft: Whole) => /^(conduta|orientacoes)$/.test(draft.section)
/** Tells when, and not yet what to do. */
function waits(text: string): boolean {
  if (!condition.test(plain(text))) return false
  const last = text.split(/[,:]\s/u).at(-1) ?? ''
  return !consequence.test(plain(last)) && !/\b(pronto.socorro|emergencia|hospital|samu)\b/.test(plain(last))
}

function joinDenials(drafts: readonly Whole[]): DraftSentence[] {
  const out: DraftSentence[] = []
  let items: string[] = []
  let evidence: string[] = []
  const close = () => {
    if (items.length > 0) out.push({ text: finish(denied(list(items))), evidence: [...new Set(evidence)] })
    items = []
    evidence = []
  }
  for (const draft of drafts) {
    if (draft.kind === 'statement') {
      close()
      out.push({ text: draft.text, evidence: [...new Set(draft.evidence)] })
      continue
    }
    if (items.length >= DENIALS_TOGETHER || words([...items, draft.item].join(' ')).length > DENIAL_WORDS) close()
    for (const item of parts(draft.item)) {
      const said = stems(items.join(' '))
      const more = stems(item)
      // 'Suor, ou suor à noite': the second says the first and more.
      if (items.length > 0 && [...more].every((stem) => said.has(stem))) continue
      items = items.filter((one) => ![...stems(one)].every((stem) => more.has(stem)))
      items.push(item)
    }
    evidence.push(...draft.evidence)
  }
  close()
  return out
}

/** 'Enjoo, vômito' were asked for as two things; 'no rosto, nos braços' are places of one. */
function parts(item: string): string[] {
  const pieces = item.split(/,\s+(?:ou |e |nem )?|\s+(?:nem|ou)\s+/u)
  const apart = pieces.every(
    (piece) => words(piece).length <= 4 && !/^(n?[oa]s?|d[eoa]s?|em|para|com|a[os]?|à|sem|algum\w*)\s/iu.test(piece),
  )
  return apart ? pieces : [item]
}

function list(said: readonly string[]): string {
  const items = [...said.filter((item) => !/,/.test(item)), ...said.filter((item) => /,/.test(item))]
  const last = items.at(-1) ?? ''
  if (items.length === 1) return last
  // An item with its own 'ou' or comma reads better after a semicolon.
  const comma = items.slice(0, -1).some((item) => /,/.test(item)) ? ';' : ','
  return `${items.slice(0, -1).join(`${comma} `)}${comma === ';' ? '; ' : ' '}e ${last}`
}

const negative = /\b(nega|nao|sem|nunca|nenhum|nenhuma)\b/

/** A sentence whose words an earlier one of the section already says, with the same sign, adds its lines to that one. */
function withoutRepetition(sentences: readonly DraftSentence[], plan: boolean): DraftSentence[] {
  const out: { sentence: DraftSentence; said: Set<string>; no: boolean }[] = []
  for (const sentence of sentences) {
    const said = stems(sentence.text)
    const no = negative.test(plain(sentence.text))
    const twin = out.find(
      (item) =>
        item.no === no &&
        said.size > 0 &&
        [...said].every((stem) => item.said.has(stem)) &&
        (!no || said.size === item.said.size),
    )
    if (twin && !/\d/.test(sentence.text)) {
      twin.sentence.evidence = [...new Set([...twin.sentence.evidence, ...sentence.evidence])]
      continue
    }
    // 'Examinar o paciente.' 'Examinar o paciente com urgência.': of an order the fuller one stays.
    const lesser = plan
      ? out.find((item) => item.no === no && item.said.size > 0 && [...item.said].every((stem) => said.has(stem)))
      : undefined
    if (lesser && words(lesser.sentence.text).length <= 4) {
      const evidence = [...new Set([...lesser.sentence.evidence, ...sentence.evidence])]
      Object.assign(lesser, { sentence: { ...sentence, evidence }, said })
      continue
    }
    out.push({ sentence: { ...sentence }, said, no })
  }
  return out.map((item) => item.sentence)
}
