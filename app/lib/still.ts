/** A page where nothing moves says so in its route's `handle`, and comes without script. */
export const isStill = (routes: readonly { handle?: unknown }[]): boolean =>
  routes.some(({ handle }) => (handle as { still?: boolean } | undefined)?.still)
