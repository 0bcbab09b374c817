const LONGEST = 80

/** A sentence in quotation marks for a message, shortened to 80 characters. */
export const quoted = (text: string): string =>
  `“${text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text}”`
