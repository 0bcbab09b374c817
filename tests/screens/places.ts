import type { Locator, Page } from '@playwright/test'

/** As it stands on the screen; a pattern, which the whole of a text has to fit, where it carries a number or an id. */
export type Text = string | RegExp
/** A part of what lies in front, as assistive technology finds it; there has to be exactly one. */
export type Place = {
  role: Parameters<Page['getByRole']>[0]
  name?: string | RegExp
  level?: number
  /** Words inside it, for a place without a name. */
  with?: string
}
/**
 * A text, or texts of one place. Without a place it belongs to the dialog in front, otherwise to the page's own
 * part.
 */
export type Entry = Text | { at: Place; texts: readonly Text[] }

export const at = (place: Place, ...texts: readonly Text[]): Entry => ({ at: place, texts })
export const region = (name: string): Place => ({ role: 'region', name })
/** A line of a list, by words of it. */
export const line = (words: string): Place => ({ role: 'listitem', with: words })

/** They lie over everything, dialogs too. */
const TOASTS: Place = { role: 'region', name: /^Avisos / }
export const toast = (...texts: readonly Text[]): Entry => at(TOASTS, ...texts)

/** The app's frame has one, and so has a dialog that fills the screen. */
export const HEADER: Place = { role: 'banner' }
export const NAVIGATION: Place = { role: 'navigation', name: 'Principal' }
export const TITLE: Place = { role: 'heading', level: 1 }
export const MENU: Place = { role: 'menu' }
export const TYPE_CHOICE: Place = { role: 'radiogroup', name: 'Tipo de consulta' }
export const TYPE_FILTER: Place = { role: 'combobox', name: 'Tipo de consulta' }
export const IN_CONSULTATION = region('Paciente em consulta')
export const RECORDER = region('Gravação')
export const LIVE_PANEL = region('Transcrição ao vivo')
export const FINISHED = region('Consulta finalizada')
export const FINISHED_PANEL = region('Transcrição da consulta')
export const FLOW = region('Estruturação')
export const RECORD_TEXT = region('Texto para Prontuário')
export const CHECKS: Place = { role: 'complementary', name: 'Conferência do registro' }

/** Longer ones hold whole panels: no string of the list is. */
const LONGEST = 700

/** Every text a part of the page shows: the lines of each element that is seen, its labels and its values. */
const textsOf = (part: Locator): Promise<string[]> =>
  part.evaluate((root: HTMLElement, longest) => {
    const found = new Set<string>()
    const add = (text: string | null | undefined) => {
      const plain = text?.replace(/\s+/g, ' ').trim()
      if (plain && plain.length <= longest) found.add(plain)
    }
    const addLines = (text: string) => text.split('\n').forEach(add)
    const labels = ['placeholder', 'aria-label', 'title', 'alt', 'aria-description', 'aria-valuetext']
    const elements = [root, ...root.querySelectorAll<HTMLElement>('*')]
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    // Text for screen readers only, and invisible text: hidden from the surrounding text until all is read.
    const unseen = elements.filter((one) => getComputedStyle(one).clipPath === 'inset(50%)' || !isSeen(one))
    const before = unseen.map(({ style }) => style.cssText)
    // At once: with reduced motion every change takes a moment that is never seen.
    for (const { style } of unseen) style.cssText += ';visibility:hidden;transition:none!important'
    for (const element of elements.filter(isSeen)) {
      for (const label of labels) add(element.getAttribute(label))
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) addLines(element.value)
      if (element instanceof HTMLSelectElement) for (const option of element.options) add(option.text)
      // A drawing has none.
      const text = (element.textContent ?? '').length > longest * 2 ? '' : (element.innerText ?? '')
      add(text)
      addLines(text)
    }
    unseen.forEach(({ style }, n) => {
      style.cssText = before[n] ?? ''
    })
    return [...found]
  }, LONGEST)

/** Every text and label of the page, also of what only a screen reader gets; without the small English lines. */
export const shownTexts = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((body) => {
    const found = new Set<string>()
    for (const element of [body, ...body.querySelectorAll('*')]) {
      if (element.closest('[lang=en], script, style, template') || !element.checkVisibility()) continue
      for (const label of ['placeholder', 'aria-label', 'title', 'alt', 'aria-description', 'aria-valuetext'])
        found.add(element.getAttribute(label) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent ?? '')
    }
    return [...found].map((text) => text.trim()).filter(Boolean)
  })

export const dialogs = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))
/** Text behind a dialog does not count: only the dialog's own, or that of a dialog opened over it. */
async function inFront(page: Page, otherwise: Locator = page.getByRole('main')): Promise<Locator> {
  const open = dialogs(page)
  return (await open.count()) > 0 ? open.last() : otherwise
}

async function partOf(page: Page, place: Place | null): Promise<Locator> {
  if (!place) return inFront(page)
  const { role, with: words, ...options } = place
  const parts = (place === TOASTS ? page : await inFront(page, page.locator('body'))).getByRole(role, {
    ...options,
    exact: true,
  })
  return words === undefined ? parts : parts.filter({ hasText: words })
}

const isAmong = (texts: readonly string[], wanted: Text): boolean =>
  typeof wanted === 'string'
    ? texts.includes(wanted)
    : texts.some((text) => new RegExp(`^(?:${wanted.source})$`, wanted.flags).test(text))

const nameOf = (place: Place | null): string => (place ? Object.values(place).join(' ') : 'what lies in front')

/** Entries whose text is missing from its place, and the text found there. */
export async function notRendered(page: Page, entries: readonly Entry[]): Promise<string[]> {
  const wanted = new Map<string, { place: Place | null; texts: Text[] }>()
  for (const entry of entries) {
    const { at, texts } = typeof entry === 'object' && 'at' in entry ? entry : { at: null, texts: [entry] }
    const before = wanted.get(nameOf(at))?.texts ?? []
    wanted.set(nameOf(at), { place: at, texts: [...before, ...texts] })
  }
  const faults: string[] = []
  for (const [name, { place, texts }] of wanted) {
    const part = await partOf(page, place)
    const count = await part.count()
    if (count !== 1) faults.push(`${name}: there are ${count}`)
    const there = count === 1 ? await textsOf(part) : []
    const missing = texts.filter((text) => !isAmong(there, text))
    if (missing.length > 0) faults.push(`${name}: no ${missing.join(', no ')} in:\n${there.join('\n')}`)
  }
  return faults
}
