import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

test('reports a part whose code did not load, and opens it later', async ({ page, expectNoise }) => {
  expectNoise(/Failed to load resource/)
  const code = /assets\/dialog-box-[^/]*\.js/
  const requestedPaths: string[] = []
  let failing = true
  await page.route(code, (route) => {
    requestedPaths.push(route.request().url())
    return failing ? route.abort() : route.continue()
  })
  await signIn(page)
  await page.goto('/app/history')
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Atalhos de teclado' }).click()
  await expect(page.getByText('Esta parte da tela não pôde ser carregada.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  failing = false
  await expect(page.getByRole('dialog', { name: 'Atalhos de teclado' })).toBeVisible()
  // The browser may cache a failed request, so the retry uses another address.
  expect(requestedPaths.at(-1)).toMatch(/\?again=\d+$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
