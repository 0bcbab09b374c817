// Habits: tobacco, alcohol, drugs, coffee, exercise and sleep with their amounts; short answers complete the last one.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import times from '../lexicon/habit-times.json' with { type: 'json' }
import words from '../lexicon/habit-words.json' with { type: 'json' }
import { habitOf } from '../lexicon/lexicon.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { readHome } from './home.ts'
import { figure, isTime, lastingOf, span } from './times.ts'

type Topic = { kind: string; name: string }
const topics = new Map(
  Object.entries(words)
    .filter(([kind]) => kind !== 'vacina')
    .flatMap(([kind, names]) =>
      Object.entries(names).flatMap(([name, say]) => say.split(' ').map((word) => [word, { kind, name }] as const)),
    ),
)
const linesOf = (clause: Clause): string[] => (clause.answers ? [clause.answers.line, clause.line] : [clause.line])
const often: readonly (readonly [RegExp, string])[] = Object.entries(times).map(([note, say]) => [
  new RegExp(`\\b(${say.replaceAll('; ', '|')})\\b`),
  note,
])

/** The topics that words name, each once, in order. */
function topicsIn(clause: Clause): { topic: Topic; at: number }[] {
  const out: { topic: Topic; at: number }[] = []
  clause.tokens.forEach(({ word }, at) => {
    const topic = topics.get(word)
    if (!topic) return
    const last = out.findIndex((one) => one.topic.kind === topic.kind && (one.topic.name === '' || topic.name === ''))
    if (last >= 0) {
      if (topic.name !== '') out[last] = { topic, at }
    } else out.push({ topic, at })
  })
  return out
}

/** 'Cigarro nunca', 'não fumo': denied before it up to a comma, or right after it. */
function isDenied(clause: Clause, at: number): boolean {
  const after = clause.tokens.slice(at + 1, at + 4)
  const first = after.findIndex(({ word }) => /^(nao|nunca|nenhum|nenhuma|zero)$/.test(word))
  if (
    first === 0 ||
    (first > 0 && after.slice(0, first).every(({ word }) => /^(eu|uso|bebo|fumo|nem|mais|,)$/.test(word)))
  )
    return true
  for (let before = at - 1; before >= 0 && before >= at - 5; before--) {
    const token = clause.tokens[before]
    if (token?.kind === 'mark') return false
    if (/^(nao|nunca|nem|sem|nenhum|nenhuma)$/.test(token?.word ?? '')) return true
    if (/^(so|mas|tomo|bebo)$/.test(token?.word ?? '')) return false
  }
  return false
}

const drugs = ({ name }: Topic): string => (name ? `drogas|${name}` : 'drogas')
/** 'Nem uma coisa nem outra', 'Deus me livre': no to all that was asked. */
const noneOfIt = /^(ah |olha |eu )?(nem (uma coisa|um)|deus me livre|nenhum|nada disso|nao e nao|nao nem|nunca)/

/** Reads habits clause by clause; remembers the habit spoken of last. */
class Habits {
  readonly #frames: Frames
  #focus: { topic: Topic; index: number; line: string; whose?: string | undefined } | undefined

  /** The habits that the doctor's last line asks for. */
  #open: { line: string; topics: Topic[] } = { line: '', topics: [] }

  constructor(frames: Frames) {
    this.#frames = frames
  }

