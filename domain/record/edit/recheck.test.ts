import { expect, test } from 'vitest'
import { bareRecord } from '#tests/testkit/record.ts'
import { SWAPPED } from '../../dialogue/swapped.ts'
import { correctedLines } from '../../transcript/correction.ts'
import type { LineEdit } from '../../transcript/edit.ts'
import type { TranscriptEntry } from '../../transcript/entry.ts'
import { structureByRules } from '../note/structure.ts'
import { proveRecord } from '../proof/prove.ts'
import { NO_COMPLAINT, NO_PLAN, openWarnings } from '../proof/warnings.ts'
import type { StructuredRecord } from '../record.ts'
import { textHash } from '../text/text-hash.ts'
import { recheckRecord } from './recheck.ts'

const spokenLines: [TranscriptEntry['speaker'], string][] = [
  ['doctor', 'Bom dia, o que o senhor está sentindo?'],
  ['patient', 'Estou com tosse seca e febre há quatro dias.'],
  ['doctor', 'O senhor toma algum remédio?'],
  ['patient', 'Tomo losartana de cinquenta miligramas todo dia.'],
  ['doctor', 'O senhor tem alergia a algum remédio?'],
  ['patient', 'Não tenho alergia a nada.'],
  ['doctor', 'Vou pedir uma radiografia de tórax. Tome dipirona de seis em seis horas se tiver febre.'],
]
const spoken = spokenLines.map(
  ([speaker, text], at): TranscriptEntry => ({
    ...{ id: `e${at}`, text, timestamp: at, isPartial: false, start_ms: at * 1_000, end_ms: at * 1_000 + 900 },
    ...(speaker && { speaker }),
  }),
)
const grounds = (entries: TranscriptEntry[]) => ({ entries, context: '', specialty: 'general' as const })

function structured(entries: TranscriptEntry[]) {
  const draft = structureByRules({ entries, specialty: 'general' })
  let next = 0
  const proven = proveRecord(grounds(entries), draft.sections, () => `s${next++}`, draft.held)
  return { record: { ...bareRecord, ...proven, warnings: draft.warnings }, offers: proven.offers }
}

/** Corrects the transcript of a record and checks it again. */
function corrected(edit: LineEdit, { record, offers } = structured(spoken), entries = spoken) {
  const changes = correctedLines(entries, edit)
  if (typeof changes === 'string') throw new Error(changes)
  const byId = new Map(changes.map((line) => [line.id, line]))
  const after = entries.map((entry) => byId.get(entry.id) ?? entry)
  const changed = new Set(byId.keys())
  const reworded = new Set(edit.type === 'edit_entry' ? changed : [])
  return { after, ...recheckRecord({ record, grounds: grounds(after), offers }, { changed, reworded }) }
}
const textsOf = ({ sections }: Pick<StructuredRecord, 'sections'>) => sections.map(({ content }) => content)

test('sentences on a corrected line are checked again, stay as they are, and wait for the doctor if it denies them', () => {
  const before = structured(spoken)
  const cited = before.record.sections.flatMap(({ sentences }) =>
    sentences.filter(({ evidence }) => evidence.some(({ id }) => id === 'e3')),
  )
  expect(cited.map(({ flags }) => flags)).toEqual([[]])

  const wrong = corrected({ type: 'edit_entry', id: 'e3', text: 'Tomo metformina de 850 miligramas todo dia.' })
  const [section] = wrong.change.rechecked ?? []
  const sentence = section?.sentences.find(({ evidence }) => evidence.some(({ id }) => id === 'e3'))
  expect(sentence).toMatchObject({ text: cited[0]?.text, proof: 'transcript', seen: false })
  // The hash of the old words stays: the proof says that the line was changed later.
  expect(sentence?.evidence.find(({ id }) => id === 'e3')?.hash).toBe(textHash(spokenLines[3]?.[1] ?? ''))
  expect(sentence?.flags).not.toEqual([])
  expect([wrong.rechecked.map(({ text }) => text), wrong.change.addsVersion]).toEqual([[cited[0]?.text], true])
  expect(textsOf({ sections: wrong.change.rechecked ?? [] })).toEqual([section?.content])
  // The words that are true now are offered, and the old sentence of the rules is not offered again.
  expect(wrong.change.offers?.filter(({ text }) => /metformina/i.test(text))).toHaveLength(1)
  expect(wrong.change.offers?.filter(({ text, reason }) => /losartana/i.test(text) && reason === 'left_out')).toEqual(
    [],
  )

  // Seen with other words, it has to be seen again.
  const looked = before.record.sections.map((one) => ({
    ...one,
    sentences: one.sentences.map((each) => (each.text === sentence?.text ? { ...sentence, seen: true } : each)),
  }))
  const once = { record: { ...before.record, sections: looked }, offers: before.offers }
  const again = corrected({ type: 'edit_entry', id: 'e3', text: 'Tomo metformina de 500 miligramas todo dia.' }, once)
  expect(again.rechecked.map(({ text }) => text)).toEqual([cited[0]?.text])

  // A correction that still says the same proves the sentence by its new words.
  const right = corrected({ type: 'edit_entry', id: 'e3', text: 'Tomo losartana de 50 miligramas todo dia.' })
  const proven = right.change.rechecked?.flatMap(({ sentences }) => sentences) ?? []
  expect(right.rechecked).toEqual([])
  expect(proven.find(({ evidence }) => evidence.some(({ id }) => id === 'e3'))?.evidence).toContainEqual({
    id: 'e3',
    hash: textHash('Tomo losartana de 50 miligramas todo dia.'),
  })

  // Elsewhere in the record: an allergy that the note lacks is warned of.
  const allergy = corrected({ type: 'edit_entry', id: 'e5', text: 'Tenho alergia a dipirona.' })
  expect(allergy.rechecked.length).toBeGreaterThan(0)
  expect(allergy.change.alerts?.map(({ kind }) => kind)).toContain('allergy')
})

test('exchanged speakers take the warning away, and what depends on them is checked again', () => {
  const other = { doctor: 'patient', patient: 'doctor' } as const
  const wrong = spoken.map((entry) => ({ ...entry, ...(entry.speaker && { speaker: other[entry.speaker] }) }))
  const before = structured(wrong)
  expect(before.record.warnings).toContain(SWAPPED)
  const { change, after } = corrected({ type: 'flip_speakers' }, before, wrong)
  expect(after.map(({ speaker }) => speaker)).toEqual(spoken.map(({ speaker }) => speaker))
  expect(change.warnings).not.toContain(SWAPPED)
  const back = corrected({ type: 'flip_speakers' })
  expect(back.change.warnings).toContain(SWAPPED)
  const one = corrected({ type: 'set_speaker', id: 'e3', speaker: 'doctor' })
  expect(one.after[3]).toMatchObject({ speaker: 'doctor', speaker_origin: 'hand' })
})

test('a warning of a missing part ends once the doctor has written it', () => {
  const sections = structured(spoken).record.sections.map((section) => ({ ...section, content: '' }))
  const warnings = [NO_COMPLAINT, NO_PLAN]
  expect(openWarnings({ warnings, sections })).toEqual(warnings)
  const written = sections.map((section) =>
    section.canonical === 'orientacoes' ? { ...section, content: 'Repouso.' } : section,
  )
  expect(openWarnings({ warnings, sections: written })).toEqual([NO_COMPLAINT])
})
