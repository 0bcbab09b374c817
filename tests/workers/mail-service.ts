import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Env } from '#workers/env.ts'

const URL = 'http://mail.test/emails'

export const withResend: Env = {
  ...env,
  ENVIRONMENT: 'production',
  MAIL_FROM: 'Relato <nao-responda@relato.example>',
  RESEND_KEY: 'chave',
  RESEND_URL: URL,
}

export type Sent = {
  key: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  reply_to?: string
}
/** The service's answer: a status; 'lost' takes the mail and breaks the connection; 'hangs' waits until aborted. */
type Play = number | 'lost' | 'hangs'

/** Resend as it is on the line: plays answer by answer, the last for ever, and takes a message once under each key. */
export function mailService(...plays: Play[]) {
  const [asked, sent] = [[] as string[], new Map<string, Sent>()]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init)
    expect([request.url, request.headers.get('authorization')]).toEqual([URL, 'Bearer chave'])
    const key = request.headers.get('idempotency-key') ?? ''
    const body = await request.json<Omit<Sent, 'key'>>()
    asked.push(key)
    const play = plays.length > 1 ? plays.shift() : plays[0]
    if (play === 'hangs')
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
      )
    if (play === 'lost' || play === 200) if (!sent.has(key)) sent.set(key, { key, ...body })
    if (play === 'lost') throw new TypeError('Network connection lost.')
    return Response.json({}, { status: play ?? 200 })
  })
  return { asked, sent: () => [...sent.values()] }
}
