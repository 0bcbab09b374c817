// Habits: tobacco, alcohol, drugs, coffee and exercise with their amounts; short answers complete the last one.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { habitOf } from '../lexicon/lexicon.ts'
import { type Frame, type Frames, fill, linesOf } from './frame.ts'
import { agesIn, amountOf, cut, lastingBeforeStop, lastingIn, oftenIn, stops } from './habit-amounts.ts'
import { type Named, sayingOf, type Topic, topicsIn } from './habit-topics.ts'
import { readHome } from './home.ts'
import { type Companion, kinIn } from './kin.ts'

/** 'Nem uma coisa nem outra', 'Deus me livre': answers no to every habit in the question. */
const noneOfIt = /^(ah |olha |eu )?(nem (uma coisa|um)|deus me livre|nenhum|nada disso|nao e nao|nao nem|nunca)/
/** Words for a short time: they describe no habit, as in 'essa semana nem álcool'. */
const forNow = /\b(essa|esta|nessa|nesta) semana\b|\b(hoje|ontem|ultim[oa]s)\b/
/** A question that goes on about the same habit. */
const asksMore =
  /^(quant\w+|tempo|desde|vez\w*|frequencia|quando|ainda|idade|dia|semana|mes|ano|anos|tipo|parou|muito|todo|isso|senhora?|voce|tem|faz|ha|sao|que|como|com)$/
const before = /\b(antes|antigamente)\b/
const over =
  /\b(fumava|bebia|usava|fazia|praticava|caminhava|malhava|treinava|nadava|corria|jogava|na faculdade|na adolescencia|na juventude|quando era)\b/
/** 'Parou de fumar?': a no tells that the habit goes on. */
const gaveUp = /\b(parou|largou|deixou|conseguiu)\b/
/** 'Bebe todo dia?', 'fuma muito?': a no leaves a smaller habit. */
const measured = /\b(tod[oa]s?|muit[oa]|demais|bastante|frequencia|sempre|direto)\b/
/** 'Não, só quando bebo.', 'Não muito.' */
const limited =
  /^nao,? (muito|tanto|sempre|todo dia|(so|apenas|somente) (quando|se|de vez|as vezes|em|no|na|nos|nas|aos|socialmente|raramente|um ou outro|uma ou outra))\b/
/** 'Não. Quer dizer, um ou outro.': takes back the no. */
const takesBack = /^(quer dizer|alias|minto|ou melhor|na verdade|so|apenas)\b/
const once = /\b(fumei|bebi|usei|experimentei)\b/
const frameOf = ({ kind, name }: Topic): string =>
  /^(tabaco|alcool|vape)$/.test(kind) || (kind === 'drogas' && !name) ? kind : `${kind}|${name}`
/** Habits that a note denies. */
const deniable = /^(tabaco|alcool|drogas|vape|fumo)$/

/** Reads habits clause by clause; remembers the latest habit. */
class Habits {
  readonly #frames: Frames
  readonly #companion: Companion
  #focus: { topic: Topic; index: number; line: string; whose?: string | undefined } | undefined

  /** The habits that the doctor's last line asks for. */
  #open: { line: string; topics: Topic[] } = { line: '', topics: [] }
  /** Index of the latest clause about the family. */
  #family = -10

  constructor(frames: Frames, companion: Companion) {
    this.#frames = frames
    this.#companion = companion
  }

