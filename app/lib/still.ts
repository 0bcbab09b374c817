/** Whether a page needs no script: its route says so in its `handle`. */
export const isStill = (routes: readonly { handle?: unknown }[]): boolean =>
  routes.some(({ handle }) => (handle as { still?: boolean } | undefined)?.still)
