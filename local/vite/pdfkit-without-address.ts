import type { Plugin } from 'vite'

/**
 * pdfkit names the colour profile it carries by `new URL('…icc', import.meta.url)`. A built Worker has no such URL and
 * would fail at the import; the name only has to be the same where the profile is registered and where it is read.
 */
export const pdfkitWithoutAddress: Plugin = {
  name: 'pdfkit-without-address',
  transform: {
    filter: { id: /[\\/]pdfkit[\\/]js[\\/]pdfkit\.\w+\.mjs$/ },
    handler(code) {
      const named = code.replace(/new URL\((['"][^'"]*\.icc['"]), import\.meta\.url\)\.href/g, '$1')
      if (named === code)
        this.error('pdfkit no longer names its colour profile as expected: look at this plugin again.')
      return { code: named, map: null }
    },
  },
}
