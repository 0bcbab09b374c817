import { expect, test } from 'vitest'
import { bareRecord, withUnproven } from '#tests/testkit/record.ts'
import { addendaTooLong } from '../limits.ts'
import { editSection, insertSentence, proveRecord } from '../proof/prove.ts'
import { type Flag, needsLook, type Section, type Sentence } from '../record.ts'
import { specialty } from '../specialty.ts'
import { textBase } from '../text/text-base.ts'
import { textHash } from '../text/text-hash.ts'
import { unifiedText } from '../text/unified-text.ts'
import {
  applyToText,
  type CurrentRecord,
  changeDiagnoses,
  changeSection,
  changeText,
  insertOmission,
  markSeen,
  type RecordChange,
} from './change.ts'

const entries = [
  { id: 'e1', speaker: 'patient' as const, text: 'Estou com tosse seca há quatro dias.' },
  { id: 'e2', speaker: 'doctor' as const, text: 'Tem falta de ar?' },
  { id: 'e3', speaker: 'patient' as const, text: 'Não.' },
  { id: 'e4', speaker: 'patient' as const, text: 'Sou alérgico a penicilina.' },
]
const grounds = { entries, context: '', specialty: specialty.parse('general') }
let next = 0
const structured = proveRecord(
  grounds,
  [{ key: 'hda', sentences: [{ text: 'Refere tosse seca há quatro dias.', evidence: ['e1'] }] }],
  () => `s${next++}`,
)
const proven = { ...structured, sections: withUnproven(structured.sections, 'conduta', 'Repouso.') }
const allergy = {
  id: 'o1',
  kind: 'allergy' as const,
  section: 'hpp',
  text: 'Alergia a penicilina.',
  evidence: [{ id: 'e4', hash: textHash('Sou alérgico a penicilina.') }],
  probability: 0.7,
}
const current = (change: Partial<CurrentRecord['record']> = {}): CurrentRecord => ({
  grounds,
  record: {
    ...bareRecord,
    ...proven,
    omissions: [allergy],
    ...change,
  },
})
const sectionOf = (key: string) => proven.sections.find((section) => section.key === key) as Section
const [hda, hpp, conduta] = [sectionOf('hda'), sectionOf('hpp'), sectionOf('conduta')]
const made = (change: unknown) => change as RecordChange
const writing = (text: string | null, at = current()) => changeText(text, textBase(at.record))(at)

test('an edit is checked like a draft, and a contradiction waits until it is seen', () => {
  const edited = made(changeSection(hda.id, `${hda.content} Tem falta de ar.`)(current()))
  const sentences = edited.section?.sentences ?? []
  expect(sentences[0]).toMatchObject({ proof: 'transcript', evidence: [{ id: 'e1' }] })
  expect(sentences[1]).toMatchObject({ proof: 'doctor', flags: [{ kind: 'negation' }], seen: false })
  expect([sentences.filter(needsLook).length, edited.addsVersion]).toEqual([1, true])
  expect(changeSection(hda.id, hda.content)(current())).toBeNull()
  expect(changeSection('unknown', 'x')(current())).toBe('record_not_found')
})

