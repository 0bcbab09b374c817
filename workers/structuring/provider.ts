import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { createWorkersAI } from 'workers-ai-provider'
import { isLocalHost } from '#domain/configuration.ts'
import type { Env } from '../env.ts'
import { ModelUnusable } from './failure.ts'

/** MODEL_URL: any OpenAI-compatible endpoint. Empty: Workers AI. */
export function openModel(env: Env): LanguageModel {
  if (env.MODEL_URL) {
    const provider = createOpenAICompatible({
      name: 'relato',
      baseURL: env.MODEL_URL,
      // Without this the schema is not sent at all.
      supportsStructuredOutputs: true,
      ...(env.MODEL_KEY && { apiKey: env.MODEL_KEY }),
    })
    return provider(env.MODEL_NAME)
  }
  if (!env.AI) throw new ModelUnusable('not_configured')
  return createWorkersAI({ binding: env.AI })(env.MODEL_NAME as Parameters<ReturnType<typeof createWorkersAI>>[0])
}

/** Whether an address is of this machine, as of a model that the clinic runs itself. False for an empty or broken one. */
export const isLoopback = (address: string): boolean => URL.canParse(address) && isLocalHost(new URL(address).hostname)
