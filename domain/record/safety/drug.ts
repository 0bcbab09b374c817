import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { drugsAmong, type Found, namingWords } from './concepts.ts'
import { type Evidence, flagOf } from './evidence.ts'
import { drugEndings } from './lexicon/drugs.ts'
import { unitOf } from './lexicon/numerals.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { type Token, tokensOf } from './words.ts'

type Named = { said: string; words: string[]; ids: string[] }

const notDrugs = /^(colesterol|cocaina|medicina|oficina|vacina|urina|rotina)$/
const endsLikeDrug = (word: string): boolean => drugEndings.test(word) && !notDrugs.test(word)
/** What may stand before a dose and is no name. */
const dosed =
  /^(dose|doses|comprimidos?|capsulas?|gotas?|jatos?|de|do|da|em|com|por|para|a|ate|cerca|tomar|usar|usa|toma|uso|mais|dia|aumentar|reduzir|manter|total|e|ou|peso|agua|liquidos?|soro|xarope|frasco|ampola|cada|um|uma|dois|duas|tres|meio|meia|vez|vezes|x|iniciar|fazer|via|oral|noite|manha|tarde|jejum|apos|medicacao|remedio|pomada|creme|leite|formula)$/

/** The drugs of a text: by the lexicon, by how substances end, or by a dose that follows. */
export function drugsIn(tokens: readonly Token[]): Named[] {
  const naming = namingWords(tokens)
  const found = drugsAmong(naming)
  const longest = new Map<number, Found>()
  for (const one of found) if (one.to > (longest.get(one.from)?.to ?? 0)) longest.set(one.from, one)
  const out: Named[] = []
  let named = 0
  naming.forEach((word, index) => {
    const begins = longest.get(index)
    if (begins) {
      named = Math.max(named, begins.to)
      const part = naming.slice(begins.from, begins.to)
      out.push({
        said: part.map((one) => one.token.said).join(' '),
        words: part.map((one) => one.token.word),
        ids: begins.concepts.map((concept) => concept.id),
      })
      return
    }
    if (index < named) return
    const { token, at } = word
    const measured =
      tokens[at + 1]?.kind === 'number' && /^(mg|mcg|ui|g)$/.test(unitOf(tokens[at + 2]?.word ?? '') ?? '')
    if (endsLikeDrug(token.word) || (measured && token.word.length > 4 && !dosed.test(token.word)))
      out.push({ said: token.said, words: [token.word], ids: [] })
  })
  return out
}

/** SF3: a drug that nobody named. */
export function drugFlags(statement: Statement, dialogue: Dialogue, evidence?: Evidence): Flag[] {
  return drugsIn(statement.tokens).flatMap((drug): Flag[] => {
    if (drug.ids.some((id) => dialogue.drugs.has(id)))
      return !evidence || near(drug, dialogue, evidence)
        ? []
        : [flagOf('drug', `Nas falas citadas ninguém diz “${drug.said}”.`, dialogue.lines.filter(naming(drug)))]
    if (drug.words.every((word) => dialogue.said.has(word) || dialogue.joined.has(word) || misheard(word, dialogue)))
      return []
    return [unspoken(drug, dialogue)]
  })
}

/** A drug may be named once and spoken of for some lines. */
const reach = 5
const naming = (drug: Named) => (line: ReadLine) => drug.ids.some((id) => line.drugs.has(id))
const near = (drug: Named, dialogue: Dialogue, evidence: Evidence): boolean =>
  evidence.lines.some((line) =>
    dialogue.lines.slice(Math.max(0, line.index - reach), line.index + reach + 1).some(naming(drug)),
  )

/** A recogniser writes names almost right: one letter in a long name, and no other drug's name. */
const misheard = (word: string, dialogue: Dialogue): boolean =>
  word.length >= 7 &&
  [...dialogue.said].some(
    (said) =>
      Math.abs(said.length - word.length) <= 1 &&
      said[0] === word[0] &&
      distance(soundOf(said), soundOf(word)) <= 1 &&
      !isKnown(said),
  )
const isKnown = (said: string) => drugsAmong(namingWords(tokensOf(said))).length > 0

type Spoken = { word: string; said: string; sound: string }
const spokenIn = new WeakMap<Dialogue, readonly Spoken[]>()
/** The drug names of a dialogue, read once for all sentences. */
function spokenNames(dialogue: Dialogue): readonly Spoken[] {
  const before = spokenIn.get(dialogue)
  if (before) return before
  const spoken = new Map<string, string>()
  for (const line of dialogue.lines)
    if (line.drugs.size > 0) for (const one of drugsIn(line.tokens)) spoken.set(one.words.join(' '), one.said)
  for (const word of dialogue.said) if (endsLikeDrug(word) && !spoken.has(word)) spoken.set(word, word)
  const names = [...spoken].map(([word, said]) => ({ word, said, sound: soundOf(word) }))
  spokenIn.set(dialogue, names)
  return names
}

function unspoken(drug: Named, dialogue: Dialogue): Flag {
  const own = soundOf(drug.words.join(' '))
  const near = spokenNames(dialogue)
    .map(({ word, said, sound }) => ({ said, far: distance(sound, own) / Math.max(word.length, own.length) }))
    .sort((a, b) => a.far - b.far)[0]
  const name = drug.said
  if (!near || near.far > 0.55) return flagOf('drug', `Ninguém disse “${name}” na consulta.`, [])
  const lines = dialogue.lines.filter(({ text }) => text.toLowerCase().includes(near.said.toLowerCase()))
  return flagOf('drug', `O registro diz “${name}”; na consulta foi dito “${near.said}”.`, lines)
}

/** Letters that sound alike in Portuguese are one. */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/h/g, '')
    .replace(/[sz]|c(?=[ei])|x/g, 's')
    .replace(/c|q|k/g, 'k')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/n(?=[bpm])|m(?=[^aeiou])/g, 'm')
    .replace(/(.)\1+/g, '$1')

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
