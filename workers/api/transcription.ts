import { Hono } from 'hono'
import type { AppEnv } from './context.ts'

export const transcription = new Hono<AppEnv>()
