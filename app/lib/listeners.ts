type Events = WindowEventMap & DocumentEventMap

/** Listens to an event of the window or the document. Returns the function that stops it. */
export function listen<K extends keyof Events>(
  target: Window | Document,
  type: K,
  listener: (event: Events[K]) => void,
  options?: AddEventListenerOptions,
): () => void {
  target.addEventListener(type, listener as EventListener, options)
  return () => target.removeEventListener(type, listener as EventListener, options)
}

/** Listeners of one event. `on` returns a function that unsubscribes; a listener may unsubscribe while it is called. */
export function createListeners() {
  const all = new Set<() => void>()
  const on = (listener: () => void) => {
    all.add(listener)
    return () => void all.delete(listener)
  }
  return {
    on,
    /** The same, and when another tab changes what this browser stores. */
    onAnyTab(listener: () => void): () => void {
      const stops = [on(listener), listen(window, 'storage', listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    call(): void {
      for (const listener of [...all]) listener()
    },
  }
}
