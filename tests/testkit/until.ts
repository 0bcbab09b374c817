export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until it is so. Fails with `what`. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
    await pause(10)
  }
}
