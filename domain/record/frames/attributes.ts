// Reads what a clause says of the symptom in focus: since when, where, how, how strong, what makes it worse or better.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import { type Slot, siteOf } from '../lexicon/lexicon.ts'
import { type Frame, fill } from './frame.ts'
import { type Felt, isPain, placed, type Side, sideAt, sideIn, siteOfPain, sitesOf } from './symptoms.ts'
import { asksOnset, episodeOf, figure, lastingOf, oftenOf, span } from './times.ts'

const worse = /^(pior\w*|aument\w+|ataca|desencade\w*|provoca|puxa|incomoda|aparec\w+|vem|da|comec\w+|piora)$/
const better = /^(melhor\w*|alivi\w+|passa|passou|some|sumia|sumiu|cede|ajud\w+|diminui\w*|firme)$/
const when = /^(quando|ao|aos|se|depois|apos|sempre|toda|todo|so|durante|com)$/
/** Questions of a doctor about a symptom. */
const asks = {
  grade: /\b(nota|zero a dez|0 a 10|um a dez|escala)\b/,
  place: /\b(onde|lado|lugar|pega|local|aponta|mostra|parte|direit\w+|esquerd\w+|esparram\w+)\b/,
  worse: /\b(pior\w*|desencade\w+|aparece|provoca|puxa|que hora|hora certa|quando|esforco)\b/,
  better: /\b(melhor\w*|alivi\w+|passar|passa|ajuda)\b/,
  episode: /\b(dura|duram|durou|duracao|demora)\b/,
  degrees: /\b(mediu|quanto|deu|temperatura|termometro)\b/,
}
const radiates =
  /\b(desce\w*|irradi\w+|corre|espalh\w+|sobe|vai (ate|pra|para|pro)|puxa (pra|para|pro)|responde|caminha)\b/

const fits: Record<string, RegExp> = {
  seca: /^tosse$/,
  produtiva: /^tosse$/,
  líquida: /^diarreia/,
  rotatória: /^(tontura|vertigem)/,
  'de início súbito': /./,
  'de início insidioso': /./,
}
const feminineAdjective = /^(intensa|moderada|leve|contínua|diária|surda)$/
const masculine =
  /^(prurido|edema|corrimento|sangramento|zumbido|tremor|exantema|nódulo|mal-estar|formigamento|cansaço|chiado|desmaio|catarro)/
const pluralName = /^(calafrios|náuseas|vômitos|palpitações|fogachos|roncos|quedas|cãibras|contrações|espirros|crises)/

/** An adjective in the gender and number of its symptom. */
function agreed(text: string, name: string): string {
  if (!feminineAdjective.test(text)) return text
  const own =
    masculine.test(name) || /^(calafrios|vômitos|fogachos|roncos|espirros)/.test(name) ? text.replace(/a$/, 'o') : text
  return pluralName.test(name) ? `${own}s` : own
}

/** Triggers that the name of a symptom includes. */
const saidByName: Record<string, string> = {
  disúria: 'ao urinar',
  odinofagia: 'ao engolir',
  dismenorreia: 'na menstruação',
  fotofobia: 'com a luz',
  tosse: 'ao tossir',
  'dispneia aos esforços': 'aos esforços',
  'tontura ao levantar': 'ao levantar',
}

/** Triggers that make sense only for some symptoms: 'anda esquecida' is no walk. */
const triggerFits: readonly [RegExp, RegExp][] = [
  [
    /refeições|alimentos|leite/,
    /abdom|epig|pirose|náus|vômit|dispep|disten|diarre|cólica|regurg|eruct|satur|saciedade|disfagia/,
  ],
  [
    /esforços|caminhar|escadas/,
    /^(dor|dispneia|cansaço|palpita|desmaio|tontura|lomb|art|edema|claudi|chiado|tosse|fraq|cãib|mial)/,
  ],
]

/** Adds one more value to a slot of up to three. */
export function fillMore(frame: Frame, slot: string, text: string, lines: readonly string[]): void {
  const values = frame.slots.get(slot)?.text.split('|') ?? []
  if (values.includes(text) || values.length >= 3) return
  fill(frame, slot, [...values, text].join('|'), lines, true)
}

