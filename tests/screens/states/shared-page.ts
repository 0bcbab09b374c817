import { createHash } from 'node:crypto'
import type { Shared } from '#domain/patient-page/contract.ts'
import { change } from '../rows.ts'
import { newestPatient, reviewedVisit } from '../signed-visit.ts'
import type { Stage, Visit } from '../stage.ts'
import { type Act, statesOf } from '../state.ts'
import { click, confirm, fails, fill, go, has, shows } from '../steps.ts'

const VISIT: Visit = {
  patient: 'Otávio Pires de Menezes',
  lines: [
    ['doctor', 'O que traz o senhor hoje?'],
    ['patient', 'Estou com tosse e febre há quatro dias.'],
    ['doctor', 'Parece uma bronquite aguda.'],
    ['doctor', 'Vou receitar dipirona de quinhentos miligramas, um comprimido de seis em seis horas por três dias.'],
    ['doctor', 'Vou pedir uma radiografia de tórax.'],
    ['doctor', 'Se tiver falta de ar, procure o pronto-socorro.'],
  ],
}
const TEXTS = {
  summary: 'O senhor está com bronquite, uma inflamação dos canais do pulmão. Costuma passar em duas semanas.',
  medicines: 'Dipirona 500 mg: 1 comprimido, pela boca, a cada 6 horas, por 3 dias, se tiver febre ou dor',
  guidance:
    'Beba bastante água e descanse.\nFaça a radiografia de tórax e traga na próxima consulta.\nSe houver falta de ar, procure o pronto-socorro.',
}
const BORN = '1970-05-04'

async function visited(stage: Stage, birth_date: string | null = BORN): Promise<string> {
  const id = await reviewedVisit(stage, VISIT)
  await stage.api('PATCH', `/api/patients/${await newestPatient(stage)}`, { identification: { birth_date } })
  const address = 'Rua das Acácias, 10, Bauru, SP'
  await stage.api('PATCH', '/api/profile', { specialty: 'Clínica Geral', phone: '(11) 91234-5678', address })
  return id
}
const opened =
  (birth_date: string | null = BORN): Act =>
  async (page, stage) =>
    page.goto(`/app/history/${await visited(stage, birth_date)}`)

async function shareIn(stage: Stage, id: string): Promise<{ id: string; token: string }> {
  const body = { id: crypto.randomUUID(), texts: TEXTS, days: 7 }
  const { page, link } = (await stage.api<Shared>('POST', `/api/consultations/${id}/patient-pages`, body)).body
  return { id: page.id, token: link.split('#')[1] ?? '' }
}
const attempt = ({ api }: Stage, token: string, birth_date: string) =>
  api('POST', '/api/patient-page', { token, birth_date })
async function attempts(stage: Stage, token: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await attempt(stage, token, '1971-05-04')
}
/** A page of the same consultation whose time is over. Triggers let no time of a page change. */
function addExpired(id: string): string {
  const token = crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')
  const token_sha256 = createHash('sha256').update(token).digest('hex')
  change(
    `INSERT INTO patient_pages SELECT :copy, doctor_id, consultation_id, :token_sha256, content, sha256,
      created_at - 8 * 86400000, created_at - 86400000, 0, NULL FROM patient_pages WHERE id = :id`,
    { id, copy: crypto.randomUUID(), token_sha256 },
  )
  return token
}

/** Links in each state: one not read yet with an older addendum, read, locked, withdrawn, expired. */
const listed: Act = async (page, stage) => {
  const visit = await visited(stage)
  const [locked, withdrawn, read] = [
    await shareIn(stage, visit),
    await shareIn(stage, visit),
    await shareIn(stage, visit),
  ]
  addExpired(read.id)
  await attempts(stage, locked.token, 5)
  await stage.api('POST', `/api/patient-pages/${withdrawn.id}/withdraw`)
  await attempts(stage, read.token, 1)
  for (let at = 0; at < 2; at++) await attempt(stage, read.token, BORN)
  const text = 'Nega alergia a dipirona.'
  await stage.api('POST', `/api/v1/transcription/records/${visit}/addenda`, { text })
  await shareIn(stage, visit)
  await page.goto(`/app/history/${visit}`)
}
/** A link whose mail failed. The row of the job says so: no picture waits for attempts. */
const mailFailed: Act = async (page, stage) => {
  const visit = await visited(stage)
  change(
    `INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
      SELECT :job, 'mail', doctor_id, :job, json_object('mail', 'patient_page', 'page', id), 'failed', 7, created_at, created_at
      FROM patient_pages WHERE id = :id`,
    { id: (await shareIn(stage, visit)).id, job: crypto.randomUUID() },
  )
  await page.goto(`/app/history/${visit}`)
}
const openLink =
  (token: (stage: Stage) => Promise<string>): Act =>
  async (page, stage) => {
    const found = await token(stage)
    await page.context().clearCookies()
    await page.goto(`/paciente#${found}`)
  }
