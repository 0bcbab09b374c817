import type { ClientMessage } from '#domain/consultation/protocol.ts'

type Take = { take: number; samples: number }
type Gap = Extract<ClientMessage, { type: 'gap' }>

/** What this screen has to tell the room, each at its time. Commands die with their connection; gaps and 'finish' do not. */
export class Statements {
  /** A pause or stop waits until the audio before it is stored: the room then knows where it lies. */
  #later: 'pause' | 'stop' | null = null
  #gaps: Gap[] = []
  #finish: { acceptGap: boolean } | null = null
  /** The announcement this connection has heard. */
  #said: string | null = null
  readonly #send: (message: ClientMessage) => boolean

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send
  }

  now(action: 'start' | 'resume'): void {
    this.#later = null
    this.#send({ type: 'toggle_transcription', action })
  }
  restate(actions: readonly ('start' | 'resume' | 'pause' | 'stop')[]): void {
    for (const action of actions) {
      if (action === 'start' || action === 'resume') this.now(action)
      else this.whenStored(action)
    }
  }
  whenStored(action: 'pause' | 'stop'): void {
    this.#later = action
  }
  gap(gap: Gap): void {
    this.#gaps.push(gap)
    this.sayGaps()
  }
  finish(acceptGap: boolean): void {
    this.#finish = { acceptGap }
    this.#said = null
  }
  get finishing(): boolean {
    return this.#finish !== null
  }

  disconnected(): void {
    this.#later = null
    this.#said = null
  }

  /** 'Finish' says more than a pause or stop that still waits. */
  stored(): void {
    if (!this.#later || this.#finish) return
    if (this.#send({ type: 'toggle_transcription', action: this.#later })) this.#later = null
  }
  sayGaps(): void {
    while (this.#gaps[0] && this.#send(this.#gaps[0])) this.#gaps.shift()
  }
  /** Every announcement makes the room say 'finishing' to all, which asks for ours: the same one is not said again. */
  sayFinish(status: 'active' | 'finishing' | 'completed', takes: Take[]): void {
    if (!this.#finish || status === 'completed') return
    const message: ClientMessage = { type: 'finish', takes, accept_gap: this.#finish.acceptGap }
    const text = JSON.stringify(message)
    if (text !== this.#said && this.#send(message)) this.#said = text
  }
}
