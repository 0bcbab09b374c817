import { z } from 'zod/mini'

/** The documents that a doctor makes from a signed record. */
export const documentKinds = [
  'prescription',
  'exam_request',
  'referral',
  'sick_note',
  'attendance',
  'report',
  'guidance',
] as const
export const documentKind = z.enum(documentKinds)
export type DocumentKind = z.infer<typeof documentKind>

/** `short`: for buttons. `title`: as printed. */
export const documentNames: Record<DocumentKind, { short: string; title: string }> = {
  prescription: { short: 'Receita', title: 'Receita' },
  exam_request: { short: 'Pedido de exames', title: 'Solicitação de exames' },
  referral: { short: 'Encaminhamento', title: 'Encaminhamento' },
  sick_note: { short: 'Atestado', title: 'Atestado médico' },
  attendance: { short: 'Comparecimento', title: 'Declaração de comparecimento' },
  report: { short: 'Relatório', title: 'Relatório médico' },
  guidance: { short: 'Orientações', title: 'Orientações ao paciente' },
}

/** `required`: the document is not issued without it. `asked`: its absence is named, and the document may go. */
export type FieldRule = {
  name: string
  label: string
  need: 'required' | 'asked' | 'optional'
  /** Lines of its box on the screen; 1: one line. */
  rows: number
  /** The finding while it is empty. */
  missing?: string
  /** Letters at most. */
  max: number
}

const line = (name: string, label: string, need: FieldRule['need'], missing?: string): FieldRule => ({
  name,
  label,
  need,
  rows: 1,
  max: 200,
  ...(missing && { missing }),
})
const text = (name: string, label: string, need: FieldRule['need'], missing?: string, rows = 3): FieldRule => ({
  name,
  label,
  need,
  rows,
  max: 4_000,
  ...(missing && { missing }),
})

/** The fields of each kind, in the order of screen and print. A prescription has its medicines besides. */
export const documentFields: Record<DocumentKind, readonly FieldRule[]> = {
  prescription: [text('note', 'Observações', 'optional')],
  exam_request: [
    text('exams', 'Exames, um por linha', 'required', 'Faltam os exames', 5),
    text('indication', 'Indicação clínica', 'asked', 'Falta a indicação clínica'),
  ],
  referral: [
    line('specialty', 'Para', 'required', 'Falta a especialidade ou o serviço'),
    text('reason', 'Motivo', 'required', 'Falta o motivo'),
    text('summary', 'Resumo clínico', 'asked', 'Falta o resumo clínico', 6),
  ],
  sick_note: [
    line('days', 'Dias de afastamento', 'required', 'Falta o tempo de afastamento, em dias'),
    line('start', 'A partir de', 'required', 'Falta a data de início'),
    line('cid', 'CID-10', 'optional'),
    text('note', 'Observações', 'optional', undefined, 2),
  ],
  attendance: [
    line('date', 'Data', 'required', 'Falta a data'),
    line('from', 'Chegada', 'required', 'Falta o horário de chegada'),
    line('to', 'Saída', 'required', 'Falta o horário de saída'),
    line('companion', 'Acompanhante', 'optional'),
  ],
  report: [
    line('purpose', 'Finalidade', 'asked', 'Falta a finalidade'),
    text('history', 'História e evolução', 'required', 'Falta a história', 5),
    text('examination', 'Exame físico e exames', 'asked', 'Falta o exame'),
    text('diagnosis', 'Diagnóstico', 'required', 'Falta o diagnóstico', 2),
    text('treatment', 'Tratamento', 'asked', 'Falta o tratamento'),
    text('prognosis', 'Prognóstico', 'asked', 'Falta o prognóstico', 2),
  ],
  guidance: [
    text('medicines', 'Seus remédios', 'optional', undefined, 4),
    text('guidance', 'O que fazer', 'required', 'Faltam as orientações', 6),
  ],
}

/** The parts of a prescribed medicine. The last three are printed where they are filled. */
export const medicineParts = [
  { name: 'name', label: 'Medicamento', missing: 'Falta o nome do medicamento' },
  { name: 'dose', label: 'Dose', missing: 'Falta a dose' },
  { name: 'route', label: 'Via', missing: 'Falta a via' },
  { name: 'frequency', label: 'Frequência', missing: 'Falta a frequência' },
  { name: 'duration', label: 'Duração', missing: 'Falta a duração' },
  { name: 'amount', label: 'Quanto por vez', missing: 'Falta quanto tomar por vez' },
  { name: 'quantity', label: 'Quantidade total', missing: 'Falta a quantidade total' },
  { name: 'note', label: 'Como usar', missing: '' },
] as const
export type MedicinePart = (typeof medicineParts)[number]['name']
export const MEDICINES_MAX = 20
