import { remembered } from '../../remembered.ts'
import { deniers, isFiniteVerb, isLight, opensDenial, type Token } from './words.ts'

/** yes: told; no: denied; near: stands within a denial that is of something else ('não fui *no médico*'); open: neither; asked: in a question. */
export type Polarity = 'yes' | 'no' | 'near' | 'open' | 'asked'

const particles =
  /^(nao|sim|e|acho|que|na|verdade|eu|saiba|lembre|me|nada|isso|ah|entao|bom|doutor|doutora|senhor|senhora|ta|certo|ne|obrigad[oa]|olha|bem|graças|deus|mesmo|tambem|assim|tipo|claro|jeito|de|nenhum|nunca|hum|realmente|creio|la|lembro|agora|ainda|nem)$/
/** After 'não': nothing is denied, it is not known or only less so. */
const unsure = /^(sei|lembro|recordo|certeza|saberia|entendi|imagino|faco|ouvi|escutei|vi|sabia|percebi|garanto)$/
const partly =
  /^(necessariamente|so|somente|apenas|exatamente|propriamente|bem|tanto|totalmente|completamente|sempre|muito|e)$/
const breaks =
  /^(mas|porem|so|apenas|somente|entretanto|contudo|sim|tirando|fora|exceto|senao|refere|relata|apresenta)$/
const prepositions =
  /^(em|no|na|nos|nas|num|numa|com|por|pelo|pela|para|pra|pro|pras|pros|ao|aos|quando|que|porque|se|desde|durante|apos|ate|sobre|entre|dentro|onde|como|ha|depois|antes)$/
/** 'A dor não volta', 'não para': what is denied is the verb. */
const goesOn = /^(volta|para)$/
const fills = /^(tipo|assim|e|ne|sei|la|olha|bom|sabe|ah)$/
/** 'Suspender', 'evitar': what is planned is that something not be. */
export const undoes = (word: string): boolean =>
  /^(evit|suspend|descart|exclu|interromp|abst|restring|parar$|largar$|retirar$|cortar$|reduzir$|diminuir$)/.test(word)
/** Verbs and words after which a thing is neither told nor denied. */
const sets =
  /^(evit\w+|suspend\w+|descart\w+|exclu\w+|sobre|interromp\w+|abst\w+|restring\w+|risco|medo|prevenir|prevencao|caso|incapacidade|impossibilidade|falta|faltas|falhas?|parar|largar|retirar|cortar|reduzir|diminuir)$/
const segmentMark = /^[,:()–—]$/
const whoSays = /^(eu|ele|ela|voce|a|o|gente|senhor|senhora)$/

/** strong: a thing is denied already; dropped: what follows belongs to it only loosely; listing: 'Nega' and its list. */
type Scope = { strong: boolean; dropped: boolean; listing: boolean } | undefined
/** How the words of one sentence stand; a mark and a denying word stay open. */
export type Style = 'speech' | 'record'

const contentWord = (token: Token | undefined) =>
  token !== undefined && token.kind === 'word' && !deniers.has(token.word) && !isLight(token.word)

/** The words of one sentence -> how each of them stands. */
export function polarities(tokens: readonly Token[], style: Style): Polarity[] {
  const out: Polarity[] = tokens.map((token) => (token.kind === 'mark' ? 'open' : 'yes'))
  const joinedLater = lastJoin(tokens)
  let scope: Scope
  let from = 0
  while (from < tokens.length) {
    let to = from
    while (to < tokens.length && !segmentMark.test(tokens[to]?.word ?? '')) to++
    scope = segment({ tokens, out, from, to, scope, style, joinedLater })
    from = to + 1
  }
  return out
}

/** Where the last 'nem' or 'ou' stands: what comes before it within a denial is a list. */
const lastJoin = (tokens: readonly Token[]): number =>
  tokens.findLastIndex(({ word }) => word === 'nem' || word === 'ou' || word === '/')

type Segment = {
  tokens: readonly Token[]
  out: Polarity[]
  from: number
  to: number
  scope: Scope
  style: Style
  joinedLater: number
}

