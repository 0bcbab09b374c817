import { readFile } from 'node:fs/promises'
import type { IssuedDocument } from '#domain/document/contract.ts'
import { change } from '../rows.ts'
import { reviewedVisit } from '../signed-visit.ts'
import type { Stage, Visit } from '../stage.ts'
import { type Act, statesOf } from '../state.ts'
import { click, fails, has, shows } from '../steps.ts'

/** The plan prescribes what the list has as an allergy, orders a test and sends the patient on. */
const VISIT: Visit = {
  patient: 'Otávio Pires de Menezes',
  lines: [
    ['doctor', 'O que traz o senhor hoje?'],
    ['patient', 'Estou com tosse e febre há quatro dias.'],
    ['doctor', 'Parece uma bronquite aguda.'],
    ['doctor', 'Vou receitar amoxicilina de quinhentos miligramas, uma cápsula de oito em oito horas por sete dias.'],
    ['doctor', 'Vou pedir uma radiografia de tórax e um hemograma.'],
    ['doctor', 'Se tiver falta de ar, procure o pronto-socorro.'],
  ],
}
const opened = async (stage: Stage): Promise<string> => {
  const id = await reviewedVisit(stage, VISIT)
  const { body } = await stage.api<{ items: { id: string }[] }>('POST', '/api/patients/search', {})
  const patient = body.items[0]?.id
  await stage.api('PATCH', `/api/patients/${patient}`, {
    identification: { birth_date: '1970-05-04', sex: 'masculino', cpf: '529.982.247-25' },
  })
  await stage.api('POST', `/api/patients/${patient}/facts`, { kind: 'allergy', text: 'Penicilina' })
  await stage.api('PATCH', '/api/profile', {
    specialty: 'Clínica Geral',
    rqe: '4321',
    phone: '(11) 91234-5678',
    address: 'Rua das Acácias, 10, Bauru, SP',
  })
  return id
}
const attended = {
  kind: 'attendance',
  medicines: [],
  cid_authorised: false,
  fields: { date: '20/11/2026', from: '12:00', to: '12:40' },
}
const SIGNED_AT = Date.UTC(2026, 10, 29, 15, 30)
const signed: Act = async (page, stage) => page.goto(`/app/history/${await opened(stage)}`)

async function issueFour(stage: Stage): Promise<{ id: string; papers: IssuedDocument[] }> {
  const id = await opened(stage)
  const issue = async (more: object = {}) => {
    const body = { ...attended, id: crypto.randomUUID(), ...more }
    const answer = await stage.api<{ document: IssuedDocument }>('POST', `/api/consultations/${id}/documents`, body)
    return answer.body.document
  }
  const [first, second] = [await issue(), await issue()]
  const papers = [first, second, await issue({ replaces: second.id }), await issue()]
  await stage.api('POST', `/api/documents/${first.id}/cancel`, { reason: 'Data errada' })
  return { id, papers }
}
const issued: Act = async (page, stage) => page.goto(`/app/history/${(await issueFour(stage)).id}`)
const verified =
  (at: number): Act =>
  async (page, stage) => {
    const { papers } = await issueFour(stage)
    await page.context().clearCookies()
    await page.goto(`/verificar/${papers[at]?.code}`)
  }
/** The newest paper is signed with a chain to an installed root, the one before without any installed. */
async function signTwo(stage: Stage): Promise<{ id: string; papers: IssuedDocument[] }> {
  const { id, papers } = await issueFour(stage)
  const body = { ...attended, id: crypto.randomUUID() }
  const answer = await stage.api<{ document: IssuedDocument }>('POST', `/api/consultations/${id}/documents`, body)
  const all = [...papers, answer.body.document]
  for (const [at, chain, time] of [
    [3, 'unverified', 'claimed'],
    [4, 'verified', 'stamped'],
  ] as const) {
    const document = all[at]?.id ?? ''
    await stage.api('GET', `/api/documents/${document}/prepared`)
    const signatures = JSON.stringify([{ signer: 'CAIO NÓBREGA', at: SIGNED_AT, time, chain }])
    change(
      "UPDATE document_signatures SET signed_sha256 = 'x', signed_bytes = 1, verified_at = 1, signatures = :signatures WHERE document_id = :document",
      { document, signatures },
    )
  }
  return { id, papers: all }
}
const signedPapers: Act = async (page, stage) => page.goto(`/app/history/${(await signTwo(stage)).id}`)
const verifiedSigned =
  (at: number): Act =>
  async (page, stage) => {
    const { papers } = await signTwo(stage)
    await page.context().clearCookies()
    await page.goto(`/verificar/${papers[at]?.code}`)
  }
