import type { State } from '../state.ts'

export const structuring: readonly State[] = []
