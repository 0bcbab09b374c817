import type { Page } from '@playwright/test'

/** Longer ones hold whole panels: no string of the list is. */
const LONGEST = 700

/** Every text the page shows or says: of each visible element, as written and as drawn, and its labels and values. */
export async function renderedTexts(page: Page): Promise<string[]> {
  return page.evaluate((longest) => {
    const found = new Set<string>([document.title])
    const add = (text: string | null | undefined) => {
      const plain = text?.replace(/\s+/g, ' ').trim()
      if (plain && plain.length <= longest) found.add(plain)
    }
    const labels = [
      'placeholder',
      'aria-label',
      'title',
      'alt',
      'aria-description',
      'aria-valuetext',
      'aria-roledescription',
    ]
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      for (const label of labels) add(element.getAttribute(label))
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        for (const line of element.value.split('\n')) add(line)
      if (element instanceof HTMLSelectElement) for (const option of element.options) add(option.text)
      if ((element.textContent ?? '').length > longest * 2) continue
      // As written: a style may draw it in capitals.
      add(element.textContent)
      if (element instanceof HTMLElement) for (const line of element.innerText.split('\n')) add(line)
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent)
    }
    return [...found]
  }, LONGEST)
}
