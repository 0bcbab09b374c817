import type { Env } from '../env.ts'

export async function sweep(_env: Env, _now: number): Promise<void> {}
