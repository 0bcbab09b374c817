/** As much of a browser as the room link and its socket need. */
export function installBrowser(): void {
  Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined })
}
/** The browser's class of sockets from now on. */
export const installSocket = (WebSocket: new (url: string) => unknown): void =>
  void Object.assign(globalThis, { WebSocket })

/** The page that is built now is in this network, and on the device of these locks. */
export function enterBrowser(host: string, locks: unknown): void {
  const navigator = { locks, storage: { persist: async () => true } }
  const values = { location: { protocol: 'http:', host, origin: `http://${host}` }, navigator }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
