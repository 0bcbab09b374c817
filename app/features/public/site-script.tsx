import url from './script/site.ts?worker&url'

/** The public pages' own script; they do not load the framework's. */
export const SiteScript = () => (
  // With `async`, React runs the script also after a navigation within the app, such as signing out.
  <script type="module" async src={url} />
)
