import { openDatabase } from '#db/client.ts'
import { putMark, readMark, type ServiceMark } from '#db/queries/service-mark.ts'
import { COPY_LATE_MS } from '#domain/service/copy-report.ts'
import type { Env } from '../env.ts'
import { measure } from './measure.ts'

/**
 * Measures whether the last copy at the other provider is less than 30 hours old. The first call begins the watch, so a
 * nightly copy that never ran is noticed too. Without COPIES_VERIFY_KEY no copy can be reported or watched.
 */
export async function watchCopies({ DB, COPIES_VERIFY_KEY }: Env, now: number): Promise<void> {
  if (!COPIES_VERIFY_KEY) return
  const db = openDatabase(DB)
  const first: ServiceMark = { name: 'copy', at: now, subject: '', state: 'watched' }
  const mark = (await readMark(db, 'copy')) ?? ((await putMark(db, first, null)) ? first : null)
  if (!mark) return
  const isLate = now - mark.at > COPY_LATE_MS
  measure({ metric: 'copy', ...(isLate && { failed: 1, fault: mark.state === 'copied' ? 'late' : 'never' }) })
}
