import type { State } from '../state.ts'

export const auth: readonly State[] = []
