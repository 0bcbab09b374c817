// Answers: the items of a doctor's questions, affirmed or denied by the patient's next clauses.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import { isYesNo } from '#domain/dialogue/dialogue.ts'
import { polarityOf } from '#domain/dialogue/polarity.ts'
import { type Reply, replyTo } from '#domain/dialogue/reply.ts'
import { degreesIn, fillDegrees } from './amounts.ts'
import { asks } from './focus.ts'
import type { Frame, Frames } from './frame.ts'
import { amountInto } from './habits.ts'
import { ofOthers } from './past-clauses.ts'
import { feltIn, isPain, putSymptom, sitesOf } from './symptoms.ts'

/** The questions of one turn of the doctor's, and the clauses that follow until the next one. */
export type Exchange = { asked: Clause[]; told: Clause[] }
type Kind = Said['concept']['kind']
/** One thing that a question names. */
type Item = {
  name: string
  kind: Kind
  group: string
  question: Clause
  from: number
  to: number
  polarity: Said['polarity']
}

const allOf = /\b(os dois|as duas|os tres|tudo|ambos|ambas|todos|tudo isso)\b/
const noneOf =
  /\b(nada disso|nada dessas|nada desses|nenhum dos|nenhuma das|nenhum desses|nenhuma dessas|nem uma coisa nem outra|pra tudo|nadinha|tudo nao|isso nao|nao tive nada|nao tem nada|nao tenho nada|nao sinto nada|deus me livre|de jeito nenhum|nenhum deles|nenhuma delas|essas coisas nao|nada nada)\b/
const family = /\b(familia|pai|mae|pais|parente|irma|irmao|irmaos)\b/
/** To a question put in the negative these agree with it; a bare 'sim' may mean either. */
const agreeing = /^(isso|exatamente|exato|verdade|certo|positivo)$/
const affirming = /^(tenho|sinto|tive|tem|teve|tomo|uso|senti|fumo|bebo|faco)$/
const fine = /^(bo[ma]|boas|bons|normal|normais|limp[oa]|cert[oa]|certinh[oa]|zerad[oa]|otim[oa]|tranquil[oa])$/
const sure = /^(sim|tambem|tem|tenho|sempre|direto|muito|demais)$/
/** A question that asks for a circumstance names no symptom of its own. */
const ofCourse = /\b(pior\w*|melhor\w*|alivi\w+|desde quando|quanto tempo|quantas vezes|dura)\b/
const longestEarlier = 14

/** 'Cabeça dói': the body site belongs to the words of the symptom. */
function wider(question: Clause, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const site = question.said.find(
    ({ concept, ...one }) => concept.kind === 'site' && (one.to === from || one.from === to) && to - from < 2,
  )
  return site ? { from: Math.min(from, site.from), to: Math.max(to, site.to) } : { from, to }
}
function itemsOf(question: Clause): Item[] {
  const felt = ofCourse.test(question.plain) || asks.reach.test(question.plain) ? [] : feltIn(question)
  const all = [
    ...felt.map((one) => ({ ...one, ...wider(question, one), kind: 'symptom' as Kind, group: '' })),
    ...question.said
      .filter(({ concept }) => /^(condition|habit|procedure|topic)$/.test(concept.kind))
      .map((one) => ({ ...one, name: one.concept.note, kind: one.concept.kind, group: one.concept.group })),
  ]
  return all
    .filter(({ subject }) => !subject)
    .map(({ name, kind, group, from, to, polarity }) => ({ name, kind, group, question, from, to, polarity }))
}
const isSymptom = ({ kind }: Item): boolean => kind === 'symptom'

/** Whether a yes or no affirms or denies one part of the question, or leaves it open. */
function verdict(item: Item, reply: Reply): 'affirmed' | 'denied' | undefined {
  if (reply.means === 'no') return 'denied'
  if (item.polarity !== 'denied') return 'affirmed'
  if (agreeing.test(reply.word)) return 'denied'
  return affirming.test(reply.word) ? 'affirmed' : undefined
}