  read(clause: Clause, index: number): void {
    const named = topicsIn(clause)
    const own = chanceOf(clause, 'hab')
    if (clause.act === 'question' || clause.speaker === 'doctor') {
      const last = named.at(-1)
      const whose = clause.said.find(({ concept }) => concept.kind === 'relative')?.concept.note
      const anyone = clause.tokens.some(({ word }) => word === 'alguem')
      if (last && own > 0.3)
        this.#focus = { topic: last.topic, index, line: clause.line, whose: whose ?? (anyone ? 'alguém' : undefined) }
      return
    }
    if (own < 0.5 || clause.conditional) return
    const focus = this.#focus
    const near = focus && index - focus.index <= 3 ? focus : undefined
    const relative = clause.said.find(({ concept, from }) => concept.kind === 'relative' && from < 4)?.concept.note
    const whose = relative ?? near?.whose
    if (near?.whose && near.topic.kind === 'tabaco' && named.length === 0) {
      if (whose && whose !== 'alguém' && clause.reply?.means !== 'no')
        this.#frames.put('habit', `exposição|${whose} tabagista`, [near.line, clause.line])
      return
    }
    if (named.length === 0 && noneOfIt.test(clause.plain)) {
      for (const { kind, name } of this.#open.topics)
        if (/^(tabaco|alcool|drogas)$/.test(kind))
          this.#frames.put('habit', kind === 'drogas' ? drugs({ kind, name }) : kind, [this.#open.line, clause.line], {
            polarity: 'denied',
            status: 'now',
          })
      return
    }
    if (named.length === 0 && focus && index - focus.index <= 3 && clause.tokens.length <= 14) {
      const frame = this.#amounts(focus.topic, clause, [focus.line, clause.line], { from: 0, to: clause.tokens.length })
      if (frame) focus.index = index
      return
    }
    named.forEach(({ topic, at }, place) => {
      if (whose && topic.kind === 'tabaco' && !/\b(eu|meu deus)\b/.test(clause.plain)) {
        if (!isDenied(clause, at) && whose !== 'alguém')
          this.#frames.put('habit', `exposição|${whose} tabagista`, [clause.line])
        return
      }
      if (isDenied(clause, at)) {
        const name =
          topic.kind === 'tabaco' || topic.kind === 'alcool'
            ? topic.kind
            : topic.kind === 'drogas'
              ? drugs(topic)
              : undefined
        if (name && (topic.kind !== 'alcool' || topic.name === ''))
          this.#frames.put('habit', name, linesOf(clause), { polarity: 'denied', status: 'now' })
        return
      }
      const from = named.length > 1 && place > 0 ? Math.min(at, named[place - 1]?.at ?? 0) : 0
      this.#amounts(topic, clause, linesOf(clause), { from, to: named[place + 1]?.at ?? clause.tokens.length })
      this.#focus = { topic, index, line: clause.line }
    })
  }

  /** Puts a habit with what the clause tells of it; nothing where it tells neither an amount nor the habit itself. */
  #amounts(
    topic: Topic,
    clause: Clause,
    lines: string[],
    { from, to }: { from: number; to: number },
  ): Frame | undefined {
    const { plain } = clause
    const numbers = clause.quantities.filter((one) => !one.either && one.from >= from && one.from < to)
    const slots = new Map<string, string>()
    const stopped =
      topic.kind !== 'bebida' && /\b(parei|parou|larguei|largou|deixei|nao (fumo|bebo) mais|ex)\b/.test(plain)
    const frequency = often.find(([pattern]) => pattern.test(plain))?.[1]
    const week = numbers.find(({ unit }) => unit === 'vez')
    if (week && /semana/.test(plain)) slots.set('often', `${figure(week.value)}x/semana`)
    else if (frequency && !(topic.kind === 'tabaco' && frequency === 'diariamente')) slots.set('often', frequency)
    const amount = amountOf(topic, clause, numbers)
    if (amount) slots.set('amount', amount)
    const dated =
      topic.kind === 'tabaco' ||
      (topic.kind !== 'bebida' &&
        /\b(ha|faz|desde|atras)\b/.test(plain) &&
        !numbers.some(({ unit }) => unit === 'hora'))
    const lasting = dated || stopped ? (lastingOf(clause) ?? bareYears(clause, numbers, stopped)) : undefined
    if (lasting) slots.set(stopped ? 'until' : 'since', lasting)
    const names = topicsIn(clause).length > 0
    const yes = clause.reply?.means === 'yes' && clause.tokens.length <= 4
    if (slots.size === 0 && !stopped && !names && !yes) return undefined
    const name = topic.kind === 'tabaco' ? 'tabaco' : topic.kind === 'alcool' ? 'alcool' : `${topic.kind}|${topic.name}`
    const frame = this.#frames.put('habit', name, lines, {
      status: stopped ? 'past' : this.#frames.find('habit', name)?.status || 'now',
    })
    if (/\b(fumei|fumava|bebia|ja fumei)\b/.test(plain) && !/\bagora\b/.test(plain)) frame.status = 'past'
    if (topic.kind === 'alcool' && topic.name) fill(frame, 'drink', topic.name, [clause.line])
    // A corrected amount comes last: 'quatro xícaras, seis'.
    for (const [slot, text] of slots) fill(frame, slot, text, [clause.line], slot === 'amount')
    return frame
  }
}

