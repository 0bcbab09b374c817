import { quoted } from '../edit/quoted.ts'
import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { drugIds } from './concepts.ts'
import { flagOf } from './evidence.ts'
import { drugFamilies, familyWords } from './lexicon/drugs.ts'
import { ofPlan } from './negation.ts'
import type { Dialogue, ReadLine, ReadSentence } from './reading.ts'
import type { Token } from './words.ts'

const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

/** SF19: a plan gives a drug that the doctor forbade: to who asked for it, or by the name of its family. */
export function forbiddenFlags(statement: Statement, section: CanonicalKey, dialogue: Dialogue): Flag[] {
  if (!ofPlan.test(section)) return []
  return statement.units.flatMap((unit): Flag[] => {
    const ids = unit.features.filter((feature) => feature.startsWith('d'))
    if (ids.length === 0 || statement.tokenPolarities[unit.lead] !== 'yes') return []
    const lines = dialogue.lines.filter((line) => forbids(line, ids) || refuses(line, ids, dialogue))
    const [first] = lines
    if (!first || dialogue.lines.some((line) => gives(line, ids))) return []
    const name = statement.tokens.slice(unit.at, unit.to).map(({ said }) => said)
    return [flagOf('negation', `O plano traz “${name.join(' ')}”; nas falas foi dito ${quoted(first.text)}.`, lines)]
  })
}

const forbidding =
  /\b(?:nao (?:pode|deve|tom[ae]|us[ae]|quero|e (?:pra|para))|nada de|nem pensar|de jeito nenhum|proibid[oa]s?|evit(?:a|e|ar))\b/
const refusing = /^(?:(?:ah|olha|bom|entao|ih|,) )*(?:nao|nem pensar|de jeito nenhum|melhor nao)\b/
/** 'Não toma com bebida', 'não pode esquecer' forbid something else; 'nem precisa' no more than advises. */
const ofElse =
  /^nao (?:precis|tem problema|faz mal|se preocup)|\bnao (?:pode|deve) (?:parar|esquecer|faltar|ficar sem)\b/

/** 'Anti-inflamatório o senhor não pode.' */
function forbids(line: ReadLine, ids: readonly string[]): boolean {
  if (line.speaker !== 'doctor') return false
  return line.sentences.some((sentence) => {
    if (sentence.question) return false
    const text = wordsOf(sentence.tokens)
    return (
      forbidding.test(text) && !ofElse.test(text) && familiesIn(text).some((family) => ids.some((id) => family.has(id)))
    )
  })
}

/** 'Posso tomar o diclofenaco?' 'Não.' */
function refuses(line: ReadLine, ids: readonly string[], { lines }: Dialogue): boolean {
  const asked = lines[line.index - 1]
  if (line.speaker !== 'doctor' || asked?.speaker !== 'patient' || !ids.some((id) => asked.drugs.has(id))) return false
  const text = wordsOf(line.tokens)
  return refusing.test(text) && !ofElse.test(text) && asked.sentences.some((one) => asksFor(one, ids))
}
const asksFor = ({ question, tokens, units }: ReadSentence, ids: readonly string[]): boolean =>
  question &&
  /\b(?:posso|pode|podia|da pra|tomar|usar|dar)\b/.test(wordsOf(tokens)) &&
  units.some(({ features }) => features.some((feature) => ids.includes(feature)))

const gives = (line: ReadLine, ids: readonly string[]): boolean =>
  line.speaker === 'doctor' && ids.some((id) => (line.tallies.get(id)?.yes ?? 0) > 0)

/** Aspirin is given for the heart to who may take none of its family. */
const apart = 'ácido acetilsalicílico'
let families: { word: RegExp; ids: Set<string> }[] | undefined
function familiesIn(text: string): Set<string>[] {
  families ??= familyWords.map(([word, member]) => {
    const names = drugFamilies.find((line) => line.split('|').includes(member))?.split('|') ?? [member]
    const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
    return {
      word: new RegExp(`\\b${plain.replace('-', '[- ]?')}s?\\b`),
      ids: new Set(names.filter((name) => name !== apart).flatMap((name) => drugIds(name))),
    }
  })
  return families.filter(({ word }) => word.test(text)).map(({ ids }) => ids)
}