/** Whether the words before a trigger, or the question, say that it makes the symptom worse or better. */
function effectOf(clause: Clause, at: number, question: string): 'worse' | 'better' | undefined {
  for (let index = at - 1; index >= 0 && index >= at - 8; index--) {
    const word = clause.tokens[index]?.word ?? ''
    const denied = clause.tokens[index - 1]?.word === 'nao'
    if (better.test(word)) return denied ? undefined : 'better'
    if (worse.test(word)) return denied ? undefined : 'worse'
  }
  // 'Sento e passa': the effect follows.
  const next = clause.tokens.slice(at + 1, at + 6).find(({ word }) => better.test(word) || worse.test(word))
  if (next) return better.test(next.word) ? 'better' : 'worse'
  if (asks.better.test(question) && !/\bpior/.test(question)) return 'better'
  if (asks.worse.test(question)) return 'worse'
  const before = clause.tokens.slice(Math.max(0, at - 2), at + 1)
  return before.some(({ word }) => when.test(word)) ? 'worse' : undefined
}

const narrow = /\b(pior\w*|mais|so|sempre|toda|principalmente)\b/
const namedDay = /\b(ontem|hoje|segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha)\b/

function fillCircumstance(frame: Frame, clause: Clause, { concept, from, to }: Said, question: string): void {
  const lines = [clause.line]
  const { note } = concept
  if (saidByName[frame.name] === note || clause.tokens[to]?.word === 'nao') return
  if (concept.kind === 'trigger' && !(triggerFits.find(([of]) => of.test(note))?.[1].test(frame.name) ?? true)) return
  const effect = effectOf(clause, from, question)
  if (concept.kind === 'relief' && effect === 'better') fillMore(frame, 'relief', note, lines)
  if (concept.kind === 'trigger' && effect === 'worse') fillMore(frame, 'trigger', note, lines)
  if (concept.kind !== 'timing' || namedDay.test(clause.plain)) return
  if (narrow.test(clause.plain) || /\b(hora|quando|periodo)\b/.test(question))
    fill(frame, 'timing', /\bpior/.test(`${question} ${clause.plain}`) ? `pior ${note}` : note, lines)
}

function fillPlaces(frame: Frame, clause: Clause, question: string, felt: readonly Felt[]): void {
  const lines = [clause.line]
  const own = siteOfPain(frame.name)
  const spans = felt.filter(({ name }) => name !== frame.name)
  const found = sitesOf(clause).filter(({ from }) => !spans.some((one) => from >= one.from && from < one.to))
  const inFocus = found.filter(
    (one) => one.concept.note === own?.note && (felt.length === 0 || felt.some(({ name }) => name === frame.name)),
  )
  const corrected = corrects.test(clause.plain) || asks.place.test(question)
  for (const one of inFocus) {
    const side = sideAt(clause, one)
    if (side && own?.sided) fill(frame, 'side', side, lines, corrected)
  }
  if (frame.name === 'cefaleia') {
    for (const { concept } of found) {
      const { head } = siteOf(concept.note) as { head?: string }
      if (head) fillMore(frame, 'head', head, lines)
    }
    const side = sideIn(clause, 0, clause.tokens.length)
    if (side && (asks.place.test(question) || found.length > 0)) fill(frame, 'headSide', side, lines, true)
    return
  }
  const others = found.filter((one) => !inFocus.includes(one) && one.concept.note !== 'corpo')
  if (others.length === 0) {
    const side = clause.tokens.length <= 12 ? sideIn(clause, 0, clause.tokens.length) : undefined
    if (side && felt.length === 0) correctSide(frame, side, lines)
    return
  }
  const places = [...new Set(others.map((one) => placed(one.concept.note, sideAt(clause, one))))].slice(0, 4)
  if (radiates.test(`${question} ${clause.plain}`) && isPain(frame.name))
    for (const place of places) fillMore(frame, 'radiation', place.replace(/^n/, ''), lines)
  else if (asks.place.test(question) || (felt.length > 0 && placeable.test(frame.name) && !siteInName.test(frame.name)))
    for (const place of places) fillMore(frame, 'site', place, lines)
}
/** 'Direita não, esquerda': a side alone corrects the one before. */
export function correctSide(frame: Frame, side: Side, lines: readonly string[]): void {
  if (siteOfPain(frame.name)?.sided) fill(frame, 'side', side, lines, true)
  else if (frame.slots.has('headSide')) fill(frame, 'headSide', side, lines, true)
  const reach = frame.slots.get('radiation')?.text
  if (reach && side !== 'bilateral' && !reach.includes('|'))
    fill(frame, 'radiation', reach.replace(/(direit|esquerd)(?=[oa]$)/, side), lines, true)
  const places = frame.slots.get('site')?.text
  if (!places || places.includes('|') || side === 'bilateral') return
  fill(frame, 'site', places.replace(/(direit|esquerd)(?=[oa]$)/, side), lines, true)
}
const siteInName = /(membros inferiores|de face|de mãos|em tornozelo|nos pés|vaginal|nas fezes|gengival)/
const placeable =
  /^(dor|cólica|formigamento|dormência|edema|prurido|exantema|manchas|feridas|bolhas|fraqueza|tremor|cãibras|nódulo|sensação de queimação|perda de sensibilidade|equimoses|vermelhidão|urticária|lesões|linfonodomegalia|rigidez|sangramento|queimadura|picada|trauma|entorse|fratura|mordedura)/

