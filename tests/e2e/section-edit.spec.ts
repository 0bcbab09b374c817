import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { localDateTime } from '#domain/local-time.ts'
import type { VersionsPage } from '#domain/record/contract.ts'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import { enterStage, type Stage } from '../screens/stage.ts'
import { LONG } from '../support/full.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Conceição d’Ávila Nóbrega'
const HDA = 'História da Doença Atual'
const HPP = 'História Patológica Pregressa'
const SAID = 'Estou com dor no joelho direito há duas semanas, pior ao subir escadas.'

async function visit(page: Page): Promise<{ stage: Stage; id: string; record: () => Promise<StructuredRecord> }> {
  const stage = await enterStage(page, 'new')
  const id = await stage.structuredVisit({
    patient: PATIENT,
    lines: [
      ['doctor', 'O que traz a senhora hoje?'],
      ['patient', SAID],
      ['doctor', 'O joelho incha?'],
      ['patient', 'Incha um pouco no fim do dia.'],
      ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
    ],
  })
  const record = async () =>
    (await stage.api<{ structuredData: StructuredRecord }>('GET', `/api/consultations/${id}`)).body.structuredData
  return { stage, id, record }
}
const sectionOf = (record: StructuredRecord, title: string) => {
  const section = record.sections.find((other) => other.title === title)
  if (!section) throw new Error(`no section ${title}`)
  return section
}

/** From the finished consultation to its record, over the whole screen. */
async function openRecord(page: Page, id: string): Promise<Locator> {
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Ver registro' }).click()
  const record = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  await expect(record.getByRole('textbox', { name: 'Texto para Prontuário' })).toBeVisible()
  return record
}

/** Until 'Texto para Prontuário' lies on the device, or no longer does. */
const textNote = (page: Page, id: string, there: boolean) =>
  page.waitForFunction(
    async ([note, there]) => {
      const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('relato-')) ?? {}
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => {
          const asking = opening.result.transaction('note').objectStore('note').getAllKeys()
          asking.onsuccess = () => {
            opening.result.close()
            resolve(asking.result)
          }
        }
      })
      return keys.some((key) => String(key) === note) === there
    },
    [`${id},text`, there] as const,
  )

