import type { Config } from '@react-router/dev/config'

/** The map of all pages comes with the first: finding one later needs no network. */
export default { ssr: true, appDirectory: 'app', routeDiscovery: { mode: 'initial' } } satisfies Config
