import { plain } from '../../text.ts'
import type { Report } from '../doubt/doubt.ts'
import type { Flag } from '../record.ts'
import type { CheckedSentence } from './check.ts'

/** The checks compare the words of a sentence with each other: their time grows with the square of its length. */
export const LONGEST_SENTENCE = 600
const tooLong: Flag = {
  kind: 'length',
  message: `A frase tem mais de ${LONGEST_SENTENCE} caracteres e foi conferida em partes: divida-a em frases menores.`,
}

type Reported = Pick<CheckedSentence, 'section' | 'text' | 'evidence'>
/** [SF22] Reports on a longer sentence part by part: the worst verdict, and all flags. */
export function reportInParts(reportOn: (sentence: Reported) => Report): (sentence: Reported) => Report {
  return (sentence) => {
    if (sentence.text.length <= LONGEST_SENTENCE) return reportOn(sentence)
    const reports = partsOf(sentence.text).map((text) => reportOn({ ...sentence, text }))
    const flags = new Map([tooLong, ...reports.flatMap((report) => report.flags)].map((flag) => [flag.message, flag]))
    const isContradicted = reports.some(({ verdict }) => verdict === 'contradicted')
    return { verdict: isContradicted ? 'contradicted' : 'doubtful', flags: [...flags.values()] }
  }
}

/** [SF22] Checks a longer sentence part by part, and says so. */
export function inParts(check: (sentence: CheckedSentence) => Flag[]): (sentence: CheckedSentence) => Flag[] {
  return (sentence) => {
    if (sentence.text.length <= LONGEST_SENTENCE) return check(sentence)
    const found = new Map([[tooLong.message, tooLong]])
    for (const text of partsOf(sentence.text))
      for (const flag of check({ ...sentence, text })) if (!found.has(flag.message)) found.set(flag.message, flag)
    return [...found.values()]
  }
}

/** Cuts behind the last mark of a part, or else behind its last space. A part inside a list repeats how the list began. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let opening = ''
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + LONGEST_SENTENCE - opening.length)
    const isLast = from + piece.length === text.length
    const mark = Math.max(...['. ', '; ', ', ', '\n'].map((end) => piece.lastIndexOf(end)))
    const cut = isLast ? -1 : mark > 0 ? mark : piece.lastIndexOf(' ')
    const part = opening + (cut > 0 ? piece.slice(0, cut + 1) : piece)
    parts.push(part)
    from += cut > 0 ? cut + 1 : piece.length
    opening = openingOf(part)
  }
  return parts
}

/** Words that begin what the items behind them are: denied, told, done. */
const openers = new Set(
  'nega nego negou negam sem nao nem refere relata conta apresenta tem teve ha com mas porem usa faz toma orientado'.split(
    ' ',
  ),
)
const OPENING_MAX = 80
/** 'Nega febre,' of 'Tosse. Nega febre, calafrios, dor,': a list cut in two keeps its meaning. Empty at the end of a sentence. */
function openingOf(part: string): string {
  if (/[.;\n]\s*$/.test(part)) return ''
  const starts = ['. ', '; ', '\n'].map((end) => (part.includes(end) ? part.lastIndexOf(end) + end.length : 0))
  const sentence = part.slice(Math.max(...starts))
  const items = sentence.split(', ').map((item) => item.trim())
  const opening = items.findLast((item) => openers.has(plain(item.split(' ')[0] ?? ''))) ?? items[0] ?? ''
  return opening && opening.length < OPENING_MAX ? `${opening.replace(/,$/, '')}, ` : ''
}
