import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { stateOfAnswers } from './consent.ts'
import type { Consent } from './contract.ts'
import { answersFor, currentNotice, itemsFor, notices, wordsOf } from './notice.ts'
import { consentStatement } from './statement.ts'

const ZONE = 'America/Sao_Paulo'

test('[N1] a version of the notice keeps its words', () => {
  const computed = notices.map((notice) => [notice.version, createHash('sha256').update(wordsOf(notice)).digest('hex')])
  expect(notices.map(({ version, sha256 }) => [version, sha256])).toEqual(computed)
  // Repeated here on purpose: a change of a published text fails this line. Add a version instead.
  expect(computed).toEqual([
    ['2026-11', 'b67cba92f2d5f7aeaebb47dbacbc73a77ca7b050baf0f20a6a14ff67c07a735b'],
    ['2026-11-28', '32869f10a8a7c5c1cffb08f57b5854db9f5b3b6b9d4cc63a651aa3c942623ab3'],
  ])
  expect(new Set(notices.map(({ version }) => version)).size).toBe(notices.length)
  expect(currentNotice).toBe(notices.at(-1))
})

test('[N2] it is read aloud in 20 seconds and says what the law asks', () => {
  const { ai, recording, telemedicine } = currentNotice.items
  const count = (text: string) => text.split(/\s+/).length
  expect(count(`${ai.text} ${recording.text}`)).toBeLessThanOrEqual(60)
  expect(count(telemedicine.text)).toBeLessThanOrEqual(25)
  for (const said of [
    /inteligência artificial/,
    /transcrever e organizar/,
    /pode errar/,
    /reviso/,
    /recusar/,
    /sem prejuízo/,
  ])
    expect(ai.text).toMatch(said)
  for (const said of [/reconhecido neste aparelho ou no servidor/, /apaga/, /dias/])
    expect(recording.text).toMatch(said)
})

test('[N4] whoever refuses AI or recording refuses both; telemedicine decides nothing about recording', () => {
  expect(itemsFor('presencial')).toEqual(['ai', 'recording'])
  expect(answersFor('presencial')).toEqual({ ai: 'accepted', recording: 'accepted' })
  expect(stateOfAnswers(answersFor('telemedicina'))).toBe('accepted')
  expect(stateOfAnswers(answersFor('presencial', new Set(['ai'])))).toBe('refused')
  expect(stateOfAnswers(answersFor('presencial', new Set(['recording'])))).toBe('refused')
  expect(answersFor('telemedicina', new Set(['telemedicine']))).toEqual({
    ai: 'accepted',
    recording: 'accepted',
    telemedicine: 'refused',
  })
  expect(stateOfAnswers(answersFor('telemedicina', new Set(['telemedicine'])))).toBe('accepted')
})

test('[N11] the sentence says which answer, when, and to which text', () => {
  const accepted: Consent = {
    state: 'accepted',
    answers: answersFor('presencial'),
    notice_version: '2026-11',
    answered_at: Date.UTC(2026, 10, 21, 17, 3),
    revoked_at: null,
  }
  const aceitou =
    'Paciente aceitou o uso de IA e a gravação em 21/11/2026 às 14:03 (horário de Brasília), conforme o aviso ao paciente, versão 2026-11'
  expect(consentStatement(accepted, ZONE)).toBe(`${aceitou}.`)
  expect(consentStatement({ ...accepted, answers: answersFor('telemedicina', new Set(['telemedicine'])) }, ZONE)).toBe(
    `${aceitou}. Telemedicina: não consentiu.`,
  )
  expect(
    consentStatement(
      { ...accepted, state: 'refused', answers: answersFor('telemedicina', new Set(['recording'])) },
      ZONE,
    ),
  ).toBe(
    'Paciente recusou a gravação em 21/11/2026 às 14:03 (horário de Brasília), conforme o aviso ao paciente, versão 2026-11. Telemedicina: consentiu.',
  )
  const both = answersFor('presencial', new Set(['ai', 'recording']))
  expect(consentStatement({ ...accepted, state: 'refused', answers: both }, ZONE)).toContain(
    'recusou o uso de IA e a gravação em',
  )
  expect(consentStatement({ ...accepted, state: 'revoked', revoked_at: Date.UTC(2026, 10, 21, 17, 20) }, ZONE)).toBe(
    `${aceitou}, e revogou em 21/11/2026 às 14:20 (horário de Brasília).`,
  )
  expect(consentStatement(accepted, 'America/Manaus')).toContain('às 13:03 (UTC-04:00), conforme')
  expect(consentStatement(null, ZONE)).toContain('não foi consultado')
})
