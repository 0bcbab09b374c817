import { localParts } from '../local-time.ts'
import { mentionsIn } from '../record/lexicon/lexicon.ts'
import type { CanonicalKey } from '../record/record.ts'
import { readStatement } from '../record/safety/claim.ts'
import { type Fact, type FactKind, factListTitles, isCurrent, type Proposal, type RecallLine } from './fact.ts'
import type { SignedNote } from './proposals.ts'

/** Characters of a line; the source has the rest. */
const LINE_MAX = 240
const RESULTS = 'exames_complementares'

/**
 * Returns 'Desde a última vez', at most five lines: the last plan or visit, orders without a result, and the lists. `notes` are
 * the newest first; `unanswered`: allergies of signed records that the list lacks.
 */
export function recallOf(
  notes: readonly SignedNote[],
  facts: readonly Fact[],
  unanswered: readonly Pick<Proposal, 'text'>[],
  timeZone: string,
): RecallLine[] {
  const [last] = notes
  const open = openOrders(notes)
  return [
    ...(last ? [lastVisit(last, timeZone)] : []),
    ...(open ? [line('Exames pedidos', open.names.join(', '), open.consultation_id)] : []),
    ...(['medicine', 'allergy', 'problem'] as const).flatMap((kind) =>
      listLine(kind, facts, kind === 'allergy' ? unanswered : []),
    ),
  ]
}

/** The last plan; a record without one is named by its date and its hypothesis or complaint. */
function lastVisit(note: SignedNote, timeZone: string): RecallLine {
  const plan = textOf(note, 'conduta').join(' ')
  if (plan) return line('Última conduta', plan, note.consultation_id)
  const { day, month, year } = localParts(note.started_at, timeZone)
  const [reason] = [textOf(note, 'hipotese'), textOf(note, 'queixa_principal')].filter((texts) => texts.length > 0)
  const text = [`${day}/${month}/${year}`, reason?.join(' ')].filter(Boolean).join(': ')
  return line('Última consulta', text, note.consultation_id)
}

const line = (label: string, text: string, consultation_id: string | null): RecallLine => ({
  label,
  text: text.length > LINE_MAX ? `${text.slice(0, LINE_MAX - 1).trimEnd()}…` : text,
  consultation_id,
})

function listLine(kind: FactKind, facts: readonly Fact[], unlisted: readonly Pick<Proposal, 'text'>[]): RecallLine[] {
  const namesOf = (all: readonly { text: string }[]) => all.map(({ text }) => text).join(', ')
  const listed = namesOf(facts.filter((one) => one.kind === kind && isCurrent(one)))
  const marked =
    unlisted.length > 0 ? [`fora da lista: ${namesOf(unlisted)}`, listed && `na lista: ${listed}`] : [listed]
  const text = marked.filter(Boolean).join('; ')
  return text ? [line(factListTitles[kind], text, null)] : []
}

const textOf = ({ sections }: SignedNote, part: CanonicalKey): string[] =>
  sections.filter(({ canonical }) => canonical === part).flatMap(({ sentences }) => sentences.map(({ text }) => text))

const examsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const { tokens, tokenPolarities } = readStatement(text)
    return mentionsIn(tokens).flatMap(({ concept, from }) =>
      concept.kind === 'exam' && tokenPolarities[from] === 'yes' ? [concept.note] : [],
    )
  })

/** The orders of the newest record that has some whose result no later record names. */
function openOrders(notes: readonly SignedNote[]): { names: string[]; consultation_id: string } | null {
  const results = new Set<string>()
  for (const note of notes) {
    const names = [...new Set(examsIn(textOf(note, 'conduta')))].filter((name) => !results.has(name))
    if (names.length > 0) return { names, consultation_id: note.consultation_id }
    const found = note.sections.filter(({ key }) => key === RESULTS)
    for (const name of examsIn(found.flatMap(({ sentences }) => sentences.map(({ text }) => text)))) results.add(name)
  }
  return null
}
