import { plain } from '../../text.ts'
import type { Draft } from './draft.ts'
import { symptom } from './lexicon/clinical.ts'
import { words } from '../voice/normalise.ts'
import type { Line } from './segment.ts'

const duration = /\b(ha|desde|ontem|hoje|dias?|semanas?|mes|meses|anos?|horas?)\b/
/** The first thing told at some length is why the patient came, even where no word of it is a symptom: 'travou tudo aqui'. */
function openingTold(drafts: readonly Draft[], after: (draft: Draft) => boolean): number {
  const first = drafts.findIndex(
    (draft) =>
      after(draft) && draft.section === 'hda' && draft.kind === 'statement' && !/^nega\b/.test(plain(draft.text)),
  )
  const line = drafts[first]?.evidence.at(-1)
  const said = drafts.filter(
    (draft) => draft.kind === 'statement' && draft.section === 'hda' && draft.evidence.at(-1) === line,
  )
  return words(said.map((draft) => (draft.kind === 'statement' ? draft.text : '')).join(' ')).length >= 10 ? first : -1
}
/** The first complaint told, up to where it says since when. */
export function withChiefComplaint(drafts: readonly Draft[], asked: readonly Line[]): Draft[] {
  const told = new Set(asked.map((line) => line.id))
  const after = (draft: Draft) => !draft.risk && draft.evidence.some((id) => told.has(id))
  const complaint = (draft: Draft) =>
    after(draft) && draft.section === 'hda' && draft.kind === 'statement' && symptom.test(plain(draft.text))
  const affirmed = drafts.findIndex(
    (draft) => complaint(draft) && draft.kind === 'statement' && !/^(nega|nao|sem)\b/.test(plain(draft.text)),
  )
  const opened = openingTold(drafts, after)
  const start = opened >= 0 && opened < affirmed ? opened : affirmed >= 0 ? affirmed : drafts.findIndex(complaint)
  if (start < 0) return [...drafts]
  const line = drafts[start]?.evidence.at(-1)
  // The rest of the same answer, where the doctor has said nothing in between.
  const same = new Set(drafts[start]?.evidence)
  for (const item of asked.slice(asked.findIndex((item) => item.id === line) + 1)) {
    if (item.speaker === 'doctor' && !item.bare) break
    same.add(item.id)
  }
  let end = start
  const said = (index: number) =>
    drafts
      .slice(start, index + 1)
      .map((draft) => (draft.kind === 'statement' ? plain(draft.text) : ''))
      .join(' ')
  while (
    end - start < 2 &&
    !(duration.test(said(end)) && symptom.test(said(end))) &&
    drafts[end + 1]?.section === 'hda' &&
    drafts[end + 1]?.evidence.every((id) => same.has(id))
  )
    end += 1
  const before = drafts[start - 1]
  const from =
    !duration.test(said(end)) &&
    before?.section === 'hda' &&
    before.evidence.includes(line ?? '') &&
    before.kind === 'statement'
      ? start - 1
      : start
  return drafts.map((draft, index) =>
    index >= from && index <= end ? { ...draft, section: 'queixa_principal' } : draft,
  )
}
