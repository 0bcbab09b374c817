import { expect, type Page } from '@playwright/test'
import type { Failure, Stage } from '../stage.ts'
import type { State } from '../state.ts'

const SEARCH = /^\/api\/patients\/search$/
const open = async (page: Page) => {
  await page.goto('/app/patients')
  await expect(page.getByRole('heading', { name: 'Pacientes', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Ativos/ })).toBeVisible()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text)

const identification = {
  birth_date: '1958-03-12',
  sex: 'feminino',
  mother_name: 'Conceição Aparecida de Albuquerque Moura',
  birthplace: 'São José do Rio Preto - SP',
  address: 'Rua Professor Antônio Queirós, 1247, apto 45, Vila Madalena, São Paulo - SP',
  cpf: '529.982.247-25',
  phone: '(11) 98765-4321',
}
const rita = (stage: Stage, more: object = {}) =>
  stage.api('POST', '/api/patients', {
    name: 'Rita Moura',
    clinical_context: 'Hipertensão. Losartana 50 mg. Alergia a penicilina.',
    ...more,
  })

async function startNew(page: Page, name = '') {
  await open(page)
  await button(page, 'Novo Paciente').click()
  await page.getByLabel('Nome do Paciente').fill(name)
}
const ONE = /^\/api\/patients\/[^/]+$/
async function edit(page: Page, stage: Stage, how?: Failure) {
  await rita(stage, { identification })
  await open(page)
  if (how) await stage.fail(ONE, how, { method: 'GET', message: 'Não foi possível ler o cadastro.' })
  await button(page, 'Editar Rita Moura').click()
  await says(page, 'Editar Paciente')
}
async function askToDelete(page: Page) {
  await open(page)
  await button(page, /^Excluir Rita Moura/).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}
const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
async function archived(page: Page, stage: Stage) {
  await stage.finishedVisit({ patient: 'Rita Moura', context: 'Asma na infância.' })
  await askToDelete(page)
  await confirmDelete(page)
  await says(page, 'Paciente excluído com sucesso')
}
async function openArchived(page: Page) {
  await page.getByRole('tab', { name: /^Arquivados/ }).click()
  await expect(page.getByRole('button', { name: /^Restaurar/ })).toBeVisible()
}

async function typePatient(page: Page, text: string) {
  await page.goto('/app/dashboard')
  await page.getByLabel('Paciente').fill(text)
}
async function twoOfOneName(stage: Stage) {
  await rita(stage, { identification })
  await rita(stage, { identification: { cpf: '111.444.777-35' } })
  await stage.patient('Rita Moura dos Santos', 'Diabetes tipo 2, metformina 850 mg.')
}

const own = (name: string, reach: State['reach']): State => ({ name: `patients/${name}`, doctor: 'new', reach })

