import { execFileSync } from 'node:child_process'
import { MAIN } from '../testkit/full.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'
import { finish, lines, signIn, startConsultation, startRecording, words } from './doctor.ts'
import { chooseAction } from './record-menu.ts'
import { expect, holdRequests, test } from './test.ts'

const PATIENT = 'Antônio José Conceição'

test(
  'shows spoken words on screen, in sections, in a PDF and in the history',
  { tag: MAIN },
  async ({ page, engine }, info) => {
    await signIn(page)
    await startConsultation(page, PATIENT)
    await startRecording(page)
    await expect.poll(() => lines(page), { timeout: 120_000 }).toContain(SPOKEN_CONSULTATION.at(-1)?.text ?? '')
    // Under load the fake microphone may stutter and a sentence may be misrecognised. The page must show every
    // engine line.
    expect(await lines(page)).toEqual(engine.heard)
    expect(engine.heard.length, engine.heard.join(' | ')).toBeGreaterThanOrEqual(SPOKEN_CONSULTATION.length - 1)
    await finish(page)
    await expect(page.getByText('Aguardando estruturação')).toBeVisible()

    await page.getByRole('button', { name: 'Estruturar' }).first().click()
    await page.getByRole('button', { name: 'Iniciar Estruturação' }).click()
    await page.getByRole('radio', { name: /Clínica Geral/ }).click()
    await page.getByRole('button', { name: 'Confirmar Especialidade' }).click()
    const record = page.getByRole('dialog')
    await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
    const sections = words(await record.innerText())
    for (const said of ['tosse', '4 dias', 'metformina', 'losartana', 'penicilina', 'hemograma', 'dipirona'])
      expect(sections).toContain(said)

    // The page shows its id while the job runs. The answer waits until the test has read it.
    const answer = await holdRequests(page, '**/api/v1/transcription/export/pdf/*')
    await chooseAction(page, 'Exportar PDF')
    await expect(page.getByText(/PDF em processamento\. ID: [0-9a-f-]{36}/)).toBeVisible()
    const downloading = page.waitForEvent('download')
    answer()
    const path = info.outputPath('registro.pdf')
    await (await downloading).saveAs(path)
    const link = page.getByRole('link', { name: 'Baixar de novo' })
    const file = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    for (const printed of [
      PATIENT,
      'Dra. Helena Prado',
      '123456/SP',
      'Rascunho, não assinado',
      'hemograma',
      'Página 1 de',
      'Registro de uso de IA',
    ])
      expect(text).toContain(printed)
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged:\s+yes/)

    await page.goto('/app/history')
    await page.getByLabel(/^Buscar por paciente/).fill('antonio jose')
    await expect(page.getByText(/^1 de \d+ consultas$/)).toBeVisible()
    await expect(page.getByText(PATIENT).first()).toBeVisible()
  },
)
