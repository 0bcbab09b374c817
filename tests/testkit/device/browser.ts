import { registerHooks } from 'node:module'

/** Modules of the page that only a browser runs: what says a toast, and the address of the audio thread's script. */
const BROWSER_MODULES: Record<string, string> = {
  '#app/ui/toast.tsx': 'export const toast = { success() {} }',
  './worklet.ts?worker&url': 'export default ""',
}
// Imported before what loads them: a module is resolved before the code of its importers runs.
registerHooks({
  resolve(specifier, context, next) {
    const source = BROWSER_MODULES[specifier]
    return source ? { url: `data:text/javascript,${source}`, shortCircuit: true } : next(specifier, context)
  },
})

/** As much of a browser as the room link, its socket and the question for a recogniser need. */
export function installBrowser(): void {
  const page = { window: { isSecureContext: true }, document: { cookie: '' } }
  Object.assign(globalThis, page, { addEventListener: () => undefined, removeEventListener: () => undefined })
}
/** The browser's class of sockets from now on. */
export const installSocket = (WebSocket: new (url: string) => unknown): void =>
  void Object.assign(globalThis, { WebSocket })

/** The page that is built now is in this network, and on the device of these locks. */
export function enterBrowser(host: string, locks: unknown): void {
  const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices: async () => [] })
  const navigator = { locks, mediaDevices, storage: { persist: async () => true } }
  const values = { location: { protocol: 'http:', host, origin: `http://${host}` }, navigator }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
