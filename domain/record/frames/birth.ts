// Birth and pregnancies: weeks, delivery, weight, and what the patient tells of her pregnancies.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { type Frames, fill } from './frame.ts'
import { figure, span } from './times.ts'

const asksBirth =
  /\b(nasceu|nascimento|nascida|parto|a termo|prematur\w+|pre natal|pre-natal|gestacao dele|gestacao dela|maternidade|quantas semanas)\b/
const linesOf = (clause: Clause): string[] => (clause.answers ? [clause.answers.line, clause.line] : [clause.line])

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
    if (one.value >= 700 && one.value <= 5500 && (one.unit === 'g' || one.unit === ''))
      return `${String(one.value).replace(/(\d)(\d{3})$/, '$1.$2')} g`
  }
  return undefined
}

/** Puts how the patient was born. */
function putBirth(frames: Frames, clause: Clause, index: number, focus: { at: number }): void {
  const asked = asksBirth.test(clause.answers?.plain ?? '') || /\bnasceu|prematur[oa]\b/.test(clause.plain)
  if (asked) focus.at = index
  if (index - focus.at > 3 || chanceOf(clause, 'hpp') < 0.3) return
  const weeks = clause.quantities.find(
    ({ value, unit, either }) =>
      !either &&
      value >= 24 &&
      value <= 42 &&
      (unit === 'semana' || unit === '' || !/^(ano|mes|dia|cm|kg|g|hora)$/.test(unit)),
  )
  const days =
    weeks && clause.quantities.find(({ unit, value, from }) => unit === 'dia' && value < 7 && from > weeks.to)
  const kind = /\bcesar\w+\b/.test(clause.plain)
    ? 'parto cesáreo'
    : /\bnormal\b/.test(clause.plain) && /\b(parto|nasceu|normal)\b/.test(clause.plain)
      ? 'parto normal'
      : undefined
  const weight = weightIn(clause)
  const length = clause.quantities.find(({ unit, value }) => unit === 'cm' && value > 30 && value < 60)
  if (!weeks && !kind && !weight) return
  const frame = frames.put('event', 'nascimento', linesOf(clause))
  if (weeks) fill(frame, 'weeks', `${weeks.value} semanas${days ? ` e ${span(days)}` : ''}`, [clause.line])
  if (kind) fill(frame, 'kind', kind, [clause.line])
  if (weight) fill(frame, 'weight', weight, [clause.line])
  if (length) fill(frame, 'length', `${figure(length.value)} cm`, [clause.line])
}

/** Puts pregnancies: the one now, those before, and losses. */
function putPregnancies(frames: Frames, clause: Clause): void {
  const { plain, answers } = clause
  const question = answers?.plain ?? ''
  const own = chanceOf(clause, 'hpp')
  if (/ultima (menstruacao|regra)|menstruou|ultima vez que (desceu|menstru)/.test(question)) {
    const time = clause.quantities.find(({ unit }) => /^(dia|semana|mes)$/.test(unit))
    if (time)
      fill(frames.put('event', 'última menstruação', linesOf(clause)), 'when', `há ${span(time)}`, [clause.line])
  }
  if (own < 0.4) return
  if (
    /\b(primeir[oa] (filho|gravidez|gestacao)|engravidou antes)\b/.test(question) &&
    (clause.reply?.means === 'yes' || /^(e )?(primeir[oa]|sim)\b/.test(plain)) &&
    /primeir/.test(question)
  )
    frames.put('event', 'primigesta', linesOf(clause))
  const lost = /\b(perdi|perdas?|abort\w+)\b/.test(plain) && !/\b(peso|quilos|emprego|marido|nao|nunca)\b/.test(plain)
  if (lost) {
    const count = clause.quantities.find(({ unit, value }) => /^(perda|aborto|vez)/.test(unit) && value > 1)
    const frame = frames.put('event', count ? `${count.value} abortos` : 'aborto', linesOf(clause))
    const weeks = clause.quantities.find(({ unit }) => unit === 'semana')
    if (weeks) fill(frame, 'weeks', `com ${span(weeks)}`, [clause.line])
  }
  if (/\bquantos filhos|tem filhos|filhos|gestacoes|gravidez(es)?\b/.test(question)) {
    const count = clause.quantities.find(({ value, either }) => !either && value >= 1 && value < 15)
    const births = /\bnorma(l|is)\b/.test(plain) ? 'parto normal' : /\bcesar\w+\b/.test(plain) ? 'parto cesáreo' : ''
    if (count && births)
      frames.put(
        'event',
        `${count.value} ${count.value > 1 ? births.replace('parto normal', 'partos normais').replace('parto cesáreo', 'partos cesáreos') : births}`,
        linesOf(clause),
      )
  }
}

/** Puts birth and pregnancies. */
export function readBirth(frames: Frames, clauses: readonly Clause[]): void {
  const focus = { at: -10 }
  clauses.forEach((clause, index) => {
    if (clause.speaker === 'doctor' || clause.act !== 'statement') return
    putBirth(frames, clause, index, focus)
    putPregnancies(frames, clause)
  })
}
