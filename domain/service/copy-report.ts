import { z } from 'zod/mini'

/** A copy is late after this time from its beginning. One begins each night, and may take four hours. */
export const COPY_LATE_MS = 30 * 3_600_000

export const REPORT_FORMAT = 'relato-copy-report/1'
/** The backup signs this text with the key that signs its files (docs/copies.md). */
export const copyReport = z.strictObject({
  format: z.literal(REPORT_FORMAT),
  environment: z.string(),
  copy: z.string().check(z.regex(/^[\w:-]{1,60}$/)),
  /** Epoch ms at which the copy began. */
  at: z.int(),
})
export type CopyReport = z.infer<typeof copyReport>

/** `report`: the signed text. The signature is the bearer token. */
export const copyReportBody = z.strictObject({ report: z.string().check(z.maxLength(500)) })
export const copyReportReply = z.object({ copy: z.string(), at: z.int() })
