import { plain } from '../../text.ts'
import type { DraftSentence } from '../proof/draft.ts'
import { placeOf, type Template } from '../templates/template.ts'
import { withoutAllergens } from './allergen-in-plan.ts'
import { denied } from './denial.ts'
import type { Draft } from './draft.ts'
import { isHistory, joinConsequences, joinStatements, negative, type Whole, withDetails } from './joining.ts'
import { finish, stems, uncapitalise, words } from '../voice/normalise.ts'
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
    const sentences = withoutRepetition(joinDenials(joinConsequences(joinStatements(own).map(asOne(told)))), plan)
    if (sentences.length > 0) out.set(key, sentences)
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

/** A sentence whose words an earlier one of the section already says, with the same sign, adds its lines to that one. */
function withoutRepetition(sentences: readonly DraftSentence[], plan: boolean): DraftSentence[] {
  const out: { sentence: DraftSentence; said: ReadonlySet<string>; no: boolean }[] = []
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
