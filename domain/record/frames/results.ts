// Results of exams already done: values read from a report, what an image shows, and when it was made.
import { type Clause, chanceOf, spanText } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import { type Analyte, analytesIn, type Named, readValue, written } from './analytes.ts'
import { dictatedIn } from './dictation.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { figure, isTime, span } from './times.ts'

const outcomes = new Map(
  Object.entries({
    negativo: 'negativo negativa negativos negativas ausente',
    positivo: 'positivo positiva positivos positivas reagente reagentes',
    normal: 'normal normais limpo limpa limpinho bom boa otimo',
    alterado: 'alterado alterada alterados',
  }).flatMap(([note, words]) => words.split(' ').map((word) => [word, note] as const)),
)

/** Analytes that are also medicines: a number beside them is usually a dose, not a result. */
const isSupplement = ({ name }: Analyte): boolean => supplements.has(name)
const supplements = new Set(['ácido fólico', 'ferro sérico', 'vitamina D', 'B12', 'cálcio', 'magnésio', 'lítio sérico'])

/** 'negativo', 'normal', '3+': what was found beside an analyte without a value. */
function outcomeOf(clause: Clause, from: number, until: number): { text: string; to: number } | undefined {
  const crosses = clause.quantities.find((one) => /^cruz/.test(one.unit) && one.from >= from && one.from < until)
  if (crosses) return { text: `${crosses.value}+`, to: crosses.to + 1 }
  for (let at = from; at < until; at++) {
    const word = clause.tokens[at]?.word ?? ''
    const text = outcomes.get(word)
    if (!text) continue
    // 'Tá bom' agrees; it is no result.
    if (/^(bom|boa|otimo)$/.test(word) && (at === 0 || /^(ta|esta|muito|e)$/.test(clause.tokens[at - 1]?.word ?? '')))
      continue
    const denied = /^nao$/.test(clause.tokens[at - 1]?.word ?? '')
    if (denied && text !== 'positivo') return undefined
    return { text: denied ? 'não reagente' : agree(text, word), to: at + 1 }
  }
  return undefined
}
/** Keeps the ending that the speaker used. */
const agree = (note: string, said: string): string =>
  note.endsWith('o') && /as?$|os$/.test(said) && /^(neg|pos|alt)/.test(said)
    ? note.slice(0, -1) + (/(as|os|a)$/.exec(said)?.[0] ?? 'o')
    : note === 'normal' && /s$/.test(said)
      ? 'normais'
      : note

