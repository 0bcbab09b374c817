// Examination: vital signs, findings that a doctor says while examining, and results of exams.
import type { Clause } from '#domain/dialogue/clause.ts'
import { type Frames, fill } from './frame.ts'
import { figure } from './times.ts'

type Measure = { name: string; cue: RegExp; from: number; to: number; unit: string }
const measures: readonly Measure[] = [
  { name: 'Temperatura', cue: /\b(temperatura|termometro|axilar|graus|tax)\b/, from: 34, to: 42.5, unit: ' °C' },
  { name: 'SatO2', cue: /\b(satur\w+|oximetr\w+|oxigenio|oximetro)\b/, from: 70, to: 100, unit: '%' },
  {
    name: 'FC',
    cue: /\b(frequencia cardiaca|batiment\w+|pulso|bpm|fc|coracao a|frequencia)\b/,
    from: 35,
    to: 220,
    unit: ' bpm',
  },
  { name: 'FR', cue: /\b(frequencia respiratoria|respiracoes|irpm|fr)\b/, from: 8, to: 80, unit: ' irpm' },
  { name: 'Glicemia capilar', cue: /\b(dextro|glicemia|hgt|ponta de dedo)\b/, from: 30, to: 600, unit: ' mg/dL' },
  { name: 'Peso', cue: /\b(peso|pesando|pesou|pesa|quilos|kg|balanca)\b/, from: 2, to: 250, unit: ' kg' },
  { name: 'Altura', cue: /\b(altura|estatura|mede|metro)\b/, from: 1.2, to: 2.2, unit: ' m' },
]

/** 'Treze por oito' is 130x80. */
function pressureIn(clause: Clause): string | undefined {
  for (const [index, one] of clause.quantities.entries()) {
    const other = clause.quantities[index + 1]
    if (!other || one.either) continue
    const middle = clause.tokens
      .slice(one.to, other.from)
      .map((token) => token.word)
      .join(' ')
    if (!/^(por|x|\/)$/.test(middle)) continue
    const [high, low] = [one.value < 30 ? one.value * 10 : one.value, other.value < 20 ? other.value * 10 : other.value]
    if (high >= 70 && high <= 260 && low >= 30 && low <= 160 && high > low) return `${figure(high)}x${figure(low)} mmHg`
  }
  return undefined
}

/** Puts vital signs. A value that the patient measured at home goes to the history. */
export function putMeasures(frames: Frames, clause: Clause): void {
  const pressure = pressureIn(clause)
  const doctor = clause.speaker === 'doctor'
  if (
    pressure &&
    clause.act !== 'question' &&
    !clause.conditional &&
    !/\b(menos de|abaixo|meta|ideal|acima)\b/.test(clause.plain)
  ) {
    if (doctor) fill(frames.put('measure', 'PA', [clause.line]), 'value', pressure, [clause.line], true)
    else fill(frames.put('symptom', `PA em casa de ${pressure}`, [clause.line]), 'told', pressure, [clause.line])
  }
  if (!doctor || clause.act === 'question' || clause.conditional || clause.plan) return
  for (const { name, cue, from, to, unit } of measures) {
    if (!cue.test(clause.plain)) continue
    const fit = clause.quantities.filter(
      (one) => one.value >= from && one.value <= to && !/^(dia|semana|mes|ano|hora|vez|mg)$/.test(one.unit),
    )
    // 'Trinta e seis e oito' is 36,8.
    const value = fit.find(({ either }) => either) ?? fit[0]
    if (value && !(name === 'FC' && /respirat/.test(clause.plain)))
      fill(frames.put('measure', name, [clause.line]), 'value', `${figure(value.value)}${unit}`, [clause.line], true)
  }
}

/** Exams whose result is one number. */
const numeric = /^(HbA1c|glicemia|creatinina|ureia|TSH|T4|ferritina|vitamina|PSA|ácido|PCR|D-dímero|VHS)/

/** Puts findings and results. */
export function putFindings(frames: Frames, clause: Clause): void {
  if (clause.act === 'question' || clause.conditional) return
  if (clause.speaker === 'doctor' && !clause.plan)
    for (const { concept, polarity } of clause.said)
      if (concept.kind === 'finding' && polarity === 'affirmed') frames.put('finding', concept.note, [clause.line])
  for (const exam of clause.said) {
    if (exam.concept.kind !== 'exam' || clause.plan) continue
    const value = clause.quantities.find(
      (one) =>
        numeric.test(exam.concept.note) &&
        one.from >= exam.to &&
        one.from - exam.to <= 5 &&
        !/^(dia|semana|mes|ano|hora|vez)$/.test(one.unit),
    )
    if (value && /\b(deu|veio|estava|tava|esta|ta|resultado|foi|de)\b/.test(clause.plain)) {
      fill(
        frames.put('measure', exam.concept.note, [clause.line]),
        'value',
        `${figure(value.value)}${value.unit === '%' || exam.concept.note === 'HbA1c' ? '%' : ''}`,
        [clause.line],
      )
      continue
    }
    const normal = /\b(normal|normais|limpo|sem alterac\w+|deu (bom|bem|negativo)|negativo|tudo certo|veio bom)\b/.exec(
      clause.plain,
    )
    if (normal && !/\b(nao|vou|vamos)\b/.test(clause.plain))
      frames.put('measure', `${exam.concept.note} ${/negativo/.test(normal[0]) ? 'negativo' : 'sem alterações'}`, [
        clause.line,
      ])
  }
}

/** Puts vital signs, findings and results. */
export function readExamination(frames: Frames, clauses: readonly Clause[]): void {
  for (const clause of clauses) {
    if (clause.act === 'greeting') continue
    putMeasures(frames, clause)
    putFindings(frames, clause)
  }
}