/** The circumstance right behind a name: ' ao caminhar', or nothing. */
function limitOf({ question, to, name }: Item): string {
  const found = question.said.find(
    ({ concept, from }) =>
      concept.kind === 'trigger' &&
      from >= to &&
      from <= to + 1 &&
      question.tokens[to]?.kind === 'word' &&
      isPain(name),
  )
  return found ? ` ${found.concept.note}` : ''
}

/** Words that only this item of the questions has. */
function ownStems(item: Item, items: readonly Item[]): Set<string> {
  const stems = (one: Item) =>
    one.question.tokens
      .slice(one.from, one.to)
      .flatMap(({ stem, kind, joining, word }) => (kind === 'word' && !joining && word.length > 2 ? [stem] : []))
  if (items.length === 1) {
    const words = item.question.tokens.filter(
      ({ kind, joining, word }) => kind === 'word' && !joining && word.length > 3,
    )
    return new Set([...words.map(({ stem }) => stem), ...stems(item)])
  }
  const others = new Set(items.filter((one) => one.name !== item.name).flatMap(stems))
  return new Set(stems(item).filter((stem) => !others.has(stem)))
}

/** 'Luz não, barulho sim', 'nem inchei', 'vista boa': an answer repeats one word of the question. */
function echoed(
  item: Item,
  items: readonly Item[],
  told: readonly Clause[],
): { says: 'affirmed' | 'denied'; line: string } | undefined {
  const stems = ownStems(item, items)
  for (const clause of told)
    for (const [at, token] of clause.tokens.entries()) {
      if (!stems.has(token.stem) || token.kind !== 'word') continue
      if (clause.said.some((one) => one.concept.kind === item.kind && at >= one.from && at < one.to)) continue
      const comma = clause.tokens[at + 1]?.word === ',' ? 1 : 0
      const next = clause.tokens[at + 1 + comma]?.word ?? ''
      if (fine.test(next) || fine.test(clause.tokens[at + 2]?.word ?? '')) return { says: 'denied', line: clause.line }
      const concept = { kind: item.kind, note: item.name, group: '' }
      const polarity = polarityOf({ concept, from: at, to: at + 1, said: token.said }, clause.tokens, clause.said)
      if (polarity === 'denied' || /^(nao|nunca|jamais|nenhum|nenhuma|zero)$/.test(next))
        return { says: 'denied', line: clause.line }
      const further = clause.tokens[at + 2 + comma]
      const ends = !further || further.kind === 'mark' || further.word === 'sim'
      if (sure.test(next) && (ends || !/^(tem|tenho)$/.test(next))) return { says: 'affirmed', line: clause.line }
    }
  return undefined
}

const somewhere = /^(e |ah |so |mais |uma? |duas |dois |umas |uns )*(n[oa]s?|do lado|dos dois lados)\b/
const somewhat = /^(e |ah |so |sinto |da )*(um pouco|um pouquinho|bastante|de leve)\b(?! (melhor|menos|tempo))/
const circumstance = /^(trigger|timing|severity|frequency|course)$/
/** 'Tontura?' 'Quando levanto.', 'Caiu?' 'Uma vez, em agosto.', 'Um pouco.': when, how often or how much is a yes. */
function implied(question: Clause, answer: Clause): Reply | undefined {
  const { plain, said, quantities, tokens } = answer
  if (
    !isYesNo(question) ||
    question.tokens.length > 8 ||
    /\b(nao(?! (fecha|sara|cicatriza))|nunca|nem|nada|nenhum|nenhuma|parei|parou|passou|sumiu)\b/.test(plain)
  )
    return undefined
  // 'É um aperto' counts nothing.
  const counted =
    tokens.length <= 10 && quantities.some(({ known, unit, value }) => (known && unit !== '') || value !== 1)
  const namesCircumstance = said.some(
    ({ concept, from, polarity }) => circumstance.test(concept.kind) && from <= 3 && polarity === 'affirmed',
  )
  // 'Febre?' 'Um pouco de tosse.', 'Dor no peito?' 'Na barriga.' tell something else.
  const namesOther = feltIn(answer).length > 0 || (sitesOf(question).length > 0 && sitesOf(answer).length > 0)
  const namesPlace = somewhere.test(plain) && (sitesOf(answer).length > 0 || /\b(direit|esquerd)[oa]\b/.test(plain))
  const isSome = !namesOther && (namesPlace || somewhat.test(plain))
  const isYes = counted || (tokens.length <= 12 && (namesCircumstance || isSome))
  return isYes ? { means: 'yes', word: 'sim' } : undefined
}

