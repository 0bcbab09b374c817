import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'

/** Resolves when `count` mails about a doctor were sent or given up; none is pending. */
export const mailsAreOut = (doctorId: string, count: number) =>
  vi.waitFor(
    async () => {
      const { results } = await env.DB.prepare(
        "SELECT status FROM jobs WHERE doctor_id = ? AND kind = 'mail' ORDER BY created_at",
      )
        .bind(doctorId)
        .all<{ status: string }>()
      expect(results.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'completed'))
    },
    { timeout: 10_000, interval: 5 },
  )

/** The link of the last mail to an address. */
export async function linkTo(email: string): Promise<string> {
  const mail = await env.DB.prepare('SELECT text FROM outbox_mail WHERE "to" = ? ORDER BY created_at DESC, rowid DESC')
    .bind(email)
    .first<{ text: string }>()
  return /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}
