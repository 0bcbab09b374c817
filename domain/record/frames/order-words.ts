// Words by which the doctor orders, refuses or weighs something, and when what is ordered is due.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import generalWords from '../lexicon/plan-words.json' with { type: 'json' }
import { span } from './times.ts'

export const noOrder =
  /\b(nao (precisa\w*|acho que precis\w+|(vou|vamos) (te |lhe )?(pedir|fazer|solicitar|precisar|querer|mandar|indicar)|e preciso|ha necessidade|tem necessidade|vejo|peco|pedi|faco|muda|vale|quero|cabe|indico|tem indicacao|e hora|e caso)|nao da mais|sem necessidade|sem indicacao|por enquanto nao|agora nao|hoje nao|nao agora|ainda nao|dispens\w+|nem|de jeito nenhum|nada de)\b/
export const cancelling =
  /\b(cancel\w+|rasg\w+|dispens\w+|vou tirar|tiro da lista|suspend\w+ o pedido|deixa pra la|nao vai precisar)\b/
export const ordering =
  /\b(pedir|peco|pedi|pedido|solicit\w+|fazer|faz|faca|quero|vou|vamos|precis\w+|colher|colhe|rep[ei]t\w+|de novo|encaminh\w+|trazer|exame de|marca\w*|agend\w*|peca|pecam|pede|puxa|dos[ae]\w*|inclu\w+|acrescent\w+|vai (direto )?(pra|pro|para))\b/
/** Exams of the past are results, not orders. */
export const done =
  /\b(fez|fiz|fizemos|trouxe|trouxeram|veio|vieram|deu|deram|mostrou|mostra|mostraram|saiu|fizeram|disse|falou|sugeriu|foi (feito|normal)|tinha feito|ja tem)\b/
export const decided = /\b(vou|vamos|peco|pedir|solicit\w+|repet\w+|quero|precis\w+|de novo|novo|nova)\b/

/** Whether the doctor decides something in this clause. */
export const decides = (clause: Clause): boolean => {
  if (clause.act === 'question' || clause.tag.act === 'q') return false
  const con = chanceOf(clause, 'con')
  if (clause.speaker !== 'doctor')
    return con > 0.85 && /^[di]$/.test(clause.tag.act) && !/\b(eu|meu|minha)\b/.test(clause.plain)
  return con > 0.4 || chanceOf(clause, 'con', 'ori') > 0.6 || (clause.plan && chanceOf(clause, 'con', 'ori') > 0.15)
}

const everyNo = new RegExp(noOrder, 'g')
const everyAbandoned = new RegExp(abandoned, 'g')
const everyOrder = new RegExp(ordering, 'g')
const lastOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].at(-1)?.index ?? -1
export const saysNo =
  /^(,? ?(agora|hoje|por enquanto|tambem|aqui|ainda|eu|a gente|so|acho que) )*(nao( (,|\.|!|agora|hoje|precisa\w*|peco|pedimos|faco|fazemos|vejo|muda|por enquanto|vou pedir|vamos pedir|e necess\w+|tem por que)|$)|nem|dispenso|cancel\w+)/

/** Whether the words around the exam refuse it: the nearest word before it decides, or a 'não' just after it. */
export function isRefused(clause: Clause, exam: Said): boolean {
  const lead = spanText(clause, 0, exam.from)
  const [no, yes] = [Math.max(lastOf(lead, everyNo), lastOf(lead, everyAbandoned)), lastOf(lead, everyOrder)]
  const next = clause.said.find(({ concept, from }) => from >= exam.to && /^(exam|drug|action)$/.test(concept.kind))
  const tail = spanText(clause, exam.to, next?.from ?? exam.to + 24)
  // 'Urocultura não precisa de ultrassom': without marks the 'não' belongs to the next exam.
  const ofNext =
    next !== undefined && next.from - exam.to < 6 && /\b(precisa|peco|faco|vejo)( d[eoa])?( o| a| um| uma)?$/.test(tail)
  if (ofNext) return no > yes && no >= 0
  if (saysNo.test(tail.replace(/^, /, ''))) return true
  if (weighing.test(lead) && noOrder.test(tail)) return true
  if (no >= 0 || yes >= 0) return no > yes || (no >= 0 && yes - no < 14) || (no < 0 && cancelling.test(tail))
  return noOrder.test(tail) || abandoned.test(tail) || cancelling.test(tail)
}

/** The doctor advises something and leaves it to the patient: 'seria bom fazer um eletro'. */
export const recommends =
  /\b((?<!nao )vale a pena|(seria|acho|era) (bom|interessante|importante|legal|prudente|melhor|que seria bom) (\w+ )?(fazer|pedir|passar|ir|ver|colher|repetir|procurar|marcar|conversar)|(sugiro|recomendo|aconselho)|(eu|a gente|gostaria|queria) (queria|gostaria|de)? ?que (voce|a senhora|o senhor|ele|ela) (fizesse|passasse|fosse|colhesse|procurasse))\b/
