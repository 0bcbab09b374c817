// Since when the chief complaint lasts, and since when it is worse: told with it, asked for, corrected, repeated.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import { asksOfOther } from './focus.ts'
import { lesser } from './illness.ts'
import { worsens } from './since.ts'
import { feltIn } from './symptoms.ts'
import { asksOnset, figure, isTime, lastingOf, span } from './times.ts'

/** A wording with the lines that prove it. */
type Told = { text: string; lines: readonly string[] }
type Beginning = { since?: Told; worse?: Told }

/** So many clauses after the complaint may tell its beginning. */
const reach = 26
/** So many clauses after a value another one may correct it. */
const near = 4
const asksBeginning =
  /^(e |mas |entao )*(que horas|quando( (foi|isso|comecou|percebeu|notou|apareceu|que|aconteceu)|$)|tempo$|faz tempo|faz muito tempo|tem tempo)|\b(da|faz|tem|sao) quant[oa]s (horas|dias|semanas|meses|anos)\b/
const asksOther = /\bcomecou (como|onde|com)\b|\bdura\w*\b|\bultima vez\b/
/** 'Não, minto': the value before was wrong. */
const takesBack =
  /^(ah |oh |o |e |ai )*(nao|no|mentira|perdao|digo|entao|hoje|ou melhor|pera)\b|\b(mentira|minto|perdao|entao)\b/
const deniesDay = /\b(hoje|ontem|anteontem|feira|sabado|domingo) nao\b/
/** Words before a time that is no duration: an age, a clock, a dose. */
const otherTime = /^(as|tinha|com|cada|por|em|daqui|dura|durou|durava|completou|fez)$/

const isShort = ({ tokens }: Clause): boolean => tokens.filter(({ kind }) => kind !== 'mark').length <= 6

/** The only duration of a doctor's recap: 'Seis dias, então.' Two of them are a range or a frequency. */
function recapOf(clause: Clause): string | undefined {
  const [only, ...others] = clause.quantities.filter((one) => isTime(one) && one.value > 0 && one.unit !== 'minuto')
  if (!only || others.length > 0 || clause.conditional || clause.plan) return undefined
  const [lead = '', tail = ''] = [clause.tokens[only.from - 1]?.word, clause.tokens[only.to]?.word]
  return otherTime.test(lead) || /^(por|cada)$/.test(tail) ? undefined : `há ${span(only)}`
}

/** 'Está de seis meses': how far a pregnancy is, unless 'de um ano pra cá'. */
const isPregnancy = ({ quantities, tokens }: Clause): boolean =>
  quantities.some(
    ({ from, to, unit }) =>
      /^(mes|semana)$/.test(unit) &&
      tokens[from - 1]?.word === 'de' &&
      !/^(mais|menos|cerca|perto)$/.test(tokens[from - 2]?.word ?? '') &&
      tokens[to]?.word !== 'pra',
  )

/** 'Há dois meses' where the clause says it of the complaint. `isAsked`: the doctor has asked since when. */
function toldIn(clause: Clause, isAsked: boolean): string | undefined {
  const isAlone = chanceOf(clause, 'qp') > 0.6 && (isShort(clause) || clause.quantities.filter(isTime).length === 1)
  const found = lastingOf(clause, isAsked || isAlone ? 'desde quando' : '')
  // 'Dez e quatro dias' is no number of days.
  return found && !isPregnancy(clause) && !/ \d+,[^5]/.test(found) ? corrected(found, clause) : undefined
}

const asksCount = /\bquant[oa]s (horas|dias|semanas|meses|anos)\b/
/** 'Faz quantos dias?' 'Três.': the number takes the unit of the question. */
function countedIn({ quantities, plain }: Clause, unit: string | undefined): string | undefined {
  const bare = quantities.filter(
    (one) => !isTime(one) && one.value > 1 && one.value <= 60 && Number.isInteger(one.value),
  )
  const only = /\bnao\b/.test(plain) ? bare.at(-1) : bare[0]
  return unit && only && !quantities.some(isTime) ? `há ${figure(only.value)} ${unit}` : undefined
}

/** A bare number corrects the number before: 'Oito dias.' 'Seis, mãe.' `isDoubted`: the speaker has taken it back. */
function recounted(before: string, clause: Clause, isDoubted: boolean): string | undefined {
  const unit = /^há [\d,]+ (.+)$/.exec(before)?.[1]
  const bare = clause.quantities.filter(({ unit: own, known }) => own === '' || !known)
  const only = isDoubted ? bare.at(-1) : bare[0]
  if (!unit || !only || only.value > 60 || only.value < 2 || !Number.isInteger(only.value)) return undefined
  const isEnd = only.from <= 2 || !clause.tokens.slice(only.to).some(({ kind }) => kind !== 'mark')
  return isEnd && (isDoubted || isShort(clause)) ? `há ${figure(only.value)} ${unit}` : undefined
}

/** 'Quatro, cinco meses, não, seis': the number after the denial counts. */
function corrected(found: string, { quantities, tokens }: Clause): string {
  const last = quantities.at(-1)
  const isBare = last && tokens[last.from - 1]?.word === 'nao' && !isTime(last) && last.value >= 2 && last.value <= 60
  return isBare ? found.replace(/^há [\d,]+/, `há ${figure(last.value)}`) : found
}

