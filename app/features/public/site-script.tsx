import url from './script/site.ts?worker&url'

/** The public pages' own script; the framework's does not come along. */
export const SiteScript = () => <script type="module" src={url} />