test('a section is edited, saved, given up and restored; its text goes out to the byte', async ({
  page,
  context,
  expectNoise,
}) => {
  // On purpose: what fails, and what a signature refuses.
  expectNoise(/status of (500|409)/)
  const { stage, id, record: stored } = await visit(page)
  // What the golden file says does not hang on what the structurer makes of three lines.
  const written: Record<string, string> = {
    'Queixa Principal': 'Dor no joelho direito.',
    [HDA]: 'Dor no joelho direito há duas semanas, pior ao subir escadas.',
    Conduta: 'Radiografia do joelho direito.\nRetorno com o resultado.',
  }
  for (const { id: section, title, content } of (await stored()).sections)
    if (content !== (written[title] ?? ''))
      await stage.api('PUT', `/api/v1/transcription/sections/${section}`, { content: written[title] ?? '' })
  const before = sectionOf(await stored(), HDA).content
  const record = await openRecord(page, id)
  const edit = (title: string) => record.getByRole('button', { name: `Editar ${title}`, exact: true })
  const box = (title: string) => record.getByRole('textbox', { name: title, exact: true })
  const save = record.getByRole('button', { name: 'Salvar', exact: true })

  // Blank is not saved; given up, nothing has changed.
  await edit(HDA).click()
  await expect(box(HDA)).toBeFocused()
  await expect(save).toBeEnabled()
  await box(HDA).fill('  \n')
  await expect(save).toBeDisabled()
  await record.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('alertdialog', { name: 'Descartar esta edição?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(box(HDA)).toHaveValue('  \n')
  await box(HDA).press('Escape')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(box(HDA)).toHaveCount(0)
  await expect(record.getByRole('button', { name: before })).toBeVisible()
  // Untouched, nothing is asked.
  await edit(HDA).click()
  await record.getByRole('button', { name: 'Cancelar' }).click()
  await expect(box(HDA)).toHaveCount(0)

  // What goes out before it is signed says so, in the layout of the golden file.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await record.getByRole('button', { name: 'Copiar Texto' }).last().click()
  const copied = page.getByRole('alertdialog')
  await expect(copied.getByText('Texto copiado para a área de transferência!', { exact: true })).toBeVisible()
  await copied.getByRole('button', { name: 'Fechar' }).click()
  const { created_at, structurer } = await stored()
  const at = localDateTime(created_at, 'America/Sao_Paulo')
  const golden = readFileSync(join(import.meta.dirname, 'golden/unified-text.txt'), 'utf8')
    .replaceAll('{data, hora}', at)
    .replaceAll('{data}', at.slice(0, 10))
    .replaceAll('{versão}', structurer.version)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(golden)
  await expect(box('Texto para Prontuário')).toHaveValue(golden.replace('Rascunho, não assinado\n\n', ''))

  // A suggestion goes in while the section is edited only.
  const card = record.getByRole('region', { name: HPP, exact: true })
  await card.getByRole('button', { name: /^Sugestões \d/ }).click()
  const apply = card.getByRole('button', { name: 'Aplicar: Alergias: não investigadas na consulta.' })
  await expect(card.getByText('Alergias: não investigadas na consulta.')).toBeVisible()
  await expect(apply).toHaveCount(0)
  await expect(card.getByText('Toque em Editar para aplicar uma sugestão.')).toBeVisible()
  await edit(HPP).click()
  await box(HPP).fill('Nega cirurgias.')
  await apply.click()
  await expect(box(HPP)).toHaveValue('Nega cirurgias. Alergias: não investigadas na consulta.')
  await save.click()
  await expect(card.getByRole('button', { name: /^Alergias: não investigadas/ })).toBeVisible()
  await expect(card.getByText('Editada')).toBeVisible()
  await expect(apply).toHaveCount(0)

  // A saving that fails is said with its reason, and the words stay.
  await edit(HDA).click()
  await box(HDA).fill('Dor no joelho direito há três semanas.')
  const mend = await stage.fail(/\/sections\//, 500, { method: 'PUT', message: 'O banco não respondeu.' })
  await save.click()
  await expect(page.getByText('Erro ao atualizar seção: O banco não respondeu.')).toBeVisible()
  await expect(box(HDA)).toHaveValue('Dor no joelho direito há três semanas.')
  await mend()
  await save.click()
  await expect(box(HDA)).toHaveCount(0)

  // As it stood in a version, and as it was structured.
  await record.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Versões' }).click()
  const versions = page.getByRole('dialog', { name: /^Vers/ })
  await versions
    .getByRole('button', { name: /^Ler a versão/ })
    .first()
    .click()
  await versions.getByRole('button', { name: `Restaurar ${HDA} como nesta versão` }).click()
  await expect(page.getByText(`Texto anterior de ${HDA} restaurado`)).toBeVisible()
  await expect(versions).toHaveCount(0)
  await expect(record.getByRole('button', { name: before })).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(before)

  // The text of the whole saves itself; while it cannot, a reload takes none of it along.
  const whole = box('Texto para Prontuário')
  const mendText = await stage.fail(/\/text$/, 500)
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  await expect(record.getByText('As edições ainda não foram salvas.')).toBeVisible()
  await textNote(page, id, true)
  await mendText()
  await openRecord(page, id)
  await expect(whole).toHaveValue(/^Nota\. CONSULTA/)
  await expect(record.getByText('Edições salvas.')).toBeVisible()
  expect((await stored()).unified_text).toMatch(/^Nota\. CONSULTA/)
  await record.getByRole('button', { name: 'Desfazer edições' }).click()
  await expect(whole).toHaveValue(/^CONSULTA/)

  // Given up on the way out, it does not come back.
  const mendAgain = await stage.fail(/\/text$/, 500)
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  await expect(record.getByText('As edições ainda não foram salvas.')).toBeVisible()
  await textNote(page, id, true)
  await record.getByRole('button', { name: 'Fechar', exact: true }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Descartar alterações?' })
    .getByRole('button', { name: 'Descartar' })
    .click()
  await expect(record).toHaveCount(0)
  await textNote(page, id, false)
  await mendAgain()
  await openRecord(page, id)
  await expect(whole).toHaveValue(/^CONSULTA/)

  // Signed elsewhere while it is being written: the record is what was signed, the words stay on this device.
  for (const { id: section, sentences } of (await stored()).sections)
    await stage.api('POST', `/api/v1/transcription/sections/${section}/seen`, {
      texts: sentences.filter(needsLook).map(({ text }) => text),
    })
  expect((await stage.api('PATCH', '/api/profile', { crm: '123456/SP' })).status).toBe(200)
  const { revision } = await stored()
  expect((await stage.api('POST', `/api/v1/transcription/records/${id}/sign`, { revision })).status).toBe(200)
  await whole.press('Control+Home')
  await whole.pressSequentially('Nota. ')
  const left = record.getByRole('region', { name: 'Edição não salva' })
  await expect(left).toContainText('A edição de Texto para Prontuário não entrou no registro')
  await expect(left).toContainText('Nota. CONSULTA')
  await textNote(page, id, true)
  await openRecord(page, id)
  await expect(left).toContainText('Nota. CONSULTA')
  await expect(whole).toHaveValue(/^CONSULTA/)
  await left.getByRole('button', { name: 'Descartar' }).click()
  await expect(left).toHaveCount(0)
  await textNote(page, id, false)
  expect((await stored()).unified_text).toBe(null)
})

test('what is being written is saved at the interval, and is there again after a reload', { tag: LONG }, async ({
  page,
  context,
  expectNoise,
}) => {
  // A refusal, and a network that is gone, on purpose.
  expectNoise(/status of 409|net::ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  const { stage, id, record: stored } = await visit(page)
  const saves: { content: string; autosave?: boolean }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/sections/')) saves.push(request.postDataJSON())
  })
  await page.goto(`/app/history/${id}`)
  const edit = page.getByRole('button', { name: `Editar ${HDA}`, exact: true })
  const box = page.getByRole('textbox', { name: HDA, exact: true })
  const caret = () => box.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd])
  const began = sectionOf(await stored(), HDA)
  expect(began.sentences.map(({ proof }) => proof)).toEqual(['transcript'])
  await edit.click()
  await expect(box).toBeFocused()

  // Typed in the middle, and on while the save is on its way.
  await box.press('Control+Home')
  await box.pressSequentially('Antes. ')
  await page.clock.runFor(15_000)
  expect(saves).toEqual([])
  let answer = () => {}
  await page.route(/\/sections\//, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.clock.runFor(16_000)
  await expect(page.getByText('Salvando…')).toBeVisible()
  await box.pressSequentially('E depois. ')
  answer()
  await expect(page.getByText(/^Salvo às \d\d:\d\d$/)).toBeVisible()
  await page.unroute(/\/sections\//)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`Antes. E depois. ${began.content}`)
  expect(await caret()).toEqual([17, 17])
  expect(sectionOf(await stored(), HDA).content).toBe(`Antes. ${began.content}`)
  await page.clock.runFor(31_000)
  await expect.poll(async () => sectionOf(await stored(), HDA).content).toBe(`Antes. E depois. ${began.content}`)
  expect(saves.map(({ autosave }) => autosave)).toEqual([true, true])
  // Whatever was saved on the way, one version: what stood before; and what was proven is proven still.
  const versions = async () =>
    (await stage.api<VersionsPage>('GET', `/api/v1/transcription/records/${id}/versions`)).body.versions
  expect(await versions()).toHaveLength(1)
  const proofs = sectionOf(await stored(), HDA).sentences.map(({ proof }) => proof)
  expect(proofs).toEqual(['doctor', 'doctor', ...began.sentences.map(({ proof }) => proof)])

  // Saved on the way it is not over: a reload opens it again, with what began it to go back to, and signing waits.
  await page.reload()
  await expect(box).toHaveValue(`Antes. E depois. ${began.content}`)
  await expect(page.getByText('Edição aberta: ainda não concluída').first()).toBeVisible()
  await page.getByRole('button', { name: 'Revisar e assinar' }).click()
  await expect(page.getByText(`Salve ou cancele a edição de ${HDA} antes`)).toBeVisible()

  // Without a network it stays on this device, and goes by itself when there is one.
  await context.setOffline(true)
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(17, 17))
  await box.pressSequentially('Sem rede. ')
  await page.clock.runFor(31_000)
  await expect(page.getByText('Sem conexão: guardado neste aparelho').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Salvo às \d\d:\d\d$/)).toBeVisible()
  expect(sectionOf(await stored(), HDA).content).toBe(`Antes. E depois. Sem rede. ${began.content}`)

  // Given up, the section is what it was before all that.
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(box).toHaveCount(0)
  expect(sectionOf(await stored(), HDA)).toMatchObject({ content: began.content, sentences: began.sentences })

  // What is written into the whole goes before the section that would change what it was begun in.
  const text = page.getByRole('textbox', { name: 'Texto para Prontuário' })
  await edit.click()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
  await box.press('Control+End')
  await box.pressSequentially(' Ao lado.')
  await page.clock.runFor(29_500)
  await text.press('Control+Home')
  await text.pressSequentially('Nota. ')
  expect((await stored()).unified_text).toBe(null)
  await page.clock.runFor(600)
  await expect.poll(async () => sectionOf(await stored(), HDA).content).toBe(`${began.content} Ao lado.`)
  await page.clock.resume()
  expect((await stored()).unified_text).toMatch(/^Nota\. CONSULTA/)
  await expect(page.getByRole('region', { name: /mudou depois que você começou a editar/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(box).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer edições' }).click()
  await expect(text).toHaveValue(/^CONSULTA/)

  // The page goes in the middle of a word: the device has it.
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Palavra pela met')
  await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
  const length = saves.length
  await page.reload()
  await expect(box).toHaveValue(`${began.content} Palavra pela met`)
  await expect(page.getByText('Recuperado deste aparelho: ainda não foi salvo').first()).toBeVisible()
  // Nobody has looked at it yet: it is not saved by itself. And it belongs to this page while it is open here.
  await page.clock.runFor(60_000)
  expect(saves).toHaveLength(length)
  const other = await context.newPage()
  await other.goto(`/app/history/${id}`)
  await expect(other.getByRole('button', { name: `Editar ${HDA}`, exact: true })).toBeVisible()
  await other.close()

  // Another window has written since: neither is lost, and the interval waits for the doctor.
  await box.press('Control+End')
  await box.pressSequentially('ade.')
  await stage.api('PUT', `/api/v1/transcription/sections/${began.id}`, { content: 'Da outra janela.' })
  await page.clock.runFor(31_000)
  const changed = page.getByRole('region', { name: /mudou depois que você começou a editar/ })
  await expect(changed.getByText('Da outra janela.')).toBeVisible()
  await page.clock.runFor(120_000)
  expect(sectionOf(await stored(), HDA).content).toBe('Da outra janela.')
  await changed.getByRole('button', { name: 'Manter o que escrevi' }).click()
  await page.clock.runFor(31_000)
  const whole = `${began.content} Palavra pela metade.`
  await expect.poll(async () => sectionOf(await stored(), HDA).content).toBe(whole)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(box).toHaveCount(0)
  await page.reload()
  await expect(edit).toBeVisible()
  await expect(box).toHaveCount(0)

  // Whoever goes away is not asked about what saves itself.
  const away = page.getByRole('link', { name: 'Histórico', exact: true }).first()
  const back = () => page.goto(`/app/history/${id}`)
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Fim.')
  await away.click()
  await expect(page).toHaveURL(/\/app\/history$/)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim.`)
  await back()

  // Switched off, only 'Salvar' saves; the device keeps it all the same.
  await page.evaluate(() =>
    localStorage.setItem('relato-settings', JSON.stringify({ transcription: { autoSave: false } })),
  )
  await page.reload()
  await edit.click()
  await box.press('Control+End')
  await box.pressSequentially(' Só aqui.')
  await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
  await page.clock.runFor(300_000)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim.`)
  await away.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  await page.reload()
  await expect(box).toHaveValue(`${whole} Fim. Só aqui.`)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(box).toHaveCount(0)
  expect(sectionOf(await stored(), HDA).content).toBe(`${whole} Fim. Só aqui.`)
})

test('a structuring that fails is said as it failed, and tried again', { tag: LONG }, async ({ page, expectNoise }) => {
  expectNoise(/Failed to load resource/)
  const stage = await enterStage(page, 'new')
  const id = await stage.finishedVisit({ patient: PATIENT, lines: [['patient', SAID]] })
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Estruturar' }).click()
  const flow = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  const begin = async () => {
    await flow.getByRole('button', { name: 'Iniciar Estruturação' }).click()
    await flow.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  }
  const failure = flow.getByRole('alert')
  const mend = await stage.fail(/\/structure$/, 502, { message: null })
  await begin()
  await expect(failure).toContainText('Não foi possível estruturar a consulta. Tente novamente.')
  await expect(failure.getByText('HTTP error! status: 502', { exact: true })).toBeVisible()
  await mend()
  const mendOther = await stage.fail(/\/structure$/, 500, { message: 'O servidor está cheio.' })
  await flow.getByRole('button', { name: 'Tentar Novamente' }).click()
  await begin()
  await expect(failure.getByText('O servidor está cheio.', { exact: true })).toBeVisible()
  await mendOther()
  await flow.getByRole('button', { name: 'Tentar Novamente' }).click()
  await begin()
  await expect(flow.getByRole('textbox', { name: 'Texto para Prontuário' })).toBeVisible({ timeout: 30_000 })
})
