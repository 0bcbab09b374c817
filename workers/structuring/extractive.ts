import { structureExtractively } from '#domain/record/extractive/structure.ts'
import type { Structurer } from './structurer.ts'

/** Without a model and without a network: always there to fall back to. */
export const extractive: Structurer = async ({ entries, specialty }) => structureExtractively({ entries, specialty })
