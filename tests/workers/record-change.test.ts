import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { markSaved } from '#db/queries/record-sign.ts'
import { type RecordVersion, versionReply } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { insert, newClinic, newJob } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { BRONCHITIS, db, newRecord, openRecordStage, sectionOf, UNPROVEN } from './record-stage.ts'
import { execute, selectAll, selectOne, selectValue } from './sql.ts'

test('changes at once are all made, none unseen by the next, and what each replaced is kept', async () => {
  const { doctor, consultation, calls } = await openRecordStage()
  const record = await calls.read()
  const [hda, conduta, hpp] = ['hda', 'conduta', 'hpp'].map((key) => sectionOf(record, key))
  if (!hda || !conduta || !hpp) throw new Error('no sections')
  const texts = ['Tosse.', 'Tosse e febre.', 'Tosse, febre e cansaço.']
  const answers = await Promise.all([
    ...texts.map((text) => calls.edit(hda.id, text)),
    calls.edit(hpp.id, 'Hipertensão.'),
    calls.see(
      conduta.id,
      conduta.sentences.map(({ text }) => text),
    ),
    calls.code([BRONCHITIS]),
  ])
  expect(answers.filter((answer) => typeof answer === 'string' || 'code' in answer)).toEqual([])

  const after = await calls.read()
  expect(after.revision).toBe(record.revision + answers.length)
  expect([sectionOf(after, 'hpp').content, after.diagnoses.length]).toEqual(['Hipertensão.', 1])
  expect(sectionOf(after, 'conduta').sentences.every(({ seen }) => seen)).toBe(true)
  const versions = await selectAll(
    'SELECT body FROM record_versions WHERE consultation_id = ? ORDER BY version',
    consultation,
  )
  // Reading wrote nothing: five changes, five versions.
  expect(versions).toHaveLength(5)
  const currentText = sectionOf(after, 'hda').content
  const bodies = versions.map((row) => String(row.body))
  for (const text of [...texts, hda.content])
    expect([text, text === currentText || bodies.some((body) => body.includes(JSON.stringify(text)))]).toEqual([
      text,
      true,
    ])

  // A section can be emptied: what was invented can be taken out.
  await calls.edit(conduta.id, ' ')
  expect(sectionOf(await calls.read(), 'conduta')).toMatchObject({ content: '', sentences: [] })

  // A text edited apart takes a section's change over where it can, and says so where it cannot.
  const heading = hda.title.toLocaleUpperCase('pt-BR')
  await calls.text(`CONSULTA\n\n${heading}\n${currentText}\n\nPor mim: repouso.`)
  await calls.edit(hda.id, 'Tosse seca.')
  const followed = await calls.read()
  expect([followed.unified_text, followed.alerts.filter(({ kind }) => kind === 'text')]).toEqual([
    `CONSULTA\n\n${heading}\nTosse seca.\n\nPor mim: repouso.`,
    [],
  ])
  await calls.edit(conduta.id, 'Hidratação.')
  await calls.edit(conduta.id, 'Hidratação oral.')
  const apart = (await calls.read()).alerts.filter(({ kind }) => kind === 'text')
  expect(apart.map(({ message }) => message)).toEqual([
    `O texto para prontuário foi editado à parte e não acompanhou a mudança em “${conduta.title}”.`,
  ])
  const back = (await calls.text(null)) as StructuredRecord
  expect([back.unified_text, back.alerts.filter(({ kind }) => kind === 'text')]).toEqual([null, []])

  // It cannot be signed while a new structuring runs.
  await calls.seeAll()
  const { revision } = await calls.read()
  const job = await newJob(doctor, consultation, { status: 'queued', updated_at: Date.now() })
  expect(await calls.sign(revision)).toBe('structuring_under_way')
  await execute("UPDATE jobs SET status = 'failed' WHERE id = ?", job)
  expect(await calls.sign(revision)).toMatchObject({ revision, signature: { kind: 'simples' } })
})

