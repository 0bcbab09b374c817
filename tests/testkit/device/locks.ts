type Granted = () => Promise<unknown>
type Waiting = { holder: object; granted: Granted }

/** Web Locks of one device: what a page holds is free when it is gone. */
export class DeviceLocks {
  #queues = new Map<string, Waiting[]>()

  /** `navigator.locks`, as one page sees it. */
  of(holder: object) {
    return {
      request: async (name: string, { signal }: { signal: AbortSignal }, granted: Granted): Promise<void> => {
        const waiting = { holder, granted }
        const queue = this.#queues.get(name) ?? []
        this.#queues.set(name, [...queue, waiting])
        signal.addEventListener('abort', () => this.#remove(name, waiting))
        if (queue.length === 0) this.#grant(name, waiting)
      },
    }
  }

  gone(holder: object): void {
    for (const [name, queue] of this.#queues)
      for (const waiting of queue.filter((one) => one.holder === holder)) this.#remove(name, waiting)
  }

  #grant(name: string, waiting: Waiting): void {
    void waiting.granted().then(() => this.#remove(name, waiting))
  }

  #remove(name: string, gone: Waiting): void {
    const [holding, ...others] = this.#queues.get(name) ?? []
    if (!holding) return
    const remaining = [holding, ...others].filter((one) => one !== gone)
    this.#queues.set(name, remaining)
    const next = remaining[0]
    if (holding === gone && next) this.#grant(name, next)
  }
}
