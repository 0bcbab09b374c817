import { z } from 'zod/mini'

export const pdfInput = z.strictObject({ export_id: z.uuid() })
