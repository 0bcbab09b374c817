import type { PreferredWord } from './writing.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/**
 * Replaces whole words by those that the doctor prefers, each place once: a replacement is not replaced again. If two
 * begin at the same place, the longer one counts. A capital at the beginning stays, and so does a quotation: it is
 * what somebody said.
 */
export function preferWords(text: string, words: readonly PreferredWord[]): string {
  if (words.length === 0) return text
  const to = new Map(words.map((one) => [spelled(one.from), one.to]))
  const any = words
    .map(({ from }) => escaped(from.normalize('NFC')))
    .sort((a, b) => b.length - a.length)
    .join('|')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${any})(?![\\p{L}\\p{N}-])`, 'giu')
  const inOwnWords = (part: string) =>
    part.replace(whole, (found) => {
      const preferred = to.get(spelled(found)) ?? found
      return /^\p{Lu}/u.test(found) ? preferred.charAt(0).toLocaleUpperCase('pt-BR') + preferred.slice(1) : preferred
    })
  return outsideQuotations(text, inOwnWords)
}

/** Whether the text ends with a word that needs another one after it: 'irmã da', 'encaminhado para'. */
export const isGoverning = (before: string): boolean => governing.test(before)
const governing =
  /(?:^|[\s(,;:])(?:[oa]s?|uma?|uns|umas|d[eoa]s?|d?(?:este|esta|esse|essa)|em|n[oa]s?|num|numa|aos?|às?|com|sem|por|pel[oa]s?|para|pra|sob|sobre|entre|até|após|ante|contra|desde|segundo|conforme)\s+$/iu

/**
 * The text without these words, outside quotations, with its capital and without the comma that followed them. They stay
 * where the word before them governs them.
 */
export function leaveOut(text: string, omitted: readonly string[] = []): string {
  if (omitted.length === 0) return text
  const any = [...omitted].sort((a, b) => b.length - a.length).map((one) => escaped(one.normalize('NFC')))
  const whole = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${any.join('|')})(?![\\p{L}\\p{N}-])[,:]?\\s*`, 'giu')
  const rest = outsideQuotations(text, (part) =>
    part.replace(whole, (found, at: number) => (isGoverning(part.slice(0, at)) ? found : '')),
  )
    .replace(/\s+([.,;:])/g, '$1')
    .trim()
  return rest === text ? text : rest.charAt(0).toLocaleUpperCase('pt-BR') + rest.slice(1)
}

/** Changes a text but for its quotations: they are what somebody said. */
export const outsideQuotations = (text: string, change: (part: string) => string): string =>
  text
    .normalize('NFC')
    .split(quotation)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
/** With the group, `split` gives the quotations at the odd places. */
const quotation = /(“[^”]*”|"[^"]*")/u
const spelled = (text: string) => text.normalize('NFC').toLocaleLowerCase('pt-BR').replace(/\s+/g, ' ')
