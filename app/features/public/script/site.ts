/** The small script of the public pages: what moves there. Everything is found by data attributes. */
document.documentElement.dataset.script = 'on'
