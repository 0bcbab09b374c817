import { expect, test } from 'vitest'
import { openIssues } from '../edit/open-issues.ts'
import type { Flag, Section, Sentence, Signature } from '../record.ts'
import {
  canonicalJson,
  findSigningObstacle,
  printedFromSigned,
  type Signing,
  saysWhatWasSigned,
  signedContent,
} from './signing.ts'

const sentence = (change: Partial<Sentence> = {}): Sentence => ({
  text: 'Nega febre.',
  evidence: [{ id: 'e2', hash: '00' }],
  proof: 'transcript',
  flags: [],
  seen: false,
  ...change,
})
const section = (sentences: Sentence[], change: Partial<Section> = {}): Section => ({
  id: 's1',
  key: 'hda',
  canonical: 'hda',
  title: 'História',
  content: sentences.map((item) => item.text).join(' '),
  original_content: '',
  order: 1,
  confidence: 'high',
  confidence_score: 1,
  suggestions: [],
  editable: true,
  sentences,
  ...change,
})
const lines = new Map([['e2', 'Não, febre não.']])
const signing: Signing = {
  doctor: { name: 'Dra. Inês', crm: '123456/SP' },
  patient: { id: 'p1', name: 'Rui' },
  identification: null,
  consultation: { id: 'c1', type: 'presencial', start: 1, end: 2, demonstration: false },
  record: {
    specialty: 'general',
    structurer: { name: 'extractive', version: '1' },
    created_at: 3,
    diagnoses: [],
    unified_text: null,
    sections: [section([sentence()], { key: 'conduta', order: 2 }), section([sentence({ seen: true })])],
  },
  lines,
  aiUse: 'Registro de uso de IA: teste.',
  consent: 'Paciente aceitou.',
  signedAt: 4,
}
const signature: Signature = {
  kind: 'simples',
  doctor_name: 'Dra. Inês',
  crm: '123456/SP',
  signed_at: 4,
  sha256: '0'.repeat(64),
}

test('a record that the doctor wrote is signed without a word on AI, and an empty one not at all', () => {
  const written: Signing = { ...signing, record: { ...signing.record, structurer: null }, aiUse: null }
  const content = signedContent(written)
  expect(content).not.toMatch(/ai_use|structurer/)
  expect(printedFromSigned(content).ai_use).toBeNull()
  const { patient, consultation } = written
  const own = { patient, consultation }
  expect(saysWhatWasSigned(content, signature, written.record, lines, own)).toBe(true)
  expect(saysWhatWasSigned(content, signature, signing.record, lines, own)).toBe(false)
  const empty = { revision: 1, sections: [section([])], alerts: [], unified_text: ' ' }
  expect(findSigningObstacle(empty, 1)).toBe('record_empty')
  expect(findSigningObstacle({ ...empty, unified_text: 'Texto.' }, 1)).toBeNull()
})

test('signed content has exactly one spelling', () => {
  expect(canonicalJson({ b: [1, undefined, 'x'], a: { d: null, c: undefined } })).toBe(
    '{"a":{"d":null},"b":[1,null,"x"]}',
  )
  expect(canonicalJson({ text: 'ção'.normalize('NFD') })).toBe(canonicalJson({ text: 'ção' }))
  const content = signedContent(signing)
  // Fixed to the byte: a signature of today must be valid in twenty years.
  expect(content).toBe(
    '{"ai_use":"Registro de uso de IA: teste.","consent":"Paciente aceitou.","consultation":{"demonstration":false,"end":2,"id":"c1","start":1,"type":"presencial"},"doctor":{"crm":"123456/SP","name":"Dra. Inês"},"patient":{"id":"p1","name":"Rui"},"record":{"created_at":3,"diagnoses":[],"sections":[{"content":"Nega febre.","key":"hda","sentences":[{"evidence":[{"hash":"00","id":"e2","text":"Não, febre não."}],"proof":"transcript","text":"Nega febre."}],"title":"História"},{"content":"Nega febre.","key":"conduta","sentences":[{"evidence":[{"hash":"00","id":"e2","text":"Não, febre não."}],"proof":"transcript","text":"Nega febre."}],"title":"História"}],"specialty":"general","structurer":{"name":"extractive","version":"1"},"unified_text":null},"signed_at":4,"v":1}',
  )
  const { patient, consultation } = signing
  const holds = (change: Partial<Signing['record']>, lineTexts = lines, by = signature, signed = content, visit = {}) =>
    saysWhatWasSigned(signed, by, { ...signing.record, ...change }, lineTexts, { patient, consultation, ...visit })
  expect(holds({})).toBe(true)
  expect(holds({ sections: [...signing.record.sections].reverse() })).toBe(true)
  const differs = [
    holds({ unified_text: 'Outro.' }),
    holds({ diagnoses: [{ system: 'CID-10', code: 'J45', text: 'Asma' }] }),
    holds({ sections: signing.record.sections.slice(1) }),
    holds({ sections: [section([sentence({ proof: 'doctor' })]), ...signing.record.sections.slice(1)] }),
    holds({}, new Map([['e2', 'Sim, febre.']])),
    holds({}, new Map()),
    holds({}, lines, { ...signature, crm: '1111/RJ' }),
    holds({}, lines, { ...signature, signed_at: 5 }),
    holds({}, lines, signature, content.slice(1)),
    holds({}, lines, signature, content, { patient: { id: 'p1', name: 'Rui Outro' } }),
    holds({}, lines, signature, content, { consultation: { ...consultation, start: 7 } }),
    holds({}, lines, signature, content, { consultation: { ...consultation, type: 'telemedicina' } }),
  ]
  expect(differs).toEqual(differs.map(() => false))
})

