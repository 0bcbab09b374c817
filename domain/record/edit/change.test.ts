import { expect, test } from 'vitest'
import { bareRecord } from '#tests/testkit/record.ts'
import { addendaTooLong } from '../limits.ts'
import { editSection, insertSentence, proveRecord } from '../proof/prove.ts'
import { type Flag, needsLook, type Section, type Sentence } from '../record.ts'
import { specialty } from '../specialty.ts'
import { textBase } from '../text/text-base.ts'
import { textHash } from '../text/text-hash.ts'
import { unifiedText } from '../text/unified-text.ts'
import { coding, editing, inserting, type RecordChange, type Standing, seeing, writingText } from './change.ts'
import { followed } from './followed.ts'

const entries = [
  { id: 'e1', speaker: 'patient' as const, text: 'Estou com tosse seca há quatro dias.' },
  { id: 'e2', speaker: 'doctor' as const, text: 'Tem falta de ar?' },
  { id: 'e3', speaker: 'patient' as const, text: 'Não.' },
  { id: 'e4', speaker: 'patient' as const, text: 'Sou alérgico a penicilina.' },
]
const grounds = { entries, context: '', specialty: specialty.parse('general') }
let next = 0
const proven = proveRecord(
  grounds,
  [
    { key: 'hda', sentences: [{ text: 'Refere tosse seca há quatro dias.', evidence: ['e1'] }] },
    { key: 'conduta', sentences: [{ text: 'Repouso.', evidence: [] }] },
  ],
  () => `s${next++}`,
)
const allergy = {
  id: 'o1',
  kind: 'allergy' as const,
  section: 'hpp',
  text: 'Alergia a penicilina.',
  evidence: [{ id: 'e4', hash: textHash('Sou alérgico a penicilina.') }],
}
const standing = (change: Partial<Standing['record']> = {}): Standing => ({
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
const writing = (text: string | null, at = standing()) => writingText(text, textBase(at.record))(at)

test('an edit is checked like a draft; what contradicts the talk waits for a look', () => {
  const edited = made(editing(hda.id, `${hda.content} Tem falta de ar.`)(standing()))
  const sentences = edited.section?.sentences ?? []
  expect(sentences[0]).toMatchObject({ proof: 'transcript', evidence: [{ id: 'e1' }] })
  expect(sentences[1]).toMatchObject({ proof: 'doctor', flags: [{ kind: 'negation' }], seen: false })
  expect([sentences.filter(needsLook).length, edited.keeps]).toEqual([1, true])
  expect(editing(hda.id, hda.content)(standing())).toBeNull()
  expect(editing('nobody', 'x')(standing())).toBe('record_not_found')
})

test('what was left out goes in with its proof; what was looked at is marked by its words', () => {
  const inserted = made(inserting('o1')(standing())).section
  expect([inserted?.id, inserted?.content]).toEqual([hpp.id, 'Alergia a penicilina.'])
  expect(inserted?.sentences).toMatchObject([{ proof: 'transcript', evidence: allergy.evidence }])
  expect(inserting('o2')(standing())).toBe('omission_not_found')

  const unproven = conduta.sentences.map(({ text }) => text)
  const seen = made(seeing(conduta.id, unproven)(standing()))
  expect([seen.keeps, seen.section?.sentences.filter(needsLook)]).toEqual([false, []])
  const after = standing({
    sections: proven.sections.map((one) => (one.id === conduta.id ? (seen.section as Section) : one)),
  })
  expect(seeing(conduta.id, unproven)(after)).toBeNull()
  expect(seeing(conduta.id, ['Repouso absoluto.'])(after)).toBe('record_changed')
  // Seen stays seen while the words stay; other words are another sentence.
  expect(made(editing(conduta.id, 'Repouso. Água.')(after)).section?.sentences[0]).toMatchObject({
    text: 'Repouso.',
    seen: true,
  })

  const asthma = [{ system: 'CID-10' as const, code: 'J45', text: 'Asma' }]
  expect(coding(asthma)(standing())).toEqual({ diagnoses: asthma, keeps: true })
  expect(coding(asthma)(standing({ diagnoses: asthma }))).toBeNull()
})

test('a record grows no longer than what prints in bounded time, and an oversized one can be shortened', () => {
  const text = 'Relata dor. '.repeat(Math.ceil(20_000 / 12)).slice(0, 20_000)
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}`).join('\n')
  const filledWith = (content: string, ...ids: string[]) =>
    standing({ sections: proven.sections.map((one) => (ids.includes(one.id) ? { ...one, content } : one)) })
  const full = filledWith(text, hda.id, hpp.id)
  expect(editing(conduta.id, 'Repouso e água.')(full)).toBe('record_too_long')
  expect(inserting('o1')(full)).toBe('record_too_long')
  expect(editing(hda.id, text.slice(0, 100))(full)).toMatchObject({ keeps: true })
  // Characters that the printed faces lack are spelled out, and each line is one on paper.
  expect(editing(hda.id, '↑'.repeat(8_001))(standing())).toBe('record_too_long')
  expect(editing(hda.id, lines(1_001))(standing())).toBe('record_too_long')
  const oversized = filledWith(lines(3_000), hda.id)
  expect(editing(hda.id, lines(2_000))(oversized)).toMatchObject({ keeps: true })
  expect(editing(conduta.id, 'Repouso.\nÁgua.')(oversized)).toBe('record_too_long')
  expect(writing(`${text}${text}A`)).toBe('record_too_long')

  expect(addendaTooLong([text])).toBe(false)
  expect(addendaTooLong([text, 'Ciente.'])).toBe(true)
  expect([35, 37].map((count) => addendaTooLong(Array.from({ length: count }, () => 'Ciente.')))).toEqual([false, true])
})

test('a text edited apart is checked too, takes over what it can of later changes, and tells what it cannot', () => {
  const laid = unifiedText({ patientName: 'Rui', record: standing().record, timeZone: 'America/Sao_Paulo' })
  const kinds = (flags: readonly Flag[] = []) => flags.map(({ kind }) => kind)
  expect(kinds(made(writing(laid)).alerts)).toEqual(kinds(proven.alerts))
  const wrong = laid.replace(hda.content, `${hda.content} Tem falta de ar.`)
  const written = made(writing(wrong))
  expect(written).toMatchObject({ unified_text: wrong, keeps: true })
  expect(written.alerts?.at(-1)).toMatchObject({
    kind: 'negation',
    message: expect.stringMatching(/^Texto para prontuário: /),
  })
  expect(writing(wrong, standing({ unified_text: wrong }))).toBeNull()

  const withText = (text: string, alerts: Flag[] = []) => standing({ unified_text: text, alerts })
  const followed = made(editing(conduta.id, 'Repouso e água.')(withText(laid)))
  expect(followed.unified_text).toBe(laid.replace('Repouso.', 'Repouso e água.'))
  const rewritten = laid.replace('Repouso.', 'Descanso.')
  const apart = made(editing(conduta.id, 'Repouso e água.')(withText(rewritten)))
  expect([apart.unified_text, apart.alerts?.at(-1)]).toEqual([
    rewritten,
    {
      kind: 'text',
      message: 'O texto para prontuário foi editado à parte e não acompanhou a mudança em “Conduta”.',
      seen: false,
    },
  ])
  // It stays told, once, whatever else is written, until the section's words stand there or the text is given up.
  const later = made(editing(conduta.id, 'Água.')(withText(rewritten, apart.alerts)))
  expect(kinds(later.alerts).filter((kind) => kind === 'text')).toHaveLength(1)
  const seen = (apart.alerts ?? []).map((alert) => ({ ...alert, seen: true }))
  const now = (unified_text: string | null, alerts = apart.alerts) => {
    const sections = proven.sections.map((one) => (one.id === conduta.id ? (apart.section as Section) : one))
    const at = standing({ sections, unified_text: rewritten, alerts: alerts ?? [] })
    return (made(writing(unified_text, at)).alerts ?? []).filter(({ kind }) => kind === 'text').map(({ seen }) => seen)
  }
  expect(now(`${rewritten} `)).toEqual([false])
  expect(now(`${rewritten} `, seen)).toEqual([true])
  expect(now(rewritten.replace('Descanso.', 'Repouso e água. Descanso.'))).toEqual([false])
  expect(now(rewritten.replace('Descanso.', 'Repouso\ne água.'))).toEqual([])
  expect([now(null), now('')]).toEqual([[], []])
  // Changed to what the text says already, nothing is left behind.
  const same = made(editing(conduta.id, 'Descanso.')(withText(rewritten, apart.alerts)))
  expect([same.unified_text, kinds(same.alerts).includes('text')]).toEqual([rewritten, false])
})

test('what nobody said is marked in the text too, though it was taken out of its section unseen', () => {
  const laid = unifiedText({ patientName: 'Rui', record: standing().record, timeZone: 'America/Sao_Paulo' })
  const structured = new Map([[conduta.id, conduta.sentences]])
  const message = 'Texto para prontuário: “Repouso.” está sem prova na transcrição.'
  const found = (change: unknown) => made(change).alerts?.filter((alert) => alert.message === message)
  // A text laid out before, written over what stands by now.
  const emptied = made(editing(conduta.id, '')(standing())).section as Section
  const without = proven.sections.map((one) => (one.id === conduta.id ? emptied : one))
  expect(found(writing(laid, { ...standing({ sections: without }), structured }))).toMatchObject([{ seen: false }])
  expect(
    found(writing(laid.replace('CONDUTA\n', ''), { ...standing({ sections: without }), structured })),
  ).toHaveLength(1)
  expect(found(writing(laid, { ...standing(), structured }))).toEqual([])
  // Edited apart before, so that the section's change does not reach it.
  const apart = { ...standing({ unified_text: laid.replace('Repouso.', 'Nota. Repouso.\n\nRepouso.') }), structured }
  expect(found(editing(conduta.id, '')(apart))).toHaveLength(1)
})

test('what is drafted, inserted or stands before an insertion ends with a stop', () => {
  const draft = [
    {
      key: 'conduta',
      sentences: [
        { text: 'Disse: “repouso.”', evidence: [] },
        { text: 'Iniciar anlodipino 5 mg', evidence: [] },
      ],
    },
  ]
  const made = proveRecord(grounds, draft, () => `d${next++}`).sections.find(({ key }) => key === 'conduta') as Section
  expect(made.content).toBe('Disse: “repouso.” Iniciar anlodipino 5 mg.')
  expect(made.sentences.map(({ proof }) => proof)).toEqual(['none', 'none'])
  // From before sentences ended where they are made.
  const old = {
    ...made,
    content: 'Iniciar anlodipino 5 mg',
    sentences: [{ ...(made.sentences[1] as Sentence), text: 'Iniciar anlodipino 5 mg' }],
  }
  const inserted = insertSentence(grounds, old, 'Alergia a penicilina', ['e4'])
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
    followed(text, [a, b], { ...a, content: before }, { content: after })
  const text = 'CONSULTA\n\nORIENTAÇÕES\nRepouso.\n\nCONDUTA\nRepouso.\n\nRegistro de uso de IA: Repouso.'
  expect(change(text, 'Repouso.')).toBe(text.replace('CONDUTA\nRepouso.', 'CONDUTA\nÁgua.'))
  expect(change(text.replace('CONDUTA\nRepouso.', 'CONDUTA\nDescanso.'), 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nSoro. Repouso. Alta.', 'Repouso.')).toBe('CONDUTA\nSoro. Água. Alta.')
  // Inside words or sentences, twice, under no heading or under two, or nowhere.
  expect(change('CONDUTA\nFebre alta.', 'Febre', '')).toBeNull()
  expect(change('CONDUTA\nSem febre. Não Repouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nRepouso.\nRepouso.', 'Repouso.')).toBeNull()
  expect(change('Repouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nRepouso.\nCONDUTA\nAlta.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\n', '')).toBeNull()
  // What the doctor put under a heading of her own is not the section's above; words in capitals are.
  expect(change('CONDUTA\nAlta.\nMINHA NOTA\nRepouso.', 'Repouso.')).toBeNull()
  expect(change('CONDUTA\nUSA AAS.\nRepouso.', 'Repouso.')).toBe('CONDUTA\nUSA AAS.\nÁgua.')
})

test('what was edited from other words than stand writes nothing; the same change sent again is none', () => {
  expect(editing(hda.id, 'Tosse.', 'Febre.')(standing())).toBe('record_changed')
  expect(made(editing(hda.id, 'Tosse.', hda.content)(standing())).section?.content).toBe('Tosse.')
  expect(editing(hda.id, hda.content, 'Febre.')(standing())).toBeNull()
  const text = standing({ unified_text: 'Meu texto.' })
  const [none, mine] = [textBase(standing().record), textBase(text.record)]
  expect(writingText('Outro.', none)(text)).toBe('record_changed')
  expect(writingText(null, none)(text)).toBe('record_changed')
  expect(writingText('Outro.', mine)(standing())).toBe('record_changed')
  expect(writingText('Meu texto.', none)(text)).toBeNull()
  expect(writingText('', mine)(standing())).toBeNull()
  expect(made(writingText('Outro.', mine)(text)).unified_text).toBe('Outro.')
  expect(made(writingText('', mine)(text)).unified_text).toBeNull()
  expect(made(writingText('Outro.', none)(standing())).unified_text).toBe('Outro.')
  // Laid out before a section changed: what it says is no longer what the sections say.
  const edited = made(editing(conduta.id, '')(standing())).section as Section
  const sections = proven.sections.map((one) => (one.id === conduta.id ? edited : one))
  expect(writingText('Outro.', none)(standing({ sections, revision: 2 }))).toBe('record_changed')
  // What was only looked at says the same.
  const looked = standing({ revision: 2, diagnoses: [{ system: 'CID-10', code: 'J45', text: 'Asma' }] })
  expect(made(writingText('Outro.', none)(looked)).unified_text).toBe('Outro.')
})

test('only the sentences that were looked at are seen, new doubts are unseen, alerts are of what stands after', () => {
  const draft = [{ key: 'conduta', sentences: ['Repouso.', 'Anlodipino.'].map((text) => ({ text, evidence: [] })) }]
  const sections = proveRecord(grounds, draft, () => `m${next++}`).sections
  const plan = sections.find(({ key }) => key === 'conduta') as Section
  const seen = made(seeing(plan.id, ['Repouso.'])(standing({ sections }))).section as Section
  expect(seen.sentences.map((sentence) => sentence.seen)).toEqual([true, false])

  // Looked at before the checks knew this of it.
  const looked = {
    ...hda,
    content: 'Tem falta de ar.',
    sentences: [{ text: 'Tem falta de ar.', evidence: [], proof: 'doctor' as const, flags: [], seen: true }],
  }
  const again = editSection(grounds, looked, 'Tem falta de ar. Sono bom.').sentences[0]
  expect(again).toMatchObject({ flags: [{ kind: 'negation' }], seen: false })
  const known = { ...looked, sentences: [{ ...(again as Sentence), seen: true }] }
  expect(editSection(grounds, known, 'Tem falta de ar. Sono bom.').sentences[0]?.seen).toBe(true)

  const allergyOf = (change: unknown) => made(change).alerts?.filter(({ kind }) => kind === 'allergy').length
  expect(allergyOf(editing(hpp.id, 'Hipertensão.')(standing()))).toBe(1)
  expect(allergyOf(editing(hpp.id, 'Alergia a penicilina.')(standing()))).toBe(0)
  const told = editSection(grounds, hpp, 'Alergia a penicilina.')
  const withIt = standing({ sections: proven.sections.map((one) => (one.id === hpp.id ? told : one)), alerts: [] })
  expect(allergyOf(editing(hpp.id, '')(withIt))).toBe(1)
})

test('the exact words of what stood before regain its proof, or its mark, while the lines say what they said', () => {
  const structured = new Map(proven.sections.map(({ id, sentences }) => [id, sentences]))
  const withText = (section: Section, content: string) =>
    made(editing(section.id, content)(standing())).section as Section
  const back = (section: Section, edited: Section, content: string, on = grounds) =>
    made(
      editing(
        section.id,
        content,
      )({
        ...standing({ sections: proven.sections.map((one) => (one.id === section.id ? edited : one)) }),
        structured,
        grounds: on,
      }),
    ).section as Section

  const [original] = hda.sentences
  const taken = withText(hda, 'Sono bom.')
  const again = back(hda, taken, `Sono bom. ${hda.content}`)
  expect(again.sentences.map(({ proof }) => proof)).toEqual(['doctor', 'transcript'])
  expect(again.sentences[1]).toEqual(original)
  expect(back(hda, taken, hda.content)).toMatchObject({ confidence_score: hda.confidence_score })
  // Changed and changed back in one more step, without what was kept: what it replaced is known.
  const dose = withText(hda, 'Refere tosse seca há cinco dias.')
  expect(dose.sentences[0]).toMatchObject({ proof: 'doctor', flags: [{ kind: 'number' }] })
  expect(editSection(grounds, dose, hda.content).sentences[0]?.proof).toBe('doctor')
  expect(back(hda, dose, hda.content).sentences).toEqual(hda.sentences)
  // Not a word otherwise, and not where the line was changed.
  expect(back(hda, taken, 'Refere tosse seca há 4 dias.').sentences[0]?.proof).toBe('doctor')
  const other = { ...grounds, entries: entries.map((entry) => ({ ...entry, text: `${entry.text} E febre.` })) }
  expect(back(hda, taken, hda.content, other).sentences[0]?.proof).toBe('doctor')
  // What nobody said is marked again, and what was offered is proven.
  const emptied = withText(conduta, '')
  expect(back(conduta, emptied, 'Repouso.').sentences).toMatchObject([{ proof: 'none', seen: false }])
  expect(withText(hpp, 'Alergia a penicilina.').sentences).toMatchObject([
    { proof: 'transcript', evidence: allergy.evidence },
  ])
})
