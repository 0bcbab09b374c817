import type { State } from '../state.ts'

export const transcript: readonly State[] = []