function amountOf(topic: Topic, clause: Clause, numbers: Clause['quantities']): string | undefined {
  const spoken = numbers.filter((one) => !isTime(one) && one.unit !== 'vez' && one.value > 0)
  const counted = (pattern: RegExp) => spoken.find(({ unit }) => pattern.test(unit))
  if (topic.kind === 'tabaco') {
    if (/\b(parei|parou|larg\w+|fumei)\b/.test(clause.plain) && !counted(/^(maco|carteir|cigar)/)) return undefined
    const packs = counted(/^(maco|carteir)/)
    if (packs) return `${figure(packs.value)} maço${packs.value > 1 ? 's' : ''}/dia`
    const one =
      counted(/^cigar/) ??
      spoken.findLast(({ value, unit, known }) => value > 1 && value < 80 && (!known || unit === ''))
    return one && !/\b(anos?|idade|desde)\b/.test(clause.plain) ? `${figure(one.value)} cigarros/dia` : undefined
  }
  if (topic.kind === 'alcool') {
    const glass = counted(/^(lat|garraf|dos|tac|cop|cervej|chop|litrao)/)
    if (!glass) return undefined
    const said = clause.tokens
      .slice(glass.to)
      .find(({ word }) => word.startsWith(glass.unit.slice(0, 3)))
      ?.said.toLowerCase()
    return /^(cervej|chop)/.test(glass.unit) && glass.value === 1
      ? undefined
      : `${figure(glass.value)} ${said ?? glass.unit}`
  }
  if (topic.kind === 'bebida') {
    const litres = counted(/^litro$/)
    if (litres) return `${figure(litres.value)} L de ${topic.name} por dia`
    const one = spoken.findLast(({ known, unit, value }) => value < 40 && (!known || unit === ''))
    const cup = /^(cop|lat|cui)/.exec(one?.unit ?? '')?.[0]
    if (!one || (!cup && topic.name !== 'café')) return undefined
    return `${figure(one.value)} ${cup ? { cop: 'copos', lat: 'latas', cui: 'cuias' }[cup] : 'xícaras'} de ${topic.name} por dia`
  }
  const minutes = numbers.find(
    ({ unit, value }) => (unit === 'minuto' && value >= 5) || (unit === 'hora' && value <= 4),
  )
  if (topic.kind !== 'atividade' || !minutes) return undefined
  return minutes.unit === 'hora' && minutes.value < 1 ? `${minutes.value * 60} minutos` : span(minutes)
}

/** 'Fumei quarenta anos', 'parei faz dez'. */
function bareYears(clause: Clause, numbers: Clause['quantities'], stopped: boolean): string | undefined {
  const years = numbers.find(({ unit }) => unit === 'ano' || unit === 'mes' || unit === 'semana')
  if (years && years.value > 0) return stopped ? `há ${span(years)}` : `por ${span(years)}`
  const bare = numbers.find(({ unit, value }) => unit === '' && value > 1)
  return stopped && bare && /\b(faz|ha)\b/.test(clause.plain) ? `há ${bare.value} anos` : undefined
}

/** Adds an amount to the latest habit: the answer to a question that named it. */
export function amountInto(frames: Frames, clause: Clause): void {
  const frame = frames.of('habit').at(-1)
  if (!frame || frame.polarity === 'denied') return
  const amount = amountOf(
    { kind: frame.name, name: '' },
    clause,
    clause.quantities.filter(({ either }) => !either),
  )
  if (amount) fill(frame, 'amount', amount, [clause.line])
  const frequency = often.find(([pattern]) => pattern.test(clause.plain))?.[1]
  if (frequency && frame.name !== 'tabaco') fill(frame, 'often', frequency, [clause.line])
}

/** The wording of a habit without its amounts. */
export function habitText({ name, status, polarity, slots }: Frame): string {
  const [kind = '', topic = ''] = name.split('|')
  if (kind === 'drogas' && topic) return polarity === 'denied' ? `Nega uso de ${topic}` : `Uso de ${topic}`
  if (kind === 'exposição') return topic
  if (kind === 'bebida') return slots.has('amount') && polarity === 'affirmed' ? ' ' : ''
  if (kind === 'atividade' && topic) return polarity === 'affirmed' ? topic : ''
  const drink = slots.get('drink')?.text
  if (kind === 'alcool' && drink && polarity === 'affirmed') return `${status === 'past' ? 'Bebia' : 'Bebe'} ${drink}`
  if (/^(cafe|atividade)$/.test(kind) && polarity === 'affirmed' && slots.size === 0) return ''
  const { yes, no, past } = habitOf(kind)
  return (polarity === 'denied' ? no : status === 'past' ? past : yes).replace(/\.$/, '')
}

/** Puts habits, home, work, school and vaccines. */
export function readHabits(frames: Frames, clauses: readonly Clause[]): void {
  const habits = new Habits(frames)
  clauses.forEach((clause, index) => {
    if (clause.act !== 'greeting') habits.read(clause, index)
  })
  readHome(frames, clauses)
}
