import type { Locator, Page } from '@playwright/test'
import { visit } from './knee-record.ts'
import { expect, test } from './test.ts'

/** Returns the buttons and links that lie under the notice, by their text. */
const under = (notice: Locator) =>
  notice.evaluate((element) => {
    const over = element.getBoundingClientRect()
    return [...document.querySelectorAll<HTMLElement>('main :is(a, button)')].flatMap((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect()
      const isUnder = left < over.right && right > over.left && top < over.bottom && bottom > over.top
      return width > 0 && isUnder ? [control.innerText] : []
    })
  })

async function swapped(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Trocar médico e paciente' }).click()
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: /foram trocados em todas as falas/ })
  await expect(notice).toHaveAttribute('data-mounted', 'true')
  return notice
}

test('a notice covers no next step of a finished consultation, and a focused one stays', async ({ page }) => {
  const { id } = await visit(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/app/dashboard?consulta=${id}`)
    await expect(page.getByRole('button', { name: 'Ver registro' })).toBeVisible()
    const notice = await swapped(page)
    await notice.getByRole('button', { name: 'Fechar aviso' }).focus()
    await expect(notice).toHaveAttribute('data-expanded', 'true')
    await notice.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const covered = await under(notice)
    for (const step of ['Ver registro', 'Nova Consulta']) expect(covered, `${size.width} px`).not.toContain(step)
    await notice.getByRole('button', { name: 'Fechar aviso' }).blur()
    await expect(notice).toHaveAttribute('data-expanded', 'false')
  }
})