const months =
  /\b(?:em|de|do|desde) (janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/
/** 'há 2 anos', 'em agosto', 'do mês passado': when an exam was made. */
function dateOf(clause: Clause): string | undefined {
  // 'Não tinha isso no de 2023' is about another exam.
  if (/\bnao tinha\b/.test(clause.plain)) return undefined
  const year = clause.quantities.find(({ value, unit }) => value >= 1980 && value <= 2100 && !unit)
  const month = months.exec(clause.plain)?.[1]?.replace('marco', 'março')
  if (month) return `em ${month}${year ? ` de ${year.value}` : ''}`
  if (year) return `em ${year.value}`
  const last = /\b(mes|ano|semana) passad[oa]\b/.exec(clause.plain)?.[1]
  if (last) return `no ${last.replace('mes', 'mês')} passado`.replace('no semana passado', 'na semana passada')
  const ago = clause.quantities.find((one) => isTime(one) && one.value > 0)
  const near =
    ago &&
    `${clause.tokens
      .slice(Math.max(0, ago.from - 2), ago.from)
      .map(({ word }) => word)
      .join(' ')} ${clause.tokens
      .slice(ago.to, ago.to + 3)
      .map(({ word }) => word)
      .join(' ')}`
  if (ago && /\b(ha|faz|tem|atras)\b/.test(near ?? '') && /^(dia|semana|mes|ano)$/.test(ago.unit))
    return `há ${span(ago)}`
  return undefined
}

/** Whether a clause reads a result: by its tag, or by an analyte with its value beside a line of results. */
const chance = (clause: Clause): number => chanceOf(clause, 'exc')
const isAsked = (clause: Clause): boolean => clause.act === 'question' || clause.conditional

/** Reads results clause by clause; remembers the exam that is being read and the last value. */
class Results {
  readonly #frames: Frames
  #exam: { name: string; line: string; index: number } | undefined
  #last: { frame: Frame; analyte: Analyte; index: number } | undefined
  /** The analyte of an open question. */
  #asked: { analyte: Analyte; index: number; line: string } | undefined
  /** The clause index up to which results are being read. */
  #until = -1

  constructor(frames: Frames) {
    this.#frames = frames
  }

  read(clause: Clause, index: number): void {
    const named = analytesIn(clause)
    const exams = clause.said.filter(({ concept, polarity }) => concept.kind === 'exam' && polarity !== 'denied')
    const own = chance(clause)
    const fresh = this.#exam !== undefined && index - this.#exam.index <= 2 && clause.tokens.length <= 10
    const about =
      own > 0.3 ||
      (index <= this.#until && own > 0.08) ||
      (fresh && clause.speaker === 'doctor' && chanceOf(clause, 'ef', 'exc') > 0.3) ||
      (fresh && clause.reply?.means !== 'no' && outcomeOf(clause, 0, clause.tokens.length) !== undefined)
    const imaging = exams.findLast(
      ({ concept, from, to }) =>
        concept.note !== 'exames de sangue' && !named.some((one) => one.from < to && one.to > from),
    )
    if (
      imaging &&
      (own > 0.2 || clause.tag.act === 'f' || (clause.act === 'question' && chanceOf(clause, 'con') < 0.6)) &&
      !clause.plan
    )
      this.#exam = { name: imaging.concept.note, line: clause.line, index }
    if (isAsked(clause) || clause.plan) {
      if (own > 0.3) this.#until = index + 4
      const analyte = named.at(-1)?.analyte
      if (analyte && !clause.plan && clause.act === 'question') this.#asked = { analyte, index, line: clause.line }
      return
    }
    // 'Hoje deu cento e oitenta em jejum.'
    const isNameless = named.every(({ from }) => spanText(clause, from - 1, from + 1) === 'em jejum')
    if (isNameless && this.#answered(clause, index, own)) return
    const found = this.#values(clause, named, about, index)
    if (about || found) this.#until = Math.max(this.#until, index + (own > 0.3 || found ? 4 : 0))
    if (!found && about) this.#shown(clause, index)
  }

  /** 'Mediram a glicose?' 'Noventa e dois.' */
  #answered(clause: Clause, index: number, own: number): boolean {
    const question = this.#asked
    if (
      !question ||
      index - question.index > 2 ||
      clause.tokens.length > 14 ||
      (own < 0.15 && (index - question.index > 1 || clause.tokens.length > 8))
    )
      return false
    const { analyte } = question
    const value = analyte.unit ? readValue(clause, { analyte, from: 0, to: 0 }, clause.tokens.length) : undefined
    const text = value ? written(analyte, value.value) : outcomeOf(clause, 0, clause.tokens.length)?.text
    if (!text || clause.reply?.means === 'no' || (isSupplement(analyte) && own < 0.4)) return false
    this.#asked = undefined
    this.#put(analyte, text, [question.line, clause.line], index, dateOf(clause))
    return true
  }

  /** A value read again soon corrects the first; a much later one is a target or another exam. */
  #put(analyte: Analyte, text: string, lines: readonly string[], index: number, date: string | undefined): void {
    const earlier = this.#frames.find('result', analyte.name)
    if (earlier && index - Number(earlier.slots.get('order')?.text ?? 0) > 4) return
    const frame = this.#frames.put('result', analyte.name, lines)
    const many = /[^S]s$/.test(analyte.name)
    fill(frame, 'value', /^norma(l|is)$/.test(text) ? (many ? 'normais' : 'normal') : text, lines, true)
    if (date) fill(frame, 'when', date, lines)
    fill(frame, 'order', String(index), lines)
    this.#last = { frame, analyte, index }
  }

  /** Puts the values and outcomes of named analytes. */
  #values(clause: Clause, named: readonly Named[], about: boolean, index: number): boolean {
    let found = false
    let free = 0
    // 'Albuminúria 45, fundo de olho de agosto': the date is the other exam's.
    const other = clause.said.some(({ concept, from }) => concept.kind === 'exam' && from > (named.at(-1)?.to ?? 0))
    const date = about && !other ? dateOf(clause) : undefined
    named.forEach((one, at) => {
      const until = named[at + 1]?.from ?? clause.tokens.length
      const value = readValue(clause, one, until)
      if (!about && isSupplement(one.analyte)) return
      const valued = value !== undefined && value.from - one.to <= 3 && one.analyte.unit !== ''
      // 'A hemoglobina veio 11'
      const isRead =
        clause.speaker === 'doctor' && /^(veio|deu)$/.test(clause.tokens[(value?.from ?? 0) - 1]?.word ?? '')
      const isLikely = isRead || index <= this.#until || chanceOf(clause, 'ef', 'con', 'hip', '-') > 0.5
      if (!about && !(valued && isLikely)) return
      const outcome = value ? undefined : (outcomeOf(clause, one.to, until) ?? after(clause, named, at))
      const count = clause.quantities.find(({ from, to, either }) => to === one.from && !either && from >= free)
      // A word after the number was read as what it counts: the note gives the bare number.
      const isNext = value !== undefined && named[at + 1]?.from === value.to
      const counted = !isNext && clause.quantities.some((q) => q.from === value?.from && !q.known && q.unit !== '')
      const text = value
        ? written(counted ? { unit: one.analyte.unit === '%' ? '%' : '' } : one.analyte, value.value)
        : count && count.value >= one.analyte.from && count.value <= one.analyte.to
          ? written(one.analyte, count.value)
          : outcome?.text
      if (!text) return
      free = value?.to ?? one.to
      this.#put(
        one.analyte,
        /^test/.test(one.analyte.name) ? text.replace(/a$/, 'o') : text,
        [clause.line],
        index,
        date,
      )
      found = true
    })
    return found || this.#later(clause, index)
  }

  /** 'Há seis meses era 8,1', '12,6, desculpe', 'de quando?' 'mês passado': what follows on a value. */
  #later(clause: Clause, index: number): boolean {
    const last = this.#last
    if (!last || index - last.index > 3 || clause.tokens.length > 14) return false
    const number = { analyte: last.analyte, from: 0, to: 0 }
    const value = readValue(clause, number, clause.tokens.length)
    const lines = [clause.line]
    if (value && value.value < 1900 && /\b(era|estava|tava|antes)\b/.test(clause.plain)) {
      const ago = clause.quantities.find(isTime)
      fill(
        last.frame,
        'before',
        `${figure(value.value)}${last.analyte.unit === '%' ? '%' : ''}${ago ? ` há ${span(ago)}` : ''}`,
        lines,
      )
      return true
    }
    if (value && (corrects.test(clause.plain) || clause.tokens.length <= 3) && last.index === index - 1) {
      fill(last.frame, 'value', written(last.analyte, value.value), lines, true)
      return true
    }
    const date = clause.tokens.length < 9 ? dateOf(clause) : undefined
    if (date) fill(last.frame, 'when', date, lines)
    return false
  }

  /** Puts what an image or a tracing shows. */
  #shown(clause: Clause, index: number): void {
    const exam = this.#exam
    if (!exam || index - exam.index > 6) return
    // 'Dois por cento de ser câncer'
    if (/\b(de ser|chance|risco)\b/.test(clause.plain)) return
    // The examination goes on after an exam that was read in it.
    if (exam.line !== clause.line && chanceOf(clause, 'ef') > chance(clause)) return
    const lines = [...new Set([exam.line, clause.line])]
    const frame = this.#frames.find('result', exam.name)
    const date = dateOf(clause)
    const named = clause.said.find(({ concept }) => concept.kind === 'exam' && concept.note === exam.name)
    const outcome = outcomeOf(clause, 0, clause.tokens.length)
    const shown = dictatedIn(clause, named ? [{ from: 0, to: named.to }] : [], true, true).filter(
      (text) => !/^(normal|normais|limp[oa]|laudo.*|[\d, ]+( \S+)?)$/.test(text),
    )
    const text = shown.length > 0 && (shown.join(' ').length > 8 || !outcome) ? shown.join(', ') : outcome?.text
    if (!text) {
      if (date && frame) fill(frame, 'when', date, [clause.line])
      return
    }
    const put = this.#frames.put('result', exam.name, lines)
    const before = put.slots.get('shown')?.text
    // 'O laudo dizia normal', after what it shows.
    if (before && (before.includes(text) || outcomes.has(text))) return
    fill(
      put,
      'shown',
      [before && outcomes.has(before) && !text.startsWith('sem ') ? '' : before, text].filter(Boolean).join(', '),
      lines,
      true,
    )
    if (date) fill(put, 'when', date, [clause.line])
    fill(put, 'order', String(index), [clause.line])
    exam.index = index
  }
}

/** 'TSH e hemograma, tudo normal': one outcome for all that was named before it. */
const after = (clause: Clause, named: readonly Named[], at: number): { text: string; to: number } | undefined => {
  const last = named.at(-1)
  if (!last || at === named.length - 1) return undefined
  return clause.quantities.some(({ from }) => from > (named[at]?.to ?? 0))
    ? undefined
    : outcomeOf(clause, last.to, clause.tokens.length)
}

/** Puts the results of exams already done. */
export function readResults(frames: Frames, clauses: readonly Clause[]): void {
  const results = new Results(frames)
  clauses.forEach((clause, index) => {
    if (clause.act !== 'greeting') results.read(clause, index)
  })
}
