import { isFiniteVerb, type Token } from './words.ts'

export type Answer = 'yes' | 'no' | 'unknown' | 'told'

const fillers =
  /^(e|entao|bom|olha|ah|ai|hum|ahn|eh|na|verdade|doutor|doutora|nossa|bem|assim|tipo|ta|certo|ue|ixi|oi|eu|acho|que|creio|parece|la|sei|ih|senhor|senhora|ne|opa|aqui|mas|realmente|isso|graças|claro|mesmo)$/
const no = /^(nao|nada|nunca|nenhum|nenhuma|negativo|jamais|nem|ninguem|sem|tampouco)$/
const yes =
  /^(sim|isso|aham|uhum|exato|exatamente|claro|certeza|positivo|ja|tenho|tive|tem|teve|sinto|senti|to|tou|estou|tomo|uso|fumo|bebo|faco|fiz|some|vai|vou|doi|foi|sou|fico|consigo|lembro|tinha|verdade|muito|bastante|demais|sempre|tambem|pois|moro|acontece|piora|melhora|arde|coca|incha|piorou|melhorou|tava|estava|perfeito|mesmo|confirmo|estao|tao|e)$/
const unknown = /^(sei|lembro|lembra|recordo|saberia|reparei|certeza|ideia|entendi|medi|olhei|prestei)$/

/** 'Sinto normal. Não tem nada disso.' */
const noneOfIt = /\b(nao|nem) (\w+ )?nada d(isso|esse|essas|este)\b|\bnenhum(a)? d(ess|ist|el)\w+/

/** Returns what the first words of a reply mean for a yes-or-no question. */
export function answerOf(tokens: readonly Token[], asked: readonly Token[] = []): Answer {
  const words = tokens.filter((token) => token.kind === 'word').map((token) => token.word)
  if (words.length === 0) return 'unknown'
  if (noneOfIt.test(words.join(' '))) return 'no'
  const start = words.findIndex((word, at) => !fillers.test(word) || no.test(words[at] ?? ''))
  if (start < 0) return words.some((word) => /^(isso|e|claro|certo|verdade|ta)$/.test(word)) ? 'yes' : 'unknown'
  const first = words[start] ?? ''
  if (no.test(first)) {
    const after =
      words.slice(start + 1).find((word) => !/^(eu|me|nao|nem|ao|tenho|muita|faco|a|minima|tanta)$/.test(word)) ?? ''
    const bound = words.indexOf(after) - start
    // 'Não sei'; but 'não, não reparei' denies.
    if (unknown.test(after) && bound <= 3 && !/^(reparei|medi)$/.test(after) && words[start + 1] !== 'que')
      return 'unknown'
    // 'Não muita', 'não só'; but 'não. Só queima' denies.
    const next = tokens[tokens.findIndex((token) => token.word === first) + 1]
    if (next && /^(so|somente|apenas|necessariamente|muit[oa]s?|tant[oa]s?|sempre)$/.test(next.word)) return 'told'
    return 'no'
  }
  if (deniesAfter(tokens, first)) return 'no'
  if (yes.test(first)) return 'yes'
  // 'As vacinas estão em dia?' 'Estão.'
  const echoed = tokens.find((token) => token.word === first)
  if (echoed && isFiniteVerb(echoed) && asked.some((token) => token.word === first)) return 'yes'
  return 'told'
}

/** 'Tenho não.' 'Sinto febre não, doutora.': the denial follows the verb, or ends its clause. */
function deniesAfter(tokens: readonly Token[], first: string): boolean {
  const at = tokens.findIndex(({ word }) => word === first)
  const token = tokens[at]
  if (!token || !(yes.test(first) || isFiniteVerb(token))) return false
  const mark = tokens.findIndex(({ kind }, index) => index > at && kind === 'mark')
  const clause = tokens.slice(at + 1, mark < 0 ? tokens.length : mark)
  if (clause[0]?.word === 'nao') return !/^(so|somente|apenas|sei)$/.test(clause[1]?.word ?? '')
  return clause.length <= 6 && clause.at(-1)?.word === 'nao' && clause.every(({ word }) => word !== 'e')
}
