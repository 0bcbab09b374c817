import { Opening } from '#app/ui/opening.tsx'

/**
 * The service worker stores this page and answers with it when the network fails. The browser then opens the route of
 * the address in it: its first render must equal the `HydrateFallback` of the root.
 */
export default Opening
