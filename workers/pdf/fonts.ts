// Latin subsets of Figtree and Newsreader (SIL Open Font License, beside the files). They travel inside the
// module as data URLs: the one form that vite dev, the built worker and the worker tests all load alike.
import sans from './fonts/figtree-400.ttf?inline'
import strong from './fonts/figtree-600.ttf?inline'
import serif from './fonts/newsreader-400.ttf?inline'

export type Fonts = { sans: Uint8Array; strong: Uint8Array; serif: Uint8Array }

const bytes = (dataUrl: string) =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (c) => c.charCodeAt(0))

let decoded: Fonts | undefined
export const printFonts = (): Fonts => {
  decoded ??= { sans: bytes(sans), strong: bytes(strong), serif: bytes(serif) }
  return decoded
}
