// Plan: hypotheses, orders, referrals, advice, warning signs, leave and return.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import { type Frames, fill } from './frame.ts'
import { feltIn } from './symptoms.ts'
import { isTime, span } from './times.ts'

const asserting =
  /\b(isso e|e uma|e um|voce tem|ta com|esta com|seu quadro|o que voce tem|e o que chamamos|diagnostico|senhora tem|senhor tem|quadro de|chama)\b/

/** Puts what the doctor supposes. `examined`: the consultation has come to its second half. */
export function putHypotheses(frames: Frames, clause: Clause, late: boolean): void {
  if (clause.act === 'question' || clause.conditional || (clause.plan && clause.certainty === 'said')) return
  const supposed = clause.certainty !== 'said' || (late && asserting.test(clause.plain))
  if (!supposed) return
  for (const { concept, polarity, subject, from } of clause.said) {
    if (concept.kind !== 'condition' || subject) continue
    const lead = clause.tokens.slice(Math.max(0, from - 5), from).map(({ word }) => word)
    const excluding = lead.some((word) => /^(descartar|afastar|excluir)$/.test(word))
    const rejected = polarity === 'denied' || (clause.certainty === 'rejected' && !excluding)
    const doubt =
      clause.certainty === 'possible' && /descartar|afastar|excluir/.test(clause.plain) ? 'probable' : clause.certainty
    const status = excluding ? 'possible' : rejected ? 'rejected' : doubt
    frames.put('hypothesis', concept.note, [clause.line], { status })
  }
}

const noOrder =
  /\b(nao (precisa|vou|vamos|e preciso|ha necessidade|tem necessidade|vejo)|sem necessidade|por enquanto nao|agora nao|dispensa)\b/
const ordering =
  /\b(pedir|peco|pedi|solicit\w+|fazer|faz|faca|quero|vou|vamos|precis\w+|colher|repetir|trazer|exame de)\b/

/** Whether the word nearest before the exam, or else the clause, refuses it. */
function isRefused(clause: Clause, exam: Said): boolean {
  const lead = clause.tokens
    .slice(0, exam.from)
    .map(({ word }) => word)
    .join(' ')
  const lastOf = (pattern: RegExp) => [...lead.matchAll(new RegExp(pattern, 'g'))].at(-1)?.index ?? -1
  const [no, yes] = [Math.max(lastOf(noOrder), lastOf(abandoned)), lastOf(ordering)]
  const after = noOrder.test(clause.plain) || abandoned.test(clause.plain)
  return no >= 0 || yes >= 0 ? no > yes || (no >= 0 && yes - no < 14) : after
}

/** Puts exams that are ordered and colleagues that the patient is sent to. */
export function putOrders(frames: Frames, clause: Clause): void {
  if (clause.act === 'question' || clause.conditional) return
  if (/\b(nao vou pedir|nao peco|nao vou solicitar)\b/.test(clause.plain)) {
    const last = frames.of('order').at(-1)
    if (last?.lines.includes(clause.line)) last.status = 'refused'
  }
  const exams = clause.said.filter(({ concept }) => concept.kind === 'exam')
  if (
    exams.length > 0 &&
    (/\bnao precisa\b/.test(clause.plain) ||
      (ordering.test(clause.plain) && clause.plan) ||
      /\b(pedir|peco|pedi|solicit\w+|quero)\b/.test(clause.plain))
  ) {
    for (const exam of exams) {
      const refused = isRefused(clause, exam)
      if (exam.polarity === 'denied' && !refused) continue
      if (!covered(exam, exams))
        frames.put('order', exam.concept.note, [clause.line], { status: refused ? 'refused' : 'ordered' })
    }
  }
  if (
    /\b(encaminh\w+|mandar|passar com|marcar com|indico|procura\w*|avaliacao|guia|consulta com|acompanha\w*)\b/.test(
      clause.plain,
    ) &&
    !noOrder.test(clause.plain)
  )
    for (const { concept, polarity } of clause.said)
      if (concept.kind === 'specialty' && polarity === 'affirmed') frames.put('referral', concept.note, [clause.line])
}
const covered = (one: Said, all: readonly Said[]): boolean =>
  all.some(
    (other) =>
      other !== one && other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from,
  )

const advising =
  /\b(precis\w+|importante|recomend\w+|aconselh\w+|orient\w+|bom|melhor|tem que|vai|nada de|sem|corta\w*|bastante|beba|bebe|beber|fica|fique|lava|lave|passa|anota|mede|come|caminh\w+|coloca|bota|dorme|cuidado)\b/
const restrains = /^(Evitar|Reduzir|Não|Sem|Cessar|Abstinência)/
/** Puts advice and decisions. */
export function putAdvice(frames: Frames, clause: Clause): void {
  if (clause.act === 'question' || clause.conditional) return
  for (const { concept, polarity } of clause.said) {
    if (concept.kind !== 'action' || (polarity === 'denied' && !restrains.test(concept.note))) continue
    if (
      abandoned.test(clause.plain) ||
      /\b(vou medir|vamos medir|deixa eu|deixe eu|ja (faz|fez|toma)|voce disse|voce falou|tava|estava)\b/.test(
        clause.plain,
      )
    )
      continue
    if (!clause.plan && !advising.test(clause.plain)) continue
    const frame = frames.put('instruction', concept.note, [clause.line], { status: concept.group })
    if (concept.note !== 'Atestado médico' && concept.note !== 'Repouso') continue
    const days = clause.quantities.find(({ unit }) => unit === 'dia' || unit === 'semana')
    if (days) fill(frame, 'days', span(days), [clause.line])
  }
}

