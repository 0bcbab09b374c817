import url from './script/site.ts?worker&url'

/** The public pages' own script; the framework's does not come along. */
export const SiteScript = () => (
  // Only one that is `async` does React also run where the app itself leads to a public page: after signing out.
  <script type="module" async src={url} />
)
