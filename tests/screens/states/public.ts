import type { State } from '../state.ts'

export const publicPages: readonly State[] = []