export const patients: readonly State[] = [
  {
    name: 'patients/list',
    always: true,
    async reach(page) {
      await open(page)
      await says(page, 'Marina Albuquerque Teixeira')
    },
  },
  own('never-seen', async (page, stage) => {
    const { body } = await rita(stage)
    const { id } = (body as { patient: { id: string } }).patient
    await stage.api('PATCH', `/api/patients/${id}`, { clinical_context: '' })
    await open(page)
    await says(page, 'Nenhum contexto clínico informado')
  }),
  own('updated', async (page, stage) => {
    await stage.manyPatients(1)
    const { body } = await stage.api<{ items: { id: string }[] }>('POST', '/api/patients/search', {})
    await stage.api('PATCH', `/api/patients/${body.items[0]?.id}`, { clinical_context: 'Asma na infância.' })
    await open(page)
    await expect(page.getByText(/^Atualizado em/)).toBeVisible()
  }),
  own('cards', async (page, stage) => {
    const named = (name: string, more: object) => stage.api('POST', '/api/patients', { name, ...more })
    await named('Maria Aparecida da Conceição Albuquerque Cavalcanti de Vasconcelos Prado', {
      clinical_context: `Hipertensão arterial, diabetes tipo 2, dislipidemia. ${'Losartana 50 mg de 12 em 12 horas. '.repeat(6)}`,
      identification,
    })
    await named('João Batista Conceição', { identification: { birth_date: '2025-09-30' } })
    await named('João Batista Conceição', { identification: { cpf: '111.444.777-35' } })
    await named('João Batista Conceição', {})
    await stage.finishedVisit({ patient: 'Íris Guimarães', context: 'Alergia a dipirona.' })
    await open(page)
    await says(page, 'Íris Guimarães')
  }),
  own('many', async (page, stage) => {
    await stage.manyPatients(200)
    await open(page)
    await expect(page.getByText('200 pacientes no total')).toBeVisible()
  }),
  own('empty', async (page) => {
    await open(page)
    await says(page, 'Nenhum paciente cadastrado')
  }),
  own('search', async (page, stage) => {
    await stage.manyPatients(80)
    await open(page)
    await search(page, 'goncalo')
    await expect(page.getByRole('heading', { level: 2, name: /^Gonçalo/ }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /^Ana/ })).toHaveCount(0)
  }),
  {
    name: 'patients/search-empty',
    async reach(page) {
      await open(page)
      await search(page, 'zenaide')
      await says(page, 'Nenhum paciente encontrado')
    },
  },
  {
    name: 'patients/loading',
    async reach(page, stage) {
      await open(page)
      await stage.fail(SEARCH, 'never')
      await search(page, 'zenaide')
      await says(page, 'Carregando pacientes...')
    },
  },
  ...(
    [
      ['load-failed', 503, 'Não foi possível ler a lista.'],
      ['load-failed-unknown', 502, null],
      ['offline', 'offline', undefined],
    ] as const
  ).map(
    ([name, how, message]): State => ({
      name: `patients/${name}`,
      async reach(page, stage) {
        await open(page)
        await stage.fail(SEARCH, how, message === undefined ? {} : { message })
        await search(page, 'zenaide')
        await expect(page.getByText(/^Erro ao carregar pacientes: /)).toBeVisible()
      },
    }),
  ),

  // --- the dialog --------------------------------------------------------------------------------------------------
  own('create', async (page) => {
    await startNew(page)
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  own('create-identification', async (page) => {
    await startNew(page, 'Rita Moura')
    await button(page, /^Identificação/).click()
    await expect(page.getByLabel('CPF')).toBeVisible()
  }),
  own('name-missing', async (page) => {
    await startNew(page, '   ')
    await button(page, 'Criar Paciente').click()
    await says(page, 'Nome é obrigatório')
  }),
  own('identification-refused', async (page) => {
    await startNew(page, 'Rita Moura')
    await button(page, /^Identificação/).click()
    await page.getByLabel('Data de nascimento').fill('30/02/1980')
    await page.getByLabel('CPF').fill('529.982.247-24')
    await page.getByLabel('Telefone').fill('(11) 9')
    await button(page, 'Criar Paciente').click()
    await says(page, 'CPF inválido')
  }),
  own('created', async (page) => {
    await startNew(page, 'Rita Moura')
    await button(page, 'Criar Paciente').click()
    await says(page, 'Paciente criado com sucesso')
  }),
  own('edit', edit),
  own('edit-loading', async (page, stage) => {
    await edit(page, stage, 'never')
    await says(page, 'Carregando o cadastro...')
  }),
  own('edit-failed', async (page, stage) => {
    await edit(page, stage, 500)
    await says(page, 'Não foi possível ler o cadastro.')
  }),
  own('discard', async (page, stage) => {
    await edit(page, stage)
    await page.getByLabel('Contexto Clínico').fill('Asma.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  own('updated-toast', async (page, stage) => {
    await edit(page, stage)
    await page.getByLabel('Contexto Clínico').fill('Asma.')
    await button(page, 'Atualizar Paciente').click()
    await says(page, 'Paciente atualizado com sucesso')
  }),
  own('save-failed', async (page, stage) => {
    await startNew(page, 'Rita Moura')
    await stage.fail(/^\/api\/patients$/, 500)
    await button(page, 'Criar Paciente').click()
    await says(page, 'Erro ao salvar paciente')
  }),
  own('namesakes', async (page, stage) => {
    await twoOfOneName(stage)
    await startNew(page, 'rita  moura')
    await button(page, 'Criar Paciente').click()
    await says(page, 'Já existe um paciente com este nome')
  }),

  // --- deleting, archiving, restoring ------------------------------------------------------------------------------
  own('delete', async (page, stage) => {
    await rita(stage)
    await askToDelete(page)
  }),
  own('deleted', async (page, stage) => {
    await rita(stage)
    await askToDelete(page)
    await confirmDelete(page)
    await says(page, 'Paciente excluído com sucesso')
  }),
  own('delete-failed', async (page, stage) => {
    await rita(stage)
    await askToDelete(page)
    await stage.fail(ONE, 500, { method: 'DELETE' })
    await confirmDelete(page)
    await says(page, 'Erro ao excluir paciente')
  }),
  own('delete-open', async (page, stage) => {
    await stage.openVisit({ patient: 'Rita Moura' })
    await askToDelete(page)
    await confirmDelete(page)
    await says(page, 'Finalize a consulta em andamento antes de excluir')
  }),
  own('archive', async (page, stage) => {
    await stage.finishedVisit({ patient: 'Rita Moura' })
    await askToDelete(page)
  }),
  own('archived-toast', archived),
  own('archived', async (page, stage) => {
    await archived(page, stage)
    await openArchived(page)
  }),
  own('archived-empty', async (page) => {
    await open(page)
    await page.getByRole('tab', { name: /^Arquivados/ }).click()
    await says(page, 'Nenhum paciente arquivado')
  }),
  own('restored', async (page, stage) => {
    await archived(page, stage)
    await openArchived(page)
    await button(page, /^Restaurar/).click()
    await says(page, 'Paciente restaurado com sucesso')
  }),
  own('restore-failed', async (page, stage) => {
    await archived(page, stage)
    await openArchived(page)
    await stage.fail(/\/restore$/, 500)
    await button(page, /^Restaurar/).click()
    await says(page, 'Erro ao restaurar paciente')
  }),

  // --- where a patient is chosen -----------------------------------------------------------------------------------
  own('choose', async (page, stage) => {
    await twoOfOneName(stage)
    await typePatient(page, 'rita mou')
    await expect(page.getByRole('option')).toHaveCount(4)
  }),
  own('choose-taken', async (page, stage) => {
    await twoOfOneName(stage)
    await typePatient(page, 'Rita Moura')
    await expect(page.getByRole('option', { name: 'Criar outro paciente "Rita Moura"' })).toBeVisible()
  }),
  own('choose-loading', async (page, stage) => {
    await stage.fail(SEARCH, 'never')
    await typePatient(page, 'rita')
    await says(page, 'Buscando pacientes...')
  }),
  own('choose-failed', async (page, stage) => {
    await stage.fail(SEARCH, 'offline')
    await typePatient(page, 'rita')
    await says(page, 'Não foi possível buscar. Verifique a conexão.')
  }),
  own('chosen-namesake', async (page, stage) => {
    await twoOfOneName(stage)
    await typePatient(page, 'Rita Moura')
    await page.getByRole('option', { name: /^Criar outro paciente/ }).click()
    await says(page, 'Já existe um paciente com este nome')
  }),
]
