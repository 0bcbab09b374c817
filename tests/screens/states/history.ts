import type { State } from '../state.ts'

export const history: readonly State[] = []