test('[ID5] the patient’s identification is sealed in a second spelling and read only from there', () => {
  const content = signedContent({ ...signing, identification: { cpf: '529.982.247-25', birth_date: '1980-03-12' } })
  expect(content).toBe(
    signedContent(signing)
      .replace('"patient":', '"identification":{"birth_date":"1980-03-12","cpf":"529.982.247-25"},"patient":')
      .replace('"v":1', '"v":2'),
  )
  expect(saysWhatWasSigned(content, signature, signing.record, lines, signing)).toBe(true)
  expect(printedFromSigned(content).identification).toEqual({ birth_date: '1980-03-12', cpf: '529.982.247-25' })
  expect(printedFromSigned(signedContent(signing)).identification).toBeNull()
})

test('[SF25] the reason for a prescription against a listed allergy is sealed in a third spelling', () => {
  const allergy_override = {
    prescriptions: ['“Dipirona”: a lista do paciente tem alergia a “dipirona”.'],
    reason: 'Só',
  }
  const content = signedContent({ ...signing, allergyOverride: allergy_override })
  expect(content).toBe(
    signedContent(signing)
      .replace('"consent":', `"allergy_override":${canonicalJson(allergy_override)},"consent":`)
      .replace('"v":1', '"v":3'),
  )
  const holds = (by: Signature) => saysWhatWasSigned(content, by, signing.record, lines, signing)
  expect(holds({ ...signature, allergy_override })).toBe(true)
  expect(holds(signature)).toBe(false)
  expect(holds({ ...signature, allergy_override: { ...allergy_override, reason: 'Outro' } })).toBe(false)
})

test('a sentence that is unproven or flagged waits for a look; the issues name it and why', () => {
  const message = 'O número não foi dito.'
  const flagged = sentence({ text: 'Febre de 40 graus.', flags: [{ kind: 'number', message }] })
  const invented = sentence({ text: `Inventado ${'muito '.repeat(30)}longo.`, proof: 'none', evidence: [] })
  const of = (...sentences: Sentence[]) => ({
    revision: 3,
    sections: [section(sentences)],
    alerts: [],
    unified_text: null,
  })
  expect(findSigningObstacle(of(sentence()), 2)).toBe('record_changed')
  expect(findSigningObstacle(of(sentence()), 3)).toBeNull()
  for (const item of [flagged, invented]) {
    expect(findSigningObstacle(of(sentence(), item), 3)).toBe('record_unseen')
    expect(findSigningObstacle(of(sentence(), { ...item, seen: true }), 3)).toBeNull()
  }
  // Only findings in the copied and printed text block signing.
  const alert = { kind: 'negation', message: 'Texto: falta de ar.' } as const
  const alerts = (...alerts: Flag[]) => findSigningObstacle({ ...of(sentence()), alerts }, 3)
  expect(alerts({ ...alert, seen: false })).toBe('record_unseen')
  expect(alerts({ kind: 'text', message: 'Não acompanhou.' })).toBe('record_unseen')
  expect(alerts({ ...alert, seen: true }, { kind: 'text', message: 'Não acompanhou.', seen: true })).toBeNull()
  expect(alerts(alert, { kind: 'allergy', message: 'Alergia.' })).toBeNull()
  const issues = openIssues(of(sentence(), flagged, invented, { ...flagged, seen: true }).sections, [
    { kind: 'allergy', message: 'Alergia a dipirona não está no registro.' },
  ])
  expect(issues).toHaveLength(3)
  expect(issues[0]).toBe(`História: “Febre de 40 graus.” – ${message}`)
  expect(issues[1]).toMatch(/^História: “Inventado muito .{50,75}…” – sem prova na transcrição\.$/)
  expect(issues[2]).toBe('Alergia a dipirona não está no registro.')
})
