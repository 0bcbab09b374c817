import type { Page } from '@playwright/test'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { framesWaiting, keepLedger } from '#tests/e2e/ledger.ts'
import { pause, until } from '../workerd/device.ts'
import type { Desk } from './desk.ts'

/** How long a page of this busy machine may take to draw what it knows. */
const DRAWN_MS = 1_500

type Line = { at: number; text: string | null }
/** From here to there the line must be one of these. */
type Truth = { what: string; from: number; to: number; must: RegExp; drawnMs: number }

/** The consultation's page, its ledger, and every word its status line has said. */
export class Screen {
  readonly page: Page
  readonly ledger: ReturnType<typeof keepLedger>
  readonly lines: Line[] = []
  /** The page's messages to the room. */
  readonly said: ClientMessage[] = []
  readonly #truths: Truth[] = []
  readonly #desk: Desk
  #goneAt = Number.POSITIVE_INFINITY

  constructor(desk: Desk, page: Page) {
    this.#desk = desk
    this.page = page
    this.ledger = keepLedger(page)
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (typeof payload === 'string') this.said.push(JSON.parse(payload) as ClientMessage)
      }),
    )
  }

  gone(): void {
    this.#goneAt = Math.min(this.#goneAt, Date.now())
  }

  // Actions of the doctor -------------------------------------------------------------------------------------------

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: true })
  }
  async record(name: string | RegExp = 'Iniciar gravação'): Promise<void> {
    await this.button(name).and(this.page.locator(':not([aria-disabled])')).click()
    await this.button('Pausar gravação').waitFor()
  }
  async speed(times: number): Promise<void> {
    await this.page.evaluate((speed) => {
      window.faults.speed = speed
    }, times)
  }
  /** Resolves after `count` more frames are captured, stored or not. */
  async hears(frames: number, withinMs = 60_000): Promise<void> {
    const captured = () => this.#desk.captured.flat().length
    const before = captured()
    await until(`${frames} frames are captured`, () => captured() >= before + frames, withinMs)
  }
  async askFinish(): Promise<void> {
    await this.button('Finalizar').first().click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar', exact: true }).click()
  }

  // State on screen -------------------------------------------------------------------------------------------------

  get line(): string | null {
    return this.lines.at(-1)?.text ?? null
  }
  seen(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }
  says(must: RegExp, withinMs = 30_000): Promise<void> {
    return until(`the line says ${must}`, () => must.test(this.line ?? ''), withinMs)
  }
  /** From now until the answer is called. */
  mustSay(what: string, must: RegExp, drawnMs = DRAWN_MS): () => void {
    const truth: Truth = { what, from: Date.now(), to: Number.POSITIVE_INFINITY, must, drawnMs }
    this.#truths.push(truth)
    return () => {
      truth.to = Date.now()
    }
  }
  /** [SIL] Every moment in which the line said what was not so. */
  lies(): string[] {
    const falseStatements = new Set<string>()
    for (const { what, from, to, must, drawnMs } of this.#truths)
      this.lines.forEach(({ at, text }, i) => {
        const [begin, end] = [at, this.lines[i + 1]?.at ?? this.#goneAt]
        const overlaps = Math.min(end, to) > Math.max(begin, from + drawnMs)
        if (overlaps && !must.test(text ?? '')) falseStatements.add(`'${text}' while ${what}`)
      })
    return [...falseStatements]
  }

  // The ledger -----------------------------------------------------------------------------------------------------------

  get acknowledged(): number {
    return [...this.ledger.acknowledged.values()].reduce((sum, one) => sum + one, 0)
  }
  /** [RT] How long from now until audio is acknowledged again. */
  async recovered(withinMs = 60_000): Promise<void> {
    const [began, before] = [performance.now(), this.acknowledged]
    await until('audio is acknowledged again', () => this.acknowledged > before, withinMs)
    this.#desk.recoveries.push((performance.now() - began) / 1_000)
  }
  /** Until the device keeps no more frames than so many that the room has not. */
  async caughtUp(most = 4, withinMs = 60_000): Promise<void> {
    const isSo = async () => {
      await pause(250)
      return (await framesWaiting(this.page, this.#desk.consultationId)) <= most
    }
    await until('what waited is sent', isSo, withinMs)
  }
  /** The recorder pauses, everything goes up, and it is compared. */
  async settled(): Promise<void> {
    await this.speed(1)
    await this.button('Pausar gravação').click()
    await this.caughtUp(0)
    this.#desk.compareStored()
  }
  async finished() {
    await this.settled()
    await this.askFinish()
    return this.#desk.measure()
  }
}