test('an omission is inserted with its proof; seen sentences are marked by their text', () => {
  const inserted = made(insertOmission('o1')(current())).section
  expect([inserted?.id, inserted?.content]).toEqual([hpp.id, 'Alergia a penicilina.'])
  const asOffered = [{ proof: 'transcript', evidence: allergy.evidence, probability: 0.7 }]
  expect(inserted?.sentences).toMatchObject(asOffered)
  // The doctor inserts a doubted sentence as seen, with its reasons, and cannot insert a contradicted one.
  const flags = [{ kind: 'certainty' as const, message: 'As falas tratam isso como possibilidade.' }]
  const doubted = { ...allergy, id: 'o2', section: 'conduta', text: 'Retorno.', reason: 'doubted' as const, flags }
  const [invented, wrong] = [
    { ...doubted, evidence: [] },
    { ...doubted, id: 'o3', reason: 'contradicted' as const },
  ]
  const offering = current({ omissions: [invented, wrong] })
  expect(made(insertOmission('o2')(offering)).section?.sentences.at(-1)).toMatchObject({
    proof: 'doctor',
    text: 'Retorno.',
  })
  expect(insertOmission('o3')(offering)).toBe('omission_not_found')
  // Typed in its words, it is the same.
  expect(made(changeSection(hpp.id, allergy.text)(current())).section?.sentences).toMatchObject(asOffered)
  expect(insertOmission('o2')(current())).toBe('omission_not_found')

  const unproven = conduta.sentences.map(({ text }) => text)
  const seen = made(markSeen(conduta.id, unproven)(current()))
  expect([seen.addsVersion, seen.section?.sentences.filter(needsLook)]).toEqual([false, []])
  const after = current({
    sections: proven.sections.map((one) => (one.id === conduta.id ? (seen.section as Section) : one)),
  })
  expect(markSeen(conduta.id, unproven)(after)).toBeNull()
  expect(markSeen(conduta.id, ['Repouso absoluto.'])(after)).toBe('record_changed')
  // Seen stays seen while the words stay; other words are another sentence.
  expect(made(changeSection(conduta.id, 'Repouso. Água.')(after)).section?.sentences[0]).toMatchObject({
    text: 'Repouso.',
    seen: true,
  })

  const asthma = [{ system: 'CID-10' as const, code: 'J45', text: 'Asma' }]
  expect(changeDiagnoses(asthma)(current())).toEqual({ diagnoses: asthma, addsVersion: true })
  expect(changeDiagnoses(asthma)(current({ diagnoses: asthma }))).toBeNull()
})

