const LONGEST = 80

/** A sentence as a message names it. */
export const quoted = (text: string): string =>
  `“${text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text}”`
