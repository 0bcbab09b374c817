import type { Page } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { expect, holdRequests, test } from './test.ts'

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
/** Where the focus goes when the card in front of it is gone. */
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
const more = (page: Page, name: string) => page.getByRole('button', { name: `Mais ações para ${name}` })
async function choose(page: Page, name: string, action: string): Promise<void> {
  await more(page, name).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const remove = async (page: Page, name: string) => {
  await choose(page, name, 'Excluir')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    `Tem certeza que deseja excluir o paciente "${name}"? Esta ação não pode ser desfeita.`,
  )
  return {
    question,
    confirm: () => question.getByRole('button', { name: 'Excluir' }).click(),
  }
}

test('[ID1] [ID2] [ID3] [PA1] registers, finds and changes a patient', async ({ page }) => {
  await enterStage(page, 'new')
  await page.goto('/app/patients')
  await expect(page.getByText('0 pacientes no total')).toBeVisible()
  await page.getByRole('button', { name: 'Novo Paciente' }).first().click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Criar Paciente' })
  await submit.click()
  await expect(dialog.getByText('Nome é obrigatório')).toBeVisible()
  await dialog.getByLabel('Nome do Paciente').fill('  Conceição Araújo  ')
  await expect(dialog.getByText('Nome é obrigatório')).toHaveCount(0)

  await expect(dialog.getByLabel('CPF')).toBeHidden()
  const fold = dialog.getByRole('button', { name: /^Identificação/ })
  await fold.click()
  await dialog.getByLabel('CPF').pressSequentially('52998224724')
  await expect(dialog.getByLabel('CPF')).toHaveValue('529.982.247-24')
  await dialog.getByLabel('Telefone').pressSequentially('119876')
  await dialog.getByLabel('Data de nascimento').pressSequentially('31121')
  // An error in a collapsed section opens the section.
  await fold.click()
  await submit.click()
  for (const message of [
    'Data de nascimento deve estar no formato: dd/mm/aaaa',
    'CPF inválido',
    'Telefone deve estar no formato: (11) 99999-9999',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await dialog.getByLabel('CPF').fill('529.982.247-25')
  await expect(dialog.getByText('CPF inválido')).toHaveCount(0)
  await dialog.getByLabel('Telefone').fill('11987654321')
  await dialog.getByLabel('Data de nascimento').fill('01/01/2999')
  await submit.click()
  await expect(dialog.getByText('Data de nascimento não pode estar no futuro')).toBeVisible()
  await dialog.getByLabel('Data de nascimento').fill('12/03/1980')
  await dialog.getByLabel('Sexo').selectOption('Feminino')
  // The notice covers neither the button nor the search.
  await page.setViewportSize({ width: 1440, height: 900 })
  await submit.click()
  const created = page.getByText('Paciente criado com sucesso')
  await expect(created).toBeVisible()
  const above = await page.getByRole('searchbox').boundingBox()
  expect((await created.boundingBox())?.y).toBeGreaterThan((above?.y ?? 0) + 20)
  await expect(page.getByText('1 paciente no total')).toBeVisible()

  await page.getByRole('searchbox').fill('ARAUJO conc')
  const found = card(page, 'Conceição Araújo')
  await expect(found).toContainText('Nascimento 12/03/1980')
  // The sentence that is stored in its place counts as nothing.
  await expect(found).toContainText('Nenhum contexto clínico informado')
  await expect(found).toContainText('0 consultas')
  await page.getByRole('searchbox').fill('araujo x')
  await expect(page.getByText('Nenhum paciente encontrado')).toBeVisible()
  await page.getByRole('searchbox').fill('araujo')

  await choose(page, 'Conceição Araújo', 'Editar')
  await expect(dialog.getByLabel('Telefone')).toHaveValue('(11) 98765-4321')
  // A placeholder text does not have to be deleted first.
  await expect(dialog.getByLabel('Contexto Clínico')).toHaveValue('')
  await dialog.getByLabel('Contexto Clínico').fill(' Alergia a dipirona. ')
  await dialog.getByRole('button', { name: 'Atualizar Paciente' }).click()
  await expect(page.getByText('Paciente atualizado com sucesso')).toBeVisible()
  await expect(found).toContainText('Alergia a dipirona.')
  await expect(more(page, 'Conceição Araújo')).toBeFocused()
  await choose(page, 'Conceição Araújo', 'Editar')
  await dialog.getByLabel('Contexto Clínico').fill('')
  await dialog.getByLabel('Data de nascimento').fill('')
  await dialog.getByRole('button', { name: 'Atualizar Paciente' }).click()
  await expect(found).toContainText('Nenhum contexto clínico informado')
  await expect(found).toContainText('CPF final 247-25')
  expect(page.url()).toMatch(/\/app\/patients$/)
})

test('[PA2] [PA3] archives and restores a patient with consultations, deletes one without', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 409/)
  const stage = await enterStage(page, 'new')
  await stage.patient('Bruna Sá')
  await stage.finishedVisit({ patient: 'Davi Nóbrega', context: 'Asma na infância.' })
  await stage.openVisit({ patient: 'Eva Prado' })
  await page.goto('/app/patients')

  const bruna = await remove(page, 'Bruna Sá')
  await expect(bruna.question).not.toContainText('20 anos')
  await bruna.confirm()
  await expect(page.getByText('Paciente excluído com sucesso')).toBeVisible()
  await expect(card(page, 'Bruna Sá')).toHaveCount(0)
  await expect(heading(page, 'Davi Nóbrega').getByRole('link')).toBeFocused()

  // Given up, it leaves the focus where it was.
  await (await remove(page, 'Eva Prado')).question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(more(page, 'Eva Prado')).toBeFocused()
  await (await remove(page, 'Eva Prado')).confirm()
  await expect(page.getByText('Finalize a consulta em andamento antes de excluir')).toBeVisible()
  await expect(card(page, 'Eva Prado')).toBeVisible()

  const davi = await remove(page, 'Davi Nóbrega')
  await expect(davi.question).toContainText('O prontuário fica arquivado por 20 anos, como manda a lei.')
  await davi.confirm()
  await expect(page.getByText('O prontuário fica em Arquivados.')).toBeVisible()
  await expect(page.getByText('1 paciente no total')).toBeVisible()
  await expect(heading(page, 'Eva Prado').getByRole('link')).toBeFocused()

  await page.goto('/app/dashboard')
  await page.getByLabel('Paciente').fill('davi')
  // Offered as a new patient: the archived one is not chosen from here.
  await expect(page.getByRole('option')).toHaveText(['Criar paciente "davi"'])

  await page.goto('/app/patients')
  await tab(page, /^Arquivados \(1\)$/)
  const savedCard = card(page, 'Davi Nóbrega')
  await expect(savedCard).toContainText(/Arquivado em \d\d\/\d\d\/\d{4}/)
  await expect(savedCard.getByRole('button', { name: /^(Davi|Iniciar)/ })).toHaveCount(0)
  await more(page, 'Davi Nóbrega').click()
  await expect(page.getByRole('menuitem', { name: /^(Editar|Excluir)$/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Ver consultas' }).click()
  await expect(page).toHaveURL(/\/app\/history\?paciente=[0-9a-f-]{36}$/)
  await expect(page.getByText('1 de 1 consulta')).toBeVisible()

  await page.goto('/app/patients')
  await tab(page, /^Arquivados/)
  await page.getByRole('button', { name: 'Restaurar Davi Nóbrega' }).click()
  await expect(page.getByText('Paciente restaurado com sucesso')).toBeVisible()
  await expect(page.getByText('Nenhum paciente arquivado')).toBeVisible()
  await expect(heading(page, 'Pacientes')).toBeFocused()
  await tab(page, /^Ativos \(2\)$/)
  await page.getByRole('button', { name: 'Iniciar consulta com Davi Nóbrega' }).click()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
  await expect(page.getByRole('combobox', { name: 'Paciente' })).toHaveValue('Davi Nóbrega')
  await expect(page.getByLabel('Contexto desta consulta')).toHaveValue('Asma na infância.')

  // Switching the patient with text in the form shows a question.
  await page.goto('/app/patients')
  const other = page.getByRole('button', { name: 'Iniciar consulta com Eva Prado' })
  const question = page.getByRole('alertdialog', { name: 'Descartar alterações?' })
  await other.click()
  await expect(question).toContainText('A consulta de Davi Nóbrega ainda não foi iniciada')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  await other.click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
  await expect(page.getByRole('combobox', { name: 'Paciente' })).toHaveValue('Eva Prado')
})

test('[PA4] tells two patients of one name apart where one is chosen', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  const create = (identification: object) =>
    stage.api<{ patient: { id: string } }>('POST', '/api/patients', { name: 'Antônio Falcão', identification })
  await create({ birth_date: '1951-07-02' })
  const younger = (await create({ birth_date: '1983-01-30' })).body.patient.id
  await page.goto('/app/dashboard')
  const field = page.getByRole('combobox', { name: 'Paciente' })
  await field.fill('antonio falcao')
  const options = page.getByRole('option')
  // Patients with the same name have no fixed order.
  await expect(options).toHaveCount(3)
  await expect(options.last()).toHaveText('Criar paciente "antonio falcao"')
  await expect(options.filter({ hasText: /^Antônio Falcão.*Nascimento 02\/07\/1951/ })).toHaveCount(1)
  await options.filter({ hasText: /^Antônio Falcão.*Nascimento 30\/01\/1983/ }).click()
  await expect(page.getByText('Nascimento 30/01/1983 · 0 consultas')).toBeVisible()

  // A third registration by mistake: the notice leads to the right one, and takes the new one away.
  await page.getByRole('button', { name: 'Limpar paciente' }).click()
  await field.fill('Antônio Falcão')
  await page.getByRole('option', { name: 'Criar outro paciente "Antônio Falcão"' }).click()
  await expect(page.getByText('Já existe um paciente com este nome')).toBeVisible()
  await page.getByLabel('Contexto desta consulta').fill('Alergia a dipirona.')
  const dropped = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page
    .getByRole('listitem')
    .filter({ hasText: '30/01/1983' })
    .getByRole('button', { name: 'Usar este cadastro' })
    .click()
  expect((await dropped).status()).toBe(200)
  await expect(page.getByText('Já existe um paciente com este nome')).toHaveCount(0)
  const started = page.waitForRequest((request) => request.url().endsWith('/api/consultations'))
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  expect((await started).postDataJSON()).toMatchObject({
    patientId: younger,
    clinicalContext: 'Alergia a dipirona.',
  })

  // The same from the list of patients.
  await page.goto('/app/patients')
  await expect(page.getByText('2 pacientes no total')).toBeVisible()
  await page.getByRole('button', { name: 'Novo Paciente' }).click()
  await page.getByLabel('Nome do Paciente').fill('ANTONIO FALCÃO')
  await page.getByLabel('Contexto Clínico').fill('Asma.')
  await page.getByRole('button', { name: 'Criar Paciente' }).click()
  const question = page.getByRole('dialog', { name: 'Já existe um paciente com este nome' })
  await question
    .getByRole('listitem')
    .filter({ hasText: '02/07/1951' })
    .getByRole('button', { name: 'Usar este cadastro' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Editar Paciente' }).getByLabel('Data de nascimento')).toHaveValue(
    '02/07/1951',
  )
  // The text just written is in the form, for the doctor to save.
  await expect(page.getByLabel('Contexto Clínico')).toHaveValue('Asma.')
  await expect(page.getByText('2 pacientes no total')).toBeVisible()
  // Saved by way of another registration, the focus is back where it all began.
  await page.getByRole('button', { name: 'Atualizar Paciente' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Novo Paciente' })).toBeFocused()
})

test('reports a list, search or registration that failed to load, and retries', async ({ page, expectNoise }) => {
  expectNoise(/ERR_FAILED/)
  const stage = await enterStage(page, 'new')
  await stage.patient('Bruna Sá')
  await stage.patient('Caio Reis')
  await page.goto('/app/patients')
  const searches = '**/api/patients/search'
  await page.route(searches, (route) => route.abort())
  await (await remove(page, 'Bruna Sá')).confirm()
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar pacientes' })
  await expect(alert).toContainText('Erro ao carregar pacientes: Sem conexão com o servidor.')
  await page.unroute(searches)
  await alert.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(card(page, 'Bruna Sá')).toHaveCount(0)
  await expect(page.getByText('1 paciente no total')).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.route(searches, (route) => route.abort())
  await page.getByRole('searchbox').fill('ca')
  await expect(alert).toBeVisible()
  await page.unroute(searches)
  const release = await holdRequests(page, searches)
  const searchRequest = page.waitForRequest(searches)
  await page.getByRole('searchbox').fill('cai')
  // The first answer already included the count.
  expect((await searchRequest).postDataJSON()).toMatchObject({ query: 'cai', counts: false })
  await expect(alert).toHaveCount(0)
  await expect(card(page, 'Caio Reis')).toBeVisible()
  const answered = page.waitForResponse(searches)
  release()
  await answered
  await expect(page.getByRole('list').filter({ has: card(page, 'Caio Reis') })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('1 paciente no total')).toBeVisible()
  // A patient that fails to load shows an error, and a retry.
  const registration = /\/api\/patients\/[0-9a-f-]{36}$/
  await page.route(registration, (route) => route.abort())
  await choose(page, 'Caio Reis', 'Editar')
  const dialog = page.getByRole('dialog', { name: 'Editar Paciente' })
  const name = dialog.getByLabel('Nome do Paciente')
  await expect(dialog).toContainText('Sem conexão com o servidor.')
  await expect(name).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Atualizar Paciente' })).toBeDisabled()
  await page.unroute(registration)
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(name).toHaveValue('Caio Reis')
  await expect(name).toBeFocused()
})
