import { groupedCode, verifyPath } from '#domain/document/code.ts'
import type { IssuedContent, Medicine } from '#domain/document/contract.ts'
import { type DocumentKind, documentFields, documentNames } from '#domain/document/kind.ts'
import { inWords } from '#domain/document/number-words.ts'
import { medicineLine } from '#domain/document/plain-words.ts'
import type { Fact } from '#domain/formats/document.ts'
import { isoDay, localDate, localTimeWithZone } from '#domain/local-time.ts'
import { identificationFacts } from '#domain/patient/identification.ts'
import { DEMONSTRATION } from '#domain/record/text/unified-text.ts'

/** An issued document with its state at the time of printing. `origin`: the address of the app. */
export type IssuedPaper = {
  kind: DocumentKind
  number: number
  code: string
  sha256: string
  state: 'issued' | 'cancelled'
  cancelled_at: number | null
  replaces: number | null
  replaced_by: number | null
  issued: IssuedContent
  origin: string
  /** How it will be signed: by hand on the paper, or digitally in the file. */
  signing: 'hand' | 'digital'
  /** The JPEG of the letterhead's logo; null without one. */
  logo: Uint8Array | null
}

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join('  ·  ')
/** A line to write on. */
export const BLANK = '_'.repeat(48)

/** The lines below the doctor's name. Only a qualified specialty is announced (CFM 2.336/2023). */
export function letterheadLines({ issued: { head } }: IssuedPaper): string[] {
  const { crm, specialty, rqe, address, phone, email } = head.doctor
  return [
    joined(crm && `CRM ${crm}`, rqe && specialty && `${specialty}, RQE ${rqe}`),
    address ? address : `Endereço: ${BLANK}`,
    joined(phone && `Telefone ${phone}`, email),
  ]
}

export const titleOf = ({ kind, number }: IssuedPaper): string => `${documentNames[kind].title} nº ${number}`

/** The label of a copy; null for a document with one. The pharmacy keeps the second one (RDC 471/2021). */
export const copyLabel = (copies: number, copy: number): string | null =>
  copies === 1 ? null : copy === 1 ? '1ª via: paciente' : '2ª via: farmácia'

/** The mark that a cancelled document prints across its page; null for a valid one. */
export function cancelledMark({ state, replaced_by }: IssuedPaper): string | null {
  if (state === 'issued') return null
  return replaced_by === null ? 'CANCELADO' : `CANCELADO, substituído pelo nº ${replaced_by}`
}

/** The patient as printed. Prescriptions alone ask for the address (Lei 5.991/1973, art. 35): a missing one is a line. */
export function patientFacts({ kind, issued: { head, issued_at } }: IssuedPaper): Fact[] {
  const { birth_date, sex, cpf, address } = head.patient
  const full = kind === 'prescription' || kind === 'exam_request' || kind === 'referral' || kind === 'report'
  const shown = {
    ...(full && { birth_date, sex: sex as 'feminino' | null }),
    cpf,
    ...(kind === 'prescription' && { address: address || BLANK }),
  }
  return [
    ...identificationFacts(shown, isoDay(issued_at, head.time_zone)),
    ...(head.consultation.demonstration ? [DEMONSTRATION] : []),
  ]
}

/** `title`: null where the paragraphs are a sentence of their own. `large`: in the type of the patient's pages. */
export type Block = { title: string | null; paragraphs: string[]; items: { title: string; lines: string[] }[] }

const linesOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The body of each kind, in order; empty fields are left out. */
export function bodyOf(paper: IssuedPaper): Block[] {
  const { kind, issued } = paper
  const { fields, medicines } = issued.content
  const text = (name: string) => fields[name]?.text ?? ''
  const block = (title: string | null, ...paragraphs: string[]): Block => ({ title, paragraphs, items: [] })
  const labelled = (names: readonly string[]) =>
    documentFields[kind]
      .filter(({ name }) => names.includes(name) && text(name))
      .map(({ name, label }) => block(label.replace(/, um por linha$/, ''), ...linesOf(text(name))))
  switch (kind) {
    case 'prescription':
      return [
        { title: null, paragraphs: [], items: medicines.map(prescribed) },
        ...labelled(['note']),
        ...overrideOf(issued),
      ]
    case 'exam_request':
      return [block('Solicito', ...linesOf(text('exams'))), ...labelled(['indication'])]
    case 'referral':
      return [block(null, `Encaminho para ${text('specialty')}.`), ...labelled(['reason', 'summary'])]
    case 'sick_note':
      return [block(null, sickNote(paper)), ...cidOf(issued), ...labelled(['note'])]
    case 'attendance':
      return [block(null, attendance(paper))]
    case 'report':
      return labelled(['purpose', 'history', 'examination', 'diagnosis', 'treatment', 'prognosis'])
    case 'guidance':
      return labelled(['medicines', 'guidance'])
  }
}