function fillNumbers(frame: Frame, clause: Clause, question: string, corrected: boolean): void {
  const lines = [clause.line]
  // Doctors ask for a grade from 0 to 10 of pains only.
  if (isPain(frame.name) && asks.grade.test(`${question} ${clause.plain}`)) {
    const grades = clause.quantities.filter(({ value, unit, known }) => !(known && unit) && value <= 10 && value >= 1)
    const lower = grades.filter(({ value }) => value < 10)
    const last = (lower.length > 0 ? lower : grades).at(-1)
    if (last) fill(frame, 'grade', `${figure(last.value)}/10`, lines, true)
  }
  const often = oftenOf(clause, question)
  if (often && !clause.said.some(({ concept }) => concept.kind === 'drug'))
    fill(frame, 'often', often, lines, corrected)
  if (asks.episode.test(question) || asks.episode.test(clause.plain)) {
    const episode = episodeOf(clause)
    if (episode) fill(frame, 'episode', episode, lines, corrected)
  }
  fillWeight(frame, clause, corrected)
  if (
    !frame.slots.has('episode') &&
    clause.quantities.some(({ unit }) => /^(minuto|segundo)$/.test(unit)) &&
    !frame.slots.has('since')
  ) {
    const episode = episodeOf(clause)
    if (episode && !lastingOf(clause, '')) fill(frame, 'episode', episode, lines)
  }
  fillDegrees(frame, clause, corrected)
}

/** The highest temperature of a fever. */
export function fillDegrees(frame: Frame, clause: Clause, corrected: boolean): void {
  if (!/^febre/.test(frame.name)) return
  const lines = [clause.line]
  const degrees = clause.quantities.filter(({ value }) => value >= 37.3 && value < 42).map(({ value }) => value)
  if (degrees.length === 0) return
  const earlier = Number(frame.slots.get('value')?.text.replace(',', '.').replace(/ .*/, '') ?? 0)
  const most = Math.max(...degrees)
  if (corrected || most > earlier) fill(frame, 'value', `${figure(most)} °C`, lines, true)
}

/** 'Nove quilos em cinco meses'. */
function fillWeight(frame: Frame, clause: Clause, corrected: boolean): void {
  if (!/peso/.test(frame.name)) return
  const weight = clause.quantities.filter(({ unit, value }) => unit === 'kg' && value < 40).at(-1)
  if (!weight) return
  const during = clause.quantities.find(
    ({ from, to, unit }) => from >= weight.to && to > from && /^(dia|semana|mes|ano)$/.test(unit),
  )
  const text = `de ${figure(weight.value)} kg${during ? ` em ${span(during)}` : ''}`
  if (during || corrected || !frame.slots.has('amount')) fill(frame, 'amount', text, [clause.line], true)
}