/** Words for a medicine that has no name. */
export const medicineWord: ReadonlySet<string> = new Set(generalWords.medicine.split(' '))
const examWord: ReadonlySet<string> = new Set(generalWords.exams.split(' '))
const none =
  /\bnao ((vou|vamos|quero|precis\w+|vejo|ha|tem|e preciso)( (te|lhe|mais|de|a|nem))*( (necessidade|motivo|pedir|fazer|passar|tomar|dar|receitar|solicitar|prescrever|colher|usar|por|para|pra|de|nenhum|nenhuma|mais|te))*|peco|passo|receito)$/
const endsThere = /^(nenhum\w*|agora|hoje|por|nao|mais|nesse|neste|no|ta|viu)?$/
/** 'Não vou pedir exame nenhum', 'não precisa de remédio': nothing of the kind is needed now. */
export function noneNeeded(clause: Clause): string | undefined {
  if (clause.said.some(({ concept }) => /^(exam|drug)$/.test(concept.kind))) return undefined
  const { tokens } = clause
  const at = tokens.findIndex(({ word }) => medicineWord.has(word) || examWord.has(word))
  const next = tokens[at + 1]
  if (at < 0 || !none.test(spanText(clause, 0, at))) return undefined
  if (next && next.kind !== 'mark' && !endsThere.test(next.word)) return undefined
  return `Sem indicação de ${examWord.has(tokens[at]?.word ?? '') ? 'exames' : 'medicação'} no momento`
}

/** ' pelo SUS', ', com inscrição pela própria paciente': how the patient gets to it. */
export const mannerIn = ({ plain }: Clause): string =>
  Object.entries(generalWords.manners)
    .filter(([say]) => plain.includes(say))
    .map(([, note]) => note)
    .join('')
export const weighing =
  /\b((tem|ha) (quem|gente que)|poderia|podia|ia|iam|tinha|tinham|pensei|cheguei|cogitei|sugeriu|sugeriram|queria|pediram|pediu)\b/
const farthest = 10
/** Whether another matter or a condition stands between the thing ordered and its time. */
const parted = /\b(se|retorn\w+|volt\w+|nao|mas|ate|quando|porque)\b/
/** 'em 6 semanas', 'hoje': when the thing from `from` to before `to` is due. Another time of the clause is not its time. */
export function dueIn(clause: Clause, { from, to }: { from: number; to: number }): string | undefined {
  const belongs = (start: number, end: number) => {
    const between = start >= to ? spanText(clause, to, start) : spanText(clause, end, from)
    return (start >= to ? start - to : from - end) <= farthest && !parted.test(between)
  }
  const time = clause.quantities.find(
    (one) =>
      /^(dia|semana|mes|ano)$/.test(one.unit) &&
      belongs(one.from, one.to) &&
      (/\b(em|daqui|daqui a|apos)$/.test(spanText(clause, one.from - 2, one.from)) ||
        /^depois\b/.test(spanText(clause, one.to, one.to + 3))),
  )
  if (time) return `em ${span(time)}`
  const day = clause.tokens.findIndex(
    ({ word }, at) =>
      /^(hoje|amanha)$/.test(word) && !/\bnao( e)?$/.test(spanText(clause, at - 2, at)) && belongs(at, at + 1),
  )
  return clause.tokens[day]?.word.replace('amanha', 'amanhã')
}

/** Words that may stand before a list of exams that is an order by itself: 'Sangue: hemograma e TSH.' */
const openers = new Set(
  'dosagem teste sao com e ai entao agora mas tambem ja o a os as um uma uns umas de do da dos das por enquanto exame exames sangue imagem urina pedidos pedido laboratorio outro outra mais so depois antes hoje amanha : , ; . primeiro segundo novo nova'.split(
    ' ',
  ),
)
/** Whether only small words, times and other names stand before this word, at the head of the clause or after a mark. */
export function opensPiece(clause: Clause, from: number): boolean {
  const mark = clause.tokens.slice(0, from).findLastIndex(({ kind }) => kind === 'mark')
  const named = (at: number) =>
    clause.said.some((one) => at >= one.from && at < one.to) ||
    clause.quantities.some((one) => at >= one.from && at <= one.to)
  const small = (start: number) =>
    clause.tokens
      .slice(start, from)
      .every(({ word }, at) => openers.has(word) || /^(em|daqui)$/.test(word) || named(start + at))
  if (small(0)) return true
  return circumstantial.test(clause.plain) && (mark >= 0 ? small(mark + 1) : from < 5)
}
const circumstantial = /^(e |mas |entao |ai )*(pel[oa]s?|por|para|pra|antes|depois|daqui|em|quando|como)\b/
