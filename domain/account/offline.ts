/** How long a device opens its copies without the server, from the last answer of the server on (decision 044). */
export const COPY_MS = 24 * 60 * 60 * 1_000

/** The document that opens the app without a network. It is rendered without a session and holds no data. */
export const SHELL_PATH = '/app/shell'
