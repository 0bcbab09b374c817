import type { ClientMessage } from '#domain/consultation/protocol.ts'

type Take = { take: number; samples: number }
type Gap = Extract<ClientMessage, { type: 'gap' }>

/** What this screen has to tell the room, each at its time. Commands die with their connection; gaps and 'finish' do not. */
export class Statements {
  /** A pause or stop waits until the audio before it is stored: the room then knows where it lies. */
  #later: 'pause' | 'stop' | null = null
  #gaps: Gap[] = []
  #finish: { acceptGap: boolean } | null = null
  readonly #send: (message: ClientMessage) => boolean

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send
  }

  now(action: 'start' | 'resume'): void {
    this.#later = null
    this.#send({ type: 'toggle_transcription', action })
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
  }
  get finishing(): boolean {
    return this.#finish !== null
  }

  disconnected(): void {
    this.#later = null
  }

  /** 'Finish' says more than a pause or stop that still waits. */
  stored(): void {
    if (!this.#later || this.#finish) return
    if (this.#send({ type: 'toggle_transcription', action: this.#later })) this.#later = null
  }
  sayGaps(): void {
    while (this.#gaps[0] && this.#send(this.#gaps[0])) this.#gaps.shift()
  }
  /** The room waits for what is still on its way; one that is finishing is only told that a gap is accepted. */
  sayFinish(status: 'active' | 'finishing' | 'completed', takes: Take[]): void {
    if (!this.#finish || status === 'completed') return
    if (status === 'finishing' && !this.#finish.acceptGap) return
    this.#send({ type: 'finish', takes, accept_gap: this.#finish.acceptGap })
  }
}
