import { structureExtractively } from '#domain/record/extractive/structure.ts'
import type { Structurer } from './structurer.ts'

/** The fallback: needs neither model nor network. */
export const extractive: Structurer = async ({ entries, specialty }) => structureExtractively({ entries, specialty })
