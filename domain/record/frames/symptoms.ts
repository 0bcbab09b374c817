// Symptoms: what the patient feels, since when, how, and what was denied.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { corrects } from '#domain/dialogue/words.ts'
import { type Slot, siteOf } from '../lexicon/lexicon.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { asksTime, figure, frequencyOf, lastingOf } from './times.ts'

export type Felt = { name: string; polarity: Said['polarity']; subject?: string | undefined; from: number; to: number }

const painWord = /^(dor|dores|doi|doendo|doeu|doem|doia|doer|dolorid\w+|dolorosa|dodoi|doido|doendo)$/
const inSpan = (at: number, list: readonly { from: number; to: number }[]): boolean =>
  list.some((one) => at >= one.from && at < one.to)

/** The side said beside a body site: ' à direita', ' bilateral' or ''. */
function sideAt(clause: Clause, site: Said): string {
  const near = clause.tokens.slice(site.from, site.to + 5).map((token) => token.word)
  if (near.some((word) => /^direit[oa]s?$/.test(word))) return 'direit'
  if (near.some((word) => /^esquerd[oa]s?$/.test(word))) return 'esquerd'
  if (/\b(dois lados|duas|ambos|ambas|os dois|bilateral)\b/.test(near.join(' '))) return 'bilateral'
  return ''
}

/** 'dor no joelho direito', 'lombalgia à esquerda': pain in a body site in the note's wording. */
function painIn(clause: Clause, site: Said): string {
  const { pain, in: article, sided } = siteOf(site.concept.note)
  const side = sided ? sideAt(clause, site) : ''
  if (pain) return side === '' ? pain : side === 'bilateral' ? `${pain} bilateral` : `${pain} à ${side}a`
  const place = `dor ${article} ${site.concept.note}`
  if (side === '' || side === 'bilateral') return side === '' ? place : `${place}, bilateral`
  return `${place} ${side}${article.startsWith('na') ? 'a' : 'o'}`
}

/** The symptoms that a clause names. Pain and a body site are one symptom. */
export function feltIn(clause: Clause, before?: Clause): Felt[] {
  const named = clause.said.filter(({ concept }) => concept.kind === 'symptom')
  const felt: Felt[] = named.map(({ concept, polarity, subject, from, to }) => ({
    name: concept.note,
    polarity,
    subject,
    from,
    to,
  }))
  const sites = clause.said.filter(({ concept, from }) => concept.kind === 'site' && !inSpan(from, named))
  clause.tokens.forEach((token, at) => {
    if (!painWord.test(token.word) || inSpan(at, named)) return
    const site = [...sites].sort((a, b) => distance(a, at) - distance(b, at)).find((one) => distance(one, at) <= 7)
    const own = { from: at, to: at + 1 }
    const earlier = site ? undefined : before?.said.filter(({ concept }) => concept.kind === 'site').at(-1)
    if (earlier && before && before.speaker === clause.speaker)
      felt.push({ name: painIn(before, earlier), polarity: 'affirmed', from: at, to: at + 1 })
    if (site)
      felt.push({
        name: painIn(clause, site),
        polarity: site.polarity,
        subject: site.subject,
        ...own,
        to: Math.max(at + 1, site.to),
      })
  })
  const unique = felt.filter((one, index) => felt.findIndex((other) => other.name === one.name) === index)
  // 'Tosse seca' says more than 'tosse'.
  return unique.filter((one) => !unique.some((other) => other !== one && other.name.startsWith(`${one.name} `)))
}
const distance = (site: Said, at: number): number => (site.from > at ? site.from - at : at - site.to + 3)

const worse = /\b(pior\w*|quando|ao|se|depois|apos|so|aument\w+|comec\w+|aparec\w+|da|vem|ataca|sempre que|toda vez)\b/
const better = /\b(melhor\w*|alivi\w+|passa|ajud\w+|some|bom|diminui)\b/
const painful = /(^dor|algia|cefaleia|odinofagia|cólica|disúria|pirose|enxaqueca)/
const fits: Record<string, RegExp> = {
  seca: /^tosse$/,
  produtiva: /^tosse$/,
  líquida: /^diarreia/,
  rotatória: /^(tontura|vertigem)/,
  súbita: /./,
}
const feminineAdjective = /^(intensa|moderada|leve|contínua|diária|súbita)$/
const masculine = /^(prurido|edema|corrimento|sangramento|zumbido|tremor|exantema|nódulo|mal-estar)/
const pluralName = /^(calafrios|náuseas|vômitos|palpitações|fogachos|roncos|quedas|cãibras|contrações|gases|espirros)/

