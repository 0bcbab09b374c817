import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import { listed } from '../note/wording.ts'
import { tokensOf } from '../safety/words.ts'

/** A joined sentence of a note has at most this many words. */
const LONGEST = 25
const wordsIn = (text: string): number => text.split(/\s+/).length

const nameKinds = new Set(['symptom', 'condition', 'topic'])
/** They would govern what follows them: 'história familiar de diabetes e febre'. */
const governing = /alergi|famili|histor|\buso\b|antecedent/

/**
 * The items of 'Nega febre, tosse e dispneia.'; undefined where one is more than a plain name: joined with others, 'dor
 * ao urinar' or 'alergia a dipirona' would deny less or more. A risk to life is denied in a sentence of its own.
 */
function deniedItems(text: string): string[] | undefined {
  const list = /^(?:(?:[oa] )?paciente )?nega ([^"“”?;:()\d]+?)\.?$/iu.exec(text)?.[1]
  if (list === undefined || governing.test(plain(list)) || namesRisk(text)) return undefined
  const items = list.split(/, | e | ou | nem /)
  return items.every(isName) ? items : undefined
}

function isName(item: string): boolean {
  const tokens = tokensOf(item)
  return mentionsIn(tokens).some(
    ({ concept, from, to }) => nameKinds.has(concept.kind) && from === 0 && to === tokens.length,
  )
}

const isDenial = (text: string): boolean => /^(?:(?:[oa] )?paciente )?nega /iu.test(text)

/** A sentence, and those of the draft that it says. */
export type Group<S> = { text: string; from: readonly [S, ...S[]] }

/**
 * The sentences of a section without exact repeats, neighbouring denials as one. `isSafe` decides whether a joined text
 * may replace its sentences.
 */
export function concisely<S extends { text: string }>(
  sentences: readonly S[],
  isSafe: (joined: Group<S>) => boolean,
): Group<S>[] {
  const out: Group<S>[] = []
  /** Where the denials of this neighbourhood are joined. */
  let open: { at: number; items: readonly string[] } | undefined
  for (const sentence of sentences) {
    const { text } = sentence
    const same = out.findIndex((other) => plain(other.text) === plain(text))
    const repeated = out[same]
    if (repeated) {
      out[same] = { ...repeated, from: [...repeated.from, sentence] }
      continue
    }
    const items = deniedItems(text)
    const before = open && out[open.at]
    if (open && before && items) {
      const all = [...new Set([...open.items, ...items])]
      const joined: Group<S> = { text: `Nega ${listed(all)}.`, from: [...before.from, sentence] }
      if (wordsIn(joined.text) <= LONGEST && isSafe(joined)) {
        out[open.at] = joined
        open = { at: open.at, items: all }
        continue
      }
    }
    out.push({ text, from: [sentence] })
    if (items) open = { at: out.length - 1, items }
    else if (!isDenial(text)) open = undefined
  }
  return out
}
