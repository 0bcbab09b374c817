// Warning signs: what may happen, joined to what to do then.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText } from '#domain/dialogue/clause.ts'
import type { Frames } from './frame.ts'
import { infinitiveOf, phraseOf } from './phrase.ts'
import { feltIn } from './symptoms.ts'
import { isTime } from './times.ts'
import { leads, opensCondition, signsIn } from './warning-signs.ts'

const longest = 25
const count = (text: string): number => text.split(/\s+/).length
const condition = /^(se|caso)$/
const own = /\b(eu|vou|liguei|chamei|ligo|falo|chamo)\b/
/** Whether these words send the patient somewhere. 'A dor voltar', 'pode voltar', 'sem urgência', 'eu ligo' do not. */
function sends(clause: Clause, { concept, from, to }: Said): boolean {
  const word = (at: number) => clause.tokens[at]?.word ?? ''
  const before = word(from - 1)
  const lead = [4, 3, 2, 1].map((step) => word(from - step))
  if (before === 'sem' || own.test(lead.slice(lead.lastIndexOf(',') + 1).join(' '))) return false
  // 'Não precisa voltar se melhorar'
  if (needless.test(spanText(clause, from - 6, from))) return false
  // 'No hospital, se …' tells where, not where to go.
  if (/^n[oa]$/.test(before) && from < 2 && word(to) === ',') return false
  if (!/^(retornar|antecipar)/.test(concept.note) || !/^volt/.test(word(from))) return true
  if (/^(nao|pode|podem|que|so|porque)$/.test(before)) return false
  if (word(to) === 'a' && /[aei]r$/.test(word(to + 1))) return false
  return !/^voltar(em)?$/.test(word(from)) || /^(deve|precisa|tem|e|,|:|)$/.test(before)
}
const needless =
  /\b(nao|nem) (precisa|preciso|precisam|e preciso|e necessario|ha necessidade de|tem que|carece)( (mais|nem|ir|vir|me|nos|ficar|correr|ao?|pr?[ao]|n[ao]|para|de))*$/
const destinations = (clause: Clause): Said[] =>
  clause.said.filter((one) => one.concept.kind === 'where' && sends(clause, one))
const checking = /\b(ouviu|viu|certo|combinado|ne|entendeu|ta|ok|ta bom)$/
/** Whether the clause tells what the patient should do, by the tagger or by who speaks. `late`: after the examination. */
function isAdvice(clause: Clause, late: boolean): boolean {
  if (clause.act === 'question' && !(checking.test(clause.plain) && clause.speaker === 'doctor')) return false
  const ori = chanceOf(clause, 'ori')
  if (clause.speaker !== 'doctor') return ori > 0.85
  return (
    ori > 0.45 ||
    chanceOf(clause, 'con', 'ori') > 0.3 ||
    (late && /^[id]$/.test(clause.tag.act) && clause.tag.noted > 0.6)
  )
}

/** Where an order begins among signs: 'se convulsão, põe de lado', or `to`. */
function orderFrom(clause: Clause, from: number, to: number): number {
  const { tokens } = clause
  const word = (at: number) => tokens[at]?.word ?? ''
  for (let at = from + 2; at < to; at++) {
    const before = tokens[at - 1]
    if (before?.kind !== 'mark' && !/^(ai|entao|ja)$/.test(word(at - 1))) continue
    const verb = /^nao$/.test(word(at)) ? at + 1 : at
    if (/r$|^(volta|vem|sai|de|da|peso|dose|vista|massa|porta|parte)$/.test(word(verb))) continue
    if (infinitiveOf(word(verb), word(verb) === 'para' && /^[ao]s?$/.test(word(verb + 1))) !== undefined) return at
  }
  return to
}

