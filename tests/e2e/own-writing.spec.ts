import { readFileSync, writeFileSync } from 'node:fs'
import type { SavedWriting } from '#domain/record/writing/writing.ts'
import { enterStage } from '../screens/stage.ts'
import { finish, keepStructuringManual, startConsultation, structure, writeLine } from './doctor.ts'
import { exportedText } from './record-menu.ts'
import { expect, holdRequests, test } from './test.ts'

const NOTE = `CD
Retorno se piora.

Hipótese: resfriado comum

S: tosse há dez dias, sem febre
Alergias - nega
ESCALAS APLICADAS
PHQ-9: 4`

test('a template from a pasted note, a phrase, a word and a style are used in the next record, which is signed and printed so', async ({
  page,
}) => {
  const { api } = await enterStage(page, 'new')
  await api('PATCH', '/api/profile', { crm: '123456/SP' })
  await page.goto('/app/settings')
  await page.getByRole('link', { name: 'Abrir meu jeito de escrever' }).click()
  await page.getByRole('button', { name: 'Ler de uma nota minha' }).click()
  const reading = page.getByRole('dialog', { name: 'Ler de uma nota minha' })
  // Only the headings leave the browser.
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await reading.getByLabel('Sua nota').fill(NOTE)
  await reading.getByRole('button', { name: 'Usar estes títulos' }).click()
  const title = (place: number) => page.getByRole('textbox', { name: `Título ${place}`, exact: true })
  await expect(title(1)).toHaveValue('CD')
  // By keyboard: the plan goes below the hypothesis, and gets another title.
  await page.getByRole('button', { name: 'Descer CD' }).focus()
  await page.keyboard.press('Enter')
  await expect(title(2)).toHaveValue('CD')
  await title(2).fill('Conduta e plano')
  await page.getByRole('button', { name: 'Acrescentar texto fixo a Conduta e plano' }).click()
  await page.getByLabel('Texto fixo 1 de Conduta e plano', { exact: true }).fill('Retorno se houver piora.')
  await page.getByRole('button', { name: 'Acrescentar atalho' }).click()
  await page.getByLabel('Atalho 1', { exact: true }).fill('exneuro')
  await page.getByLabel('Frase do atalho exneuro').fill('Vígil, orientado, sem déficits focais.')
  await page.getByRole('button', { name: 'Acrescentar palavra' }).click()
  await page.getByLabel('Em vez de (1)').fill('dor de cabeça')
  await page.getByLabel('Escrever (1)').fill('cefaleia')
  const preview = page.getByRole('region', { name: 'Prévia' })
  await expect(preview.getByText(/^Cefaleia na nuca ao acordar/)).toBeVisible()
  await page.getByRole('radio', { name: /^Frases/ }).click()
  await expect(preview.getByText(/^Paciente refere cefaleia na nuca ao acordar/)).toBeVisible()
  expect((await preview.getByRole('heading', { level: 3 }).allInnerTexts()).slice(0, 4)).toEqual([
    'Hipótese',
    'Conduta e plano',
    'S',
    'Alergias',
  ])
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Seu jeito de escrever foi salvo')).toBeVisible()
  expect(sent.join('\n')).toContain('Conduta e plano')
  expect(sent.join('\n')).not.toContain('tosse há dez dias')

  // Another consultation. A shortcut works in the typed line, too.
  await page.goto('/app/dashboard')
  await keepStructuringManual(page)
  await startConsultation(page, 'Rui Modelo Sá')
  await writeLine(page, 'Médico', 'O que traz o senhor?')
  await writeLine(page, 'Paciente', 'Torci o joelho direito ontem.')
  await writeLine(page, 'Paciente', 'Sou alérgico a penicilina.')
  await writeLine(page, 'Médico', 'Vou pedir uma radiografia do joelho direito.')
  const line = page.getByRole('textbox', { name: 'Escrever fala' })
  await line.pressSequentially('Exame: ;exneuro ')
  await expect(line).toHaveValue('Exame: Vígil, orientado, sem déficits focais. ')
  await page.keyboard.press('Enter')
  await finish(page)
  const record = await structure(page)
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
  const headings = record.getByRole('heading', { level: 2 })
  const names = (await headings.allInnerTexts()).map((name) => name.split(' · ')[0])
  const inOrder = ['Hipótese', 'Conduta e plano', 'S', 'Alergias', 'ESCALAS APLICADAS']
  expect([...new Set(names)].filter((name) => inOrder.includes(name ?? ''))).toEqual(inOrder)

  await expect(record.getByText('Refere alergia a penicilina.').first()).toBeVisible()

  // The section of the doctor's own, by the shortcut; the fixed text of the plan by its button.
  await record.getByRole('button', { name: 'ESCALAS APLICADAS: não informado. Escrever' }).click()
  await page.keyboard.type('PHQ-9 de quatro. ;exneuro')
  await page.keyboard.press('Enter')
  await expect(record.getByRole('button', { name: /^Vígil, orientado.*escrita pelo médico/ })).toBeVisible()
  await record.getByRole('button', { name: 'Editar Conduta e plano · Conduta' }).click()
  await record.getByRole('button', { name: 'Inserir texto fixo: Retorno se houver piora.' }).click()
  await page.keyboard.press('Enter')
  await expect(record.getByRole('button', { name: /^Retorno se houver piora/ })).toBeVisible()

  // The same words changed three times: offered once as a preference.
  const scales = record.getByRole('textbox', { name: 'ESCALAS APLICADAS' })
  for (const word of ['Dor', 'Algia']) {
    await record.getByRole('button', { name: 'Editar ESCALAS APLICADAS' }).click()
    await scales.fill(`${word} leve. ${word} forte hoje. ${word} pior cedo. Vígil, orientado, sem déficits focais.`)
    await page.keyboard.press('Enter')
    await expect(scales).toHaveCount(0)
  }
  await expect(page.getByText('Escrever sempre “algia” em vez de “dor”?')).toBeVisible()
  await page.getByText('Aceitar', { exact: true }).click()
  await expect(page.getByText('Preferência guardada')).toBeVisible()
  expect((await api<SavedWriting>('GET', '/api/own-writing')).body.writing.words).toContainEqual({
    from: 'dor',
    to: 'algia',
  })

  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  for (const look of await signing.getByRole('button', { name: 'Conferi' }).all()) await look.click()
  await signing.getByRole('button', { name: 'Assinar registro' }).click()
  await expect(record.getByText('Registro assinado')).toBeVisible()
  const text = await exportedText(page)
  expect(text).toMatch(/^Conduta e plano$.*Retorno se houver piora\..*^S$.*^Alergias$.*^ESCALAS APLICADAS$/ms)
  expect(text).toContain('sem déficits focais')
})

