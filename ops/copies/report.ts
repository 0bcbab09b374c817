import { parseJson } from '#domain/json.ts'
import { type CopyReport, copyReportReply, REPORT_FORMAT } from '#domain/service/copy-report.ts'
import type { WriterKeys } from './keys.ts'
import { signText } from './seal.ts'

const TIMEOUT_MS = 20_000

/** Tells the service that a copy is complete. Returns why it did not take it; null if it did. */
export async function reportCopy(
  service: string,
  about: Omit<CopyReport, 'format'>,
  keys: WriterKeys,
): Promise<string | null> {
  const report = JSON.stringify({ format: REPORT_FORMAT, ...about } satisfies CopyReport)
  const answer = await fetch(`${service}/api/copies/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${signText(report, keys)}` },
    body: JSON.stringify({ report }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (answer === null) return `${service} não responde`
  if (answer.ok) {
    const { data } = copyReportReply.safeParse(parseJson(await answer.text()))
    // A later report than this one is as good.
    return data && data.at >= about.at ? null : `${service} não guardou o aviso`
  }
  await answer.body?.cancel()
  if (answer.status === 404) return 'falta publicar COPIES_VERIFY_KEY'
  if (answer.status === 401) return 'a chave de quem escreve não é a de COPIES_VERIFY_KEY'
  return `${service} respondeu ${answer.status}`
}
