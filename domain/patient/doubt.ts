// Tells which illnesses of a note's sentence are a doubt: they are no problem of the patient yet.
import { type Mention, mentionsIn } from '../record/lexicon/lexicon.ts'
import type { Token } from '../record/safety/words.ts'

/** 'Provável pneumonia e asma': a word of one illness, up to the next. */
const ofNext = /^(provave(l|is)|possive(l|is)|presumid[ao]s?|eventua(l|is))$/
/** 'Suspeita de pneumonia e asma', 'Investigar diabetes': of all that follow in the clause. */
const ofAll =
  /^(suspeit\w*|sugestiv\w+|sugere[\w-]*|compativel|compativeis|talvez|parece\w*|pode|podem|poderia|pens(o|ar|a|ando)|acho|descart\w+|afast\w+|exclui\w*|investig\w+|rastre\w+|pesquis\w+|avaliar|considera\w*|cogit\w+|aventa\w*|diferencia(l|is)|risco|duvida|possivelmente|provavelmente)$/
/** 'Pneumonia a esclarecer', 'asma em investigação', 'dengue?': of the one before. */
const after =
  /^[ ,(]*((\S+ ){0,3}(mais |pouco |menos )?(provave(l|is)|possive(l|is)|presumid[ao]s?|suspeit[ao]s?|descartad[ao]s?|afastad[ao]s?|improvave(l|is))\b|(\S+ ){0,2}(a|por|para|em) (esclarec\w+|confirma\w+|investiga\w+|descartar|afastar|definir|estudo|avaliacao)\b|nao confirmad|[(]? ?[?]| *a esclarecer)/
/** 'Mas', 'em paciente com', 'de base' begin what is certain again. */
const certainAgain = /^(mas|porem|entretanto|paciente|pacientes|portador|portadora)$/

/** Returns the mentions that the sentence leaves in doubt. */
export function doubtedIn(tokens: readonly Token[], found: readonly Mention[]): Set<Mention> {
  const doubted = new Set<Mention>()
  const sorted = found.toSorted((one, other) => one.from - other.from)
  for (const [at, mention] of sorted.entries()) {
    const before = sorted[at - 1]
    const start = clauseStart(tokens, mention.from)
    const words = tokens.slice(start, mention.from)
    const between = tokens.slice(Math.max(start, before?.to ?? 0), mention.from)
    const next = sorted[at + 1]
    const isEither = before !== undefined && doubted.has(before) && between.some(({ word }) => word === 'ou')
    if (
      isEither ||
      words.some(({ word }, index) => ofAll.test(word) || isHypothesisOf(words, index)) ||
      between.some(({ word }) => ofNext.test(word)) ||
      after.test(textOf(tokens.slice(mention.to, endAfter(tokens, mention.to, next?.from))))
    )
      doubted.add(mention)
    // 'Pneumonia ou bronquite': neither is known.
    if (next && tokens.slice(mention.to, next.from).some(({ word }) => word === 'ou')) {
      doubted.add(mention)
      doubted.add(next)
    }
  }
  return doubted
}

/** 'Hipótese de asma', and not 'Hipótese diagnóstica: asma'. */
const isHypothesisOf = (words: readonly Token[], at: number): boolean =>
  /^hipoteses?$/.test(words[at]?.word ?? '') && words[at + 1]?.word === 'de'

function clauseStart(tokens: readonly Token[], end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const { word } = tokens[at] as Token
    if (/^[,;.:]$/.test(word) || certainAgain.test(word)) return at + 1
  }
  return 0
}

/** Up to the next illness, the next 'e' or 'mas', or the second comma: 'Enxaqueca, provável, e asma'. */
function endAfter(tokens: readonly Token[], from: number, next = tokens.length): number {
  const rest = tokens.slice(from, next)
  const stop = rest.findIndex(({ word }, at) => /^(e|mas|;|\.)$/.test(word) || (word === ',' && at > 0))
  return stop < 0 ? next : from + stop
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

/** 'Talvez use atenolol', 'Usou amoxicilina': not known to be in use now. */
export function isUseDoubted(tokens: readonly Token[]): boolean {
  const [drug] = mentionsIn(tokens).filter(({ concept }) => concept.kind === 'drug')
  const head = textOf(tokens.slice(0, drug?.from ?? 0))
  return guess.test(head) || (past.test(head) && !tokens.some(({ word }) => word === 'passou'))
}
const guess = /\b(talvez|provavel\w*|possivel\w*|acha que|parece|nao sabe se|nao lembra se)\b/
const past = /\b(usou|tomou|usava|tomava|fazia uso|fez uso)\b/
