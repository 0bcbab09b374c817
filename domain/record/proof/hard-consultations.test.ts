import { expect, test } from 'vitest'
import { SWAPPED } from '#domain/dialogue/swapped.ts'
import { cough, read, smallTalkOnly } from '#tests/testkit/consultations.ts'
import { HOUR_WORDS, hourLong } from '#tests/testkit/long-consultation.ts'
import { structureByRules } from '../note/structure.ts'
import type { Section } from '../record.ts'
import { words } from '../voice/normalise.ts'
import type { DraftSection } from './draft.ts'
import { type Grounds, insertSentence, proveRecord } from './prove.ts'

// Problems in a room and their effect on the record: a warning, a refusal, or a record all the same.

const structure = (entries: Grounds['entries']) => structureByRules({ entries, specialty: 'general' })
let made = 0
const prove = (entries: Grounds['entries'], draft: readonly DraftSection[]) =>
  proveRecord({ entries, context: '', specialty: 'general' }, draft, () => `s${++made}`)

test('an allergy that a record drops is warned of, and offered first with the lines that tell it', () => {
  const whole = structure(cough).sections
  expect(prove(cough, whole).alerts).toEqual([])
  const dropped = whole.map(({ key, sentences }) => ({
    key,
    sentences: sentences.filter((sentence) => !/penicilina|empolad/i.test(sentence.text)),
  }))
  const { omissions, alerts } = prove(cough, dropped)
  const message = expect.stringMatching(/penicilina/)
  expect(alerts).toEqual([{ kind: 'allergy', message, lines: ['e18'], offer: 'Alergia a penicilina.' }])
  expect(omissions[0]).toMatchObject({
    kind: 'allergy',
    section: 'alergias',
    text: expect.stringMatching(/penicilina/),
  })
  expect(omissions[0]?.evidence.map((line) => line.id)).toContain('e18')
})

test('swapped speakers give a warning, and the record follows the words', () => {
  const other = { doctor: 'patient', patient: 'doctor' } as const
  const swapped = cough.map((entry) => ({ ...entry, speaker: entry.speaker && other[entry.speaker] }))
  const [right, wrong] = [structure(cough), structure(swapped)]
  expect(right.warnings).toEqual([])
  expect(wrong.warnings).toEqual([SWAPPED])
  expect(wrong.sections).toEqual(right.sections)
  // Omissions are searched in the same draft.
  const none = right.sections.map(({ key }) => ({ key, sentences: [] }))
  expect(prove(swapped, none).omissions).toEqual(prove(cough, none).omissions)
})

test('silence and small talk get a refusal instead of a record', () => {
  const refusal = (entries: Grounds['entries']) => {
    const draft = structure(entries)
    expect(draft.sections).toEqual([])
    return draft.refusal
  }
  expect(refusal([])).toBe('too_little_speech')
  const silence = read(`
    M: ...
    P: Hum.
    M: Tá.`)
  expect(refusal(silence)).toBe('too_little_speech')
  // In a quiet room the recogniser gives partial lines, or no words.
  expect(refusal(cough.map((entry) => ({ ...entry, isPartial: true })))).toBe('too_little_speech')
  expect(refusal(smallTalkOnly)).toBe('no_clinical_content')
  const waiting = read(`
    M: Boa tarde, pode entrar, fica à vontade. Desculpa a demora, o sistema caiu agora há pouco.
    P: Imagina, doutora, eu fiquei vendo televisão ali fora, estava passando o jogo.
    M: E quem ganhou?
    P: O time do meu cunhado, ele não vai parar de falar disso até o Natal.
    M: Eu imagino. O meu marido é igual, só fala de futebol.
    P: E o estacionamento daqui, como ficou caro, não é?
    M: Nem me fale, eu venho de ônibus.`)
  expect(refusal(waiting)).toBe('no_clinical_content')
})

test('an hour of talk becomes a record: every section filled, every sentence proven, less than half as long', () => {
  const entries = hourLong()
  const spoken = words(entries.map((entry) => entry.text).join(' ')).length
  expect(spoken).toBeGreaterThanOrEqual(HOUR_WORDS)
  const draft = structure(entries)
  expect(draft.refusal).toBeUndefined()
  expect(draft.warnings).toEqual([])
  const { sections, omissions } = prove(entries, draft.sections)
  const at = (key: string) => sections.find((section) => section.key === key)?.content ?? ''
  // The hour has no result of an exam.
  const due = sections.filter(({ key }) => key !== 'exames_complementares')
  for (const section of due) expect(section.content, section.key).not.toBe('')
  const sentences = sections.flatMap((section) => section.sentences)
  expect(sentences.every((sentence) => sentence.proof === 'transcript')).toBe(true)
  expect(words(sentences.map((sentence) => sentence.text).join(' ')).length).toBeLessThan(spoken / 2)
  expect(omissions.length).toBeLessThanOrEqual(12)
  // From its beginning, middle and end.
  expect(at('queixa_principal')).toMatch(/cefaleia|dor de cabeça/i)
  expect(at('hda')).toMatch(/formigamento[^.]*mão esquerda/i)
  expect(at('alergias')).toMatch(/sulfa/)
  expect(at('medicamentos')).toMatch(/sinvastatina/i)
  expect(at('hf')).toMatch(/infarto/)
  expect(at('exame_fisico')).toMatch(/140x90 mmHg/)
  expect(at('conduta')).toMatch(/losartana.*omeprazol/i)
  expect(at('orientacoes')).toMatch(/30 dias|trinta dias/)
})

test('a consultation by video says that nobody examined, unless a finding was said', () => {
  const section = (entries: Grounds['entries'], remote: boolean) =>
    proveRecord(
      { entries, context: '', specialty: 'general', remote },
      structure(entries).sections,
      () => `s${++made}`,
    ).sections.find(({ key }) => key === 'exame_fisico')
  const examined = cough.find(({ text }) => /ausculta|pulm/i.test(text))
  const unseen = cough.slice(0, examined ? cough.indexOf(examined) : 12)
  expect(section(unseen, true)).toMatchObject({
    content: 'Exame físico: não realizado (teleconsulta).',
    sentences: [{ proof: 'none', seen: false }],
    suggestions: [],
  })
  expect(section(unseen, false)?.content).toBe('')
  // A finding that the doctor inserts takes its place.
  const visit: Grounds = { entries: unseen, context: '', specialty: 'general', remote: true }
  const examinedNow = insertSentence(visit, section(unseen, true) as Section, {
    text: 'Fala frases inteiras.',
    evidence: ['e1'],
  })
  expect(examinedNow.content).toBe('Fala frases inteiras.')
  expect(section(cough, true)?.content).not.toMatch(/não realizado/)
})
