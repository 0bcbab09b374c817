import { expect, test } from 'vitest'
import { AUDIT_KEPT_MS } from '../audit/chain.ts'
import { auditActions } from '../audit.ts'
import { retention } from './rules.ts'

const DAY = 86_400_000

test('the rules say what the rest of the product does, in one place', () => {
  expect(retention.audit.ms).toBe(AUDIT_KEPT_MS)
  expect(retention.record.ms).toBe(AUDIT_KEPT_MS)
  // The notice promises the same to the patient before the recording begins.
  expect(retention.localRecording.ms).toBe(7 * DAY)
  for (const { receipt } of Object.values(retention)) if (receipt) expect(auditActions).toContain(receipt)
})
