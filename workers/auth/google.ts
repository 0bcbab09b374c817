import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Proven } from '#db/queries/account.ts'
import { isDeployed } from '#domain/configuration.ts'
import { cleanName, emailAddress } from '#domain/contract.ts'
import { NAME_MAX } from '#domain/text.ts'
import type { Env } from '../env.ts'

type Google = { discoveryUrl: string; clientId: string; clientSecret: string }

/** Null where Google sign-in is not configured. Staging and production refuse addresses without TLS, stand-ins included. */
function googleOf(env: Env): Google | null {
  const { GOOGLE_DISCOVERY_URL: discoveryUrl, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!discoveryUrl || !clientId || !clientSecret) return null
  if (isDeployed(env.ENVIRONMENT) && !discoveryUrl.startsWith('https://')) return null
  return { discoveryUrl, clientId, clientSecret }
}

/** Whether sign-in with Google is configured. */
export const hasGoogle = (env: Env): boolean => googleOf(env) !== null

/** Returns the provider for Google or its stand-in. Identity comes from an id token with a verified signature. */
export function google(env: Env, onProven: (who: Proven) => Promise<void>) {
  const settings = googleOf(env)
  if (!settings) return []
  const config: GenericOAuthConfig = {
    ...settings,
    providerId: 'google',
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    prompt: 'select_account',
    requireIdTokenVerification: true,
    mapProfileToUser: async ({ sub, email, email_verified, name }) => {
      // An address that Google has not verified proves nothing: treat it as missing, which refuses the sign-in.
      if (email_verified !== true || typeof email !== 'string' || !emailAddress.safeParse(email).success)
        return { email: undefined }
      const shown = cleanName(String(name ?? '')) ?? email.slice(0, NAME_MAX)
      await onProven({ sub: String(sub), email, name: shown })
      return { name: shown, image: undefined }
    },
  }
  return [genericOAuth({ config: [config] })]
}

const PATHS = ['/api/auth/sign-in/social', '/api/auth/callback/google']
export const isGooglePath = (path: string): boolean => PATHS.includes(path)

/** Returns false when the answer takes longer than `ms` milliseconds. */
export function trueWithin(ms: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
