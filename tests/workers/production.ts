import { env } from 'cloudflare:workers'
import type { Env } from '#workers/env.ts'

/** Everything that production is to have, as invented as it may be. */
export const inProduction = {
  ...env,
  ENVIRONMENT: 'production',
  APP_URL: 'https://app.relato.med.br',
  AUTH_SECRET: 'Zk3v9Qw1Xr7Tb5Ny8Mu2Lp4Jh6Gf0Ds!',
  DEVICE_SECRET: 'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u!',
  AUDIT_SECRET: '0u9T8s7R6q5P4o3N2m1L0kJihGfEdCbA',
  SPEECH_URL: 'wss://fala.relato.med.br/v1/listen',
  SPEECH_KEY: 'a key',
  MODEL_URL: '',
  MODEL_NAME: '',
  MAIL_FROM: 'Relato <nao-responda@relato.med.br>',
  RESEND_KEY: 're_9fKq2',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  STRIPE_API_URL: '',
  STRIPE_SECRET_KEY: 'sk_live_9fKq2',
  STRIPE_WEBHOOK_SECRET: 'whsec_9fKq2',
} satisfies Env & Record<`STRIPE_${string}`, string>
