import type { Plugin } from 'vite'

const LEFT_OUT = '\0brotli-left-out'

/**
 * fontkit reads WOFF2 with brotli in JavaScript and its dictionary, which the runtime compiles at every start of the
 * Worker. Our documents use TrueType fonts and never call it.
 */
export const fontkitWithoutBrotli: Plugin = {
  name: 'fontkit-without-brotli',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'brotli/decompress.js' ? LEFT_OUT : null),
  load: (id) =>
    id === LEFT_OUT ? "export default () => { throw new Error('WOFF2 is not read: documents carry TrueType') }" : null,
}