function segment({ tokens, out, from, to, scope: before, style, joinedLater }: Segment): Scope {
  const inside = tokens.slice(from, to)
  const words = inside.filter((token) => token.kind === 'word')
  if (words.length === 0) return before
  // 'Febre, não.', 'Diarreia, não teve.'
  if (deniesBefore(words)) denyBefore(out, tokens, previousStart(tokens, from), from - 1)
  // 'Não tô, tipo, morando com ninguém': a filler ends nothing.
  if (before && !before.strong && words.every((token) => fills.test(token.word))) return before
  // 'Não, acho que não': an answer, which denies no word of its own line.
  if (style === 'speech' && words.every((token) => particles.test(token.word))) return undefined
  let scope = carried(before, words, style, from < joinedLater)
  for (let at = from; at < to; at++) {
    const token = tokens[at]
    if (!token || token.kind === 'mark') continue
    if (!scope && !turns(token.word)) continue
    const { word } = token
    const next = tokens[at + 1]
    if (denies(word, style)) {
      const following = tokens.slice(at + 1, to)
      if (word === 'nao' && doubled(tokens, at, from)) {
        scope = undefined
        markOpen(out, tokens, at, to)
        continue
      }
      if (word === 'nao' && unsure.test(following.find((t) => !whoSays.test(t.word) && t.word !== 'me')?.word ?? '')) {
        const known = tokens.findIndex((t, index) => index > at && unsure.test(t.word))
        if (known > 0) out[known] = 'no'
        // 'Febre não sei', 'não sei se tive febre'
        markOpen(out, tokens, from, known)
        markOpen(out, tokens, known + 1, to)
        scope = undefined
        at = to
        continue
      }
      // 'Não precisa ser presencial' leaves it open.
      if (/^precis/.test(next?.word ?? '') && /^(ser|estar|ficar)$/.test(tokens[at + 2]?.word ?? '')) {
        markOpen(out, tokens, at + 1, to)
        scope = undefined
        at = to
        continue
      }
      if (word === 'nao' && partly.test(next?.word ?? '') && !/^e$/.test(next?.word ?? '')) {
        if (!/^(muito|tanto|sempre)$/.test(next?.word ?? '')) {
          markOpen(out, tokens, at + 1, to)
          scope = undefined
          at = to
          continue
        }
      }
      if (
        /^(nao|nunca|nenhuma?)$/.test(word) &&
        tokens[at - 1]?.word !== 'ou' &&
        at > from &&
        !following.some((one) => contentWord(one) || goesOn.test(one.word))
      ) {
        // 'Sangue não', 'droga eu não uso': what stands before is denied.
        denyBefore(out, tokens, from, at)
        for (let rest = at + 1; rest < to; rest++) if (isWord(tokens[rest])) out[rest] = 'no'
        const named = tokens.slice(from, at).some(contentWord)
        scope = named ? undefined : { strong: false, dropped: false, listing: false }
        at = to
        continue
      }
      scope = {
        strong: false,
        dropped: /^(em|desde)$/.test(next?.word ?? ''),
        listing: style === 'record' && /^neg/.test(word),
      }
      continue
    }
    if (breaks.test(word)) {
      scope = undefined
      continue
    }
    // 'Falta de ar' is a complaint as a whole.
    if (sets.test(word) && !(word === 'falta' && tokens[at + 2]?.word === 'ar')) {
      // 'Evitar sal', 'sobre a febre': neither told nor denied.
      const unsaid = style === 'record' ? 'open' : 'asked'
      for (let rest = at + 1; rest < to && rest <= at + 5 && !/^(e|é|mas|que)$/i.test(tokens[rest]?.said ?? ''); rest++)
        out[rest] = unsaid
      if (!scope) {
        at += 1
        while (at + 1 < to && out[at + 1] === unsaid) at++
        continue
      }
    }
    if (!scope) continue
    // 'Não fumo e bebo', 'não tenho febre e eu tossi'
    if (
      token.said.toLowerCase() === 'e' &&
      next &&
      (whoSays.test(next.word) ||
        (isFiniteVerb(next) && scope.strong) ||
        (style === 'record' && /^\w{3,}[aei]r$/.test(next.word)))
    ) {
      scope = undefined
      continue
    }
    if (/^(nem|ou|e)$/.test(token.said.toLowerCase())) {
      // 'Nega dor no peito e dor de cabeça' denies both, 'nega dor no peito e nas costas' one thing in two places.
      const goesOn = !scope.listing || prepositions.test(next?.word ?? '')
      scope = { ...scope, strong: false, dropped: scope.dropped && word === 'e' && goesOn }
      continue
    }
    // 'Não tem nada na sua história que sugira': what counts comes after.
    if (word === 'que' && tokens.slice(from, at).some((one) => /^(nada|ninguem)$/.test(one.word))) {
      scope = { ...scope, strong: false, dropped: false }
      continue
    }
    if (prepositions.test(word) && scope.strong) {
      scope.dropped = true
      continue
    }
    out[at] = scope.dropped ? 'near' : 'no'
    if (contentWord(token)) scope.strong = true
  }
  return scope
}

