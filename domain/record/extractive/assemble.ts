import { plain } from '../../text.ts'
import type { DraftSentence } from '../draft.ts'
import { type CanonicalKey, canonicalKeys } from '../record.ts'
import { denied } from './denial.ts'
import type { Draft } from './draft.ts'
import { finish, stems, words } from './normalise.ts'

/** Denials that share one sentence: more than this reads like a form. */
const DENIALS_TOGETHER = 5
const DENIAL_WORDS = 26

export function assemble(drafts: readonly Draft[]): Map<CanonicalKey, DraftSentence[]> {
  const out = new Map<CanonicalKey, DraftSentence[]>()
  for (const key of canonicalKeys) {
    const sentences = withoutRepetition(joinDenials(drafts.filter((draft) => draft.section === key)))
    if (sentences.length > 0) out.set(key, sentences)
  }
  return out
}

function joinDenials(drafts: readonly Draft[]): DraftSentence[] {
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
      if (items.length === 0 || [...stems(item)].some((stem) => !said.has(stem))) items.push(item)
    }
    evidence.push(...draft.evidence)
  }
  close()
  return out
}

/** 'Enjoo, vômito' were asked for as two things; 'no rosto, nos braços' are places of one. */
function parts(item: string): string[] {
  const pieces = item.split(/,\s+(?:ou |e |nem )?|\s+nem\s+/u)
  const apart = pieces.every(
    (piece) => words(piece).length <= 4 && !/^(n?[oa]s?|d[eoa]s?|em|para|com|a[os]?|à|sem|algum\w*)\s/iu.test(piece),
  )
  return apart ? pieces : [item]
}

function list(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  if (items.length === 1) return last
  // An item with its own 'ou' or comma reads better after a semicolon.
  const comma = items.some((item) => /,/.test(item)) ? ';' : ','
  return `${items.slice(0, -1).join(`${comma} `)}${comma === ';' ? '; ' : ' '}e ${last}`
}

const negative = /\b(nega|nao|sem|nunca|nenhum|nenhuma)\b/

/** A sentence whose words an earlier one of the section already says, with the same sign, adds its lines to that one. */
function withoutRepetition(sentences: readonly DraftSentence[]): DraftSentence[] {
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
    out.push({ sentence: { ...sentence }, said, no })
  }
  return out.map((item) => item.sentence)
}
