// Finds the doctor's phone calls during a consultation: they are about somebody else.
import { plain } from '../text.ts'
import type { Speaker } from '../transcript/entry.ts'

type Line = { text: string; speaker?: Speaker | undefined }

/** A doctor asks the patient's leave first. A lost connection has an 'alô' without it. */
const excuse = /\b(um (minuto|minutinho|instante|momento|segundo)|com licenca|desculp\w+|preciso atender|ja volto)\b/
const hello = /\balo\b/
const goodbye = /\btchau(\W+\w+){0,2}\W*$/
/** No call is longer, in lines. */
const longest = 8

/**
 * Returns the lines without the doctor's calls. A call begins with an excuse and 'alô', ends with 'tchau' as the last
 * word, and has lines of the doctor alone.
 */
export function withoutCalls<Spoken extends Line>(lines: readonly Spoken[]): readonly Spoken[] {
  const texts = lines.map(({ text }) => plain(text))
  const isCall = new Set<number>()
  lines.forEach((_, from) => {
    const before = lines[from - 1]?.speaker === 'doctor' ? (texts[from - 1] ?? '') : ''
    if (!hello.test(texts[from] ?? '') || !excuse.test(`${before} ${texts[from]}`)) return
    const until = texts.findIndex((text, at) => at >= from && at < from + longest && goodbye.test(text))
    if (until < 0 || lines.slice(from, until + 1).some(({ speaker }) => speaker !== 'doctor')) return
    for (let at = from; at <= until; at++) isCall.add(at)
  })
  return isCall.size === 0 ? lines : lines.filter((_, at) => !isCall.has(at))
}
