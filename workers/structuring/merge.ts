import type { DraftSection, DraftSentence } from '#domain/record/proof/draft.ts'
import { isRelative } from '#domain/record/safety/kin.ts'
import { stems } from '#domain/record/voice/normalise.ts'
import { plain } from '#domain/text.ts'

const negative = /\b(nega|nao|sem|nunca|nenhum|nenhuma|ausente|ausencia)\b/
const numbersOf = (text: string) => (text.match(/\d+(?:[.,]\d+)?/g) ?? []).join(' ')

const times =
  /^(hoje|ontem|anteontem|amanha|agora|atual|atualmente|antes|depois|previo|previa|anterior|passad[oa]s?|proxim[oa]s?|manha|tarde|noite|madrugada|dias?|semanas?|mes|meses|anos?|infancia|juventude|gestacao|segunda|terca|quarta|quinta|sexta|sabado|domingo)$/
const among = (words: readonly string[], is: (word: string) => boolean) =>
  [...new Set(words.filter(is))].sort().join(' ')

/**
 * `kin` and `when`: the person and time of a statement; the same finding of another person or time is another
 * statement.
 */
type Statement = {
  sentence: DraftSentence
  by: Part['by']
  stems: ReadonlySet<string>
  no: boolean
  numbers: string
  kin: string
  when: string
}
function read(sentence: DraftSentence, by: Part['by']): Statement {
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

const readPart = ({ by, sections }: Part, key: string): Statement[] =>
  sections.flatMap((section) => (section.key === key ? section.sentences.map((one) => read(one, by)) : []))

/** True if `more` covers `less`. Denials must be of the same things: 'nega A' is no part of 'nega A ou B'. */
const within = (less: Statement, more: Statement) =>
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
 * Joins the parts in order under the template's sections; a repetition only adds its lines. A rule's sentence never
 * replaces a model's.
 */
export function merged(keys: readonly string[], parts: readonly Part[]): DraftSection[] {
  return keys.map((key) => {
    let out: Statement[] = []
    for (const statement of parts.flatMap((part) => readPart(part, key))) {
      const { sentence, by } = statement
      const isOverModel = (other: Statement) => by === 'model' && other.by === 'rules'
      // Only a proven sentence of the model replaces a rule's, and it takes over that one's lines.
      const replaced = out.filter(
        (other) => sentence.evidence.length > 0 && isOverModel(other) && within(other, statement),
      )
      out = out.filter((other) => !replaced.includes(other))
      const lines = replaced.flatMap((other) => other.sentence.evidence)
      sentence.evidence = [...new Set([...sentence.evidence, ...lines])]
      const twin = out.find((other) => !isOverModel(other) && within(statement, other))
      // A line proves only the sentence that cited it: an unproven sentence gains nothing from a proven one.
      if (twin && (twin.sentence.evidence.length > 0 || sentence.evidence.length === 0)) {
        twin.sentence.evidence = [...new Set([...twin.sentence.evidence, ...sentence.evidence])]
        continue
      }
      if (sentence.evidence.length > 0)
        out = out.filter((other) => other.by !== by || other.sentence.evidence.length > 0 || !within(other, statement))
      out.push(statement)
    }
    return { key, sentences: out.map((item) => item.sentence) }
  })
}
