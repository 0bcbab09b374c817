import { expect, test } from 'vitest'
import { confidenceOf, highShare, levelOf } from './proof/confidence.ts'
import { canonicalKeys, needsLook, type Sentence, structuredRecord } from './record.ts'
import { specialties, specialtyLabels } from './specialty.ts'
import { templateOf } from './templates/template.ts'
import { copiedText, signedText, unifiedText } from './text/unified-text.ts'

const created_at = Date.UTC(2026, 10, 21, 12, 5, 9)
const section = (order: number, title: string, content: string) => ({ order, title, content })

test('the unified text, to the byte', () => {
  const sections = [
    section(8, 'Conduta', 'Tomar paracetamol de oito em oito horas. '),
    section(1, 'Queixa Principal', 'Dor de cabeça há três dias.'),
    section(2, 'História da Doença Atual', 'Nega febre.\nRefere náusea.'),
    section(4, 'História Familiar', '  '),
  ]
  const record = { sections, created_at, structurer: { name: 'extractive', version: '1' } as const }
  const golden = `CONSULTA MÉDICA - JOÃO DA CONCEIÇÃO

QUEIXA PRINCIPAL
Dor de cabeça há três dias.

HISTÓRIA DA DOENÇA ATUAL
Nega febre.
Refere náusea.

CONDUTA
Tomar paracetamol de oito em oito horas.

Estruturado em: 21/11/2026, 09:05:09
Registro de uso de IA: transcrição e estruturação por regras, versão 1 (Relato), em 21/11/2026; ainda não revisado por médico.`
  expect(unifiedText({ patientName: 'João da Conceição', record, timeZone: 'America/Sao_Paulo' })).toBe(golden)
  const modelled = { ...record, structurer: { name: 'language_model', model: 'exemplo-8b', version: '3' } as const }
  const reviewed = unifiedText({
    patientName: 'Ana',
    record: modelled,
    timeZone: 'America/Manaus',
    reviewedBy: 'Dra. Helena Prado, CRM 123456/SP',
  })
  expect(reviewed.split('\n').slice(-2)).toEqual([
    'Estruturado em: 21/11/2026, 08:05:09',
    'Registro de uso de IA: transcrição e estruturação por modelo de linguagem exemplo-8b, versão 3 (Relato), em 21/11/2026; revisado por Dra. Helena Prado, CRM 123456/SP.',
  ])
  // A record that the doctor wrote has no line on AI, and nothing else about its making.
  const written = { sections: sections.slice(1, 2), created_at, structurer: null }
  expect(unifiedText({ patientName: 'Ana', record: written, timeZone: 'America/Manaus' })).toBe(
    golden.slice(0, golden.indexOf('\n\nHISTÓRIA')).replace('JOÃO DA CONCEIÇÃO', 'ANA'),
  )
  const added = [{ text: 'Creatinina 0,9. ', doctor_name: 'Dra. Helena Prado', crm: '123456/SP', created_at }]
  const signature = { doctor_name: 'Dra. Helena Prado', crm: '123456/SP', signed_at: created_at, sha256: 'ab12' }
  const signed = `${reviewed}\n\nASSINATURA ELETRÔNICA SIMPLES\nDra. Helena Prado, CRM 123456/SP, em 21/11/2026, 09:05:09\nSHA-256 do conteúdo assinado: ab12`
  expect(signedText(`${reviewed}\n`, signature, [], 'America/Sao_Paulo')).toBe(signed)
  expect(signedText(reviewed, signature, added, 'America/Sao_Paulo')).toBe(
    `${signed}\n\nADENDO\nCreatinina 0,9.\nDra. Helena Prado, CRM 123456/SP, em 21/11/2026, 09:05:09`,
  )
})

test('a copied text begins with its marks: draft, demonstration', () => {
  const of = (signed: boolean, demonstration: boolean) => copiedText('CONSULTA MÉDICA', { signed, demonstration })
  const invented = 'Demonstração: O texto não é o que foi dito na consulta'
  expect(of(false, false)).toBe('Rascunho, não assinado\n\nCONSULTA MÉDICA')
  expect(of(false, true)).toBe(`Rascunho, não assinado\n${invented}\n\nCONSULTA MÉDICA`)
  expect(of(true, true)).toBe(`${invented}\n\nCONSULTA MÉDICA`)
  expect(of(true, false)).toBe('CONSULTA MÉDICA')
})

test('a section has the lowest probability of its sentences, and what a doctor wrote has none', () => {
  const sentence = (over: Partial<Sentence> = {}): Sentence => ({
    text: 'Nega febre.',
    evidence: [{ id: 'a', hash: '' }],
    proof: 'transcript',
    flags: [],
    seen: false,
    probability: 0.98,
    ...over,
  })
  const of = (sentences: Sentence[], heard?: number) =>
    confidenceOf(sentences, new Map([['a', { confidence: heard }]])).confidence_score
  const invented = sentence({ proof: 'none', evidence: [] })
  const typed = sentence({ proof: 'doctor', evidence: [], probability: undefined })
  const flagged = sentence({ flags: [{ kind: 'negation', message: 'Conferir.' }] })
  expect(of([sentence(), sentence({ probability: 0.999 })])).toBe(0.98)
  expect(of([sentence(), sentence({ probability: 0.86 })], 0.9)).toBe(0.86)
  // A badly heard line makes its sentences less probable; a well heard one does not make them more so.
  expect([of([sentence()], 1), of([sentence()], 0.4)]).toEqual([0.98, 0.49])
  expect([of([sentence(), invented]), of([sentence(), flagged]), of([])]).toEqual([0, 0.5, 0])
  expect([of([sentence(), typed]), of([typed])]).toEqual([0.98, 1])
  // The sentences of a language model are unmeasured, so they are never shown as certain.
  expect(confidenceOf([sentence({ probability: undefined })], new Map()).confidence).toBe('medium')
  expect([needsLook(flagged), needsLook({ ...flagged, seen: true }), needsLook(sentence())]).toEqual([
    true,
    false,
    false,
  ])
  expect(needsLook(invented)).toBe(true)
  expect([0.97, 0.96, 0.85, 0.84].map(levelOf)).toEqual(['high', 'medium', 'medium', 'low'])
  const rated = (confidence: 'high' | 'low', ...sentences: Sentence[]) => ({ confidence, sentences })
  const sections = [rated('high', sentence()), rated('low', sentence()), rated('high', typed), rated('low')]
  expect(highShare(sections)).toBe(0.5)
})

test('every specialty has a name and a template whose sections are ordered and map to the nine parts', () => {
  for (const specialty of specialties) {
    expect(specialtyLabels[specialty].title).not.toBe('')
    const { sections } = templateOf(specialty)
    expect(sections.map((part) => part.order)).toEqual(sections.map((_, index) => index + 1))
    expect(new Set(sections.map((part) => part.key)).size).toBe(sections.length)
    for (const part of sections) expect(canonicalKeys).toContain(part.canonical)
  }
  expect([...new Set(templateOf('general').sections.map((part) => part.canonical))]).toEqual([...canonicalKeys])
  expect(structuredRecord.safeParse({ sections: [{}] }).success).toBe(false)
})
