// Reads birth and pregnancies: weeks, delivery, weight, the number of pregnancies and births, the last menstruation.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { type Frames, fill, linesOf } from './frame.ts'
import { figure, lastingOf, span } from './times.ts'
import { whenOf } from './when.ts'

const asksBirth =
  /\b(nasceu|nascimento|nascida|parto|a termo|prematur\w+|pre natal|pre-natal|gestacao dele|gestacao dela|maternidade|apgar)\b/

/** 'Três quilos e vinte' is 3.020 g. */
function weightIn(clause: Clause): string | undefined {
  for (const one of clause.quantities) {
    if (one.either) continue
    const rest = clause.quantities.find(
      ({ from, either, value }) => !either && from > one.to && from <= one.to + 2 && value < 1000,
    )
    if (one.unit === 'kg' && one.value >= 1 && one.value < 6) {
      const grams = rest && (rest.unit === 'g' || rest.unit === '' || rest.value >= 10) ? rest.value : 0
      const total =
        Math.round((one.value % 1) * 1000) + Math.floor(one.value) * 1000 + (Number.isInteger(one.value) ? grams : 0)
      return `${String(total).replace(/(\d)(\d{3})$/, '$1.$2')} g`
    }
    // 'Dois e novecentos'
    const kilos = clause.quantities.find(
      ({ to, value, unit }) =>
        unit === '' && value >= 1 && value <= 5 && to === one.from - 1 && clause.tokens[to]?.word === 'e',
    )
    if (kilos && one.value < 1000 && one.value >= 10 && (one.unit === 'g' || one.unit === ''))
      return `${kilos.value}.${String(one.value).padStart(3, '0')} g`
    if (
      one.value >= 700 &&
      one.value <= 5500 &&
      (one.value < 1900 || one.value > 2100 || one.unit === 'g') &&
      (one.unit === 'g' || one.unit === '')
    )
      return `${String(one.value).replace(/(\d)(\d{3})$/, '$1.$2')} g`
  }
  return undefined
}

/** Puts how the patient was born, from what follows a word about birth. */
function putBirth(frames: Frames, clause: Clause, index: number, focus: { at: number }): void {
  if (asksBirth.test(clause.plain) && (clause.speaker === 'doctor' || /\b(nasceu|prematur\w+)\b/.test(clause.plain)))
    focus.at = index
  if (clause.speaker === 'doctor' || clause.act === 'question' || index - focus.at > 4 || chanceOf(clause, 'hf') > 0.5)
    return
  const weeks = clause.quantities.find(
    ({ value, unit, either }) =>
      !either &&
      value >= 24 &&
      value <= 42 &&
      (unit === 'semana' || (index - focus.at <= 1 && /^(|nasc\w*)$/.test(unit))),
  )
  const days =
    weeks &&
    clause.quantities.find(
      ({ unit, value, from }) =>
        unit === 'dia' && value < 7 && from > weeks.to && from <= weeks.to + 3 && clause.tokens[from - 1]?.word === 'e',
    )
  const kind = /\bcesar\w+\b/.test(clause.plain)
    ? 'parto cesáreo'
    : /\bnormal\b/.test(clause.plain) && (weeks || /\bparto\b/.test(`${clause.answers?.plain} ${clause.plain}`))
      ? 'parto normal'
      : undefined
  const weight = weightIn(clause)
  const length = clause.quantities.findLast(({ unit, value }) => unit === 'cm' && value > 40 && value < 60)
  const care = /\buti\b/.test(clause.plain) ? clause.quantities.find(({ unit }) => unit === 'dia') : undefined
  const scores = /\bapgar\b/.test(`${clause.answers?.plain} ${clause.plain}`)
    ? clause.quantities.filter(({ value, either }) => !either && value <= 10)
    : []
  const isTerm = !weeks && /\b(a termo|tempo certo|nove meses certinho|9 meses certinho)\b/.test(clause.plain)
  const lights = /\b(banho de luz|na luz|fototerapia|banhos de luz)\b/.test(clause.plain)
  const lit = clause.quantities.find(({ unit, from }) => /^(dia|semana)$/.test(unit) && (!weeks || from > weeks.to))
  if (!weeks && !kind && !weight && !care && !isTerm && scores.length < 2) return
  const frame = frames.put('event', 'nascimento', linesOf(clause))
  focus.at = index
  if (weeks) fill(frame, 'weeks', `${weeks.value} semanas${days ? ` e ${span(days)}` : ''}`, [clause.line])
  if (isTerm) fill(frame, 'weeks', 'a termo', [clause.line])
  if (lights && !care) fill(frame, 'care', `fototerapia${lit ? ` por ${span(lit)}` : ''}`, [clause.line])
  if (kind) fill(frame, 'kind', kind, [clause.line])
  if (weight) fill(frame, 'weight', weight, [clause.line], true)
  if (length) fill(frame, 'length', `${figure(length.value)} cm`, [clause.line])
  if (care) fill(frame, 'care', `UTI por ${span(care)}`, [clause.line])
  if (scores.length >= 2) fill(frame, 'apgar', `Apgar ${scores[0]?.value} e ${scores[1]?.value}`, [clause.line])
}

