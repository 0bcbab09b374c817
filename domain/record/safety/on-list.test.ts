import { expect, test } from 'vitest'
import { safetyChecker } from './check.ts'
import { prescribedAgainst, withListed } from './on-list.ts'

const dated = (text: string) => ({ text, day: '12/03/2026' })
const plan = (content: string, unified_text: string | null = null) => ({
  sections: [
    { title: 'Alergias', canonical: 'hpp' as const, content: 'Alergia a dipirona.' },
    { title: 'Conduta', canonical: 'conduta' as const, content },
  ],
  unified_text,
})

test('[SF25] a prescription against the list stops the signature: same ingredient, brand or family', () => {
  const stops = (content: string, ...allergies: string[]) =>
    prescribedAgainst(plan(content), { listed: allergies.map(dated), unanswered: [] })
  expect(stops('Prescrevo dipirona 500 mg de 6/6 h.', 'Dipirona (urticária)')).toEqual([
    '“dipirona”: a lista do paciente tem alergia a “Dipirona”, registrada em 12/03/2026.',
  ])
  expect(prescribedAgainst(plan('Dipirona 1 g.'), { listed: [], unanswered: [dated('Alergia a dipirona')] })).toEqual([
    '“Dipirona”: o registro assinado em 12/03/2026 traz alergia a “dipirona”, ainda fora da lista.',
  ])
  expect(stops('Novalgina 30 gotas se dor.', 'Dipirona')).toHaveLength(1)
  expect(stops('Repouso. Amoxicilina 500 mg de 8/8 h.', 'Alergia a penicilina')).toHaveLength(1)
  expect(stops('Ibuprofeno 600 mg.', 'Anti-inflamatórios')).toHaveLength(1)
  for (const harmless of [
    'Paracetamol 750 mg.',
    'Não usar dipirona.',
    'Dipirona: não usar pela alergia.',
    'Solicito hemograma.',
  ])
    expect(stops(harmless, 'Dipirona', 'Iodo'), harmless).toEqual([])
  expect(stops('Prescrevo dipirona.')).toEqual([])
})

test('[SF25] an edited text is read below its own headings', () => {
  const text = 'CONSULTA MÉDICA - RUI\n\nALERGIAS\nAlergia a dipirona.\n\nCONDUTA\nDipirona 1 g de 6/6 h.\n'
  expect(prescribedAgainst(plan('Repouso.', text), { listed: [dated('Dipirona')], unanswered: [] })).toHaveLength(1)
  expect(
    prescribedAgainst(plan('Repouso.', text.replace('Dipirona 1 g', 'Paracetamol 1 g')), {
      listed: [dated('Dipirona')],
      unanswered: [],
    }),
  ).toEqual([])
})

test('[SF21] the list counts like the context: in a plan, in a typed denial and for the record', () => {
  const listed = ['Dipirona (urticária)', 'Alergia a iodo'].map(dated)
  const context = withListed('Hipertensa, alergia a látex.', listed)
  const checker = safetyChecker([{ id: 'e1', text: 'Estou com tosse.', speaker: 'patient' }], context, listed)
  const flags = (section: 'hpp' | 'conduta', text: string) =>
    checker.sentence({ section, text, evidence: [], proof: 'doctor' }).map(({ kind, message }) => [kind, message])
  // Each message names the true source: the list with its day, or the context.
  const source = 'a lista do paciente tem alergia a “Dipirona”, registrada em 12/03/2026'
  expect(flags('conduta', 'Dipirona 1 g de 6/6 h.')).toEqual([['allergy', `“Dipirona”: ${source}.`]])
  expect(flags('hpp', 'Nega alergias.')).toEqual([['negation', `O registro diz “Nega alergias”; ${source}.`]])
  expect(checker.record([{ canonical: 'hpp', content: 'Hipertensa.' }]).map(({ message }) => message)).toEqual([
    'A lista do paciente tem alergia a “Dipirona”, registrada em 12/03/2026, e o registro não diz.',
    'A lista do paciente tem alergia a “iodo”, registrada em 12/03/2026, e o registro não diz.',
    'O contexto do paciente traz alergia a “látex”, e o registro não diz.',
  ])
  expect(withListed('', [])).toBe('')
})
