/** Listeners of one event. `on` returns a function that unsubscribes; a listener may unsubscribe while it is called. */
export function createListeners() {
  const all = new Set<() => void>()
  return {
    on(listener: () => void): () => void {
      all.add(listener)
      return () => all.delete(listener)
    },
    call(): void {
      for (const listener of [...all]) listener()
    },
  }
}