const openSigning: Act = (page) =>
  page
    .getByRole('button', { name: /^Assinar digitalmente: / })
    .first()
    .click()
/** Asks for the file and brings one that is not signed. */
const bringUnsigned: Act = async (page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar para assinar' }).click()
  const buffer = Buffer.from(await readFile(await (await download).path()))
  await page
    .getByLabel('PDF assinado', { exact: true })
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
}
const listed = has('list', 'Documentos emitidos')
const panel = has('dialog')
const EMIT = 'Emitir e baixar PDF'

export const documentStates = statesOf('new', {
  'documents/none': [signed, has('region', 'Documentos')],
  'documents/issued': [issued, listed, /Substituído pelo nº 3/],
  'documents/formats': [
    [issued, listed, click(/^Outros formatos: Comparecimento nº 1/)],
    has('button', 'Baixar Texto (TXT)'),
  ],
  'documents/failed': [fails(/\/documents$/, 500), signed, has('region', 'Documentos')],
  'documents/prescription': [signed, click('Receita'), panel, 'O paciente tem alergia a um medicamento desta receita'],
  'documents/prescription-refused': [[signed, click('Receita'), panel, click(EMIT)], shows('Escreva o motivo')],
  'documents/exams': [signed, click('Pedido de exames'), panel, EMIT],
  'documents/referral': [signed, click('Encaminhamento'), panel, EMIT],
  'documents/sick-note': [signed, click('Atestado'), panel, 'Falta o tempo de afastamento, em dias'],
  'documents/sick-note-cid': [
    [signed, click('Atestado'), panel, (page) => page.getByRole('switch').click()],
    'O paciente autorizou o CID, e falta o código',
  ],
  'documents/attendance': [signed, click('Comparecimento'), panel, EMIT],
  'documents/report': [signed, click('Relatório'), panel, EMIT],
  'documents/guidance': [signed, click('Orientações'), panel, EMIT],
  'documents/loading': [fails(/documents\/draft$/, 'never'), signed, click('Atestado'), panel],
  'documents/draft-failed': [fails(/documents\/draft$/, 500), signed, click('Atestado'), panel, 'Tentar novamente'],
  'documents/cancel': [
    [
      issued,
      listed,
      (page) =>
        page
          .getByRole('button', { name: /^Cancelar: / })
          .first()
          .click(),
    ],
    has('alertdialog'),
  ],
  'documents/verify-valid': [verified(3), 'Documento válido'],
  'documents/verify-cancelled': [verified(0), 'Documento cancelado'],
  'documents/verify-replaced': [verified(1), 'Documento cancelado e substituído'],
  'documents/signed': [signedPapers, listed, 'Assinado digitalmente'],
  'documents/sign': [[issued, listed, openSigning], has('dialog')],
  'documents/sign-refused': [
    [issued, listed, openSigning, bringUnsigned],
    'Este PDF não tem assinatura digital. Assine o arquivo e traga-o de novo.',
  ],
  'documents/sign-busy': [
    fails(/documents\/[^/]+\/signed$/, 'never'),
    [issued, listed, openSigning, bringUnsigned],
    has('dialog'),
  ],
  'documents/verify-signed': [verifiedSigned(4), 'Assinado digitalmente por'],
  'documents/verify-signed-unverified': [verifiedSigned(3), 'Assinado digitalmente por'],
  'documents/verify-unknown': [
    (page) => page.goto('/verificar/00000-00000-00000-00000-00000'),
    'Nenhum documento do Relato tem este código.',
  ],
  'documents/verify': [(page) => page.goto('/verificar'), 'Código do documento'],
})
