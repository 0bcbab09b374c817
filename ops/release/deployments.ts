import { fail, type Provider } from './provider.ts'

type Deployment = { created_on: string; versions: { version_id: string; percentage: number }[] }

/** Returns the last ten deployments of a Worker, the oldest first. */
export function readDeployments(provider: Provider, name: string): Deployment[] {
  const list = provider.query('wrangler', ['deployments', 'list', '--name', name, '--json'])
  if (list === null && !provider.isRehearsal)
    fail('versões', `wrangler não listou as de ${name}: a primeira release precisa de --at-once`)
  return JSON.parse(list ?? '[]') as Deployment[]
}

/** Returns the versions that served everybody, the latest first. */
const aloneIn = (deployments: readonly Deployment[]): string[] =>
  deployments
    .toReversed()
    .flatMap(({ versions: [only, ...others] }) => (only && others.length === 0 ? [only.version_id] : []))

/** Returns the version that served everybody last; undefined if there is none. */
export const lastWhole = (deployments: readonly Deployment[]): string | undefined => aloneIn(deployments)[0]

/** Returns the version to go back to: during a gradual deployment the one before it, else the one before the current. */
export function versionBefore(deployments: readonly Deployment[]): string | undefined {
  const serving = deployments.at(-1)?.versions ?? []
  const [only] = serving
  return aloneIn(deployments).find((id) => serving.length > 1 || id !== only?.version_id)
}

/** Divides the traffic among versions, in percent. */
export function deployVersions(
  provider: Provider,
  name: string,
  shares: readonly [id: string, percent: number][],
): void {
  const specs = shares.map(([id, percent]) => `${id}@${percent}%`)
  provider.run('publicação', 'wrangler', ['versions', 'deploy', ...specs, '--name', name, '--yes'])
}
