import type { State } from '../state.ts'

const pages = ['landing', 'pricing', 'about', 'contact', 'terms', 'privacy'] as const

export const publicPages: readonly State[] = [
  ...pages.map(
    (name): State => ({
      name: `public/${name}`,
      doctor: 'visitor',
      ...(name === 'landing' && { always: true }),
      reach: async (page) => {
        await page.goto(`/${name}`)
      },
    }),
  ),
  {
    name: 'public/landing-redirected',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/landing?redirect=%2Fapp%2Fhistory')
    },
  },
  {
    name: 'public/pricing-annual',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/pricing')
      await page.getByRole('radio', { name: /Anual/ }).check()
    },
  },
  {
    name: 'public/pricing-signed-in',
    reach: async (page) => {
      await page.goto('/pricing')
    },
  },
  {
    name: 'public/questions-open',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/landing')
      for (const question of await page.locator('#faq summary').all()) await question.click()
    },
  },
  {
    name: 'public/menu',
    doctor: 'visitor',
    reach: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/landing')
      await page.getByRole('button', { name: 'Menu' }).click()
    },
  },
  {
    name: 'public/contact-demo',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/contact?assunto=demonstracao')
    },
  },
  {
    name: 'public/contact-refused',
    doctor: 'visitor',
    always: true,
    reach: async (page) => {
      await page.goto('/contact')
      const form = page.getByRole('main').locator('form')
      // As it is without the script, whose own way is the support panel's to show.
      await form.evaluate((one: HTMLFormElement) => one.submit())
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'public/contact-sent',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/contact?enviada=1')
    },
  },
  {
    name: 'public/not-found',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/nada')
    },
  },
]
