// Reads what a clause says of the symptom in focus: since when, where, how, how strong, what makes it worse or better.
import { type Clause, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import { type Slot, siteOf } from '../lexicon/lexicon.ts'
import topics from '../lexicon/topic-words.json' with { type: 'json' }
import { fillNumbers } from './amounts.ts'
import { type About, asks, asksOfOther, turns } from './focus.ts'
import { type Frame, fill } from './frame.ts'
import { fillSince } from './since.ts'
import { type Felt, isPain, placed, type Side, sideAt, sideIn, siteOfPain, sitesOf } from './symptoms.ts'
import { asksOnset } from './times.ts'

const worse = /^(pior\w*|aument\w+|ataca|desencade\w*|provoca|incomoda|aparec\w+)$/
const brings = /^(puxa|comec\w+)$/
const better = /^(melhor\w*|alivi\w+|passa|passou|some|sumia|sumiu|cede|ajud\w+|diminui\w*|firme)$/
const when = /^(quando|ao|aos|se|depois|apos|sempre|toda|todo|so|durante|com)$/
const radiates =
  /\b(desce\w*|irradi\w+|corre|espalh\w+|sobe|vai (ate|pra|para|pro)|puxa (pra|para|pro)|responde|caminha)\b/

/** Things that one sees or touches, and that may hurt or grow. */
export const lump =
  /^(nódulo|linfonodo|mancha|lesões|lesão|ferida|bolha|edema|aumento de volume|verruga|cisto|hérnia|exantema|vermelhidão|vesículas)/
/** The look and smell of a discharge, by the words for it. */
const looks = Object.entries(topics.looks).map(([look, words]) => [look, words.split('; ')] as const)
/** A discharge. */
export const fluid = /^(corrimento|secreção|otorreia)/
const fits: Record<string, RegExp> = {
  seca: /^tosse$/,
  produtiva: /^tosse$/,
  líquida: /^diarreia/,
  rotatória: /^(tontura|vertigem)/,
  'com ritmo irregular': /^palpitaç/,
  'com ritmo regular': /^palpitaç/,
  'com aumento de tamanho': lump,
  'de início súbito': /./,
  'de início insidioso': /./,
}
const feminineAdjective = /^(dolorosa|intensa|moderada|leve|contínua|diária|surda)$/
const masculine = /^(\S+[^ã]os?|edema|tremor|exantema|mal-estar|calafrios)( |$)/
const pluralName = /^(calafrios|náuseas|vômitos|palpitações|fogachos|roncos|quedas|cãibras|contrações|espirros|crises)/

const painless = /\bnao (doi|doem|ta doendo|sinto dor|sente dor|tem dor)\b/
/** Blood is not strong or weak: there is more or less of it. */
const bleeding = /^(hemat|hemop|sangr|epistaxe|melena)/
const amounts: Record<string, string> = { leve: 'em pequena quantidade', intensa: 'em grande quantidade' }

/** 'Secreção amarelada', 'corrimento amarelado'. */
const lookOf = (text: string, name: string): string =>
  name.startsWith('corrimento') ? text : text.replace(/d?o$/, (end) => end.replace('o', 'a'))

/** An adjective in the gender and number of its symptom. */
export function agreed(text: string, name: string): string {
  if (bleeding.test(name) && amounts[text]) return amounts[text]
  if (/^(intermitente|constante|crescente)$/.test(text) && pluralName.test(name)) return `${text}s`
  if (!feminineAdjective.test(text)) return text
  const own = masculine.test(name) ? text.replace(/a$/, 'o') : text
  return pluralName.test(name) ? `${own}s` : own
}

/** Triggers that the name of a symptom includes. */
const saidByName: Record<string, string> = {
  disúria: 'ao urinar',
  odinofagia: 'ao engolir',
  dismenorreia: 'na menstruação',
  fotofobia: 'com a luz',
  fonofobia: 'com ruído',
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
function fillMore(frame: Frame, slot: string, text: string, lines: readonly string[]): void {
  const values = frame.slots.get(slot)?.text.split('|') ?? []
  // 'No pé direito' says all that 'no pé' says.
  if (values.some((value) => value === text || value.startsWith(`${text} `)) || values.length >= 3) return
  const wide = values.filter((value) => !text.startsWith(`${value} `))
  fill(frame, slot, [...wide, text].join('|'), lines, true)
}

/** Whether the words before a trigger, or the question, say that it makes the symptom worse or better. */
function effectOf(clause: Clause, at: number, question: string): 'worse' | 'better' | undefined {
  for (let index = at - 1; index >= 0 && index >= at - 8; index--) {
    const word = clause.tokens[index]?.word ?? ''
    const denied = clause.tokens[index - 1]?.word === 'nao'
    if (better.test(word)) return denied ? undefined : 'better'
    if (worse.test(word) || (at - index <= 3 && brings.test(word)) || clause.tokens[index]?.said === 'dá')
      return denied ? undefined : 'worse'
  }
  // 'Sento e passa': the effect follows.
  const next = clause.tokens.slice(at + 1, at + 6).find(({ word }) => better.test(word) || worse.test(word))
  if (next) return better.test(next.word) ? 'better' : 'worse'
  if (asks.better.test(question) && !/\bpior/.test(question)) return 'better'
  if (asks.worse.test(question) && !asksOnset.test(question)) return 'worse'
  const before = clause.tokens.slice(Math.max(0, at - 3), at + 1)
  return before.some(({ word }) => when.test(word)) ? 'worse' : undefined
}

const narrow = /\b(pior\w*|mais|so|sempre|toda|principalmente)\b/
const namedDay = /\b(ontem|hoje|segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha)\b/

function fillCircumstance(frame: Frame, clause: Clause, { concept, from, to }: Said, question: string): void {
  const lines = [clause.line]
  const { note } = concept
  // 'Caminhando na orla não acontece.'
  const behind = clause.tokens.slice(to, to + 5)
  const mark = behind.findIndex(({ kind }) => kind === 'mark')
  const denied = behind.slice(0, mark < 0 ? undefined : mark).some(({ word }) => word === 'nao')
  if (saidByName[frame.name] === note || denied) return
  if (concept.kind === 'trigger' && !(triggerFits.find(([of]) => of.test(note))?.[1].test(frame.name) ?? true)) return
  const effect = effectOf(clause, from, question)
  if (concept.kind === 'relief' && effect === 'better') fillMore(frame, 'relief', note, lines)
  if (concept.kind === 'trigger' && effect === 'worse') fillMore(frame, 'trigger', note, lines)
  if (concept.kind !== 'timing' || namedDay.test(clause.plain)) return
  // 'Fez à uma da tarde' is an hour.
  if (clause.quantities.some((one) => one.to <= from && one.to >= from - 1)) return
  // 'Janto tarde' is late, not the afternoon.
  const lead = clause.tokens[from - 1]
  if (
    note === 'à tarde' &&
    to - from === 1 &&
    lead?.kind === 'word' &&
    !lead.joining &&
    !/^(fim|final)$/.test(lead.word)
  )
    return
  // 'De manhã melhora, de tarde piora': the first effect behind the time is its own.
  const own = clause.tokens.slice(to, to + 3).find(({ word }) => better.test(word) || worse.test(word))
  if (own && better.test(own.word)) return
  const isWorse = own !== undefined || (!/\bmelhor/.test(clause.plain) && /\bpior/.test(`${question} ${clause.plain}`))
  const isAnswer = clause.tokens.length <= 6 && clause.answers?.said.some((one) => one.concept.note === frame.name)
  if (
    narrow.test(clause.plain) ||
    isAnswer ||
    (/\b(hora|horario|quando|periodo)\b/.test(question) && !asksOnset.test(question))
  )
    fill(frame, 'timing', isWorse ? `pior ${note}` : note, lines)
}

function fillPlaces(frame: Frame, clause: Clause, question: string, felt: readonly Felt[]): void {
  if (felt.length === 0 && /\b(sumiu|sumiram|sarou|sararam)\b/.test(clause.plain)) return
  const lines = [clause.line]
  const own = siteOfPain(frame.name)
  const spans = felt.filter(({ name }) => name !== frame.name)
  const found = sitesOf(clause).filter(
    (site) => !spans.some((one) => site.from >= one.from && site.from < one.to) && !isDeniedBehind(site, clause),
  )
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
  const name = felt.find((one) => one.name === frame.name)
  const others = found.filter(
    (one) => !inFocus.includes(one) && one.concept.note !== 'corpo' && (!name || isClose(clause, one, name)),
  )
  if (others.length === 0) {
    const side = clause.tokens.length <= 12 ? sideIn(clause, 0, clause.tokens.length) : undefined
    if (side && (felt.length === 0 || isAsked(frame, clause, 1))) answerSide(frame, clause, side)
    return
  }
  // 'Secreção ocular no olho' says it twice: of an eye only the side is new.
  const sided = others.filter(
    (one) => !/^(visão|secreção ocular|lacrim|hiperemia)/.test(frame.name) || sideAt(clause, one),
  )
  const places = [...new Set(sided.map((one) => placed(one.concept.note, sideAt(clause, one))))].slice(0, 4)
  if (radiates.test(`${question} ${clause.plain}`) && isPain(frame.name))
    for (const place of places) fillMore(frame, 'radiation', place.replace(/^n/, ''), lines)
  else if (
    asks.place.test(question) ||
    ((felt.length > 0 || isAsked(frame, clause, 0)) && placeable.test(frame.name) && !siteInName.test(frame.name))
  )
    for (const place of places) fillMore(frame, 'site', place, lines)
}
/** 'O pé incha', 'manchas que saíram nas pernas'; not 'cruza as pernas e fica vermelho'. */
const isClose = (clause: Clause, site: Said, name: Felt): boolean =>
  site.from >= name.to
    ? site.from - name.to <= (siteOfPain(name.name) ? 4 : 8)
    : name.from - site.to <= 4 && !clause.tokens.slice(site.to, name.from).some(({ word }) => word === 'e')
/** 'Olho inchado, boca, língua não': the denial at the end of a list of sites holds for all of them. */
const isDeniedBehind = (site: Said, clause: Clause): boolean =>
  clause.said.some(
    ({ concept, polarity, from }) =>
      concept.kind === 'site' &&
      polarity === 'denied' &&
      from >= site.to &&
      clause.tokens.slice(site.to, from).every(({ kind, joining }) => joining || kind === 'mark'),
  )
/** 'Panturrilha inchada?' 'A esquerda tá inchada.', 'Tem ferida?' 'No pé.': the question names the symptom, with so many sites. */
const isAsked = (frame: Frame, { answers }: Clause, sites: number): boolean =>
  answers?.said.some(({ concept }) => concept.note === frame.name) === true && sitesOf(answers).length === sites
/** 'Qual joelho?' 'O direito.', 'De que lado?' 'Do esquerdo.' */
function answerSide(frame: Frame, clause: Clause, side: Side): void {
  const question = clause.answers
  const [asked] = question ? sitesOf(question) : []
  const lines = [clause.line]
  if (asked && !siteOfPain(frame.name) && placeable.test(frame.name) && !siteInName.test(frame.name))
    fill(frame, 'site', placed(asked.concept.note, side), [...(question ? [question.line] : []), ...lines], true)
  else if (isPain(frame.name) && !siteOfPain(frame.name)?.sided && /\blado\b/.test(question?.plain ?? ''))
    fill(frame, 'flank', side === 'bilateral' ? side : `à ${side}a`, lines, true)
  else correctSide(frame, side, lines)
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
const siteInName = /(membros inferiores|de crânio|de face|de mãos|em tornozelo|nos pés|vaginal|nas fezes|gengival)/
const placeable =
  /^(dor|cólica|formigamento|dormência|edema|aumento de volume articular|visão turva|perda visual|lacrimejamento|secreção ocular|hiperemia ocular|prurido|exantema|manchas|feridas|bolhas|fraqueza|tremor|cãibras|nódulo|sensação de queimação|perda de sensibilidade|equimoses|vermelhidão|urticária|lesões|linfonodomegalia|rigidez|sangramento|queimadura|picada|trauma|entorse|fratura|mordedura)/

const was = /^(e |ai |ah )*(antes|no comeco|no inicio|antigamente)\b/

/** Whether an attribute and the symptom's name stand together: no 'mas' and no other symptom parts them. */
function isBeside(clause: Clause, one: Said, own: Felt | undefined, felt: readonly Felt[]): boolean {
  if (!own) return true
  const middle = clause.tokens.slice(Math.min(one.to, own.to), Math.max(one.from, own.from))
  if (middle.some(({ word }, index) => index > 0 && turns.test(word))) return false
  // 'Chiado, e falta de ar quando subo': what is behind the second symptom is the second one's.
  const other = felt.find(({ from }) => from >= own.to && from < one.from)
  return !other || clause.tokens.slice(own.to, other.from).every(({ joining, kind }) => joining && kind === 'word')
}

/** Fills the slots of a symptom from a clause. */
export function fillFrom(frame: Frame, clause: Clause, about: About): void {
  const { asked, felt } = about
  // The clauses after the symptom's own one, and a short one of the same answer, go on about it.
  const isShort = clause.tokens.length <= 7
  const goesOn = frame.lines.some((line) => line === clause.line || (isShort && about.told?.has(line)))
  if (
    felt.length === 0 &&
    (was.test(clause.plain) || (!goesOn && asksOfOther(clause.answers ?? about.question, [frame.name])))
  )
    return
  const lines = [clause.line]
  const corrected = corrects.test(clause.plain)
  fillSince(frame, clause, about, corrected)
  const own = felt.find(({ name }) => name === frame.name)
  for (const one of clause.said) {
    const { concept, polarity, from, to } = one
    const slot = concept.kind as Slot
    if (polarity !== 'affirmed' || felt.some((other) => from >= other.from && to <= other.to && to - from < 4)) continue
    if (!isBeside(clause, one, own, felt)) continue
    // 'Puxando peso' is an effort, no quality of a pain.
    if (slot === 'quality' && frame.name.startsWith(concept.note.replace('em ', ''))) continue
    if (
      slot === 'quality' &&
      clause.said.some((wide) => wide.from <= from && wide.to >= to && wide.to - wide.from > to - from)
    )
      continue
    if (slot === 'quality' && (fits[concept.note] ? fits[concept.note]?.test(frame.name) : isPain(frame.name)))
      fill(frame, 'quality', agreed(concept.note, frame.name), lines)
    if (
      slot === 'severity' &&
      !(lump.test(frame.name) && !frame.name.startsWith('edema')) &&
      // 'Vou toda hora ao banheiro, sai só um pouquinho' is of the urine.
      (bleeding.test(frame.name) || !/\b(sai|saiu|saindo)( so)? um$/.test(wordsOf(clause, 0, from))) &&
      !/forte|aumento|redução|aceita|urina|corrimento|choro|ganho/.test(frame.name) &&
      nearName(clause, one, felt)
    )
      fill(frame, 'severity', agreed(concept.note, frame.name), lines, corrected)
    // 'Subir escada piora?' 'Não muda nada.' is about the stairs.
    if (slot === 'course' && asks.worse.test(asked) && /^sem/.test(concept.note) && !/\bmelhorando\b/.test(asked))
      continue
    if (slot === 'course' && fits[concept.note]?.test(frame.name) === false) continue
    if (
      slot === 'course' &&
      !isHabitual(clause, one) &&
      (concept.note !== 'contínua' || isPain(frame.name) || lasts.test(frame.name))
    )
      fill(frame, 'course', relapse(clause, one) ?? agreed(concept.note, frame.name), lines)
    if (slot === 'frequency') fill(frame, 'frequency', agreed(concept.note, frame.name), lines)
    if (slot === 'trigger' || slot === 'timing' || slot === 'relief') fillCircumstance(frame, clause, one, asked)
  }
  for (const { name, side, head } of felt.filter(({ name }) => name === frame.name)) {
    if (side && siteOfPain(name)?.sided) fill(frame, 'side', side, lines, corrected)
    if (head) fillMore(frame, 'head', head, lines)
  }
  if (fluid.test(frame.name))
    for (const [look, words] of looks)
      if (words.some((word) => ` ${clause.plain} `.includes(` ${word} `)))
        fillMore(frame, 'look', lookOf(look, frame.name), lines)
  if (lump.test(frame.name) && painless.test(clause.plain) && sitesOf(clause).length === 0)
    fill(frame, 'quality', 'indolor', lines)
  fillPlaces(frame, clause, asked, felt)
  // 'Regurgita três vezes por dia, mas ganha peso': the count is of the first.
  const isLater = own !== undefined && felt.some(({ to }) => to <= own.from)
  if (!isLater || clause.quantities.some(({ from }) => from >= own.from))
    fillNumbers(frame, clause, { asked, isNamed: own !== undefined }, corrected)
}
/** 'Melhorou um pouco, mas ontem voltou tudo.' */
const relapse = (clause: Clause, { concept, to }: Said): string | undefined =>
  concept.note === 'em melhora' && relapses.test(wordsOf(clause, to, clause.tokens.length))
    ? 'com melhora e piora depois'
    : undefined
const relapses = /\b(mas|porem|ai|depois|e) (\S+ ){0,3}(voltou|voltaram|piorou|pioraram)\b/
/** 'Deito e melhora' is what helps, no course. */
const isHabitual = (clause: Clause, { from }: Said): boolean =>
  /^(melhora|piora)$/.test(clause.tokens[from]?.word ?? '') &&
  !/^(em|so|cada)$/.test(clause.tokens[from - 1]?.word ?? '') &&
  clause.tokens[from + 1]?.word !== 'cada'
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
