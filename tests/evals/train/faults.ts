// Makes wrong sentences of right ones by changing one thing, so that the doubt knows the simple errors, too.
import drugs from '#domain/record/lexicon/drugs.json' with { type: 'json' }
import { lowerFirst } from '#domain/text.ts'
import type { Cited, LabelledConsultation } from '../corpus.ts'

const drugNames = Object.keys(drugs)
const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Each returns the text with one thing changed, or undefined where there is no such thing. */
const changes: readonly ((text: string, draw: () => number) => string | undefined)[] = [
  (text) => {
    if (/^(Nega|Sem)\b/.test(text)) return text.replace(/^Nega\b/, 'Refere').replace(/^Sem\b/, 'Com')
    if (/\b(nega|não|nunca|sem|nenhum)\b/i.test(text)) return undefined
    return `Nega ${lowerFirst(text)}`
  },
  (text, draw) => {
    const number = /\d+(?:,\d+)?/.exec(text)?.[0]
    if (!number) return undefined
    const value = Number(number.replace(',', '.'))
    const wrong = value < 10 ? value + 1 + Math.floor(draw() * 4) : Math.round(value * (1.2 + draw()))
    return text.replace(number, `${wrong}`)
  },
  (text) =>
    /direit|esquerd/i.test(text)
      ? text.replace(/(direit|esquerd)(?=[oa])/gi, (side) => (/^d/i.test(side) ? 'esquerd' : 'direit'))
      : undefined,
  (text, draw) => {
    const name = drugNames.find((drug) => new RegExp(`(?<!\\p{L})${drug}(?!\\p{L})`, 'iu').test(text))
    const other = drugNames[Math.floor(draw() * drugNames.length)]
    return name && other ? upperFirst(text.replace(new RegExp(name, 'i'), other)) : undefined
  },
]

/** One wrong sentence of every third ideal one, and now and then one of another consultation beside lines of this one. */
export function faultsOf({ ideal }: LabelledConsultation, other: LabelledConsultation, draw: () => number): Cited[] {
  return ideal.flatMap((sentence, at): Cited[] => {
    if (at % 3 !== 0) return []
    if (at % 15 === 0) {
      const foreign = other.ideal[Math.floor(draw() * other.ideal.length)]
      return foreign ? [{ ...foreign, evidence: sentence.evidence }] : []
    }
    const first = Math.floor(draw() * changes.length)
    for (let turn = 0; turn < changes.length; turn++) {
      const text = changes[(first + turn) % changes.length]?.(sentence.text, draw)
      if (text && text !== sentence.text) return [{ ...sentence, text }]
    }
    return []
  })
}
