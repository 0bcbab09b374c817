/** Bytes of one device key. */
export const KEY_BYTES = 32

/** The bytes of the device key, and after them those of the key before a rotation. Wipe them after use. */
export const keyBytes = ({ key, previous_key = '' }: { key: string; previous_key?: string | undefined }) =>
  Uint8Array.from(atob(key) + atob(previous_key), (letter) => letter.charCodeAt(0))
