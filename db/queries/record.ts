import type { StructuredRecord } from '#domain/record/record.ts'
import type { Database } from '../client.ts'

export async function readRecord(
  _db: Database,
  _doctorId: string,
  _consultationId: string,
): Promise<StructuredRecord | null> {
  return null
}
