// Asks a version of the Worker for its health, its sign-in page and a synthetic consultation, before anybody else does.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '#domain/json.ts'
import { syntheticReply } from '#domain/operator/contract.ts'
import { connected } from '../copies/connected.ts'

const TIMEOUT_MS = 10_000
const PAUSE_MS = 500

/**
 * Sends a request to one version of the current deployment, even at 0 %. A Worker with a Durable Object has no preview
 * address (developers.cloudflare.com/workers/versions-and-deployments/version-overrides).
 */
export const versionHeader = (worker: string, version: string): Record<string, string> => ({
  'cloudflare-workers-version-overrides': `${worker}="${version}"`,
})

type Smoke = { address: string; headers: Record<string, string>; client: string; patienceMs: number }

/**
 * Returns what fails, by part; empty if nothing does. Asks again until `patienceMs` are over, because the edge needs
 * seconds to know a deployment. `client` is the folder of the built assets: a page that names others is of another build.
 */
export async function smokeProblems({ address, headers, client, patienceMs }: Smoke): Promise<string[]> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const problems = [await healthProblem(address, headers), await pageProblem(address, headers, client)]
    const found = problems.filter((one) => one !== null)
    if (found.length === 0 || Date.now() >= deadline) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** A synthetic consultation ends, well or not, within this time. */
const CONSULTATION_MS = 180_000
/** One that died keeps others away for four minutes. */
const BUSY_MS = 300_000
/** The door takes 60 calls in ten minutes (OPERATOR_CALLS), refused ones too. */
const AGAIN_MS = 10_000
/** The time in ms, and a wait of so many ms. */
const clock = { now: () => Date.now(), wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }
type Consultation = {
  address: string
  headers: Record<string, string>
  version?: string | undefined
  patienceMs: number
}

/**
 * Asks for a synthetic consultation by OPERATOR_TOKEN (and ACCESS_TOKEN, the person whom Access knows). Returns what
 * fails; null if nothing does. Asks again while another one is played, or another version than `version` answers.
 */
export async function consultationProblem(
  { address, headers, version, patienceMs }: Consultation,
  { now, wait } = clock,
) {
  const { OPERATOR_TOKEN: token, ACCESS_TOKEN: access } = process.env
  const own = { ...headers, authorization: `Bearer ${token}`, ...(access && { 'cf-access-token': access }) }
  const body = { method: 'POST', body: '{}', headers: { ...own, 'content-type': 'application/json' } }
  const [began, isWithin] = [now(), (ms: number) => now() < began + ms]
  for (;;) {
    const { status, text } = await read(`${address}/api/operator/synthetic`, { ...body, withinMs: CONSULTATION_MS })
    const played = status === 200 ? syntheticReply.safeParse(parseJson(text)) : undefined
    const isOther = version !== undefined && played?.data !== undefined && played.data.version !== version
    if (played?.success && !isOther) return played.data.fault
    if ((isOther && isWithin(patienceMs)) || (status === 429 && isWithin(BUSY_MS))) {
      await wait(AGAIN_MS)
      continue
    }
    if (isOther) return `a versão ${played.data.version} respondeu`
    return `${status || 'sem resposta'} ${text.slice(0, 300)}`.trim()
  }
}

type Answer = { status: number; text: string }
/** Calls again if the connection broke: the server closes it while wrangler works. Each call here may run twice. */
const read = (url: string, { withinMs = TIMEOUT_MS, ...asked }: RequestInit & { withinMs?: number }): Promise<Answer> =>
  connected(() => fetch(url, { ...asked, redirect: 'manual', signal: AbortSignal.timeout(withinMs) })).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: Error) => ({ status: 0, text: String(error.cause ?? error.message) }),
  )

async function healthProblem(address: string, headers: Record<string, string>): Promise<string | null> {
  const { status, text } = await read(`${address}/api/health`, { headers })
  if (status === 200 && text.includes('"ok":true')) return null
  // A Worker that is not configured names its settings.
  return `/api/health: ${status || 'sem resposta'} ${text.slice(0, 300)}`.trim()
}

async function pageProblem(address: string, headers: Record<string, string>, client: string): Promise<string | null> {
  const { status, text } = await read(`${address}/login`, { headers })
  if (status !== 200) return `/login: ${status || 'sem resposta'}`
  const assets = [...text.matchAll(/\/(assets\/[\w.-]+\.js)/g)].map((match) => match[1] as string)
  if (assets.length === 0) return '/login: a página não traz o programa'
  const foreign = assets.find((asset) => !existsSync(join(client, asset)))
  return foreign === undefined ? null : `/login: ${foreign} não é deste build`
}