/** Puts pregnancies: the one now, those before, and losses. */
function putPregnancies(frames: Frames, clause: Clause, first: { lines?: string[] }): void {
  const { plain, answers, tokens } = clause
  const question = answers?.plain ?? ''
  const own = chanceOf(clause, 'hpp')
  putCycle(frames, clause)
  const after = frames.find('event', 'perda gestacional')
  const ago = after && own > 0.3 && clause.tokens.length < 8 ? lastingOf(clause) : undefined
  if (after && ago) fill(after, 'when', ago, [clause.line])
  const isAsked = /\b(gestacoes|engravid\w+|(quant[oa]s|tem) (filhos|partos))\b/.test(question)
  if (own < 0.4 && !/\bperdi com\b/.test(plain) && !isAsked) return
  if (
    /\b(primeir[oa] (filho|gravidez|gestacao)|engravidou antes)\b/.test(question) &&
    (clause.reply?.means === 'yes' || /^(e )?(primeir[oa]|sim)\b/.test(plain)) &&
    /primeir/.test(question)
  )
    first.lines ??= linesOf(clause)
  const counted = clause.quantities.find(
    ({ value, unit, from }) =>
      value >= 1 && value < 15 && from <= 2 && !/^(ano|mes|semana|dia|perda|abort|filh|part|curumim)/.test(unit),
  )
  const isCounted = frames.of('event').some(({ name }) => /gestaç/.test(name) && /^\d/.test(name))
  if (
    counted &&
    !isCounted &&
    /\bgestacoes\b|\bquantas (vezes|gestac\w+|gravide\w+)\b|\bquantas vezes\b/.test(question) &&
    /gestac|gravid/.test(question) &&
    !/^part/.test(tokens[counted.to]?.word ?? '')
  )
    frames.put('event', `${counted.value} ${counted.value === 1 ? 'gestação' : 'gestações'}`, linesOf(clause))
  const lost = /\b(perdi|perdas?|abort\w+)\b/.test(plain) && !/\b(peso|quilos|emprego|marido|nao|nunca)\b/.test(plain)
  if (lost) {
    const count = clause.quantities.find(({ unit, value }) => /^(perda|aborto|vez)/.test(unit) && value > 1)
    const frame = frames.put(
      'event',
      /abort/.test(plain)
        ? count
          ? `${count.value} abortos`
          : 'aborto'
        : count
          ? `${count.value} perdas gestacionais`
          : 'perda gestacional',
      linesOf(clause),
    )
    const weeks = clause.quantities.find(({ unit }) => unit === 'semana')
    if (weeks) fill(frame, 'weeks', `com ${span(weeks)}`, [clause.line])
    const when = whenOf(clause)
    if (when && !/^com /.test(when) && !count) fill(frame, 'when', when, [clause.line])
  }
  if (/\b(filhos|gestacoes|gravidez(es)?|engravid\w+|partos)\b/.test(question))
    for (const name of birthsIn(clause)) frames.put('event', name, linesOf(clause))
}

/** '2 partos normais', '1 parto cesáreo': each kind of birth with the number that stands nearest before it. */
function birthsIn({ tokens, quantities }: Clause): string[] {
  const words = tokens.flatMap(({ word }, at) => (/^(norma(l|is)|vagina(l|is)|cesar\w+)$/.test(word) ? [at] : []))
  return words.flatMap((at, index) => {
    const after = index === 0 ? 0 : (words[index - 1] ?? 0) + 1
    const own = quantities.filter(
      ({ value, either, unit, from, to }) =>
        !either &&
        value >= 1 &&
        value < 15 &&
        from >= after &&
        to <= at &&
        !/^(ano|mes|semana|dia|vez|aborto)/.test(unit),
    )
    const count = own.at(-1)
    const between = tokens.slice(count?.to ?? at, at)
    // 'Dois, o último foi cesárea' counts children.
    const isApart =
      between.some(({ kind }) => kind === 'mark') && !between.some(({ word }) => /^(tod|amb)[oa]s$/.test(word))
    if (!count || isApart || between.length > 5) return []
    const isNormal = !tokens[at]?.word.startsWith('cesar')
    const [one, many] = isNormal ? ['parto normal', 'partos normais'] : ['parto cesáreo', 'partos cesáreos']
    return [`${count.value} ${count.value > 1 ? many : one}`]
  })
}

