import type { D1Migration } from '@cloudflare/vitest-plugin'
import type { Env as WorkerEnv } from '#workers/env.ts'

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import('./entry.ts')
    }
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[]
      /** Another system's server: tests/testkit/receiver.ts. */
      RECEIVER_URL: string
      /** How much is tried, and from where chance begins; empty: a little, from anywhere. */
      FUZZ_REQUESTS: string
      FUZZ_SEED: string
      /** Not empty in `npm run test:full`. */
      TEST_FULL: string
    }
  }
}