/** The items that the answer's first word covers: those of the last question, and of short ones just before it. */
function covered(asked: readonly Clause[], everything: boolean): Item[] {
  const last = asked.at(-1)
  if (!last) return []
  const own = itemsOf(last)
  const wide = everything || own.some(isSymptom) || itemsOf(last).length > 0
  const earlier = asked
    .slice(0, -1)
    .filter((one) => everything || (wide && isYesNo(one) && one.tokens.length <= longestEarlier))
    .flatMap(itemsOf)
  return isYesNo(last) || everything ? [...earlier, ...own] : everything ? earlier : []
}

const hasFever = (clause: Clause): boolean => degreesIn(clause, 37.5).length > 0

/** Puts what the answer says of the questions. Returns the symptom affirmed last. */
export function putAnswers(frames: Frames, { asked, told }: Exchange): Frame | undefined {
  const question = asked.at(-1)
  const first = told.find((clause) => !isBackchannel(clause)) ?? told[0]
  if (!question || !first) return undefined
  const firstReply = replyTo(question.tokens, first.tokens)
  // 'Isso, graças a Deus, ele nunca teve': the end denies.
  const denied = firstReply?.word === 'isso' && /\b(nunca|nao) (teve|tive|tem|tenho|deu)\b/.test(first.plain)
  const bare: Reply | undefined = denied ? { means: 'no', word: 'nunca' } : firstReply
  // 'Nada disso' answers all questions at once.
  const none = told.find(({ plain }) => noneOf.test(plain) && !/\b(sei|lembro)\b/.test(plain))
  const everything = none !== undefined
  const single = asked.flatMap(itemsOf).length === 1
  const guessed = single ? implied(question, first) : undefined
  const reply: Reply | undefined = everything ? { means: 'no', word: 'nada' } : (bare ?? guessed)
  const about = reply?.about
  const answered = none?.line ?? first.line
  const lines = [...new Set([...asked.map(({ line }) => line), answered])]
  if (asked.some(({ plain }) => family.test(plain)) || chanceOf(question, 'hf') > 0.5) {
    if (reply?.means === 'no') denyInFamily(frames, asked, lines)
    return undefined
  }
  const own = new Set(
    told.flatMap((clause) => [
      ...feltIn(clause).map(({ name }) => name),
      ...clause.said.map(({ concept }) => concept.note),
    ]),
  )
  const all = asked.flatMap(itemsOf)
  const inReach = new Set(covered(asked, everything).map(({ name }) => name))
  const hasStem = (item: Item): boolean =>
    item.question.tokens.slice(item.from, item.to).some(({ stem }) => stem === about)
  const narrowed = about !== undefined && all.some(hasStem)
  let last: Frame | undefined
  const open = all.filter(({ name }) => !own.has(name))
  for (const item of open) {
    const echo = echoed(item, all, told)
    // 'Fuma?' 'Parei há cinco anos.' is no yes: only a symptom is affirmed by when or how often.
    const isGuess = !bare && !everything && !isSymptom(item)
    const fromReply =
      !isGuess && reply && inReach.has(item.name) && (!narrowed || hasStem(item)) ? verdict(item, reply) : undefined
    // 'Inchou o rosto?' 'O olho inchou, língua não.': a part of it is affirmed.
    if ([...own].some((name) => item.name.startsWith(`${name} `)) && isSymptom(item)) continue
    const alone =
      open.filter(({ kind }) => kind === item.kind).length === 1 &&
      all.filter(({ kind }) => kind === item.kind).length === 1
    // 'Febre?' 'Não. Ontem deu trinta e oito.'
    const measured = item.name === 'febre' && told.some(hasFever)
    const says = measured
      ? 'affirmed'
      : (echo?.says ?? (fromReply === 'affirmed' && !alone && !allOf.test(first.plain) ? undefined : fromReply))
    if (!says) continue
    const cited = [item.question.line, echo?.line ?? answered]
    if (isSymptom(item)) {
      if (
        chanceOf(item.question, 'qp', 'hda') < 0.25 &&
        chanceOf(first, 'qp', 'hda') < 0.4 &&
        item.question.tag.act !== 'o'
      )
        continue
      if (says === 'affirmed' && /\bja tinha\b/.test(item.question.plain)) continue
      if (says === 'affirmed' && told.some(({ conditional }) => conditional)) continue
      // 'Dor no peito ao andar?' 'Não.' denies no other pain there.
      const limit = says === 'denied' ? limitOf(item) : ''
      const frame = putSymptom(frames, `${item.name}${limit}`, says, cited)
      if (says === 'affirmed') last = frame
      if (frame && measured) for (const clause of told) fillDegrees(frame, clause, false)
    } else putAskedHistory(frames, item, says, first, cited)
  }
  return last
}