test('records from before frozen lines are carried over, and their kept versions are read as they are', async () => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  const old = [
    { text: 'Refere tosse.', evidence: ['e1', 'e3'], proof: 'transcript' },
    { text: 'Por mim.', evidence: [], proof: 'doctor' },
  ]
  await execute('UPDATE record_sections SET sentences = ? WHERE id = ?', JSON.stringify(old), clinic.section)
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.startsWith('0006'))
  const carry = migration?.queries[0] ?? ''
  expect(carry).toContain('UPDATE record_sections')
  await execute(carry)
  const read = async () =>
    JSON.parse((await selectValue('SELECT sentences FROM record_sections WHERE id = ?', clinic.section)) ?? '')
  const lines = [
    { id: 'e1', hash: '' },
    { id: 'e3', hash: '' },
  ]
  const carried = [
    { text: 'Refere tosse.', evidence: lines, proof: 'transcript', flags: [], seen: false },
    { text: 'Por mim.', evidence: [], proof: 'doctor', flags: [], seen: false },
  ]
  expect(await read()).toEqual(carried)
  await execute(carry)
  expect(await read()).toEqual(carried)

  const row = await selectOne('SELECT * FROM record_sections WHERE id = ?', clinic.section)
  const body = {
    ...{ specialty: 'general', warnings: [], created_at: 5, structurer: { name: 'extractive', version: '1' } },
    sections: [{ ...row, order: row?.position, suggestions: [], sentences: old }],
  }
  await insert('record_versions', {
    ...{ record_id: clinic.record, version: 1, doctor_id: doctor.id, consultation_id: clinic.consultation },
    ...{ body: JSON.stringify(body), replaced_at: 6 },
  })
  const answer = await doctor.call('GET', `/api/v1/transcription/records/${clinic.consultation}/versions/1`)
  const version: RecordVersion = versionReply.parse(await answer.json())
  expect(version.record.sections[0]?.sentences).toEqual(carried)
  expect(version.record).toMatchObject({ diagnoses: [], unified_text: null })
})

test('what was edited from other words than stand is refused and nothing of it is written', async () => {
  const { calls } = await openRecordStage()
  const before = await calls.read()
  const hda = sectionOf(before, 'hda')
  const put = (content: string, base: string) =>
    calls.call<{ revision: number }>('PUT', `sections/${hda.id}`, { content, base })
  expect(await put('Tosse.', hda.content)).toMatchObject({ revision: before.revision + 1 })
  // Another window, which shows what stood before; and the first one again, whose answer was lost.
  expect(await put('Febre.', hda.content)).toMatchObject({ code: 'record_changed' })
  expect(await put('Tosse.', hda.content)).toMatchObject({ revision: before.revision + 1 })
  expect(sectionOf(await calls.read(), 'hda').content).toBe('Tosse.')

  const { text } = calls
  const [began, edited] = [
    textBase(await calls.read()),
    (unified_text: string) => textBase({ ...before, unified_text }),
  ]
  expect(await text('Meu texto.', began)).toMatchObject({ unified_text: 'Meu texto.' })
  expect(await text('De outra janela.', began)).toBe('record_changed')
  expect(await text(null, edited('De outra janela.'))).toBe('record_changed')
  const after = await calls.read()
  expect([after.unified_text, after.revision]).toEqual(['Meu texto.', before.revision + 2])
  expect(await text('Melhor.', edited('Meu texto.'))).toMatchObject({ unified_text: 'Melhor.' })
  // Emptied, it follows the sections again.
  expect(await text('  ', edited('Melhor.'))).toMatchObject({ unified_text: null })

  // A long sentence can be looked at too.
  const long = `${'dor que vai e volta, '.repeat(400)}e febre.`
  await calls.edit(hda.id, long)
  expect(await calls.see(hda.id, [long])).not.toHaveProperty('code')
})

