// Asks a version of the Worker for its health and its sign-in page, before anybody else does.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

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

type Answer = { status: number; text: string }
const read = (url: string, headers: Record<string, string>): Promise<Answer> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: Error) => ({ status: 0, text: String(error.cause ?? error.message) }),
  )

async function healthProblem(address: string, headers: Record<string, string>): Promise<string | null> {
  const { status, text } = await read(`${address}/api/health`, headers)
  if (status === 200 && text.includes('"ok":true')) return null
  // A Worker that is not configured names its settings.
  return `/api/health: ${status || 'sem resposta'} ${text.slice(0, 300)}`.trim()
}

async function pageProblem(address: string, headers: Record<string, string>, client: string): Promise<string | null> {
  const { status, text } = await read(`${address}/login`, headers)
  if (status !== 200) return `/login: ${status || 'sem resposta'}`
  const assets = [...text.matchAll(/\/(assets\/[\w.-]+\.js)/g)].map((match) => match[1] as string)
  if (assets.length === 0) return '/login: a página não traz o programa'
  const foreign = assets.find((asset) => !existsSync(join(client, asset)))
  return foreign === undefined ? null : `/login: ${foreign} não é deste build`
}
