import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cookie } from '@playwright/test'
import { ROOT, type Running } from '#local/stack/processes.ts'
import { type App, prepareApp, startApp, stateOf } from '#tests/e2e/stack.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import { CuttableNetwork } from '../proxy.ts'

import { Desk } from './desk.ts'

const PORTS = { app: 4500, engine: 4501, network: 4502 }

/** How long nothing serves at least. */
const DEAD_MS = 3_000

/** The product as it is built and served, the engine of the tests, and the network between it and the doctor's browser. */
export class Clinic {
  readonly network = new CuttableNetwork(PORTS.app)
  readonly engine = new EngineServer()
  readonly url = `http://localhost:${PORTS.network}`
  readonly directory = join(ROOT, '.local/faults/chromium')
  /** The doctor's session, once signed in. */
  cookies: Cookie[] = []
  readonly #app: App = { directory: this.directory, port: PORTS.app, speechPort: PORTS.engine }
  #worker: Running | undefined

  static async open(): Promise<Clinic> {
    const clinic = new Clinic()
    await prepareApp(clinic.#app)
    await Promise.all([clinic.engine.listen(PORTS.engine), clinic.network.listen(PORTS.network)])
    clinic.#worker = await startApp(clinic.#app)
    return clinic
  }

  get state(): string {
    return stateOf(this.#app)
  }

  /** kill -9 of everything that serves; resolves when the same storage is served again. `back` is called when it may be. */
  async killServer(back: () => void): Promise<void> {
    const worker = this.#worker as Running
    process.kill(-(worker.child.pid as number), 'SIGKILL')
    await worker.ended
    await new Promise((resolve) => setTimeout(resolve, DEAD_MS))
    back()
    this.#worker = await startApp(this.#app)
  }

  /** A doctor's computer with a consultation whose patient has accepted. */
  async desk(script?: string): Promise<Desk> {
    this.engine.mood = 'well'
    this.engine.tooFast = 0
    this.network.heal()
    return Desk.open(this, script)
  }

  async close(): Promise<void> {
    await this.#worker?.stop()
    await this.network.close()
    await this.engine.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}