test('saved is what was looked at: an edit takes it back, another revision is not saved, a new structuring begins anew', async () => {
  const { doctor, consultation, calls } = await openRecordStage()
  await calls.seeAll()
  const looked = await calls.read()
  expect(((await calls.save(looked.revision)) as StructuredRecord).saved_at).not.toBeNull()
  const changes = [
    () => calls.edit(sectionOf(looked, 'hpp').id, 'Hipertensão.'),
    () => calls.text('Meu texto.'),
    () => calls.code([BRONCHITIS]),
  ]
  for (const change of changes) {
    await change()
    const { saved_at, revision } = await calls.read()
    expect(saved_at).toBeNull()
    await calls.seeAll()
    expect(await calls.save(revision)).toMatchObject({ saved_at: expect.any(Number) })
  }

  const row = await selectOne<{ record_id: string; consultation_id: string; revision: number }>(
    'SELECT id AS record_id, consultation_id, revision FROM records WHERE doctor_id = ?',
    doctor.id,
  )
  if (!row) throw new Error('no record')
  await execute('UPDATE records SET saved_at = NULL WHERE id = ?', row.record_id)
  expect(await markSaved(db, doctor.id, { ...row, revision: row.revision - 1 }, 5)).toBe('record_changed')
  expect((await calls.read()).saved_at).toBeNull()
  expect(await markSaved(db, doctor.id, row, 5)).toBeNull()

  await newRecord(doctor, consultation)
  expect(await calls.read()).toMatchObject({ diagnoses: [], unified_text: null, saved_at: null, signature: null })
})

test('the exact words of a sentence that was edited away come back with the proof they had', async () => {
  const { calls } = await openRecordStage()
  const now = async (key: string) => sectionOf(await calls.read(), key)
  const before = await now('hda')
  await calls.edit(before.id, 'Sono bom.')
  await calls.edit(before.id, 'Sono ruim.')
  expect((await now('hda')).sentences.map(({ proof }) => proof)).toEqual(['doctor'])
  await calls.edit(before.id, `Sono ruim. ${before.content}`)
  expect((await now('hda')).sentences[1]).toEqual(before.sentences[0])
  await calls.edit(before.id, before.content)
  expect((await now('hda')).confidence_score).toBe(before.confidence_score)
})

test('an invention that was taken out of its section is not signed by way of a text that still says it', async () => {
  const { calls } = await openRecordStage()
  const laid = await calls.read()
  const text = `CONSULTA MÉDICA - RUI\n\n${laid.sections
    .filter(({ content }) => content !== '')
    .map(({ title, content }) => `${title.toLocaleUpperCase('pt-BR')}\n${content}`)
    .join('\n\n')}\n\nOBS\nVolta.`
  expect(text).toContain(UNPROVEN)

  // Laid out before it was taken out.
  const conduta = sectionOf(laid, 'conduta')
  await calls.edit(conduta.id, '')
  expect(await calls.text(text, textBase(laid))).toBe('record_changed')
  expect((await calls.read()).unified_text).toBeNull()
  // The sentence is written and must be reviewed, even if other text is saved too.
  await calls.text(text)
  expect(await calls.signNow()).toBe('record_unseen')
  await calls.text(`${text} Mais.`)
  expect(await calls.signNow()).toBe('record_unseen')
  expect(await calls.text(null)).toMatchObject({ unified_text: null })

  // Taken out where the text was edited apart already: one more key looks at nothing.
  await calls.edit(conduta.id, 'Hidratação. Repouso em casa.')
  await calls.seeAll()
  const apart = text.replace(UNPROVEN, 'Hidratação. Nota minha. Repouso em casa.')
  await calls.text(apart)
  await calls.edit(conduta.id, 'Hidratação.')
  expect(await calls.signNow()).toBe('record_unseen')
  await calls.text(`${apart} Mais.`)
  expect(await calls.signNow()).toBe('record_unseen')
  await calls.text(apart.replace(' Nota minha. Repouso em casa.', ''))
  expect(await calls.signNow()).toMatchObject({ unified_text: expect.stringContaining('CONDUTA\nHidratação.') })
})