function prescribed(medicine: Medicine, index: number): Block['items'][number] {
  const { name, dose, quantity, note: _, ...parts } = medicine
  const how = medicineLine({ ...parts, name: '', dose: '', quantity: '', note: '' }).replace(/^: /, '')
  return {
    title: `${index + 1}. ${joined(`${name} ${dose}`.trim(), quantity)}`,
    lines: [how, medicine.note].filter(Boolean).map((line) => line[0]?.toUpperCase() + line.slice(1)),
  }
}

const overrideOf = ({ allergy_override: override }: IssuedContent): Block[] =>
  override
    ? [
        {
          title: 'Alergia do paciente',
          paragraphs: [...override.prescriptions, `Motivo: ${override.reason}`],
          items: [],
        },
      ]
    : []

/** [DC10] */
const cidOf = ({ content }: IssuedContent): Block[] =>
  content.cid_authorised && content.fields.cid?.text
    ? [
        {
          title: null,
          paragraphs: [`CID-10: ${content.fields.cid.text}, informado com autorização expressa do paciente.`],
          items: [],
        },
      ]
    : []

const identified = ({ issued: { head } }: IssuedPaper): string =>
  `${head.patient.name}${head.patient.cpf ? `, CPF ${head.patient.cpf},` : ''}`
const visitDay = ({ issued: { head } }: IssuedPaper): string => localDate(head.consultation.start, head.time_zone)

function sickNote(paper: IssuedPaper): string {
  const { fields } = paper.issued.content
  const days = Number(fields.days?.text)
  return `Atesto, para os devidos fins, que ${identified(paper)} esteve sob meus cuidados médicos em ${visitDay(paper)} e necessita de ${days} (${inWords(days)}) ${days === 1 ? 'dia' : 'dias'} de afastamento de suas atividades, a partir de ${fields.start?.text}.`
}

function attendance(paper: IssuedPaper): string {
  const { fields } = paper.issued.content
  const companion = fields.companion?.text
  return `Declaro, para os devidos fins, que ${identified(paper)} compareceu a atendimento médico em ${fields.date?.text}, das ${fields.from?.text} às ${fields.to?.text}${companion ? `, com acompanhante: ${companion}` : ''}.`
}

/** Date of issue, validity and what it replaces. */
export function statementLines({ issued, replaces }: IssuedPaper): string[] {
  const { dispensing, head } = issued
  const days = dispensing.valid_days
  return [
    `Data de emissão: ${localTimeWithZone(issued.issued_at, head.time_zone)}.`,
    ...(days === null ? [] : [`Válida por ${days} dias a contar da emissão, em duas vias (${dispensing.class}).`]),
    ...(replaces === null ? [] : [`Substitui o documento nº ${replaces}, cancelado.`]),
    ...(head.consultation.type === 'telemedicina' ? ['Atendimento por telemedicina.'] : []),
  ]
}

/** [DC14] [DC15] */
export const signHow = ({ signing }: IssuedPaper): string =>
  signing === 'hand' ? 'Imprimir e assinar à mão' : 'Vale com assinatura digital no arquivo'
/** The words after the doctor's CRM, below the line. */
export const signPlace = ({ signing }: IssuedPaper): string =>
  signing === 'hand' ? 'Assinatura e carimbo' : 'Assinatura digital'

/** The address that says whether the paper is real. */
export const verifyUrl = ({ origin, code }: IssuedPaper): string => `${origin}${verifyPath(code)}`

const LAW = '(Lei 14.063/2020, art. 13; CFM 2.299/2021)'

export const footLines = (paper: IssuedPaper): string[] => [
  `Confira se este documento é verdadeiro em ${paper.origin}/verificar com o código`,
  groupedCode(paper.code),
  `SHA-256: ${paper.sha256}`,
  paper.signing === 'hand'
    ? `Sem assinatura eletrônica qualificada: vale com a assinatura à mão ${LAW}.`
    : `Preparado para assinatura digital ICP-Brasil: impresso, ou sem ela, não vale ${LAW}.`,
]