test('the way of writing is taken along as a file; a broken file changes nothing', async ({ page }, info) => {
  const { api } = await enterStage(page, 'new')
  const template = [{ title: 'Plano', sections: ['conduta'], fixed: [] }]
  await api('PUT', '/api/own-writing', {
    base: null,
    writing: {
      ...{ templates: { general: template }, shortcuts: [], words: [] },
      style: { form: 'telegraphic', extent: 'concise' },
    },
  })
  await page.goto('/app/settings/writing')
  await expect(page.getByRole('textbox', { name: 'Título 1', exact: true })).toHaveValue('Plano')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar arquivo' }).click()
  const path = info.outputPath('escrita.json')
  await (await downloading).saveAs(path)
  await page.getByRole('button', { name: 'Voltar ao padrão' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Voltar ao padrão' }).click()
  await expect(page.getByRole('textbox', { name: 'Título 1', exact: true })).toHaveValue('Queixa Principal')
  await page.getByRole('radio', { name: /^Completo/ }).click()
  const file = page.getByLabel('Arquivo do jeito de escrever')
  const broken = info.outputPath('quebrado.json')
  writeFileSync(broken, readFileSync(path, 'utf8').replace('"version": 1', '"version": 9'))
  await file.setInputFiles(broken)
  await expect(page.getByRole('alert').getByText(/outra versão/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Título 1', exact: true })).toHaveValue('Queixa Principal')
  await file.setInputFiles(path)
  await expect(page.getByRole('textbox', { name: 'Título 1', exact: true })).toHaveValue('Plano')
  await expect(page.getByRole('radio', { name: /^Conciso/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Salvar', exact: true })).toBeDisabled()
})

test('a save keeps what is typed meanwhile, and words counted on another screen do not stop it; a template saved there does', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 409/)
  const { api } = await enterStage(page, 'new')
  const put = (title: string, base: number | null, changes: object[] = []) => {
    const templates = { general: [{ title, sections: ['conduta'], fixed: [] }] }
    return api('PUT', '/api/own-writing', { base, writing: { templates, shortcuts: [], words: [], changes } })
  }
  const stored = async () => (await api<SavedWriting>('GET', '/api/own-writing')).body
  await put('Plano', null)
  await page.goto('/app/settings/writing')
  const title = page.getByRole('textbox', { name: 'Título 1', exact: true })
  const save = page.getByRole('button', { name: 'Salvar', exact: true })
  await title.fill('Plano A')
  const pair = { from: 'dor de cabeça', to: 'cefaleia', times: 1, offered: false }
  await put('Plano', (await stored()).saved_at, [pair])
  const release = await holdRequests(page, '**/api/own-writing')
  await save.click()
  await title.fill('Plano B')
  release()
  await expect(page.getByText('Seu jeito de escrever foi salvo')).toBeVisible()
  await expect(title).toHaveValue('Plano B')
  await expect(page.getByText('Há alterações não salvas.')).toBeVisible()
  const second = await stored()
  expect([second.writing.templates.general?.[0]?.title, second.writing.changes]).toEqual(['Plano A', [pair]])

  await put('Plano C', second.saved_at)
  await save.click()
  await expect(page.getByText(/mudou em outra tela/)).toBeVisible()
  await expect(title).toHaveValue('Plano B')
})