const months = /^(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/
/** 'em 10 de março', 'no dia 5 deste mês' */
function dateIn({ tokens, quantities, plain }: Clause): string | undefined {
  const day = quantities.find(
    ({ value, from, to, either }) =>
      !either &&
      value >= 1 &&
      value <= 31 &&
      (tokens[from - 1]?.word === 'dia' || (tokens[to]?.word === 'de' && months.test(tokens[to + 1]?.word ?? ''))),
  )
  const value = day?.value ?? (/\bdia primeiro\b/.test(plain) ? 1 : undefined)
  if (value === undefined) return undefined
  const month = tokens.find(({ word }) => months.test(word))?.word.replace('marco', 'março')
  if (month) return `em ${value} de ${month}`
  const which = /\b(desse|deste) mes\b/.test(plain)
    ? ' deste mês'
    : /\bmes passado\b/.test(plain)
      ? ' do mês passado'
      : ''
  return `no dia ${value}${which}`
}

/** Puts the last menstruation, menarche, menopause and how far a pregnancy is. */
function putCycle(frames: Frames, clause: Clause): void {
  const { plain, answers, quantities, tokens } = clause
  const question = answers?.plain ?? ''
  const own = chanceOf(clause, 'hpp', 'hda')
  const both = `${question} ${plain}`
  const asksLast = /ultima (menstruacao|regra)|\bdum\b|menstruou|ultima vez que (desceu|menstru)/.test(question)
  const tellsLast = /\b(ultima menstruacao|minha menstruacao (veio|foi)|menstruei)\b/.test(plain)
  if (
    (asksLast || tellsLast) &&
    !/\b(falt\w+|proxim\w+|atras\w+|nunca|primeira|antes|era|cert\w+|regula\w+|dura\w*)\b/.test(plain)
  ) {
    const time = quantities.find(({ unit }) => /^(dia|semana|mes)$/.test(unit))
    const isDate = time === undefined || /^dia$/.test(tokens[time.from - 1]?.word ?? '')
    const lasting = asksLast && time && !isDate ? `há ${span(time)}` : tellsLast ? lastingOf(clause) : undefined
    const week = /\bsemana passada\b/.test(plain) ? 'na semana passada' : undefined
    const when = lasting ?? week ?? (asksLast && tokens.length <= 9 ? dateIn(clause) : undefined)
    if (when) fill(frames.put('event', 'última menstruação', linesOf(clause)), 'when', when, [clause.line])
  }
  const ageFrom = (low: number, high: number) =>
    quantities.find(
      ({ value, either, from, unit }) =>
        !either &&
        value >= low &&
        value <= high &&
        (unit === 'ano' || unit === '') &&
        (/^(com|aos|uns|tinha|nos|la)$/.test(tokens[from - 1]?.word ?? '') || tokens.length <= 5),
    )
  const stop = /\b(menopaus\w+|parou de menstruar|parei de menstruar)\b/.test(both) ? ageFrom(35, 60) : undefined
  if (stop && (chanceOf(clause, 'hpp') > 0.3 || /\bmenopaus\w+/.test(question)))
    fill(
      frames.find('condition', 'menopausa') ?? frames.put('event', 'menopausa', linesOf(clause)),
      'when',
      `aos ${stop.value} anos`,
      [clause.line],
    )
  const start =
    /\b(menarca|primeira menstruacao|menstruou com quantos|menstruou pela primeira|menstruei pela primeira|primeira vez que menstru\w+)\b/.test(
      both,
    )
      ? ageFrom(8, 18)
      : undefined
  if (start) fill(frames.put('event', 'menarca', linesOf(clause)), 'when', `aos ${start.value} anos`, [clause.line])
  const weeks = quantities.find(({ unit, value, either }) => !either && unit === 'semana' && value >= 4 && value <= 42)
  const isPregnant =
    /\b(gravida de|gestante de|gravida com|semanas de (gravidez|gestacao|gravida)|to de|tou de|estou de)\b/.test(
      plain,
    ) ||
    (/\b(gravida|gestante|gestacao|gravidez)\b/.test(question) &&
      /\bquant(as semanas|o tempo|os meses)\b/.test(question))
  const isOther = /\b(perdi|nasceu|antes|primeira|esposa|mulher|ate|depois|outra|ele|ela)\b/.test(plain)
  if (weeks && isPregnant && !isOther && own > 0.4)
    fill(frames.put('event', 'gestante', linesOf(clause)), 'weeks', `de ${span(weeks)}`, [clause.line])
}

/** Puts birth and pregnancies. */
export function readBirth(frames: Frames, clauses: readonly Clause[]): void {
  const focus = { at: -10 }
  const first: { lines?: string[] } = {}
  clauses.forEach((clause, index) => {
    putBirth(frames, clause, index, focus)
    if (clause.speaker === 'doctor' || clause.act !== 'statement') return
    putPregnancies(frames, clause, first)
  })
  // Births and losses before show that it is not the first pregnancy.
  const earlier = /^(perda|\d|aborto|cesárea|parto|curetagem)/
  if (first.lines && !frames.of('event').some(({ name }) => earlier.test(name)))
    frames.put('event', 'primigesta', first.lines)
}
