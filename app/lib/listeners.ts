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
      const off = on(listener)
      addEventListener('storage', listener)
      return () => {
        off()
        removeEventListener('storage', listener)
      }
    },
    call(): void {
      for (const listener of [...all]) listener()
    },
  }
}
