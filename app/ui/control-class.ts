/** 16 px on touch screens: smaller makes iOS zoom the page on focus. */
export const controlClass =
  'min-w-0 rounded-s border border-control bg-surface px-3 text-ink pointer-coarse:text-base transition-colors duration-150 ' +
  'hover:border-ink-3 focus:border-focus focus-visible:-outline-offset-1 disabled:bg-sunken disabled:text-ink-2 [&[readonly]]:bg-sunken data-invalid:border-rec'
