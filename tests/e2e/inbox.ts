import { type APIRequestContext, expect } from '@playwright/test'
import type { MailKind } from '#domain/mail.ts'
import { secret } from './canary.ts'
import { APP_URL } from './stack.ts'

type Mails = { mails: { to: string; kind: string; text: string }[] }

/** The last mail of a kind to an address, once it has left: its job may still be under way. */
export async function mailTo(request: APIRequestContext, to: string, kind: MailKind): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const { mails } = (await (await request.get(`${APP_URL}/api/dev/inbox`)).json()) as Mails
      text = mails.find((mail) => mail.to === to && mail.kind === kind)?.text ?? ''
      return text
    })
    .not.toBe('')
  secret('mail token', new URL(linkIn(text) || APP_URL).searchParams.get('token') ?? '')
  return text
}

export const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
