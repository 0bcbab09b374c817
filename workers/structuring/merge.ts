import { stems } from '#domain/record/extractive/normalise.ts'
import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import { isRelative } from '#domain/record/safety/kin.ts'
import { plain } from '#domain/text.ts'

const negative = /\b(nega|nao|sem|nunca|nenhum|nenhuma|ausente|ausencia)\b/
const numbersOf = (text: string) => (text.match(/\d+(?:[.,]\d+)?/g) ?? []).join(' ')

const times =
  /^(hoje|ontem|anteontem|amanha|agora|atual|atualmente|antes|depois|previo|previa|anterior|passad[oa]s?|proxim[oa]s?|manha|tarde|noite|madrugada|dias?|semanas?|mes|meses|anos?|infancia|juventude|gestacao|segunda|terca|quarta|quinta|sexta|sabado|domingo)$/
const among = (words: readonly string[], is: (word: string) => boolean) =>
  [...new Set(words.filter(is))].sort().join(' ')

/** `kin` and `when`: whose it is and of which time; the same thing of another or at another time is another thing. */
type Said = {
  sentence: DraftSentence
  by: Part['by']
  stems: ReadonlySet<string>
  no: boolean
  numbers: string
  kin: string
  when: string
}
function read(sentence: DraftSentence, by: Part['by']): Said {
  const text = plain(sentence.text)
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    sentence: { ...sentence },
    by,
    stems: stems(sentence.text),
    no: negative.test(text),
    numbers: numbersOf(sentence.text),
    kin: among(words, isRelative),
    when: among(words, (word) => times.test(word)),
  }
}

const readPart = ({ by, sections }: Part, key: string): Said[] =>
  sections.flatMap((section) => (section.key === key ? section.sentences.map((one) => read(one, by)) : []))

/** `less` says nothing that `more` does not. Denials must be of the same things: 'nega A' is no part of 'nega A ou B'. */
const within = (less: Said, more: Said) =>
  less.stems.size > 0 &&
  less.no === more.no &&
  less.kin === more.kin &&
  (less.when === '' || less.when === more.when) &&
  (less.numbers === '' || less.numbers === more.numbers) &&
  [...less.stems].every((stem) => more.stems.has(stem)) &&
  (!less.no || less.stems.size === more.stems.size)

/** One part of a consultation, and who wrote it. */
export type Part = { by: 'model' | 'rules'; sections: readonly DraftSection[] }

/**
 * The parts of a consultation, one after the other, under the template's sections; what repeats adds its lines only. A
 * sentence of the model never gives way to one of the rules.
 */
export function merged(keys: readonly string[], parts: readonly Part[]): DraftSection[] {
  return keys.map((key) => {
    let out: Said[] = []
    for (const said of parts.flatMap((part) => readPart(part, key))) {
      const { sentence, by } = said
      const isOverModel = (other: Said) => by === 'model' && other.by === 'rules'
      // Only a proven sentence of the model takes the place of one of the rules, and takes its lines over.
      const replaced = out.filter((other) => sentence.evidence.length > 0 && isOverModel(other) && within(other, said))
      out = out.filter((other) => !replaced.includes(other))
      const lines = replaced.flatMap((other) => other.sentence.evidence)
      sentence.evidence = [...new Set([...sentence.evidence, ...lines])]
      const twin = out.find((other) => !isOverModel(other) && within(said, other))
      // A line proves what it was cited for: an unproven sentence gains nothing from a proven one.
      if (twin && (twin.sentence.evidence.length > 0 || sentence.evidence.length === 0)) {
        twin.sentence.evidence = [...new Set([...twin.sentence.evidence, ...sentence.evidence])]
        continue
      }
      if (sentence.evidence.length > 0)
        out = out.filter((other) => other.by !== by || other.sentence.evidence.length > 0 || !within(other, said))
      out.push(said)
    }
    return { key, sentences: out.map((item) => item.sentence) }
  })
}
