import type { State } from '../state.ts'

export const settings: readonly State[] = []
