import type { Shortcut } from './writing.ts'

/** The text with the phrase in place of its shortcut, and the place of the cursor behind it. */
export type Expanded = { text: string; caret: number }

/**
 * Expands ';name' before the cursor once a space, a line break or punctuation follows it. Null where no shortcut of the
 * doctor's ends there, or where the text would exceed `max` characters. 'DM;HAS;DLP' is a list: behind a letter or a
 * number, a semicolon begins no shortcut.
 */
export function expandShortcut(
  text: string,
  caret: number,
  shortcuts: readonly Shortcut[],
  max = Number.POSITIVE_INFINITY,
): Expanded | null {
  const [typed, name = '', end = ''] =
    /(?<![\p{L}\p{N}]);([a-z0-9]{1,20})([\s.,;:!?])$/iu.exec(text.slice(0, caret)) ?? []
  const phrase = shortcuts.find((one) => one.name === name.toLowerCase())?.text
  if (typed === undefined || phrase === undefined) return null
  const from = caret - typed.length
  // A phrase that ends with a stop needs no second one.
  const inserted = phrase + (/[.,;:!?]/.test(end) && phrase.endsWith(end) ? '' : end)
  const expanded = text.slice(0, from) + inserted + text.slice(caret)
  return expanded.length > max ? null : { text: expanded, caret: from + inserted.length }
}

/** The text with the shortcut at its end expanded although nothing follows it: the doctor leaves the field. */
export function expandLast(text: string, shortcuts: readonly Shortcut[], max?: number): string {
  const expanded = expandShortcut(`${text} `, text.length + 1, shortcuts, max === undefined ? max : max + 1)
  return expanded ? expanded.text.slice(0, -1) : text
}