test('a record grows no longer than what prints in bounded time, and an oversized one can be shortened', () => {
  const text = 'Relata dor. '.repeat(Math.ceil(20_000 / 12)).slice(0, 20_000)
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}`).join('\n')
  const filledWith = (content: string, ...ids: string[]) =>
    current({ sections: proven.sections.map((one) => (ids.includes(one.id) ? { ...one, content } : one)) })
  const full = filledWith(text, hda.id, hpp.id)
  expect(changeSection(conduta.id, 'Repouso e água.')(full)).toBe('record_too_long')
  expect(insertOmission('o1')(full)).toBe('record_too_long')
  expect(changeSection(hda.id, text.slice(0, 100))(full)).toMatchObject({ addsVersion: true })
  // Characters that the printed faces lack are spelled out, and each line is one on paper.
  expect(changeSection(hda.id, '↑'.repeat(8_001))(current())).toBe('record_too_long')
  expect(changeSection(hda.id, lines(1_001))(current())).toBe('record_too_long')
  const oversized = filledWith(lines(3_000), hda.id)
  expect(changeSection(hda.id, lines(2_000))(oversized)).toMatchObject({ addsVersion: true })
  expect(changeSection(conduta.id, 'Repouso.\nÁgua.')(oversized)).toBe('record_too_long')
  expect(writing(`${text}${text}A`)).toBe('record_too_long')

  expect(addendaTooLong([text])).toBe(false)
  expect(addendaTooLong([text, 'Ciente.'])).toBe(true)
  expect([35, 37].map((count) => addendaTooLong(Array.from({ length: count }, () => 'Ciente.')))).toEqual([false, true])
})

test('a separately edited text is checked, follows later changes if it can, and reports those it missed', () => {
  const laid = unifiedText({ patientName: 'Rui', record: current().record, timeZone: 'America/Sao_Paulo' })
  const kinds = (flags: readonly Flag[] = []) => flags.map(({ kind }) => kind)
  expect(kinds(made(writing(laid)).alerts)).toEqual(kinds(proven.alerts))
  const wrong = laid.replace(hda.content, `${hda.content} Tem falta de ar.`)
  const written = made(writing(wrong))
  expect(written).toMatchObject({ unified_text: wrong, addsVersion: true })
  expect(written.alerts?.at(-1)).toMatchObject({
    kind: 'negation',
    message: expect.stringMatching(/^Texto para prontuário: /),
  })
  expect(writing(wrong, current({ unified_text: wrong }))).toBeNull()

  const withText = (text: string, alerts: Flag[] = []) => current({ unified_text: text, alerts })
  const followed = made(changeSection(conduta.id, 'Repouso e água.')(withText(laid)))
  expect(followed.unified_text).toBe(laid.replace('Repouso.', 'Repouso e água.'))
  const rewritten = laid.replace('Repouso.', 'Descanso.')
  const apart = made(changeSection(conduta.id, 'Repouso e água.')(withText(rewritten)))
  expect([apart.unified_text, apart.alerts?.at(-1)]).toEqual([
    rewritten,
    {
      kind: 'text',
      message: 'O texto para prontuário foi editado à parte e não acompanhou a mudança em “Conduta”.',
      seen: false,
    },
  ])
  // The finding stays, once, until the section's words are in the text or the text is dropped.
  const later = made(changeSection(conduta.id, 'Água.')(withText(rewritten, apart.alerts)))
  expect(kinds(later.alerts).filter((kind) => kind === 'text')).toHaveLength(1)
  const seen = (apart.alerts ?? []).map((alert) => ({ ...alert, seen: true }))
  const now = (unified_text: string | null, alerts = apart.alerts) => {
    const sections = proven.sections.map((one) => (one.id === conduta.id ? (apart.section as Section) : one))
    const at = current({ sections, unified_text: rewritten, alerts: alerts ?? [] })
    return (made(writing(unified_text, at)).alerts ?? []).filter(({ kind }) => kind === 'text').map(({ seen }) => seen)
  }
  expect(now(`${rewritten} `)).toEqual([false])
  expect(now(`${rewritten} `, seen)).toEqual([true])
  expect(now(rewritten.replace('Descanso.', 'Repouso e água. Descanso.'))).toEqual([false])
  expect(now(rewritten.replace('Descanso.', 'Repouso\ne água.'))).toEqual([])
  expect([now(null), now('')]).toEqual([[], []])
  // A change to the words of the text leaves no finding.
  const same = made(changeSection(conduta.id, 'Descanso.')(withText(rewritten, apart.alerts)))
  expect([same.unified_text, kinds(same.alerts).includes('text')]).toEqual([rewritten, false])
})

test('an unproven sentence is marked in the text too, after it was removed unseen from its section', () => {
  const laid = unifiedText({ patientName: 'Rui', record: current().record, timeZone: 'America/Sao_Paulo' })
  const structured = new Map([[conduta.id, conduta.sentences]])
  const message = 'Texto para prontuário: “Repouso.” está sem prova na transcrição.'
  const found = (change: unknown) => made(change).alerts?.filter((alert) => alert.message === message)
  // A text laid out before, saved over the current one.
  const emptied = made(changeSection(conduta.id, '')(current())).section as Section
  const without = proven.sections.map((one) => (one.id === conduta.id ? emptied : one))
  expect(found(writing(laid, { ...current({ sections: without }), structured }))).toMatchObject([{ seen: false }])
  expect(found(writing(laid.replace('CONDUTA\n', ''), { ...current({ sections: without }), structured }))).toHaveLength(
    1,
  )
  expect(found(writing(laid, { ...current(), structured }))).toEqual([])
  // Edited separately before, so that the section's change does not reach it.
  const apart = { ...current({ unified_text: laid.replace('Repouso.', 'Nota. Repouso.\n\nRepouso.') }), structured }
  expect(found(changeSection(conduta.id, '')(apart))).toHaveLength(1)
})

test('drafted and inserted sentences, and the one before an insertion, end with a stop', () => {
  const draft = [
    {
      key: 'hda',
      sentences: [
        { text: 'Disse: “Sou alérgico a penicilina.”', evidence: ['e4'] },
        { text: 'Tosse seca há 4 dias', evidence: ['e1'] },
      ],
    },
  ]
  const made = proveRecord(grounds, draft, () => `d${next++}`).sections.find(({ key }) => key === 'hda') as Section
  expect(made.content).toBe('Disse: “Sou alérgico a penicilina.” Tosse seca há 4 dias.')
  // From before sentences got a final stop.
  const [old] = withUnproven([{ ...made, sentences: [] }], 'hda', 'Iniciar anlodipino 5 mg') as [Section]
  const inserted = insertSentence(grounds, old, { text: 'Alergia a penicilina', evidence: ['e4'] })
  expect(inserted.content).toBe('Iniciar anlodipino 5 mg. Alergia a penicilina.')
  expect(inserted.sentences.map(({ text, proof }) => [text, proof])).toEqual([
    ['Iniciar anlodipino 5 mg.', 'none'],
    ['Alergia a penicilina.', 'transcript'],
  ])
  const behind = editSection(grounds, inserted, `${inserted.content} Retorno em uma semana`)
  expect(behind.sentences.map(({ proof }) => proof)).toEqual(['none', 'transcript', 'doctor'])
})

test('a section’s change goes into an edited text under its own heading only, as sentences of their own', () => {
  const [a, b] = [{ title: 'Conduta' }, { title: 'Orientações' }]
  const change = (text: string, before: string, after = 'Água.') =>
    applyToText(text, [a, b], { ...a, content: before }, { content: after })
  const text = 'CONSULTA\n\nORIENTAÇÕES\nRepouso.\n\nCONDUTA\nRepouso.\n\nRegistro de uso de IA: Repouso.'
  expect(change(text, 'Repouso.')).toBe(text.replace('CONDUTA\nRepouso.', 'CONDUTA\nÁgua.'))
  expect(change(text.replace('CONDUTA\nRepouso.', 'CONDUTA\nDescanso.'), 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nSoro. Repouso. Alta.', 'Repouso.')).toBe('CONDUTA\nSoro. Água. Alta.')
  // Inside words or sentences, twice, below no heading or two, or nowhere.
  expect(change('CONDUTA\nFebre alta.', 'Febre', '')).toBeNull()
  expect(change('CONDUTA\nSem febre. Não Repouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nRepouso.\nRepouso.', 'Repouso.')).toBeNull()
  expect(change('Repouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nRepouso.\nCONDUTA\nAlta.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\n', '')).toBeNull()
  // Text below a heading by the doctor is not the section's; words in capitals are.
  expect(change('CONDUTA\nAlta.\nMINHA NOTA\nRepouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nUSA AAS.\nRepouso.', 'Repouso.')).toBe('CONDUTA\nUSA AAS.\nÁgua.')
})

test('an edit of stale words writes nothing, and a repeated change is none', () => {
  expect(changeSection(hda.id, 'Tosse.', 'Febre.')(current())).toBe('record_changed')
  expect(made(changeSection(hda.id, 'Tosse.', hda.content)(current())).section?.content).toBe('Tosse.')
  expect(changeSection(hda.id, hda.content, 'Febre.')(current())).toBeNull()
  const text = current({ unified_text: 'Meu texto.' })
  const [none, mine] = [textBase(current().record), textBase(text.record)]
  expect(changeText('Outro.', none)(text)).toBe('record_changed')
  expect(changeText(null, none)(text)).toBe('record_changed')
  expect(changeText('Outro.', mine)(current())).toBe('record_changed')
  expect(changeText('Meu texto.', none)(text)).toBeNull()
  expect(changeText('', mine)(current())).toBeNull()
  expect(made(changeText('Outro.', mine)(text)).unified_text).toBe('Outro.')
  expect(made(changeText('', mine)(text)).unified_text).toBeNull()
  expect(made(changeText('Outro.', none)(current())).unified_text).toBe('Outro.')
  // Laid out before a section changed, so its base is stale.
  const edited = made(changeSection(conduta.id, '')(current())).section as Section
  const sections = proven.sections.map((one) => (one.id === conduta.id ? edited : one))
  expect(changeText('Outro.', none)(current({ sections, revision: 2 }))).toBe('record_changed')
  // Seeing and coding do not change the base.
  const looked = current({ revision: 2, diagnoses: [{ system: 'CID-10', code: 'J45', text: 'Asma' }] })
  expect(made(changeText('Outro.', none)(looked)).unified_text).toBe('Outro.')
})

test('only the named sentences become seen, new flags are unseen, alerts describe the record after the change', () => {
  const sections = withUnproven(structured.sections, 'conduta', 'Repouso.', 'Anlodipino.')
  const plan = sections.find(({ key }) => key === 'conduta') as Section
  const seen = made(markSeen(plan.id, ['Repouso.'])(current({ sections }))).section as Section
  expect(seen.sentences.map((sentence) => sentence.seen)).toEqual([true, false])

  // Seen before the checks found this.
  const looked = {
    ...hda,
    content: 'Tem falta de ar.',
    sentences: [{ text: 'Tem falta de ar.', evidence: [], proof: 'doctor' as const, flags: [], seen: true }],
  }
  const again = editSection(grounds, looked, 'Tem falta de ar. Sono bom.').sentences[0]
  expect(again).toMatchObject({ flags: [{ kind: 'negation' }], seen: false })
  const withFlag = { ...looked, sentences: [{ ...(again as Sentence), seen: true }] }
  expect(editSection(grounds, withFlag, 'Tem falta de ar. Sono bom.').sentences[0]?.seen).toBe(true)

  const allergyOf = (change: unknown) => made(change).alerts?.filter(({ kind }) => kind === 'allergy').length
  expect(allergyOf(changeSection(hpp.id, 'Hipertensão.')(current()))).toBe(1)
  expect(allergyOf(changeSection(hpp.id, 'Alergia a penicilina.')(current()))).toBe(0)
  const withAllergy = editSection(grounds, hpp, 'Alergia a penicilina.')
  const withIt = current({
    sections: proven.sections.map((one) => (one.id === hpp.id ? withAllergy : one)),
    alerts: [],
  })
  expect(allergyOf(changeSection(hpp.id, '')(withIt))).toBe(1)
})

test('the exact words of an earlier sentence regain its proof or mark while its lines are unchanged', () => {
  const structured = new Map(proven.sections.map(({ id, sentences }) => [id, sentences]))
  const withText = (section: Section, content: string) =>
    made(changeSection(section.id, content)(current())).section as Section
  const back = (section: Section, edited: Section, content: string, on = grounds) =>
    made(
      changeSection(
        section.id,
        content,
      )({
        ...current({ sections: proven.sections.map((one) => (one.id === section.id ? edited : one)) }),
        structured,
        grounds: on,
      }),
    ).section as Section

  const [original] = hda.sentences
  const removed = withText(hda, 'Sono bom.')
  const again = back(hda, removed, `Sono bom. ${hda.content}`)
  expect(again.sentences.map(({ proof }) => proof)).toEqual(['doctor', 'transcript'])
  expect(again.sentences[1]).toEqual(original)
  expect(back(hda, removed, hda.content)).toMatchObject({ confidence_score: hda.confidence_score })
  // Changed and changed back in a further step, without the structured sentences: `replaces` is stored.
  const dose = withText(hda, 'Refere tosse seca há cinco dias.')
  expect(dose.sentences[0]).toMatchObject({ proof: 'doctor', flags: [{ kind: 'number' }] })
  expect(editSection(grounds, dose, hda.content).sentences[0]?.proof).toBe('doctor')
  expect(back(hda, dose, hda.content).sentences).toEqual(hda.sentences)
  // Other words, or a changed line, do not regain it.
  expect(back(hda, removed, 'Refere tosse seca há 4 dias.').sentences[0]?.proof).toBe('doctor')
  const other = { ...grounds, entries: entries.map((entry) => ({ ...entry, text: `${entry.text} E febre.` })) }
  expect(back(hda, removed, hda.content, other).sentences[0]?.proof).toBe('doctor')
  // An unproven sentence is marked again, and an offered one is proven.
  const emptied = withText(conduta, '')
  expect(back(conduta, emptied, 'Repouso.').sentences).toMatchObject([{ proof: 'none', seen: false }])
  expect(withText(hpp, 'Alergia a penicilina.').sentences).toMatchObject([
    { proof: 'transcript', evidence: allergy.evidence },
  ])
})