/** 'É.', 'Aham.': a yes only where nothing else answers. */
export const isBackchannel = (clause: Clause): boolean =>
  /^(e|aham|uhum|ahan|sim|hum|ta|certo|isso)( (e|aham|uhum|sim))?$/.test(clause.plain)

function putAskedHistory(
  frames: Frames,
  { name, kind, group, question }: Item,
  says: 'affirmed' | 'denied',
  answer: Clause,
  lines: readonly string[],
): void {
  if (says === 'denied') {
    if (kind === 'condition' && !ofOthers.test(question.plain))
      frames.put('condition', name, lines, { polarity: 'denied' })
    if (kind === 'habit' && !/\bdemais\b/.test(question.plain))
      frames.put('habit', name, lines, { polarity: 'denied', status: 'now' })
    // 'Operou o pescoço?' 'Não.' denies no other operation.
    const narrow = question.said.some(({ concept }) => concept.kind === 'site')
    if (kind === 'procedure' && !narrow) frames.put('absence', `hpp|${name}`, lines, { polarity: 'denied' })
    const ofAllergy = group !== 'ale' && /\balergi/.test(question.plain)
    if (kind === 'topic' && !narrow && !ofAllergy && !/^(habitos|hf|qp)$/.test(group))
      frames.put('absence', `${group}|${name}`, lines, { polarity: 'denied' })
    return
  }
  if (kind === 'condition') frames.put('condition', name, lines)
  if (kind !== 'habit') return
  frames.put('habit', name, lines, { status: 'now' })
  amountInto(frames, answer)
}

function denyInFamily(frames: Frames, asked: readonly Clause[], lines: readonly string[]): void {
  const mentions = asked.flatMap((clause) => clause.said)
  const named = mentions.flatMap(({ concept }) =>
    concept.kind === 'condition' && !/^(menopausa|gravidez|aborto)$/.test(concept.note) ? [concept.note] : [],
  )
  const general =
    mentions.some(({ concept }) => concept.kind === 'topic' && concept.group === 'hf') &&
    !mentions.some(({ concept }) => concept.kind === 'relative')
  for (const name of named.length > 0 || !general ? named : ['doenças na família'])
    frames.put('absence', `hf|${name}`, lines, { polarity: 'denied' })
}
