import type { Env } from '#workers/env.ts'

let isHeld = false
let waiting = 0

/** Whether PDFs wait before they are written. A new process holds none. */
export function holdFiles(hold: boolean): void {
  isHeld = hold
}
export const waitingFiles = () => waiting

/** Longer than any fault runs. A promise without I/O would be ended as hung. */
const HELD_MS = 10 * 60_000

/** The same environment, whose PDFs are made and wait to be written while they are held: their job is running. */
export const holdable = <E extends Pick<Env, 'FILES'>>(env: E): E => ({
  ...env,
  FILES: new Proxy(env.FILES, {
    get(files, name) {
      const value = Reflect.get(files, name)
      if (typeof value !== 'function') return value
      if (name !== 'put') return value.bind(files)
      return async (key: string, ...rest: unknown[]) => {
        if (isHeld && key.startsWith('exports/')) {
          waiting++
          await scheduler.wait(HELD_MS)
        }
        return value.call(files, key, ...rest)
      }
    },
  }),
})