const newLink = async (stage: Stage) => (await shareIn(stage, await visited(stage))).token
const expiredLink = async (stage: Stage) => addExpired((await shareIn(stage, await visited(stage))).id)
async function withdrawnLink(stage: Stage): Promise<string> {
  const { id, token } = await shareIn(stage, await visited(stage))
  await stage.api('POST', `/api/patient-pages/${id}/withdraw`)
  return token
}
const openWith = (date: string) => [fill('Data de nascimento', date), click('Abrir')]
const RIGHT = '04/05/1970'

const TITLE = 'Resumo e orientações'
const share = click(TITLE)
const panel = has('dialog')
const region = has('region', 'Para o paciente')
const rowsShown = has('list', 'Links criados')
const linked = [opened(), share, panel, confirm('Criar link'), has('img', 'QR code do link do paciente')]

export const sharedPage = statesOf('new', {
  'shared/none': [opened(), region],
  'shared/failed': [fails(/\/patient-pages$/, 500), opened(), region],
  'shared/loading': [fails(/patient-pages\/draft$/, 'never'), opened(), share, panel],
  'shared/draft-failed': [fails(/patient-pages\/draft$/, 500), opened(), share, panel, 'Tentar novamente'],
  'shared/panel': [opened(), share, panel, 'Criar link'],
  'shared/panel-refused': [
    [opened(), share, panel, fill('Resumo da consulta', ''), fill('O que fazer', '')],
    [confirm('Criar link'), 'Escreva o resumo ou o que fazer'],
  ],
  'shared/panel-without-birth-date': [
    [opened(null), share, panel, confirm('Criar link')],
    'Informe a data de nascimento: dd/mm/aaaa',
  ],
  'shared/link': linked,
  'shared/link-mailed': [
    [...linked, fill('Email do paciente', 'otavio@relato.example'), confirm('Enviar')],
    shows('O email está a caminho de otavio@relato.example.'),
  ],
  'shared/link-mail-refused': [[...linked, fill('Email do paciente', 'otavio'), confirm('Enviar')], 'Email inválido'],
  'shared/listed': [listed, rowsShown, 'Bloqueado após 5 tentativas', 'Acesso retirado', 'Prazo terminado'],
  'shared/mail-failed': [mailFailed, rowsShown, /O email com este link não foi entregue .*/],
  'shared/accesses': [
    [
      listed,
      rowsShown,
      (page) =>
        page
          .getByRole('button', { name: /^Acessos: / })
          .nth(1)
          .click(),
      panel,
    ],
    has('list', 'Acessos ao link'),
  ],
  'shared/accesses-none': [[listed, rowsShown, click(/^Acessos: /), panel], 'Ninguém abriu este link ainda.'],
  'shared/accesses-failed': [
    [listed, rowsShown, fails(/\/accesses$/, 500), click(/^Acessos: /), panel],
    'Tentar novamente',
  ],
  'shared/withdraw': [listed, rowsShown, click(/^Retirar acesso: /), has('alertdialog')],
  'shared/page-form': [openLink(newLink), has('textbox', 'Data de nascimento')],
  'shared/page-without-link': [go('/paciente'), shows('Link que você recebeu')],
  'shared/page-date': [openLink(newLink), ...openWith('1970'), 'Escreva dia, mês e ano, como 05/03/1970.'],
  'shared/page-wrong': [openLink(newLink), ...openWith('04/05/1971'), shows(/^Não foi possível abrir\./)],
  'shared/page-expired': [openLink(expiredLink), ...openWith(RIGHT), shows(/^O prazo deste link terminou\./)],
  'shared/page-withdrawn': [
    [openLink(withdrawnLink), ...openWith(RIGHT)],
    shows(/^Este resumo não está mais disponível\./),
  ],
  'shared/page-open': [openLink(newLink), ...openWith(RIGHT), has('heading', TITLE)],
})
