import type { State } from '../state.ts'

export const shell: readonly State[] = []