/** Kinds of concepts that are another matter than a symptom. */
const otherMatters = new Set(['action', 'drug', 'exam', 'habit', 'procedure', 'relative'])
/** 'Tem medido a pressão em casa?': the answer says nothing of the symptom talked of before. */
const asksOfOther = (question: Clause | undefined): boolean =>
  question !== undefined &&
  question.said.length > 0 &&
  question.said.every(({ concept }) => otherMatters.has(concept.kind))

/** `felt`: the symptoms the clause names itself. `near`: the talk was about this symptom just before. */
type About = { asked: string; felt: readonly Felt[]; near: boolean }
/** Fills the slots of a symptom from a clause. */
export function fillFrom(frame: Frame, clause: Clause, { asked, felt, near }: About): void {
  if (felt.length === 0 && asksOfOther(clause.answers)) return
  const lines = [clause.line]
  const corrected = corrects.test(clause.plain)
  const onset = asksOnset.test(asked)
  const lasting = lastingOf(clause, onset ? asked : '')
  const close = near || frame.lines.includes(clause.line) || chanceOf(clause, 'qp') > 0.5
  // 'Dura quatro horas' is no beginning.
  if (lasting && (onset || close) && !asks.episode.test(asked) && !asks.grade.test(asked))
    fill(frame, 'since', lasting, lines, corrected || onset)
  for (const one of clause.said) {
    const { concept, polarity, from, to } = one
    const slot = concept.kind as Slot
    if (polarity !== 'affirmed' || felt.some((other) => from >= other.from && to <= other.to && to - from < 4)) continue
    if (slot === 'quality' && (fits[concept.note] ? fits[concept.note]?.test(frame.name) : isPain(frame.name)))
      fill(frame, 'quality', agreed(concept.note, frame.name), lines)
    if (
      slot === 'severity' &&
      !/forte|aumento|redução|aceita|urina|corrimento|choro|ganho/.test(frame.name) &&
      nearName(clause, one, felt)
    )
      fill(frame, 'severity', agreed(concept.note, frame.name), lines, corrected)
    if (slot === 'course' && (concept.note !== 'contínua' || isPain(frame.name) || lasts.test(frame.name)))
      fill(frame, 'course', agreed(concept.note, frame.name), lines)
    if (slot === 'frequency') fill(frame, 'frequency', agreed(concept.note, frame.name), lines)
    if (slot === 'trigger' || slot === 'timing' || slot === 'relief') fillCircumstance(frame, clause, one, asked)
  }
  for (const { name, side, head } of felt.filter(({ name }) => name === frame.name)) {
    if (side && siteOfPain(name)?.sided) fill(frame, 'side', side, lines, corrected)
    if (head) fillMore(frame, 'head', head, lines)
  }
  fillPlaces(frame, clause, asked, felt)
  fillNumbers(frame, clause, asked, corrected)
}
const lasts = /^(febre|prurido|zumbido|tontura|tosse|dispneia|formigamento)/
/** 'Forte' belongs to the symptom only near its name, or in an answer of few words. */
const nearName = (clause: Clause, { from, to }: Said, felt: readonly Felt[]): boolean =>
  felt.length === 0
    ? clause.tokens.length <= 8
    : felt.some((one) => Math.min(Math.abs(from - one.to), Math.abs(one.from - to)) <= 4)

/** 'Subir escada piora?' 'Não.': the triggers that a question names. */
export function fillAsked(frame: Frame, question: Clause, says: 'affirmed' | 'denied', lines: readonly string[]): void {
  const isWorse = question.tokens.some(({ word }) => /^(pior\w*|incomoda|aumenta|desencadeia|provoca)$/.test(word))
  if (!isWorse) return
  for (const { concept } of question.said)
    if (concept.kind === 'trigger' && saidByName[frame.name] !== concept.note)
      fillMore(frame, says === 'affirmed' ? 'trigger' : 'indifferent', concept.note, lines)
}