/** Whether a word alone changes how others stand. */
const turns = remembered((word) => denies(word, 'record') || breaks.test(word) || sets.test(word))

const isWord = (token: Token | undefined) => token?.kind === 'word'
const denies = (word: string, style: Style) =>
  deniers.has(word) || (style === 'record' ? opensDenial.test(word) : /^(nego|nega|negou)$/.test(word))

function carried(before: Scope, words: readonly Token[], style: Style, joined: boolean): Scope {
  if (!before) return undefined
  const [first, second] = words
  if (!first || breaks.test(first.word) || denies(first.word, style)) return undefined
  const anew = { strong: false, dropped: false, listing: before.listing }
  if (
    first.word === 'ou' &&
    second &&
    (/^(que|se|quando|entao)$/.test(second.word) || whoSays.test(second.word) || isFiniteVerb(second))
  )
    return undefined
  if (/^(nem|ou)$/.test(first.word)) return anew
  if (whoSays.test(first.word) && second && (isFiniteVerb(second) || isLight(second.word))) return undefined
  if (/^(acho|creio|porque|entao|bom|quer|ta|to|tem|tenho)$/.test(first.word)) return undefined
  if (!before.strong) return { ...before }
  if (prepositions.test(first.word)) return { ...before, strong: true, dropped: true }
  const verbs =
    words.some((token) => isFiniteVerb(token)) ||
    /ndo$/.test(first.word) ||
    /^(ja|ta|tô|to|esta|tem|e)$/.test(first.word)
  if (verbs || (words.length > 5 && !before.listing)) return undefined
  return joined || before.listing ? anew : { ...before, strong: true, dropped: true }
}

/** 'Não posso dizer que não sinto', 'não é que não': twice denied says neither. */
const doubled = (tokens: readonly Token[], at: number, from: number): boolean => {
  const before = tokens.slice(Math.max(from, at - 5), at).map((token) => token.word)
  return before.includes('nao') && before.at(-1) === 'que' && !/(acho|acredito|creio|parece)/.test(before.join(' '))
}

function markOpen(out: Polarity[], tokens: readonly Token[], from: number, to: number) {
  for (let at = Math.max(from, 0); at < to; at++) if (isWord(tokens[at])) out[at] = 'open'
}

function denyBefore(out: Polarity[], tokens: readonly Token[], from: number, at: number) {
  for (let back = at - 1; back >= Math.max(from, at - 6); back--) {
    const token = tokens[back]
    if (!token || breaks.test(token.word) || deniers.has(token.word) || /^(que|porque|se|quando)$/.test(token.word))
      break
    if (/^(e|é)$/i.test(token.said)) break
    if (isWord(token) && out[back] === 'yes') out[back] = 'no'
  }
}

/** A segment that is a denial without a thing of its own: what was named before the comma is denied. */
const deniesBefore = (words: readonly Token[]): boolean =>
  /^(nao|nunca|ninguem|nenhuma?|nada)$/.test(words[0]?.word ?? '') &&
  !unsure.test(words[1]?.word ?? '') &&
  words.length <= 4 &&
  words.slice(1).every((token) => isLight(token.word) || deniers.has(token.word))

/** Where the segment before the comma begins, if it is a bare name: at most four words and no verb. */
function previousStart(tokens: readonly Token[], from: number): number {
  let at = from - 2
  while (at >= 0 && !segmentMark.test(tokens[at]?.word ?? '')) at--
  const before = tokens.slice(at + 1, from - 1)
  if (before.length > 0 && before.every((token) => /^(por|favor|doutor|doutora|ne|assim|tipo)$/.test(token.word)))
    return at > 0 ? previousStart(tokens, at + 1) : from
  const bare =
    before.length > 0 &&
    before.length <= 5 &&
    // 'Um pouco de enjoo, não, vômito não' tells of nausea.
    !before.some((token) => isFiniteVerb(token) || isLightVerb(token) || amount.test(token.word))
  return bare ? at + 1 : from
}
const amount = /^(pouco|pouquinho|bastante|muito|muita|demais|sim)$/
const isLightVerb = (token: Token) =>
  isLight(token.word) && /^(tenho|tive|tem|teve|sinto|senti|estou|to|ta|esta|sou|foi|fui|uso|tomo)$/.test(token.word)
