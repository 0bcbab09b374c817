/** The small script of the public pages: what moves there. Everything is found by data attributes. */
import { enhanceContactForms } from './contact-form.ts'
import { runDemo } from './demo.ts'
import { offerOnExit } from './exit-offer.ts'
import { closeChosenMenu } from './menu.ts'
import { offerTop } from './scroll-top.ts'
import { openSupport } from './support.ts'

function begin(): void {
  document.documentElement.dataset.script = 'on'
  for (const part of [offerTop, closeChosenMenu, enhanceContactForms, openSupport, runDemo, offerOnExit]) part()
}

// It may be here before the end of the page is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
else begin()
