import type { State } from '../state.ts'

export const dashboard: readonly State[] = []