/** An adjective in the gender and number of its symptom. */
function agreed(text: string, name: string): string {
  if (!feminineAdjective.test(text)) return text
  const own =
    masculine.test(name) || /^(calafrios|vômitos|fogachos|roncos|espirros)/.test(name) ? text.replace(/a$/, 'o') : text
  return pluralName.test(name) ? `${own}s` : own
}

const sideWord = (clause: Clause, place: Said): string => {
  const side = sideAt(clause, place)
  if (side === '' || !siteOf(place.concept.note).sided) return ''
  return side === 'bilateral' ? ' bilateral' : ` ${side}${siteOf(place.concept.note).in.startsWith('na') ? 'a' : 'o'}`
}

/** Triggers that the name of a symptom includes. */
const saidByName: Record<string, string> = {
  disúria: 'ao urinar',
  odinofagia: 'ao engolir',
  dismenorreia: 'na menstruação',
  fotofobia: 'com a luz',
  tosse: 'ao tossir',
  'dispneia aos esforços': 'aos esforços',
}

/** Adds what this clause says of the symptom: since when, how, how strong, what makes it worse or better. */
function fillFrom(frame: Frame, clause: Clause, overlapping: readonly Felt[] = []): void {
  const lines = [clause.line]
  const corrected = corrects.test(clause.plain)
  const lasting = lastingOf(clause)
  if (lasting)
    fill(
      frame,
      'since',
      lasting,
      lines,
      corrected || (clause.answers !== undefined && asksTime.test(clause.answers.plain)),
    )
  for (const { concept, polarity, from, to } of clause.said) {
    const slot = concept.kind as Slot
    if (polarity !== 'affirmed' || overlapping.some((one) => from >= one.from && to <= one.to)) continue
    if (slot === 'quality' && (fits[concept.note] ? fits[concept.note]?.test(frame.name) : painful.test(frame.name)))
      fill(frame, 'quality', agreed(concept.note, frame.name), lines)
    if (slot === 'severity' && !/pressao|cheiro|cafe|remedio/.test(clause.plain))
      fill(frame, 'severity', agreed(concept.note, frame.name), lines, corrected)
    if (slot === 'course') fill(frame, 'course', agreed(concept.note, frame.name), lines)
    if (slot === 'frequency') fill(frame, 'frequency', agreed(concept.note, frame.name), lines)
    if (saidByName[frame.name] === concept.note) continue
    const [isWorse, isBetter] = [worse.test(clause.plain), better.test(clause.plain)]
    if (slot === 'relief' && isBetter) fill(frame, 'relief', concept.note, lines)
    if (
      (slot === 'trigger' || slot === 'timing') &&
      isWorse &&
      !(isBetter && clause.said.some((one) => one.concept.kind === 'relief'))
    )
      if (
        slot === 'trigger' ||
        (/\b(pior|mais|so|noite|manha|madrugada)\b/.test(clause.plain) &&
          !/\b(ontem|hoje|segunda|terca|quarta|quinta|sexta)\b/.test(clause.plain))
      )
        fill(frame, slot, concept.note, lines)
  }
  const asksPlace = /\b(onde|lado|lugar|pega|local|aponta|mostra)\b/.test(clause.answers?.plain ?? '')
  const places = clause.said.filter(({ concept, polarity }) => concept.kind === 'site' && polarity === 'affirmed')
  if (asksPlace && places.length > 0 && /^(dor|cefaleia|cólica|parestesia|edema|prurido|exantema)/.test(frame.name)) {
    const names = [...new Set(places.map((place) => `${place.concept.note}${sideWord(clause, place)}`))].filter(
      (name) => !frame.name.includes(name) && siteOf(name).pain !== frame.name,
    )
    if (names.length > 0)
      fill(
        frame,
        'site',
        `em ${names.length < 2 ? names[0] : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`}`,
        lines,
      )
  }
  const grade = clause.quantities.find(({ value, unit, known }) => !known && unit === '' && value <= 10 && value >= 1)
  const question = clause.answers?.plain ?? ''
  if (grade && /\b(nota|zero a dez|0 a 10|de um a dez)\b/.test(`${question} ${clause.plain}`))
    fill(frame, 'severity', `intensidade ${figure(grade.value)}/10`, lines, true)
  const often = clause.quantities.some(({ unit }) => unit === 'vez') ? frequencyOf(clause) : undefined
  if (often && /\d+x/.test(often) && !clause.said.some(({ concept }) => concept.kind === 'drug'))
    fill(frame, 'often', often, lines)
  if (/febre/.test(frame.name)) {
    const degrees = clause.quantities.filter(({ value }) => value >= 37 && value <= 42).at(-1)
    if (degrees) fill(frame, 'value', `${figure(degrees.value)} °C`, lines, corrected)
  }
}

const ofCourse =
  /\b(quanto tempo|quando|comec\w+|desde|onde|lado|lugar|pega|pior\w*|melhor\w*|nota|zero|forte|intens\w+|dura|demora|tipo|jeito|frequencia|todo dia|alivia\w*|irradia|corre|espalha|vezes|fica|continu\w+|parecid\w+|como (e|era|que)|conta|explica|quanto)\b/
/** Whether a clause without a symptom of its own still speaks of the one before. */
function continues(clause: Clause): boolean {
  const question = clause.answers
  if (!question) return /\b(pior\w*|melhor\w*|comecou|doi|doendo|ela|isso|forte)\b/.test(clause.plain)
  return (
    ofCourse.test(question.plain) &&
    !/menstrua|gravid|parto|relac|nasceu|casad|trabalh|mora\b|idade|remedio|comprimido/.test(question.plain) &&
    !question.said.some(({ concept }) =>
      /^(topic|habit|drug|condition|procedure|occupation|relative|exam)$/.test(concept.kind),
    )
  )
}

/** A doctor sums up since when: 'nos últimos três dias você tem ardência'. */
export function recap(frames: Frames, clause: Clause): void {
  const lasting = lastingOf(clause)
  if (!lasting || clause.conditional) return
  for (const { name } of feltIn(clause)) {
    const symptom = frames.find('symptom', name)
    if (symptom?.polarity === 'affirmed') fill(symptom, 'since', lasting, [clause.line])
  }
}

/** Puts the symptoms of a patient's statement. Returns the one that the next clauses speak of. */
export function putFelt(
  frames: Frames,
  clause: Clause,
  focus: Frame | undefined,
  before: Clause | undefined,
): Frame | undefined {
  const felt = feltIn(clause, before?.line === clause.line ? before : undefined)
  let next = focus
  const over = /\b(ja passou|ja sarou|sarou|nao tenho mais|antigamente|ja sumiu|ja parou)\b/.test(clause.plain)
  const mine = felt.filter(
    ({ subject, polarity }) => !subject && polarity !== 'unknown' && !(over && polarity === 'affirmed'),
  )
  for (const { name, polarity } of mine) {
    const lines = clause.answers ? [clause.answers.line, clause.line] : [clause.line]
    const frame = frames.put('symptom', name, polarity === 'denied' ? lines : [clause.line], {
      polarity: polarity === 'denied' ? 'denied' : 'affirmed',
    })
    if (polarity === 'affirmed') next = frame
  }
  const affirmed = mine.filter(({ polarity }) => polarity === 'affirmed')
  if (affirmed.length === 1 && next) fillFrom(next, clause, felt)
  else if (affirmed.length === 0 && next && mine.length === 0 && continues(clause)) fillFrom(next, clause)
  else if (affirmed.length > 1) {
    const first = frames.find('symptom', affirmed[0]?.name ?? '')
    const lasting = lastingOf(clause)
    if (first && lasting) fill(first, 'since', lasting, [clause.line])
  }
  return next
}
