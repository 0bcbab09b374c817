import { FIRST_VISIT, newestPatient, reviewedVisit, SECOND_VISIT } from '../screens/signed-visit.ts'
import { enterStage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { MAIN } from '../testkit/full.ts'
import { isCovered } from './doctor.ts'
import { expect, test } from './test.ts'

test('[PM1] [PM6] [SF25] an allergy of visit 1 is accepted into the list, recalled, and stops a prescription in visit 2', {
  tag: MAIN,
}, async ({ page, expectNoise }) => {
  expectNoise(/status of 409/)
  const stage = await enterStage(page, 'new')
  const first = await reviewedVisit(stage, FIRST_VISIT)
  const patient = await newestPatient(stage)

  // Beside the signed record, one tap accepts and one dismisses.
  await page.goto(`/app/history/${first}`)
  const proposals = page.getByRole('region', { name: 'Sugestões para as listas do paciente' })
  await proposals.getByRole('button', { name: 'Incluir Dipirona (prurido)' }).click()
  await expect(proposals.getByRole('button', { name: 'Incluir Dipirona (prurido)' })).toHaveCount(0)

  // The name leads to the patient's page; its address has an id alone.
  await page.goto('/app/patients')
  await page.getByRole('link', { name: 'Rita Moura', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/app/patients/${patient}$`))
  const allergies = page.getByRole('region', { name: 'Alergias' })
  await expect(allergies.getByRole('listitem')).toContainText([/Dipirona.*Registro de .*dipirona/])
  await proposals.getByRole('button', { name: 'Incluir Losartana 50 mg' }).click()
  const medicines = page.getByRole('region', { name: 'Medicamentos em uso' })
  await expect(medicines.getByRole('listitem')).toContainText([/Losartana 50 mg.*Contexto clínico/])
  await proposals.getByRole('button', { name: /^Dispensar Hipertensão/ }).click()
  await expect(proposals.getByText(/Hipertensão/)).toHaveCount(0)

  // Typed, then ended with a reason: it stays to be read.
  const problems = page.getByRole('region', { name: 'Problemas' })
  await problems.getByLabel('Novo problema').fill('Asma')
  await page.keyboard.press('Enter')
  await problems.getByRole('button', { name: 'Encerrar Asma' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Motivo (opcional)').fill('Não confirmada')
  await question.getByRole('button', { name: 'Encerrar' }).click()
  await expect(question).toHaveCount(0)
  await problems.getByText('Encerrados (1)').click()
  await expect(problems.getByText(/Não confirmada/)).toBeVisible()
  await accessible(page)
  await page.reload()
  await expect(allergies.getByText('Dipirona (prurido)', { exact: true })).toBeVisible()

  // One click opens the record; the new consultation shows what the last visit left.
  await page.getByRole('listitem').filter({ hasText: 'Conduta' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/app/history/${first}$`))
  await page.goBack()
  await page.getByRole('button', { name: 'Nova consulta' }).click()
  const recall = page.getByRole('region', { name: /^Desde a última vez/ })
  await expect(recall).toContainText(
    /Última conduta: .*radiografia.*Medicamentos em uso: Losartana 50 mg.*Alergias: Dipirona/s,
  )
  await expect(recall.getByRole('link', { name: 'Última conduta' })).toHaveAttribute('href', `/app/history/${first}`)
  // On a phone, enlarged to 200 % and on a low laptop, what is recalled moves no next step out of sight.
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const size of [
    { width: 390, height: 700 },
    { width: 720, height: 450 },
    { width: 1366, height: 600 },
  ]) {
    await page.setViewportSize(size)
    await page.reload()
    for (const what of [page.getByRole('combobox'), page.getByRole('button', { name: 'Iniciar Consulta' })])
      await expect.poll(() => isCovered(what)).toBe(false)
  }
  await page.setViewportSize(desktop)

  const second = await reviewedVisit(stage, { ...SECOND_VISIT, of: patient }, false)
  await page.goto(`/app/history/${second}`)
  await page.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  const sign = signing.getByRole('button', { name: 'Assinar registro' })
  await sign.click()
  await expect(signing.getByRole('alert')).toContainText(
    /“Dipirona”: a lista do paciente tem alergia a “Dipirona”, registrada em \d\d\/\d\d\/\d{4}\./,
  )
  const reason = signing.getByLabel('Motivo')
  await expect(reason).toBeFocused()
  await sign.click()
  await expect(signing.getByText('Escreva o motivo')).toBeVisible()
  await accessible(page)
  await reason.fill('Tolerou em internação.')
  await sign.click()
  await expect(page.getByText('Registro assinado', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/Motivo: Tolerou em internação\./)).toBeVisible()
})

test('one click includes all offers of a context', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  await stage.patient(
    'Érica Brandão',
    'Usa losartana 50 mg e metformina 850 mg. Cozaar pela manhã. Alergia a dipirona.',
  )
  await page.goto(`/app/patients/${await newestPatient(stage)}`)
  await page.getByRole('button', { name: 'Incluir todas' }).click()
  await expect(page.getByRole('region', { name: 'Sugestões para as listas do paciente' })).toHaveCount(0)
  const listed = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
  await expect(listed('Medicamentos em uso')).toContainText([/Losartana 50 mg/, /Metformina 850 mg/])
  await expect(listed('Alergias')).toContainText([/Dipirona/])
  await accessible(page)
})
