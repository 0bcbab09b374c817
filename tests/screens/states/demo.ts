import type { State } from '../state.ts'

export const demo: readonly State[] = []