/** 'a, b ou c'. */
const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ou ${items.at(-1)}`

/** Puts 'Se a, b ou c, procurar …', in sentences that a note can hold. */
function put(frames: Frames, signs: readonly string[], then: string, lines: readonly string[]): void {
  const unique = signs.filter((one, at) => signs.indexOf(one) === at)
  let group: string[] = []
  const text = (items: readonly string[]) => `Se ${listed(items)}, ${then}.`
  const flush = () => {
    if (group.length > 0) frames.put('warning', text(group), lines)
    group = []
  }
  for (const sign of unique) {
    if (count(text([...group, sign])) > longest) flush()
    if (count(text([sign])) <= longest) group.push(sign)
  }
  flush()
}

/** Where the words before a destination begin. */
function leadOf(clause: Clause, to: number, least: number): number {
  let at = to
  while (at > least && leads.has(clause.tokens[at - 1]?.word ?? '')) at -= 1
  return at
}

/** Puts the warnings of a clause that names where to go. Returns whether it held any. */
function putDestined(frames: Frames, clause: Clause, before: readonly Clause[]): boolean {
  const { tokens } = clause

  const places = destinations(clause).filter((one, at, all) => at === 0 || one.from >= (all[at - 1]?.to ?? 0))
  const urgent = rank(places)
  const starts = tokens.flatMap((_, at) => (opensCondition(clause, at) ? [at] : []))
  const colon = tokens.findIndex(({ word }) => word === ':')
  let found = false
  let from = 0
  for (const [index, place] of places.entries()) {
    const start = starts.find((at) => at >= from && at < place.from)
    // 'Inchou, faltou ar: caneta na coxa e SAMU': an order follows the colon.
    const ordered = colon >= 0 && feltIn(clause).some((one) => one.from >= from && one.to <= colon)
    if (start === undefined && ordered && colon < place.from - 4) continue
    const begin = start ?? (colon >= from && colon < leadOf(clause, place.from, from) ? colon + 1 : from)
    const end = leadOf(clause, place.from, begin)
    const order = orderFrom(clause, begin, end)
    const signs = signsIn(clause, begin, order)
    const sure =
      start !== undefined || (signs.length > 0 && listsSigns(clause, begin, end, begin > from || signs.length > 2))
    if (sure && signs.length > 0) {
      // 'Volta pro hospital': two names of one way.
      const then = (places[index + 1]?.from ?? 99) - place.to < 7 ? (urgent ?? place) : place
      const first = order < end ? phraseOf(clause, order, end, true) : undefined
      const where = thenOf(clause, then, urgent, places)
      put(frames, signs, first ? `${first} e ${where}` : where, [clause.line])
      found = true
    }
    from = place.to
  }
  if (found || places.length === 0) return found
  // 'Volta correndo se inchar ou der febre': the signs follow.
  const place = urgent ?? places[0]
  const start =
    starts.find((at) => at >= (places[0]?.to ?? 0)) ??
    (tokens[places.at(-1)?.to ?? 0]?.word === ':' ? places.at(-1)?.to : undefined)
  if (place && start !== undefined) {
    const signs = signsIn(clause, start, tokens.length)
    if (signs.length > 0) put(frames, signs, place.concept.note, [clause.line])
    return signs.length > 0
  }
  // 'Se o xixi ficar escuro, sonolento …' '… não espera, é hospital.'
  if (place && !clause.quantities.some(isTime)) {
    const told = before.filter(({ speaker }) => speaker === clause.speaker)
    const signs = told.flatMap((one) => signsIn(one, conditionStart(one), one.tokens.length))
    if (signs.length > 0) put(frames, signs, place.concept.note, [...told.map(({ line }) => line), clause.line])
    return signs.length > 0
  }
  return false
}
const conditionStart = (clause: Clause): number =>
  Math.max(
    0,
    clause.tokens.findIndex(({ word }) => condition.test(word)),
  )
const helpline = /\b(188|um oito oito|cento e oitenta e oito|cvv)\b/
/** The action for a warning: the place, preceded by the helpline if the doctor names it. */
function thenOf(clause: Clause, place: Said, urgent: Said | undefined, sending: readonly Said[]): string {
  if (place.concept.note !== 'entrar em contato' || !helpline.test(clause.plain)) return place.concept.note
  const other = urgent && urgent !== place ? urgent : sending.find(({ concept }) => concept.note !== place.concept.note)
  return other ? `ligar 188 ou ${other.concept.note}` : 'ligar 188'
}
const rank = (places: readonly Said[]): Said | undefined =>
  places.find(({ concept }) => /pronto|emerg|hospital|SAMU|matern|UPA|antecipar/.test(concept.note)) ?? places[0]
/** Without 'se', the list must name what somebody feels. */
const listsSigns = (clause: Clause, from: number, to: number, many = false): boolean =>
  (many && clause.tag.act === 'i' ? 1 : chanceOf(clause, 'ori')) > (many ? 0.3 : 0.6) &&
  feltIn(clause).some((one) => one.from >= from && one.to <= to + 1)

/** Puts 'Se crise, deitar de lado': a condition and an order. */
function putConsequence(frames: Frames, clause: Clause): boolean {
  const { tokens } = clause
  const start = tokens.findIndex(({ word }) => condition.test(word))
  if (start < 0) return false
  const at = tokens.findIndex(
    ({ word }, index) =>
      index > start + 1 &&
      (tokens[index - 1]?.kind === 'mark' ||
        /^(ai|entao|ja|nao)$/.test(tokens[index - 1]?.word ?? '') ||
        !/^(a|o|e|ou|se|na|no|da|do|de|que|uma?)$/.test(tokens[index - 1]?.word ?? '')) &&
      !condition.test(tokens[index - 1]?.word ?? '') &&
      infinitiveOf(word, tokens[index - 1]?.kind === 'mark') !== undefined &&
      !/r$/.test(word),
  )
  if (at < 0) return putWhole(frames, clause, start)
  const begin = tokens[at - 1]?.word === 'nao' ? at - 1 : at
  const signs = signsIn(clause, start, begin)
  const then = phraseOf(clause, begin, tokens.length, true)
  if (signs.length === 0 || !then || count(`Se ${listed(signs)}, ${then}`) > longest)
    return putWhole(frames, clause, start)
  frames.put('warning', `Se ${listed(signs)}, ${then}.`, [clause.line])
  return true
}

/** Puts a condition and what follows it in the doctor's words: 'Se dormir e não conseguir acordar, nada na boca.' */
function putWhole(frames: Frames, clause: Clause, start: number): boolean {
  const { tokens } = clause
  const comma = tokens.findIndex(({ word }, at) => at > start && word === ',')
  if (start > 3 || comma < 0 || chanceOf(clause, 'ori') < 0.7 || !/^[id]$/.test(clause.tag.act)) return false
  const text = phraseOf(clause, start, tokens.length, true)
  // Without a consequence it is a list of signs.
  if (!text || count(text) > longest || count(text) < 5 || /, (?:ou|e|se) [^,]*$/.test(text)) return false
  frames.put('warning', `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`, [clause.line])
  return true
}

/** Puts a decision that hangs on something: 'Se a ressonância confirmar, encaminhar ao cirurgião de coluna.' */
export function putConditional(frames: Frames, clause: Clause): void {
  const start = conditionStart(clause)
  if (!clause.conditional || start > 3 || clause.speaker !== 'doctor' || clause.act === 'question') return
  if (chanceOf(clause, 'con') < 0.6 || clause.tokens[start]?.word !== 'se') return
  const text = phraseOf(clause, start, clause.tokens.length, true)
  // The consequence must be an order, in the infinitive.
  if (
    !text ||
    count(text) > longest ||
    /^se (não )?(precisar|quiser|puder|der),/i.test(text) ||
    !/, (não )?\p{L}+[aei]r\b/u.test(text) ||
    /(?<!\p{L})(é|são|senão)(?!\p{L})/u.test(text)
  )
    return
  frames.put('instruction', `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`, [clause.line], { status: 'conduta' })
}

/** The clauses that named signs and no place yet, or the last place: 'Perna inchada também.' */
export type Open = { clauses: readonly Clause[]; index: number; then?: string } | undefined
const remembered = 4

/** 'Se o inchaço aumentar' | 'ou se a perna ficar quente' | 'corre pro hospital': the doctor begins a list over lines. */
const opensLines = (clause: Clause, late: boolean): boolean =>
  late &&
  clause.speaker === 'doctor' &&
  clause.act === 'statement' &&
  condition.test(clause.tokens[0]?.word ?? '') &&
  clause.conditional

/** Puts the warnings of a clause. `open`: the clause just before that named signs and no place. Returns the new one. */
export function putWarning(
  frames: Frames,
  clause: Clause,
  open: Open,
  { index, late }: { index: number; late: boolean },
): { found: boolean; open: Open } {
  const still = open && index - open.index <= remembered ? open : undefined
  const lines = still && !still.then && clause.speaker === 'doctor' && index === still.index + 1
  const ends = lines && /^(ai|entao)\b/.test(clause.plain) && clause.act === 'statement'
  const goesOn = lines && /^(ou|e) (se|que|caso)\b/.test(clause.plain)
  if (goesOn && destinations(clause).length === 0)
    return { found: false, open: { clauses: [...still.clauses, clause], index } }
  if (weighed.test(clause.plain) || !(ends || isAdvice(clause, late)))
    return { found: false, open: opensLines(clause, late) ? { clauses: [clause], index } : still }
  const places = destinations(clause)
  if (places.length > 0 && putDestined(frames, clause, still && !still.then ? still.clauses : [])) {
    const then = rank(places)?.concept.note
    return { found: true, open: then ? { clauses: [clause], index, then } : undefined }
  }
  const last = still?.clauses.at(-1)
  if (still?.then && last && putAlso(frames, clause, last, still.then))
    return { found: true, open: { ...still, index } }
  if (clause.conditional && chanceOf(clause, 'ori') > 0.5 && putConsequence(frames, clause))
    return { found: true, open: undefined }
  const names = clause.conditional || listsSigns(clause, 0, clause.tokens.length)
  if (!names || places.length > 0 || still?.then) return { found: false, open: still }
  return { found: false, open: { clauses: [clause], index } }
}
/** Puts 'Perna inchada também.': more signs that send to the place of the clause before. */
function putAlso(frames: Frames, clause: Clause, before: Clause, then: string): boolean {
  const { tokens } = clause
  const at = tokens.findIndex(({ word }) => word === 'tambem')
  if (at < 0 || (at > 2 && tokens.slice(at + 1).some(({ kind }) => kind !== 'mark'))) return false
  const ends = at > 2 ? at : tokens.length
  const opens = tokens.findIndex((_, place) => opensCondition(clause, place))
  const start = opens >= 0 ? opens : at > 2 ? 0 : at + 1
  if (clause.speaker !== before.speaker || !(clause.conditional || listsSigns(clause, start, ends))) return false
  const signs = signsIn(clause, start, ends)
  if (signs.length > 0) put(frames, signs, then, [before.line, clause.line])
  return signs.length > 0
}
const weighed = /\b(ia|pensei em|ate pensei|cancel\w+|deixa pra la|esquec\w+)\b/