  read(clause: Clause, index: number): void {
    const named = topicsIn(clause)
    const own = chanceOf(clause, 'hab')
    if (chanceOf(clause, 'hf') > 0.5 || (this.#companion === undefined && hasRelative(clause))) this.#family = index
    if (clause.act === 'question' || clause.speaker === 'doctor') {
      this.#ask(clause, index, named)
      return
    }
    if (this.#narrow(clause, named)) return
    const isAsked = chanceOf(clause.answers ?? clause, 'hab') > 0.5
    if (clause.conditional || own < (named.length > 0 && isAsked ? 0.3 : 0.5)) return
    const focus = this.#focus
    const near = focus && index - focus.index <= 3 ? focus : undefined
    if (named.length === 0 && noneOfIt.test(clause.plain)) {
      for (const topic of this.#open.topics)
        if (deniable.test(topic.kind)) this.#deny(topic, [this.#open.line, clause.line])
      return
    }
    if (near?.whose && near.topic.kind === 'tabaco' && named.length === 0) {
      if (near.whose !== 'alguém' && clause.reply?.means !== 'no') this.#expose(near.whose, [near.line, clause.line])
      return
    }
    if (named.length === 0 && near && !near.whose && clause.tokens.length <= 14) {
      const frame = this.#amounts(near.topic, clause, [near.line, clause.line], true)
      if (frame) near.index = index
      return
    }
    for (const one of named) this.#tell(one, clause, index, near)
  }

  /** A 'não' that does not deny the habit: 'Parou?' 'Ainda não.', 'Todo dia?' 'Não.', 'Fuma?' 'Não, só quando bebo.' */
  #narrow(clause: Clause, named: readonly Named[]): boolean {
    const question = clause.answers
    const [topic, ...others] = this.#open.topics
    if (!question || !topic || others.length > 0 || !/^(tabaco|alcool)$/.test(topic.kind)) return false
    const { plain } = clause
    const denies = clause.reply?.means === 'no' || /^(nao|ainda nao|eu nao)\b/.test(plain)
    if (question.line !== this.#open.line || !denies) return false
    // 'Alguém fuma em casa?' 'Não.' tells nothing of the patient.
    if (this.#focus?.whose) {
      this.#reopen(topic, clause)
      return false
    }
    if (gaveUp.test(question.plain)) {
      if (clause.tokens.length > 6) return false
      this.#affirm(topic, linesOf(clause))
      return true
    }
    if (limited.test(plain)) {
      this.#affirm(topic, linesOf(clause))
      this.#amounts(topic, clause, linesOf(clause), false)
      return true
    }
    if (measured.test(question.plain) && named.length === 0) this.#reopen(topic, clause)
    return false
  }

  #affirm(topic: Topic, lines: string[]): void {
    const frame = this.#frames.put('habit', frameOf(topic), lines, { status: 'now' })
    frame.polarity = 'affirmed'
    frame.open = false
  }

  #ask(clause: Clause, index: number, named: readonly Named[]): void {
    if (this.#open.line !== clause.line) this.#open = { line: clause.line, topics: [] }
    const last = named.at(-1)
    if (
      !last &&
      clause.act === 'question' &&
      !clause.tokens.every((one) => one.joining || one.kind === 'mark' || asksMore.test(one.word))
    )
      this.#focus = undefined
    if (!last || chanceOf(clause, 'hab') <= 0.3) return
    this.#open.topics.push(...named.map(({ topic }) => topic))
    const relative = kinIn(clause, this.#companion, undefined)[0]
    const isAnyone = clause.tokens.some(({ word }) => word === 'alguem')
    // 'Uma tia teve AVC aos quarenta.' 'Fumava?' asks for the aunt.
    const isTheirs = index - this.#family <= 2 && /^(e )?(ele |ela )?(fumava|fumou|bebia)$/.test(clause.plain)
    const whose = relative ? (relative.relative ?? 'alguém') : isAnyone || isTheirs ? 'alguém' : undefined
    this.#focus = { topic: last.topic, index, line: clause.line, whose }
  }

  #tell(one: Named, clause: Clause, index: number, near: { whose?: string | undefined } | undefined): void {
    const { topic } = one
    const words = cut(clause, one)
    const saying = sayingOf(clause, one)
    const denied = saying !== 'affirmed'
    // 'Essa semana nem álcool', 'ontem tomei dois chopes': the patient describes only these days.
    const isBrief = forNow.test(
      cut(clause, denied ? { from: one.from, to: one.at + 2 } : { from: Math.max(0, one.at - 4), to: one.at + 3 })
        .plain,
    )
    const someone = this.#someoneIn(clause, one, near)
    if (someone) {
      if (topic.kind === 'tabaco' && !denied && someone !== 'alguém') this.#expose(someone, linesOf(clause))
      return
    }
    // 'Fuma, bebe?' 'Fumar não. Umas quatro latinhas.': what follows is about the other habit.
    const rest = this.#open.topics.filter(({ kind }) => kind !== topic.kind)
    const next = denied ? (clause.answers?.line === this.#open.line && rest.length === 1 ? rest[0] : undefined) : topic
    this.#focus = next && { topic: next, index, line: denied ? this.#open.line : clause.line }
    if (saying === 'unclear') {
      this.#reopen(topic, clause)
      return
    }
    if (topic.kind === 'sedentario') {
      if (!denied) this.#frames.put('habit', 'atividade', linesOf(clause), { polarity: 'denied', status: 'now' })
      return
    }
    if (!denied) {
      if (!isBrief || topic.kind !== 'alcool') this.#amounts(topic, words, linesOf(clause), false)
      return
    }
    // 'Não fumo há quarenta anos.'
    const free = /^(tabaco|alcool)$/.test(topic.kind) && !topic.name ? lastingIn(topic, words, true) : undefined
    if (saying === 'over' || (free && /(anos?|mês|meses)$/.test(free))) {
      const frame = this.#frames.put('habit', frameOf(topic), linesOf(clause), { status: 'past' })
      frame.polarity = 'affirmed'
      frame.open = false
      if (free) fill(frame, 'until', free, [clause.line])
      return
    }
    const isDrink = topic.kind === 'alcool' && topic.name !== ''
    if (deniable.test(topic.kind) && !isDrink && !isBrief) this.#deny(topic, linesOf(clause))
  }

  /** Whose habit it is, where it is not the patient's: a relative's name, or 'alguém'. */
  #someoneIn(
    clause: Clause,
    { at, from }: Named,
    near: { whose?: string | undefined } | undefined,
  ): string | undefined {
    const lead = clause.tokens.slice(Math.max(from, at - 6), at).map(({ word }) => word)
    const relative = kinIn(clause, this.#companion, undefined).find((kin) => kin.from >= from && kin.from < at)
    // 'Eu não, mas meu marido fuma': the nearer word is the subject.
    const isOwn =
      clause.tokens.findLastIndex(({ word }, place) => word === 'eu' && place < at) >
      Math.max(relative?.from ?? 0, at - 7)
    if (relative && !isOwn) return relative.relative ?? 'alguém'
    if (lead.includes('quem') || lead.includes('alguem')) return 'alguém'
    // A parent who speaks for a child and says 'I' means their own habit.
    if (this.#companion && (isOwn || /^(fumo|bebo|fumei|parei)$/.test(clause.tokens[at]?.word ?? '')))
      return this.#companion === 'mixed' ? 'alguém' : this.#companion
    return isOwn ? undefined : near?.whose
  }

  #expose(whose: string, lines: string[]): void {
    this.#frames.put('habit', `exposição|${whose} tabagista`, lines)
  }

  /** Takes back the denial that a 'não' in this answer seemed to be. */
  #reopen(topic: Topic, { line }: Clause): void {
    const frame = this.#frames.find('habit', frameOf(topic))
    if (frame?.polarity === 'denied' && frame.lines.includes(line)) frame.open = true
  }

  #deny(topic: Topic, lines: string[]): void {
    if (this.#frames.find('habit', frameOf(topic))?.polarity !== 'affirmed')
      this.#frames.put('habit', frameOf(topic), lines, { polarity: 'denied', status: 'now' })
  }

  /** Puts a habit with the details in the words. A follow-up without details or a yes puts no habit. */
  #amounts(topic: Topic, words: Clause, lines: string[], isFollowUp: boolean): Frame | undefined {
    const { plain, tokens } = words
    if (isFollowUp && (before.test(plain) || words.said.some(({ concept }) => concept.kind === 'occupation')))
      return undefined
    const asks = /\b(quant\w+|vezes|frequencia)\b/.test(words.answers?.plain ?? '')
    const isShort =
      !isFollowUp ||
      asks ||
      tokens.length <= 6 ||
      /\b(por|ao) dia\b/.test(plain) ||
      (words.quantities[0]?.from ?? 9) <= 1
    const slots = new Map<string, string>()
    const stopped = topic.kind !== 'bebida' && stops(words)
    const frequency = oftenIn(words, { isFollowUp })
    const name = frameOf(topic)
    const existing = this.#frames.find('habit', name)
    const isDaily =
      frequency === 'diariamente' &&
      (/^(tabaco|bebida)$/.test(topic.kind) || words.quantities.some(({ unit }) => unit === 'hora'))
    // 'Fumo cinco por dia. Já fumei um maço': the former amount.
    const isFormer = once.test(plain) && existing?.polarity === 'affirmed' && existing.status === 'now'
    if (isFormer && existing.slots.size > 0 && !stopped) return undefined
    const isMore = isFollowUp && (existing?.slots.has('amount') || topic.kind === 'tabaco')
    if (frequency && !isDaily && !stopped && !isMore && isShort) slots.set('often', frequency)
    const earlier = existing?.slots.get('amount')?.text ?? ''
    const amount = isShort ? amountOf(topic, words, earlier) : undefined
    const isPacks = /maço/.test(earlier) && /^[2-4] cigarros\b/.test(amount ?? '')
    if (amount) slots.set('amount', isPacks ? amount.replace('cigarros', 'maços') : amount)
    const ages = agesIn(words)
    const lasting = ages ? ages.text : lastingIn(topic, words, stopped)
    if (lasting && (!isFollowUp || stopped || topic.kind === 'tabaco'))
      slots.set(stopped && !ages ? 'until' : 'since', lasting)
    const lasted = stopped && !ages && lasting ? lastingBeforeStop(topic, words) : undefined
    if (lasted) slots.set('since', lasted)
    const yes = words.reply?.means === 'yes' && tokens.length <= 4
    const isDenied = existing?.polarity === 'denied' && existing.lines.includes(words.line)
    if (isDenied && takesBack.test(plain)) existing.open = true
    else if (isFollowUp && !stopped && existing?.polarity === 'denied') return undefined
    if (isFollowUp && !stopped && slots.size === 0 && !yes) return undefined
    const isPast =
      over.test(plain) ||
      (isFollowUp && /\b(fumou|fumava|bebia)\b/.test(words.answers?.plain ?? '')) ||
      (once.test(plain) && !slots.has('often'))
    const isOver = stopped || ages !== undefined || (isPast && !/\b(agora|hoje)\b(?! (em dia )?nao)/.test(plain))
    const goesOn = !isFollowUp && /^(mas )?(hoje|agora) (fumo|bebo)\b/.test(plain)
    const status = isOver ? 'past' : goesOn ? 'now' : existing?.status || 'now'
    const frame = this.#frames.put('habit', name, lines, { status })
    // 'Nem um nem outro. Cerveja parei.': the complete statement overrides the denial.
    frame.polarity = 'affirmed'
    frame.open = false
    if (topic.kind === 'alcool' && topic.name) fill(frame, 'drink', topic.name, [words.line])
    // A corrected amount comes last: 'quatro xícaras, seis'.
    for (const [slot, text] of slots)
      fill(frame, slot, text, [words.line], slot === 'amount' || /\bagora\b/.test(plain))
    return frame
  }
}

const hasRelative = ({ said, speaker }: Clause): boolean =>
  speaker !== 'doctor' && said.some(({ concept }) => concept.kind === 'relative')

/** Adds an amount to the latest habit: the answer to a question that named it. */
export function amountInto(frames: Frames, clause: Clause): void {
  const frame = frames.of('habit').at(-1)
  if (!frame || frame.polarity === 'denied') return
  const amount = amountOf({ kind: frame.name, name: '' }, clause)
  if (amount) fill(frame, 'amount', amount, [clause.line])
  const frequency = oftenIn(clause)
  if (frequency && frame.name !== 'tabaco') fill(frame, 'often', frequency, [clause.line])
}

/** The wording of a habit without its amounts. */
export function habitText({ name, status, polarity, slots }: Frame): string {
  const [kind = '', topic = ''] = name.split('|')
  if (kind === 'drogas' && topic) return inUse(topic, status, polarity)
  if (kind === 'fumo') return inUse(topic, status, polarity)
  if (kind === 'exposição') return topic
  if (kind === 'bebida') return slots.has('amount') && polarity === 'affirmed' ? ' ' : ''
  if (kind === 'atividade' && topic)
    return polarity === 'denied' ? '' : status === 'past' ? `Praticava ${topic}` : topic
  const drink = slots.get('drink')?.text
  if (kind === 'alcool' && drink && polarity === 'affirmed') return `${status === 'past' ? 'Bebia' : 'Bebe'} ${drink}`
  if (/^(cafe|atividade)$/.test(kind) && polarity === 'affirmed' && slots.size === 0) return ''
  if (kind === 'cafe' && polarity === 'denied') return ''
  const { yes, no, past } = habitOf(kind)
  return (polarity === 'denied' ? no : status === 'past' ? past : yes).replace(/\.$/, '')
}
const inUse = (what: string, status: string, polarity: Frame['polarity']): string =>
  polarity === 'denied' ? `Nega uso de ${what}` : `Uso ${status === 'past' ? 'prévio ' : ''}de ${what}`

/** Puts habits, home, work, school and vaccines. */
export function readHabits(frames: Frames, clauses: readonly Clause[], companion: Companion): void {
  const habits = new Habits(frames, companion)
  clauses.forEach((clause, index) => {
    if (clause.act !== 'greeting') habits.read(clause, index)
  })
  readHome(frames, clauses, companion)
}
