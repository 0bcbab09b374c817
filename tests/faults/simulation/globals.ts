import { registerHooks } from 'node:module'
import { installBrowser } from '#tests/testkit/device/browser.ts'
import type { World } from './world.ts'

/** The world that is being simulated: the product's clocks and timers are its own. */
let world: World | null = null
const present = (): World => {
  if (!world) throw new Error('nothing is being simulated')
  return world
}
export const inhabit = (next: World | null): void => {
  world = next
}

/** The error of a device's clock, by the device that runs. */
export const skews = new WeakMap<object, number>()

/** The room's Response: Node's own has no sockets. */
export class SimResponse {
  readonly status: number
  readonly webSocket: unknown
  readonly #body: unknown
  constructor(body: unknown, { status = 200, webSocket = null }: { status?: number; webSocket?: unknown } = {}) {
    this.#body = body
    this.status = status
    this.webSocket = webSocket
  }
  get ok(): boolean {
    return this.status < 300
  }
  json(): Promise<unknown> {
    return Promise.resolve(this.#body)
  }
}

/** Replaces `cloudflare:workers`. */
const RUNTIME_MODULE =
  'data:text/javascript,export class DurableObject { constructor(ctx, env) { Object.assign(this, { ctx, env }) } }'

/** Gives the product's code that loads from now on the simulated runtime: it runs unchanged. For a process of its own. */
export function installRuntime(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'cloudflare:workers' ? { url: RUNTIME_MODULE, shortCircuit: true } : next(specifier, context),
  })
  installBrowser()
  const epoch = () => Math.floor(present().now) + ((present().owner && skews.get(present().owner as object)) ?? 0)
  Date.now = epoch
  performance.now = () => present().elapsed
  // A timer is known by what cancels it.
  const setTimer = (run: () => void, ms = 0) => present().after(ms, run)
  const repeat = (run: () => void, ms: number) => {
    const timer = { cancel: () => {} }
    const next = () => {
      timer.cancel = present().after(ms, () => {
        next()
        run()
      })
    }
    next()
    return () => timer.cancel()
  }
  const clear = (cancel?: () => void) => cancel?.()
  Object.assign(globalThis, {
    WebSocketRequestResponsePair: class {},
    Response: SimResponse,
    fetch: (input: unknown, init: unknown) => present().fetch(input, init),
    setTimeout: setTimer,
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: clear,
  })
  console.log = console.warn = () => undefined
}
