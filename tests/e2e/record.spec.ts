import type { Request } from '@playwright/test'
import type { Running } from '#local/stack/processes.ts'
import { accessible } from '../testkit/accessible.ts'
import { FULL, MAIN } from '../testkit/full.ts'
import { finish, lines, signIn, startConsultation, startRecording, structure, writeLine } from './doctor.ts'
import { type PlayedModel, startPlayedModel } from './played-model.ts'
import { chooseAction } from './record-menu.ts'
import { BESIDE_URL, startBeside } from './stack.ts'
import { expect, test } from './test.ts'
import { dismissHeldBack, putUnproven, remainingText } from './unproven.ts'

// One Worker with a model serves both journeys.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: BESIDE_URL })

let model: PlayedModel
let worker: Running
const startWorker = () => startBeside({ MODEL_URL: model.url, MODEL_NAME: 'played' })
test.beforeAll(async () => {
  model = await startPlayedModel()
  worker = await startWorker()
})
test.afterAll(() => Promise.all([model.stop(), worker.stop()]))

const HEARD = 'estou com tosse e febre há quatro dias'
const INVENTED = 'Prescrito tramadol 50 mg de oito em oito horas.'
const SECOND_INVENTED = 'Mãe com câncer de mama aos quarenta anos.'

test('holds inventions back, shows proof, waits until unproven text is seen, and takes only addenda once signed', {
  tag: MAIN,
}, async ({ page, engine: _ }) => {
  model.play([
    ['hda', 'Tosse e febre há quatro dias.', HEARD],
    ['hf', SECOND_INVENTED, 'minha mãe teve câncer de mama'],
    ['exame_fisico', 'Saturação de 97%.', 'saturação de 97%'],
    ['hipotese', 'Parece bronquite aguda.', 'parece uma bronquite aguda'],
    ['conduta', 'Solicitada radiografia do tórax.', 'pedir uma radiografia do tórax'],
    ['conduta', INVENTED, 'vou prescrever tramadol'],
  ])
  await signIn(page)
  // A doctor who never said the CRM: signing asks for it.
  const headers = { origin: BESIDE_URL }
  expect((await page.request.patch('/api/profile', { data: { crm: null }, headers })).status()).toBe(200)
  const id = await startConsultation(page, 'Sebastiana Aparecida Gonçalves de Oliveira')
  await startRecording(page)
  await expect.poll(() => lines(page), { timeout: 60_000 }).toContain(HEARD)
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await writeLine(page, 'Médico', 'Tem alergia a algum remédio?')
  await writeLine(page, 'Paciente', 'Sim, dipirona me dá coceira no corpo todo.')
  await writeLine(page, 'Médico', 'Está com saturação de 97%. Isso parece uma bronquite aguda.')
  await writeLine(page, 'Médico', 'Vou pedir uma radiografia do tórax.')
  await finish(page)
  const record = await structure(page)
  const sentence = (text: string) => record.getByRole('button', { name: text })
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
  if (FULL) await accessible(page)

  // A sentence's proof is shown, and played on the device that recorded it.
  await sentence('Tosse e febre há quatro dias.').click()
  const aside = record.getByRole('complementary')
  await expect(aside.getByText(HEARD, { exact: false })).toBeVisible()
  await aside.getByRole('button', { name: /^Ouvir a fala de/ }).click()
  await expect(aside.getByRole('button', { name: /^Parar a fala de/ })).toBeVisible()
  await expect(aside.getByRole('button', { name: /^Ouvir a fala de/ })).toBeVisible({ timeout: 20_000 })

  await dismissHeldBack(record, [INVENTED, SECOND_INVENTED])
  // An older record has such sentences in the note. The Worker is stopped: the database takes one writer.
  await page.goto('about:blank')
  await worker.stop()
  putUnproven(id, { hf: SECOND_INVENTED, conduta: INVENTED })
  worker = await startWorker()
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Ver registro' }).click()
  await expect(record.getByText('Texto para Prontuário')).toBeVisible()

  // Neither saved nor signed while an invention was not looked at: the button says so and leads there.
  const toCheck = record.getByRole('list', { name: 'Antes de assinar' })
  // Only its own items: the lines of a finding are a list, too.
  const waiting = toCheck.locator('> li')
  const sign = record.getByRole('button', { name: 'Revisar e assinar' })
  await expect(waiting).toHaveCount(2)
  await sign.click()
  await expect(aside.getByText(remainingText(2))).toBeVisible()
  await expect(record.getByRole('status').filter({ hasText: remainingText(2) })).toBeAttached()
  await expect(sentence(SECOND_INVENTED)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Assinar registro' })).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(waiting).toHaveCount(1)
  await expect(sentence(SECOND_INVENTED)).toHaveAccessibleName(/sem comprovação, conferida/)
  await toCheck.getByRole('button', { name: 'Remover' }).click()
  await expect(toCheck).toHaveCount(0)
  await expect(sentence(INVENTED)).toHaveCount(0)

  // A section with an omission links to it.
  const past = record.getByRole('region', { name: 'Alergias', exact: true })
  await past.getByRole('button', { name: /^Sugestões \d/ }).click()
  await past.getByRole('button', { name: 'Ver em A conferir: Alergias: ditas na consulta, não registradas.' }).click()
  await expect(record.locator('#dito-e-nao-registrado')).toBeFocused()
  await expect(record.locator('#dito-e-nao-registrado')).toBeInViewport()

  // One tap dismisses an entry, another takes that back.
  const toInsert = record.getByRole('button', { name: /^Inserir em Alergias: .*dipirona/i })
  await record.getByRole('button', { name: /^Dispensar: .*dipirona/i }).click()
  await expect(toInsert).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).click()

  // One tap inserts an omission, with its lines.
  await toInsert.click()
  const inserted = record.getByRole('button', { name: /dipirona/i, pressed: true })
  await expect(inserted).toBeFocused()
  // As its proof, and no longer as a fact that the note lacks.
  await expect(aside.getByText('dipirona me dá coceira')).toHaveCount(1)
  await expect(aside.getByText('dipirona me dá coceira')).toBeVisible()

  // A code comes from the table, and is kept at once.
  const cid = record.getByRole('combobox', { name: 'CID-10' })
  await cid.fill('bronquite aguda')
  await expect(page.getByRole('option', { name: /^J20\.9 · / })).toBeVisible()
  if (FULL) await accessible(page)
  await page.keyboard.press('Tab')
  await expect(record.getByText(/^Escolha um código da lista/)).toBeVisible()
  await cid.fill('bronquite')
  await page.getByRole('option', { name: /^J20\.9 · / }).hover()
  await cid.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await cid.fill('bronquite a')
  await page.getByRole('option', { name: /^J20\.9 · / }).click()
  await expect(record.getByRole('list', { name: 'Códigos CID-10' }).getByText(/^CID-10 J20\.9 · /)).toBeVisible()

  // Copy and print use the full text: an edit there against the transcript must be reviewed, too.
  const whole = record.getByRole('textbox', { name: 'Texto para Prontuário' })
  await whole.fill(`Nega alergia a dipirona.\n\n${await whole.inputValue()}`)
  await sign.click()
  await expect(waiting).toHaveText([/^Texto para prontuário: /])
  await expect(waiting).toBeFocused()
  await expect(record.getByRole('status').filter({ hasText: 'Falta 1 aviso do texto para conferir' })).toBeAttached()
  await expect(toCheck.getByText('dipirona me dá coceira')).toBeVisible()
  if (FULL) await accessible(page)
  await toCheck.getByRole('button', { name: 'Conferi' }).click()
  await expect(toCheck).toHaveCount(0)
  await chooseAction(page, 'Salvar no Histórico')
  await expect(page.getByText('Transcrição estruturada salva com sucesso!')).toBeVisible()

  // The change, its author, and the text before.
  await record.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Versões' }).click()
  const versions = page.getByRole('dialog', { name: /^Vers/ })
  await expect(versions.getByRole('listitem')).toHaveText([
    /^Versão 5Atual.*Alteração do texto para prontuário · Dra\. Helena Prado · /,
    /^Versão 4.*Alteração do CID-10 · /,
    /^Versão 3.*Alteração em Alergias · /,
    /^Versão 2.*Alteração em Conduta · /,
    /^Versão 1.*Estruturação · /,
  ])
  await versions.getByRole('button', { name: 'Ler a versão 1' }).click()
  await expect(versions.getByText(INVENTED)).toBeVisible()
  await versions.getByRole('button', { name: 'Fechar' }).click()
  await sign.click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  await expect(signing.getByText('assinatura eletrônica simples')).toBeVisible()
  await expect(signing.getByText(/1 sem comprovação/)).toBeVisible()
  await expect(signing.getByText('1 frase com aviso, dita abaixo')).toBeVisible()
  await expect(
    signing.getByRole('region', { name: 'Entram no registro apesar do aviso' }).getByText(SECOND_INVENTED),
  ).toBeVisible()
  await expect(signing.getByText(/^J20\.9 · /)).toBeVisible()
  if (FULL) await accessible(page)
  const confirm = signing.getByRole('button', { name: 'Assinar registro' })
  await confirm.click()
  await expect(signing.getByText('CRM deve estar no formato: 123456/UF')).toBeVisible()
  const crm = signing.getByRole('textbox', { name: 'CRM' })
  await expect(crm).toBeFocused()
  await crm.pressSequentially('123456sp')
  await confirm.click()
  await expect(
    record.getByText(/^Dra\. Helena Prado, CRM 123456\/SP, em \d\d\/\d\d\/\d{4} às \d\d:\d\d$/),
  ).toBeVisible()
  await expect(record.getByRole('button', { name: /^(Editar|Inserir|Nova Estruturação|Salvar)/ })).toHaveCount(0)
  await expect(record.getByRole('textbox', { name: 'Texto para Prontuário' })).not.toBeEditable()

  // The page offers no change, and the server takes none.
  const detail = async () => (await (await page.request.get(`/api/consultations/${id}`)).json()) as Detail
  const { structuredData: signed } = await detail()
  const refused = await page.request.put(`/api/v1/transcription/sections/${signed.sections[0]?.id}`, {
    data: { content: 'Outra coisa.' },
    headers,
  })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([409, 'section_signed'])
  // [LR5] The recording went with the signature.
  await sentence('Tosse e febre há quatro dias.').click()
  await expect(aside.getByText(HEARD, { exact: false })).toBeVisible()
  await expect(aside.getByRole('button', { name: /^Ouvir/ })).toHaveCount(0)

  await record.getByRole('button', { name: 'Adicionar adendo' }).click()
  await expect(page.getByRole('textbox', { name: 'Texto do adendo' })).toBeFocused()
  await page.keyboard.type('Radiografia sem alterações.')
  await page.getByRole('button', { name: 'Confirmar adendo' }).click()
  await expect(record.getByRole('region', { name: 'Adendos' }).getByText('Radiografia sem alterações.')).toBeVisible()
  await page.goto(`/app/history/${id}`)
  await expect(page.getByRole('region', { name: 'Adendos' }).getByText('Radiografia sem alterações.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Texto para Prontuário' })).toHaveValue(
    /ASSINATURA ELETRÔNICA SIMPLES\nDra\. Helena Prado, CRM 123456\/SP, em .*\nSHA-256 .*\n\nADENDO\nRadiografia sem alterações\./,
  )
  expect((await detail()).structuredData).toMatchObject({
    signature: signed.signature,
    sections: signed.sections,
    addenda: [{ text: 'Radiografia sem alterações.' }],
  })
  if (FULL) await accessible(page)

  // On a phone what proves a sentence lies below it, never over it.
  await page.setViewportSize({ width: 390, height: 700 })
  const touched = page.getByRole('button', { name: 'Tosse e febre há quatro dias.' })
  await touched.click()
  const proof = page.getByRole('heading', { name: 'O que comprova esta frase' }).filter({ visible: true })
  const between = async () => {
    const [above, below] = [await touched.boundingBox(), await proof.boundingBox()]
    return above && below ? below.y - (above.y + above.height) : Number.NaN
  }
  await expect.poll(between).toBeGreaterThan(0)
})

