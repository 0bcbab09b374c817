/** The doctor's list holds the newest corrected words, as many as one query of the vendor takes. */
export const MOST_EARLIER = 100
