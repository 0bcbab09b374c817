import type { IssuedContent, Medicine } from '#domain/document/contract.ts'
import { type DocumentKind, documentFields } from '#domain/document/kind.ts'
import type { IssuedPaper } from '#workers/pdf/paper.ts'

const medicine = (name: string, more: Partial<Medicine> = {}): Medicine => ({
  name,
  dose: '500 mg',
  route: 'VO',
  frequency: 'de 8/8 h',
  duration: '7 dias',
  amount: '1 cápsula',
  quantity: '21 cápsulas',
  note: 'se dor',
  sources: [],
  ...more,
})
const texts: Record<string, string> = {
  note: 'Retornar se piorar.',
  exams: 'Hemograma\nTSH',
  indication: 'Bronquite aguda.',
  specialty: 'Cardiologia',
  reason: 'Sopro a esclarecer.',
  summary: 'Dispneia aos esforços há dois meses.',
  days: '3',
  start: '20/11/2026',
  cid: 'J20.9',
  date: '20/11/2026',
  from: '12:00',
  to: '12:40',
  companion: 'Ana Prado',
  purpose: 'Perícia',
  history: 'Tosse há quatro dias.\nSem febre.',
  examination: 'Roncos.',
  diagnosis: 'Bronquite aguda.',
  treatment: 'Amoxicilina.',
  prognosis: 'Bom.',
  medicines: 'Amoxicilina 500 mg: 1 cápsula, pela boca',
  guidance: 'Beber bastante água.\nProcurar o pronto-socorro se tiver falta de ar.',
}
/** A filled document of this kind, issued by an invented doctor for an invented patient. */
export function paperOf(kind: DocumentKind, change: Partial<IssuedPaper> = {}): IssuedPaper {
  const fields = documentFields[kind].map(({ name }) => [name, { text: texts[name] ?? '', sources: [] }])
  const issued: IssuedContent = {
    v: 1,
    kind,
    code: 'A'.repeat(25),
    issued_at: Date.UTC(2026, 10, 20, 16),
    head: {
      doctor: {
        name: 'Dra. Lúcia Prado',
        crm: '123456/SP',
        specialty: 'Pediatria',
        rqe: '4321',
        address: 'Rua das Acácias, 10, Bauru, SP',
        phone: '(11) 91234-5678',
        email: 'lucia@relato.example',
      },
      patient: {
        id: 'p',
        name: 'Rui Barbosa Neto',
        birth_date: '1980-03-12',
        sex: 'masculino',
        cpf: '529.982.247-25',
        address: 'Av. Brasil, 1',
      },
      consultation: {
        id: 'c',
        type: 'presencial',
        start: Date.UTC(2026, 10, 20, 15),
        end: null,
        demonstration: false,
      },
      record_sha256: 'b'.repeat(64),
      time_zone: 'America/Sao_Paulo',
    },
    content: {
      fields: Object.fromEntries(fields),
      cid_authorised: kind === 'sick_note',
      medicines:
        kind === 'prescription' ? [medicine('Amoxicilina'), medicine('Dipirona', { quantity: '', note: '' })] : [],
    },
    dispensing:
      kind === 'prescription'
        ? { copies: 2, valid_days: 10, class: 'Antimicrobiano, RDC 471/2021' }
        : { copies: 1, valid_days: null, class: null },
  }
  return {
    kind,
    number: 12,
    code: issued.code,
    sha256: 'c'.repeat(64),
    state: 'issued',
    cancelled_at: null,
    replaces: null,
    replaced_by: null,
    issued,
    origin: 'https://relato.example',
    signing: 'hand',
    logo: null,
    ...change,
  }
}