test('makes no record of small talk, and locks one while another is made', async ({ page, expectNoise }) => {
  model.play('gone')
  await signIn(page)
  await startConsultation(page, 'Osvaldo Nascimento Brandão')
  await writeLine(page, 'Médico', 'Bom dia, seu Osvaldo, tudo bem com o senhor hoje?')
  await writeLine(page, 'Paciente', 'Bom dia, doutora. Tudo bem, graças a Deus, e esse calor que não passa?')
  await finish(page)
  // The browser's own line about the refusal.
  expectNoise(/status of 422/)
  const refused = await structure(page)
  await expect(refused.getByRole('heading', { name: 'Esta consulta não gerou registro' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(refused.getByText('Não encontramos conteúdo clínico na transcrição.')).toBeVisible()
  await refused.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(page.getByText('Sem conteúdo clínico')).toBeVisible()

  await page.getByRole('link', { name: 'Nova Consulta' }).first().click()
  const id = await startConsultation(page, 'Osvaldo Nascimento Filho')
  await writeLine(page, 'Médico', 'O que traz o senhor hoje?')
  await writeLine(
    page,
    'Paciente',
    'Estou com dor no joelho direito há duas semanas. Tomo losartana de cinquenta miligramas.',
  )
  await writeLine(page, 'Médico', 'Vou pedir uma radiografia do joelho direito.')
  await finish(page)
  const record = await structure(page)
  await expect(record.getByText('Registro formado sem o modelo de linguagem')).toBeVisible({ timeout: 30_000 })
  await expect(record.getByRole('button', { name: /joelho direito/ }).first()).toBeVisible()
  await expect(record.getByRole('list', { name: 'Antes de assinar' })).toHaveCount(0)

  // A structuring begun in another window while a section is being written.
  await record.getByRole('button', { name: 'Editar Conduta' }).click()
  const editor = record.getByRole('textbox', { name: 'Conduta' })
  await editor.fill('Radiografia do joelho direito e retorno.')
  const releaseModel = model.hold()
  const startedJob = await page.request.post('/api/v1/transcription/structure', {
    data: { consultation_id: id, specialty: 'general' },
    headers: { origin: BESIDE_URL },
  })
  expect(startedJob.status()).toBe(202)
  expectNoise(/status of 409/)
  await editor.press('Enter')
  const notice = record.getByText('Até ela terminar, este registro só pode ser lido.')
  await expect(notice).toBeVisible()
  await expect(record.getByRole('button', { name: 'Editar História da Doença Atual' })).toHaveCount(0)
  await expect(record.getByRole('button', { name: 'Revisar e assinar' })).toBeDisabled()
  await expect(record.getByRole('textbox', { name: 'Texto para Prontuário' })).not.toBeEditable()
  releaseModel()
  await expect(notice).toHaveCount(0, { timeout: 30_000 })
  await expect(editor).toHaveValue('Radiografia do joelho direito e retorno.')
  await editor.press('Enter')
  await expect(record.getByRole('button', { name: /^Radiografia do joelho direito e retorno\./ })).toBeVisible()

  // Another specialty is chosen here while a job started elsewhere runs: the page names the specialty of that job.
  await chooseAction(page, 'Nova Estruturação')
  await record.getByRole('button', { name: 'Iniciar Estruturação' }).click()
  await record.getByRole('radio', { name: 'Cardiologia' }).click()
  const release = model.hold()
  const other = await page.request.post('/api/v1/transcription/structure', {
    data: { consultation_id: id, specialty: 'general' },
    headers: { origin: BESIDE_URL },
  })
  expect(other.status()).toBe(202)
  await record.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  await expect(record.getByText(/^Já havia uma estruturação em andamento, em Clínica Geral/)).toContainText(
    'use “Nova Estruturação” para fazer o de Cardiologia.',
  )
  release()
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
})

test('[C43] shows job steps from the room, with no request without a message', async ({ page }) => {
  model.play([['conduta', 'Solicitada radiografia do joelho direito.', 'pedir uma radiografia do joelho direito']])
  await page.clock.install()
  await signIn(page)
  await startConsultation(page, 'Osvaldo Nascimento Neto')
  await writeLine(page, 'Médico', 'O que traz o senhor hoje?')
  await writeLine(page, 'Paciente', 'Estou com dor no joelho direito há duas semanas.')
  await writeLine(page, 'Médico', 'Vou pedir uma radiografia do joelho direito.')
  await finish(page)
  // Each message of the room allows one read.
  const log: ('message' | 'read')[] = []
  const isRead = (request: Request) =>
    request.method() === 'GET' && /transcription\/(structure|export\/pdf)\/[0-9a-f-]{36}$/.test(request.url())
  page.on('request', (request) => isRead(request) && log.push('read'))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/^{"type":"(welcome|structuring|export)"/.test(String(payload))) log.push('message')
    }),
  )
  const count = (what: 'message' | 'read') => log.filter((one) => one === what).length

  const release = model.hold()
  const record = await structure(page)
  const step = record.locator('[aria-current=step]')
  await expect(step).toHaveText('Escrevendo as seções')
  // A page that polls would ask again within this time.
  const reads = count('read')
  await page.clock.fastForward(30_000)
  await expect(step).toHaveText('Escrevendo as seções')
  expect(count('read')).toBe(reads)
  release()
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
  const structuringReads = count('read')
  expect(structuringReads).toBeLessThanOrEqual(count('message'))
  await Promise.all([page.waitForEvent('download'), chooseAction(page, 'Exportar PDF')])
  expect(count('read')).toBeGreaterThan(structuringReads)
  expect(count('read')).toBeLessThanOrEqual(count('message'))

  // Without a socket the page asks by itself, slowly.
  await page.routeWebSocket(/\/room$/, (socket) => socket.close())
  const before = count('read')
  const downloaded = page.waitForEvent('download')
  await Promise.all([page.waitForRequest(/export\/pdf$/), chooseAction(page, 'Exportar PDF')])
  await page.clock.fastForward(2_000)
  await expect(page.getByText(/PDF em processamento/)).toBeVisible()
  await page.clock.fastForward(8_000)
  await downloaded
  expect(count('read') - before).toBeLessThanOrEqual(4)
})

type Detail = { structuredData: { signature: object | null; sections: { id: string }[]; addenda: { text: string }[] } }
