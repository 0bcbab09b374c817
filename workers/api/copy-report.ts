import { Hono } from 'hono'
import { putMark, readMark } from '#db/queries/service-mark.ts'
import { AppError } from '#domain/errors.ts'
import { parseJson } from '#domain/json.ts'
import { copyReport, copyReportBody, copyReportReply } from '#domain/service/copy-report.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** A clock of another machine may be ahead by this. */
const AHEAD_MS = 5 * 60_000

/**
 * Takes the end of a copy from the machine that writes them, so that a copy that is missing is noticed. The writer's
 * signature is the only key: it reads nothing here, and an older report changes nothing. Errors: not_found without
 * COPIES_VERIFY_KEY, operator_refused.
 */
export const copyReports = new Hono<AppEnv>().post('/reports', jsonBody(copyReportBody), async (c) => {
  const { COPIES_VERIFY_KEY: key, ENVIRONMENT } = c.env
  if (!key) throw new AppError('not_found')
  const { report } = c.req.valid('json')
  const [, signature = ''] = /^Bearer ([\w+/=]+)$/.exec(c.req.header('authorization') ?? '') ?? []
  if (!(await isSigned(key, report, signature))) throw new AppError('operator_refused')
  const { data } = copyReport.safeParse(parseJson(report))
  if (data?.environment !== ENVIRONMENT || data.at > Date.now() + AHEAD_MS) throw new AppError('operator_refused')
  const db = c.get('db')
  const last = await readMark(db, 'copy')
  const mark = { name: 'copy', at: data.at, subject: data.copy, state: 'copied' } as const
  // The first copy may have begun before the watch did.
  if (last?.state !== 'copied' || last.at < data.at) await putMark(db, mark, last)
  const { subject, at } = (await readMark(db, 'copy')) ?? mark
  return reply(c, copyReportReply, { copy: subject, at })
})

async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  try {
    const imported = await crypto.subtle.importKey('spki', bytesOf(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, bytesOf(signature), new TextEncoder().encode(text))
  } catch {
    return false
  }
}
