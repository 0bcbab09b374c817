import { isFiniteVerb, type Token } from './words.ts'

const parts = /^[,;.:?!()–—]$/
const turns = /^(mas|porem)$/
const infinitive = /^\w{2,}[aei]r$/
const plans = /^(us[ae]|tom[ae]|fa[cz]\w*|inicie|mantenha|evite|suspenda)$/

/** What marks part, and an 'e' before a verb: 'suspender ibuprofeno e iniciar dipirona' are two. */
export function clausesOf(tokens: readonly Token[]): Token[][] {
  const out: Token[][] = [[]]
  tokens.forEach((token, at) => {
    if (parts.test(token.word)) out.push([])
    else if (turns.test(token.word) || (token.said.toLowerCase() === 'e' && beginsVerb(tokens, at + 1))) out.push([])
    else out.at(-1)?.push(token)
  })
  return out.filter((clause) => clause.length > 0)
}

function beginsVerb(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at]?.word === 'nao' ? tokens[at + 1] : tokens[at]
  return first !== undefined && (isFiniteVerb(first) || infinitive.test(first.word) || plans.test(first.word))
}
