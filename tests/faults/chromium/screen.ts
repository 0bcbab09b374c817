import type { Page } from '@playwright/test'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { framesWaiting, keepLedger } from '#tests/e2e/ledger.ts'
import type { Ledger } from '#tests/testkit/ledger.ts'
import { copiesKept, opensOffline } from '#tests/testkit/service-worker.ts'
import { pause } from '#tests/testkit/until.ts'
import { Screen } from '../consultation.ts'
import type { RecogniserMood, RecogniserReport } from '../recogniser.ts'
import type { BrowserConsultation } from './clinic.ts'

const BETWEEN_FRAMES_MS = 100

/** The consultation's page in Chromium. */
export class BrowserScreen extends Screen {
  readonly page: Page
  readonly ledger: Ledger
  /** The page's messages to the room. */
  readonly said: ClientMessage[] = []
  readonly #consultation: BrowserConsultation

  constructor(consultation: BrowserConsultation, page: Page) {
    super(consultation)
    this.#consultation = consultation
    this.page = page
    this.ledger = keepLedger(page)
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (typeof payload === 'string') this.said.push(JSON.parse(payload) as ClientMessage)
      }),
    )
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: true })
  }
  async record(): Promise<void> {
    await this.button('Iniciar gravação').and(this.page.locator(':not([aria-disabled])')).click()
    await this.button('Pausar gravação').waitFor()
  }
  /** Its browser can open this consultation again without a network. */
  async opensOffline(): Promise<void> {
    await opensOffline(this.page)
    await copiesKept(this.page, 'shell', 'consultation:', 'recording:')
  }
  /** Between two frames: the one in hand is lost with any page that ends. */
  async reload(): Promise<void> {
    this.page.once('dialog', (dialog) => void dialog.accept())
    await this.hears(1)
    await pause(BETWEEN_FRAMES_MS)
    await this.page.reload()
  }
  pauseRecording(): Promise<void> {
    return this.button('Pausar gravação').click()
  }
  speed(times: number): Promise<void> {
    return this.page.evaluate((speed) => {
      window.faults.speed = speed
    }, times)
  }
  takeOver(): Promise<void> {
    return this.button('Gravar nesta tela').click()
  }
  async canRecord(): Promise<boolean> {
    await this.page.getByText('Outra tela está gravando esta consulta. Aqui você acompanha a transcrição.').waitFor()
    return (await this.button('Iniciar gravação').getAttribute('aria-disabled')) !== 'true'
  }
  isRecording(): Promise<boolean> {
    return this.button('Pausar gravação').isVisible()
  }
  async unplugMicrophone(): Promise<void> {
    await this.page.evaluate(() => {
      window.faults.track?.stop()
      window.faults.track?.dispatchEvent(new Event('ended'))
    })
    await this.#alarm.waitFor()
  }
  get #alarm() {
    return this.page.getByRole('alert').filter({ hasText: 'Microfone parou' })
  }
  async changeMicrophone(): Promise<void> {
    await this.button('Trocar microfone').click()
    await this.page.getByRole('menuitem').nth(2).click()
  }
  /** As the browser reports it: the state first, then the event. */
  async mute(isMuted: boolean): Promise<void> {
    await this.page.evaluate((muted) => {
      const { track } = window.faults
      if (!track) throw new Error('no microphone is open')
      Object.defineProperty(track, 'muted', { value: muted, configurable: true })
      track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
    }, isMuted)
    if (isMuted) await this.#alarm.waitFor()
  }
  async fillDisk(isFull: boolean): Promise<void> {
    const cdp = await this.page.context().newCDPSession(this.page)
    const { origin } = new URL(this.page.url())
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, ...(isFull && { quotaSize: 1 }) })
  }
  async signInAgain(): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Sua sessão terminou' })
    await dialog.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  async askFinish(): Promise<void> {
    await this.button(/^Finalizar( Consulta)?$/).click()
    await this.button('Finalizar agora').click()
  }
  async waiting(): Promise<number> {
    await pause(250)
    return framesWaiting(this.page, this.#consultation.id)
  }
  recogniserBecomes(mood: RecogniserMood): Promise<void> {
    return this.page.evaluate((mood) => window.faults.recogniser?.become(mood), mood)
  }
  protected async recogniserReport(): Promise<RecogniserReport> {
    const report = await this.page.evaluate(() => window.faults.recogniser?.report())
    if (!report) throw new Error('the page has no recogniser')
    return report
  }
  timer(): Promise<string> {
    return this.page.getByRole('timer').innerText()
  }
}
