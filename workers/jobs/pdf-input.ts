import { z } from 'zod'

export const pdfInput = z.strictObject({ export_id: z.uuid() })
