/** The page's message to a waiting service worker: take over now. */
export const TAKE_OVER = 'take-over'
