/** The script of the public pages. It finds its elements by data attributes. */
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

// The script may run before the document is complete.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
else begin()
