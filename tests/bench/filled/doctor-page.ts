import type { Browser, Page } from '@playwright/test'
import type { Doctor } from './fill.ts'

/** A page of the doctor's own, signed in, from an address of its own. */
export async function pageOf(
  browser: Browser,
  url: string,
  doctor: Pick<Doctor, 'email' | 'password' | 'lines'>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'cf-connecting-ip': `198.18.7.${doctor.email.length + (doctor.lines % 200)}` },
  })
  const { email, password } = doctor
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`)
  return context.newPage()
}
