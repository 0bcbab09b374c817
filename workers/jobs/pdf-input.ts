import { z } from 'zod/mini'

export const pdfInput = z.object({ export_id: z.uuid() })