/** Puts 'se …, procurar …' with both halves. `next` is the clause that may hold the second half. */
export function putWarning(frames: Frames, clause: Clause, following: readonly Clause[]): void {
  const bare =
    !clause.conditional &&
    feltIn(clause).length >= 2 &&
    clause.said.some(({ concept }) => concept.note === 'procurar pronto-socorro')
  if ((!clause.conditional && !bare) || clause.act === 'question' || abandoned.test(clause.plain)) return
  const own = clause.said.some(({ concept }) => concept.kind === 'where')
  const later = following.filter(
    (next) =>
      next.speaker === 'doctor' &&
      next.act !== 'question' &&
      (next.line === clause.line ||
        /^(ai|voce|a senhora|o senhor|me|liga|vem|volta|procura|corre|sabe)\b/.test(next.plain)),
  )
  const both = own ? [clause] : [clause, ...later]
  const where = both
    .flatMap(({ said }) => said.filter(({ concept }) => concept.kind === 'where'))
    .sort(
      (a, b) =>
        Number(b.concept.note === 'procurar pronto-socorro') - Number(a.concept.note === 'procurar pronto-socorro'),
    )
    .at(0)
  const start = clause.tokens.findIndex((token) => /^(se|caso)$/.test(token.word))
  const signs = feltIn(clause).filter(
    ({ from, to }) => from > start && (!where || !both[0]?.said.includes(where) || to <= where.from || from > where.to),
  )
  const worse = /\b(pior\w*|nao (\w+ )?melhor\w*|nao passar|persistir|continuar)\b/.exec(clause.plain)?.[0]
  const names = signs.map(({ name, polarity }) => (polarity === 'denied' ? `ausência de ${name}` : name))
  const sign =
    names.length > 0
      ? names
      : worse
        ? [/^nao/.test(worse) ? 'não melhorar' : /pior/.test(worse) ? 'piora' : 'persistência dos sintomas']
        : []
  const verbatim =
    where && sign.length === 0 && clause.said.includes(where) ? saidCondition(clause, start, where.from) : undefined
  if (where && verbatim) frames.put('warning', `Se ${verbatim}, ${where.concept.note}.`, [clause.line])
  if (!where || sign.length === 0) return
  const lasting = worse && clause.quantities.find(isTime)
  const condition = lasting && names.length === 0 ? `${sign[0]} em ${span(lasting)}` : listed(sign)
  frames.put('warning', `Se ${condition}, ${where.concept.note}.`, [clause.line])
}
/** The condition in the doctor's words, unless it addresses the patient. */
function saidCondition(clause: Clause, start: number, end: number): string | undefined {
  if (start < 0 || end - start < 2 || end - start > 16) return undefined
  const tokens = clause.tokens.slice(start + 1, end)
  const text = tokens
    .filter(
      (token, at) =>
        !/^(voce|senhora|senhor|ai|entao|ne|tipo)$/.test(token.word) &&
        !(/^[ao]$/.test(token.word) && /^(senhora|senhor)$/.test(tokens[at + 1]?.word ?? '')),
    )
    .map((token) => token.said)
    .join(' ')
    .replace(/ ([,:])/g, '$1')
    .replace(/[,:\s]+$/, '')
    .replace(/,? (é|aí|então|a|o|me|corre|já|e)$/, '')
  return /\b(eu|tu|te|meu|minha|ta|tá|pra|teu|tua|isso|me|seu|sua)\b/i.test(text) || text.split(' ').length < 1
    ? undefined
    : text.toLowerCase()
}

/** 'a, b ou c'. */
const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ou ${items.at(-1)}`

const returning =
  /\b(retorn\w+|volta\w*|volte|te vejo|revejo|reavali\w+|nos vemos|a gente se ve|marca\w* (comigo|de novo)|consulta de novo)\b/
/** Puts when the patient comes back. */
export function putReturn(frames: Frames, clause: Clause): void {
  if (clause.conditional || clause.act === 'question' || !returning.test(clause.plain)) return
  const time = clause.quantities.filter((one) => /^(dia|semana|mes|ano)$/.test(one.unit)).at(-1)
  if (!time) return
  const withResults = /\b(exame|exames|resultado\w*)\b/.test(clause.plain) ? ' com resultados de exames' : ''
  const frame = frames.put('return', 'retorno', [clause.line])
  fill(frame, 'when', `em ${span(time)}${withResults}`, [clause.line], true)
}

/** Puts hypotheses, orders, advice, warnings and the return. */
export function readPlan(frames: Frames, clauses: readonly Clause[]): void {
  clauses.forEach((clause, index) => {
    if (clause.speaker !== 'doctor' || clause.act === 'greeting') return
    putOrders(frames, clause)
    putAdvice(frames, clause)
    putWarning(frames, clause, clauses.slice(index + 1, index + 4))
    putReturn(frames, clause)
    putHypotheses(frames, clause, index > clauses.length / 2)
  })
}