/** 'há 3 dias' says more than 'desde sábado'. */
const isCounted = (text: string | undefined): boolean => /^há \d/.test(text ?? '')

/** Collects the values found so far, and the clause that gave the last one. */
class Beginnings {
  readonly out: Beginning = {}
  readonly #clauses: readonly Clause[]
  readonly #names: ReadonlySet<string>
  readonly #from: number
  #isAsked = false
  #unit: string | undefined
  /** The doctor has asked for something else since the last value. */
  #isClosed = false
  /** The line that took a value back: its later values count. */
  #doubted = ''
  #last = Number.NEGATIVE_INFINITY

  constructor(clauses: readonly Clause[], from: number, names: ReadonlySet<string>) {
    this.#clauses = clauses
    this.#from = from
    this.#names = names
  }

  #others(clause: Clause): boolean {
    return feltIn(clause).some(({ name }) => !this.#names.has(name) && !lesser.has(name))
  }

  #set(text: string, lines: readonly string[], at: number): void {
    this.out.since = { text, lines }
    this.#last = at
  }

  /** Reads a doctor's clause; answers whether the talk has left the complaint. */
  readDoctor(clause: Clause, at: number): boolean {
    const asks = (asksOnset.test(clause.plain) || asksBeginning.test(clause.plain)) && !asksOther.test(clause.plain)
    const others = this.#others(clause)
    const recap = others || (asks && clause.quantities.length === 0) ? undefined : recapOf(clause)
    if (recap) this.#repeat(recap, clause, at)
    const isOver = at - this.#last > near
    if (isCounted(this.out.since?.text) && isOver && (asks || clause.act === 'question')) return true
    if (others && clause.act === 'question' && at - this.#from > near) return true
    this.#isAsked = asks && !others && !asksOfOther(clause, [...this.#names])
    this.#unit = asks ? asksCount.exec(clause.plain)?.[1] : undefined
    if (clause.act === 'question' || asks) this.#isClosed = !this.#isAsked && this.out.since !== undefined
    if (this.#isAsked && this.out.since) this.#last = at
    return false
  }

  /** 'Seis dias, então.': the doctor repeats, counts, or asks for a yes. */
  #repeat(recap: string, clause: Clause, at: number): void {
    const { since } = this.out
    const unitOf = (text: string | undefined) => text?.split(' ')[2]?.slice(0, 3)
    const next = this.#clauses[at + 1]
    const isAffirmed = next?.speaker !== 'doctor' && next?.reply?.means === 'yes'
    const follows = at - this.#last <= 3 || this.#isAsked || (!since && clause.tag.act === 'r')
    if (clause.act === 'question' && !isAffirmed) return
    const isDirect = clause.tag.act === 'r' && at - this.#last <= 2
    if (since && !isDirect && unitOf(since.text) !== unitOf(recap) && isCounted(since.text)) return
    if (follows || (!since && isAffirmed)) this.#set(recap, [...(since?.lines ?? []), clause.line], at)
  }

  /** Reads what the patient or a companion says. */
  readPatient(clause: Clause, at: number): void {
    const isSameLine = clause.line === this.#clauses[this.#from]?.line
    const isMine = this.#isAsked || isSameLine || (chanceOf(clause, 'qp') >= 0.35 && at - this.#from <= 12)
    if (!isMine || this.#isClosed || (this.#others(clause) && !this.#isAsked)) return
    const { since } = this.out
    const isNear = at - this.#last <= near
    if (takesBack.test(clause.plain) || corrects.test(clause.plain)) this.#doubted = clause.line
    const isDoubted = this.#doubted === clause.line
    const text =
      toldIn(clause, this.#isAsked) ??
      countedIn(clause, this.#unit) ??
      (since && isNear ? recounted(since.text, clause, isDoubted) : undefined)
    // 'Foi ontem não, foi hoje': which day counts is not sure.
    if (!text || (!isCounted(text) && deniesDay.test(clause.plain))) return
    if (worsens.test(clause.plain)) {
      if (text !== since?.text) this.out.worse ??= { text, lines: [clause.line] }
      // A recap behind it repeats the worsening.
      this.#last = Number.NEGATIVE_INFINITY
      return
    }
    const isBetter = !isCounted(since?.text) && isCounted(text)
    const replaces = isBetter || isDoubted || !since?.lines.includes(clause.line)
    if (!since) this.#set(text, [clause.line], at)
    else if (isNear && !/^mas\b/.test(clause.plain) && replaces) this.#set(text, [clause.line], at)
  }
}

/** Reads since when the complaint told at `from` lasts. `names`: its symptoms. */
export function beginningOf(clauses: readonly Clause[], from: number, names: ReadonlySet<string>): Beginning {
  const reader = new Beginnings(clauses, from, names)
  for (let at = from; at < Math.min(clauses.length, from + reach); at++) {
    const clause = clauses[at] as Clause
    if (clause.speaker !== 'doctor') reader.readPatient(clause, at)
    else if (reader.readDoctor(clause, at)) break
  }
  return reader.out
}
