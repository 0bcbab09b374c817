import { expect, test } from 'vitest'
import { withUnproven } from '#tests/testkit/record.ts'
import { markTextSeen } from '../edit/change.ts'
import { type Grounds, proveRecord } from '../proof/prove.ts'
import type { Flag, StructuredRecord } from '../record.ts'
import { textAlerts } from './text-check.ts'
import { unifiedText } from './unified-text.ts'

const entries = [
  { id: 'e1', speaker: 'patient' as const, text: 'Estou com tosse seca há quatro dias.' },
  { id: 'e2', speaker: 'doctor' as const, text: 'Tem falta de ar?' },
  { id: 'e3', speaker: 'patient' as const, text: 'Não.' },
  { id: 'e4', speaker: 'patient' as const, text: 'Sou alérgico a penicilina.' },
  { id: 'e5', speaker: 'patient' as const, text: 'Tomo losartana 50 mg por dia.' },
]
const grounds: Grounds = { entries, context: '', specialty: 'general' }
let next = 0
const proven = proveRecord(
  grounds,
  [
    {
      key: 'hda',
      sentences: [
        { text: 'Refere tosse seca há quatro dias.', evidence: ['e1'] },
        { text: 'Em uso de losartana 50 mg por dia.', evidence: ['e5'] },
      ],
    },
    { key: 'hpp', sentences: [{ text: 'Alergia a penicilina.', evidence: ['e4'] }] },
  ],
  () => `s${next++}`,
)
const sections = withUnproven(proven.sections, 'conduta', 'Solicitada radiografia de tórax.')
const made = unifiedText({
  patientName: 'Rui Neto',
  record: { created_at: 0, structurer: { name: 'extractive', version: '1' }, sections },
  timeZone: 'America/Sao_Paulo',
})
const kinds = (text: string | null) => textAlerts(grounds, sections, text, []).map(({ kind }) => kind)

test('the text as it was laid out, and what a section says wherever it stands, alert to nothing', () => {
  expect(made).toContain('HISTÓRIA DA DOENÇA ATUAL')
  expect([kinds(null), kinds(made), kinds('Refere tosse seca há quatro dias.')]).toEqual([[], [], []])
})

test('whatever the doctor wrote is checked: under its heading, under another, under none, and in the layout lines', () => {
  const below = (line: string) => made.replace('\n\nEstruturado', `\n\n${line}\n\nEstruturado`)
  expect(kinds(`Tem falta de ar.\n\n${made}`)).toEqual(['negation'])
  expect(kinds(made.replace('HISTÓRIA DA DOENÇA ATUAL', 'HDA\nTem falta de ar.'))).toEqual(['negation'])
  expect(kinds('CONSULTA MÉDICA - Tem falta de ar.')).toEqual(['negation'])
  expect(kinds('Registro de uso de IA: nenhum. Tem falta de ar.')).toEqual(['negation'])
  expect(kinds(below('MINHA PRESCRIÇÃO\nAmoxicilina 500 mg de oito em oito horas.'))).toEqual(['allergy'])
  const among = made.replace('HISTÓRIA PATOLÓGICA', 'PRESCRIÇÃO\nAmoxicilina 500 mg.\n\nHISTÓRIA PATOLÓGICA')
  expect([among === made, kinds(among)]).toEqual([false, ['allergy']])
  expect(kinds(made.replace('losartana 50 mg', 'losartana 500 mg'))).toContain('number')
  expect(kinds('Em uso de losartana 500 mg por dia.')).toContain('number')
  expect(kinds(made.replace('radiografia de tórax', 'radiografia de tórax e de face'))).toEqual(['support'])
  // A doctor's addition that contradicts nothing is free.
  expect(kinds(below('OBSERVAÇÃO\nVolta com a mãe.'))).toEqual([])
})

test('what was looked at stays so while it says the same; what was not found was not looked at', () => {
  const text = `Tem falta de ar.\n\n${made}`
  const alerts = textAlerts(grounds, sections, text, [])
  expect(alerts).toEqual([
    {
      kind: 'negation',
      message: expect.stringMatching(/^Texto para prontuário: /),
      lines: ['e2', 'e3'],
      seen: false,
    },
  ])
  const [alert] = alerts as [Flag]
  const apart: Flag = { kind: 'text', message: 'Não acompanhou.' }
  const current = (...alerts: Flag[]) => ({ grounds, record: { alerts } as StructuredRecord })
  const seen = { ...alert, seen: true }
  expect(markTextSeen([alert.message])(current(apart, alert))).toEqual({ alerts: [apart, seen], addsVersion: false })
  expect(markTextSeen([apart.message])(current(apart, alert))).toEqual({
    alerts: [{ ...apart, seen: true }, alert],
    addsVersion: false,
  })
  expect(markTextSeen([alert.message])(current(seen))).toBeNull()
  expect(markTextSeen(['Outra.'])(current(alert))).toBe('record_changed')
  expect(textAlerts(grounds, sections, `${text}\nFim.`, [seen])).toEqual([seen])
  const more = textAlerts(grounds, sections, text.replace('50 mg', '500 mg'), [seen])
  expect(more.filter((other) => !other.seen).length).toBeGreaterThan(0)
})
