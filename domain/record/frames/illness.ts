// The present illness: symptoms that the patient tells, and answers to the doctor's questions.
import { type Clause, chanceOf, wordsOf } from '#domain/dialogue/clause.ts'
import { isYesNo } from '#domain/dialogue/dialogue.ts'
import topics from '../lexicon/topic-words.json' with { type: 'json' }
import { putReaction } from './allergies.ts'
import { fillDegrees } from './amounts.ts'
import { isBackchannel, putAnswers } from './answers.ts'
import { fillBeforeOther, putAskedCourse, putAskedPain, putContact, putSugar } from './asked.ts'
import { correctSide, fillFrom, fluid } from './attributes.ts'
import { exchangesOf, ofIllness, type SpokenExchange } from './exchanges.ts'
import { asks, asksOfOther, partsOf, turns } from './focus.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { longest } from './since.ts'
import { type Felt, feltIn, isPain, isPainClause, joinedName, painAt, putSymptom, sideIn, sitesOf } from './symptoms.ts'
import { asksOnset, asksTime, isTime, lastingOf, span } from './times.ts'
import { isEarlier, isNormal, isSupposed } from './unreal.ts'

/** An answer that repeats the verb of the question has no more words and marks. */
const longestEcho = 8
/** The clauses in which a complaint may open the talk. */
const opening = 30

const noneOf =
  /\b(isso tudo( ai)? nao|nada disso|quem (me )?dera|era bom|nenhum dos|nenhuma das|nem uma coisa nem outra)\b/
/** Symptoms that only accompany another one. */
export const lesser: ReadonlySet<string> = new Set([
  'estalo',
  'sensação de queimação',
  'movimentos fetais presentes',
  'aceita líquidos',
  'choro fácil',
  'queda de objetos das mãos',
  'claudicação',
  'dificuldade para caminhar',
  'estalos',
  'salivação na crise',
  'mordedura de língua',
  'perda de urina na crise',
])
/** Whether a clause answers the question for the place or the look of the symptom in focus. */
const tellsOf = (focus: Frame, question: Clause, clause: Clause): boolean =>
  ((asks.place.test(question.plain) || asks.reach.test(question.plain)) && sitesOf(clause).length > 0) ||
  (asks.look.test(question.plain) && fluid.test(focus.name))
const injury = new RegExp(`^(${topics.injuries.replaceAll(' ', '|')})`)
/** Names symptoms by words that mean another one after an injury: 'ficou roxo' is a bruise, 'boca roxa' is none. */
const afterInjury: Record<string, string> = topics.afterInjury
/** 'Regurgita três vezes por dia, mas ganha peso': the second symptom does not go with the first. */
const isTurned = ({ tokens }: Clause, from: number): boolean =>
  tokens.slice(Math.max(0, from - 3), from).some(({ word }) => turns.test(word))
const plenty = /^(muita|muito|demais|sim|direto|bastante|tenho|tem)$/

/** Reads one consultation; keeps the symptom that the talk is about. */
class Illness {
  readonly #frames: Frames
  /** The relatives who are the patient: 'Trouxe a mãe, ela anda esquecida'. */
  readonly #patient: ReadonlySet<string>
  /** Pain is named near the beginning: then a site alone may be the complaint. */
  readonly #isPain: boolean
  #focus: Frame | undefined
  #asked = ''
  #question: Clause | undefined
  #count = 0
  /** How many clauses of the doctor's were about what to do. */
  #planned = 0
  #started = false
  /** How many answers told nothing of the symptom in focus, and how many nothing of any symptom. */
  #idle = 0
  #elsewhere = 0
  /** The last answer told since when. */
  #timed = false
  /** The lines of the answer that is read. */
  #told: ReadonlySet<string> = new Set()
  /** All lines so far. */
  readonly #seen = new Set<string>()

  constructor(frames: Frames, clauses: readonly Clause[]) {
    this.#frames = frames
    this.#isPain = clauses.slice(0, 16).some((clause) => isPainClause(clause) && sitesOf(clause).length === 0)
    this.#patient = new Set(
      clauses
        .slice(0, 30)
        .filter((clause) => clause.speaker !== 'doctor' && (chanceOf(clause, 'qp') > 0.4 || clause.tag.part === '-'))
        .flatMap(({ said }) => said.flatMap(({ subject }) => (subject ? [subject] : []))),
    )
  }

  read(exchange: SpokenExchange): void {
    const { asked, told, said } = exchange
    this.#planned += said.filter((clause) => chanceOf(clause, 'con', 'ori') > 0.6).length
    this.#echo(said)
    const question = asked.at(-1)
    if (question || said.some(({ plain }) => plain.split(' ').length > 4)) {
      this.#asked = question?.plain ?? ''
      this.#question = question
    }
    if (this.#signature() === '') this.#idle = this.#elsewhere = 0
    const outside = question && !ofIllness(question, 0.12) && chanceOf(question, '-') < 0.5
    const before = this.#signature()
    const count = this.#frames.of('symptom').length
    const main = this.#focus
    const answered = putAnswers(this.#frames, exchange)
    if (answered && (this.#count < 10 || (question && chanceOf(question, 'qp') > 0.5))) answered.status = 'chief'
    if (answered && !outside && !this.#accompanies(answered.name)) this.#focus = answered
    this.#presuppose(question, told)
    if (this.#focus) putAskedCourse(this.#focus, question, told)
    if (this.#focus) putAskedPain(this.#focus, question, told)
    putContact(this.#frames, question, told)
    const since = this.#focus?.slots.get('since')?.text
    const named = new Set(asked.flatMap((one) => feltIn(one)).map(({ name }) => name))
    this.#told = new Set(told.map(({ line }) => line))
    for (const [index, clause] of told.entries()) {
      if (clause.act === 'greeting' || putReaction(this.#frames, clause)) continue
      if (isBackchannel(clause) || (clause.act === 'question' && clause.tag.act === 'q')) continue
      // Behind the plan a patient repeats its warnings.
      const least = this.#planned >= 3 ? 0.8 : question && !outside ? 0.25 : 0.35
      // The first complaint is often said before the tagger can tell talk from illness.
      const names = feltIn(clause).map(({ name }) => name)
      const isAbout = question !== undefined && this.#focus !== undefined && tellsOf(this.#focus, question, clause)
      const inIllness = ofIllness(clause, least) || (!outside && (isAbout || names.some((name) => named.has(name))))
      const elsewhere = chanceOf(clause, 'ale', 'med', 'hpp', 'hf', 'hab') > 0.4
      const opens =
        !inIllness && !elsewhere && !this.#started && this.#count < opening && names.length > 0 && !clause.past
      if (!opens && !inIllness) continue
      this.#tell(clause, told[index - 1], question, opens)
    }
    for (const { line } of [...said, ...told]) this.#seen.add(line)
    if (!this.#focus && !this.#started) this.#adopt()
    // After a list of other symptoms the talk returns to the complaint.
    if (main?.status && named.size >= 3) this.#focus = main
    this.#count += told.length + said.length
    this.#timed = this.#focus?.slots.get('since')?.text !== since
    const isSame = this.#signature() === before
    this.#idle = isSame ? this.#idle + 1 : 0
    // A denied symptom leaves the complaint in focus.
    this.#elsewhere = isSame && this.#frames.of('symptom').length === count ? this.#elsewhere + 1 : 0
    // Two answers about other things: what follows is no attribute of this symptom.
    if (this.#elsewhere >= 2 && this.#focus && !isPain(this.#focus.name)) this.#focus = undefined
  }

  #accompanies(name: string): boolean {
    return this.#focus !== undefined && partsOf(this.#focus.name).includes(name)
  }

  /** 'Desde quando essa tosse?': the question takes the symptom for granted. */
  #presuppose(question: Clause | undefined, told: readonly Clause[]): void {
    const [first] = told
    // 'A dor nas costas vai para a perna?' takes the pain for granted, too.
    const isReach = question !== undefined && asks.reach.test(question.plain)
    if (!question || !first || (isYesNo(question) && !isReach) || !ofIllness(question, 0.4)) return
    if (first.reply?.means === 'no' && !isReach) return
    const [felt, ...others] = feltIn(question)
    if (/\b(pior|melhor|alivi|provoc|desencad)/.test(question.plain)) return
    if (!felt || others.length > 0 || felt.polarity !== 'affirmed' || felt.subject || isBackchannel(first)) return
    if (isReach && !isPain(felt.name)) return
    const lines = [question.line, first.line]
    const frame = putSymptom(this.#frames, felt.name, 'affirmed', lines)
    if (frame?.polarity !== 'affirmed') return
    this.#focus = frame
    if (isReach && first.reply?.means === 'no') fill(frame, 'reach', 'sem irradiação', lines)
  }

  /** Changes when the symptom in focus changes. */
  #signature(): string {
    const frame = this.#focus
    return frame ? `${frame.name}${frame.lines.length}${[...frame.slots.values()].map(({ text }) => text).join()}` : ''
  }

  /** Keeps the complaint in focus until the patient tells a symptom: 'É o ombro.' 'O que piora?' */
  #adopt(): void {
    const reason = this.#frames.of('reason').find(({ status }) => status === 'symptom')
    const name = reason?.name.split('|')[0]
    if (!reason || !name || !reason.lines.every((line) => this.#seen.has(line))) return
    const frame = putSymptom(this.#frames, name, 'affirmed', reason.lines)
    if (frame?.polarity !== 'affirmed') return
    frame.status = 'chief'
    const side = reason.slots.get('side')
    if (side) fill(frame, 'side', side.text, side.lines)
    this.#focus = frame
  }

  /** A doctor repeats what was just said: 'Cinco semanas, tá.' The last correction wins. */
  #echo(said: readonly Clause[]): void {
    for (const clause of said) {
      const short =
        clause.tokens.length <= 6 && clause.quantities.some(isTime) && (this.#timed || asksOnset.test(this.#asked))
      if (clause.act === 'question' || clause.plan || clause.conditional || !(short || ofIllness(clause))) continue
      const felt = feltIn(clause)
      const named = felt
        .map(({ name }) => this.#frames.find('symptom', name))
        .find((one) => one?.polarity === 'affirmed')
      const frame = named ?? (felt.length === 0 ? this.#focus : undefined)
      const lasting = frame && lastingOf(clause, short ? 'desde quando' : '')
      const ofOther = frame && short && !this.#timed && asksOfOther(this.#question, [frame.name])
      if (frame && lasting && !ofOther) fill(frame, 'since', lasting, [clause.line], frame === this.#focus)
      if (frame) fillDegrees(frame, clause, false)
      const side = clause.tokens.length <= 10 && sitesOf(clause).length === 0 && sideIn(clause, 0, clause.tokens.length)
      if (frame && side && frame === this.#focus) correctSide(frame, side, [clause.line])
    }
  }

  /** Puts what one clause tells. */
  #tell(clause: Clause, before: Clause | undefined, question: Clause | undefined, opens: boolean): void {
    putSugar(this.#frames, clause, this.#question, this.#focus)
    const felt = this.#mine(clause, before, question).filter(({ polarity }) => !opens || polarity === 'affirmed')
    const lines = clause.answers && question ? [question.line, clause.line] : [clause.line]
    const about = { asked: this.#asked, question: this.#question, before, told: this.#told }
    if (this.#focus) fillBeforeOther(this.#focus, clause, felt, about)
    let leader: Frame | undefined
    for (const { name, polarity, from } of felt) {
      const denied = polarity === 'denied'
      const frame = putSymptom(this.#frames, name, denied ? 'denied' : 'affirmed', denied ? lines : [clause.line])
      if (!frame || denied || frame.polarity === 'denied') continue
      if (chanceOf(clause, 'qp') > 0.4) frame.status = 'chief'
      else if (!this.#started) frame.status ||= 'first'
      if (!leader) leader = frame
      else if (!frame.slots.has('since') && frame !== leader && !isTurned(clause, from))
        fill(frame, 'with', leader.name, [clause.line])
    }
    if (leader) {
      this.#started = true
      if (!this.#focus || !(lesser.has(leader.name) || this.#accompanies(leader.name))) this.#focus = leader
      for (const { name, polarity } of felt) {
        const frame = polarity === 'affirmed' ? this.#frames.find('symptom', name) : undefined
        const leaderQuestion = frame === leader ? this.#asked : ''
        if (frame) fillFrom(frame, clause, { asked: leaderQuestion, felt, near: true, before, told: this.#told })
      }
    } else if (felt.length === 0 && this.#focus && this.#continues(clause)) {
      const onset = asksOnset.test(this.#asked) || !asksTime.test(this.#asked)
      const near = this.#idle === 0 && onset
      fillFrom(this.#focus, clause, { ...about, near, felt: [] })
      this.#correctCount(this.#focus, clause)
    }
  }

  /** Returns the name that the question or an earlier injury gives a symptom. */
  #nameHere({ name, from, to }: Felt, clause: Clause, question: Clause | undefined): string {
    const injured = afterInjury[wordsOf(clause, from, to)]
    if (injured && this.#frames.of('symptom').some((one) => one.polarity === 'affirmed' && injury.test(one.name)))
      return injured
    // 'Arde para urinar?' 'Arde, e vou toda hora.'
    return question && from <= 1 && sitesOf(clause).length === 0 ? joinedName(name, question) : name
  }

  /** 'Tem seis meses. Não, cinco.': a number alone corrects the one before. */
  #correctCount(frame: Frame, clause: Clause): void {
    const [only, ...others] = clause.quantities
    const since = /^há [\d,]+ (\S+)$/.exec(frame.slots.get('since')?.text ?? '')
    if (!only || others.length > 0 || only.unit !== '' || !since || !asksOnset.test(this.#asked)) return
    if (clause.tokens.filter(({ kind }) => kind !== 'mark').length > 3) return
    const unit = (since[1] ?? '').replace(/s$/, '').replace(/^m.*/, 'mes')
    const text = `há ${span({ ...only, unit })}`
    fill(frame, 'since', text, [clause.line], true)
  }

  /** Without a symptom of its own a clause speaks of the one before, unless it answers about something else. */
  #continues(clause: Clause): boolean {
    return !clause.said.some(
      ({ concept, subject }) =>
        /^(drug|condition|procedure|exam|occupation)$/.test(concept.kind) || subject !== undefined,
    )
  }

  /** The patient's own symptoms in a clause. A site that answers 'Onde dói?' is a pain. */
  #mine(clause: Clause, before: Clause | undefined, question: Clause | undefined): Felt[] {
    const over =
      /\b(ja passou|ja sarou|sarou|antigamente|ja sumiu|nao (tenho|tem|tive|teve|sinto|sente|deu|da) mais|nao \w+(ou|eu|i) mais|(teve|tive|deu) (mas )?(ja )?(sumiu|passou|sarou))\b/.test(
        clause.plain,
      )
    const words = noneOf.exec(clause.plain)
    const none = words ? clause.plain.slice(0, words.index + words[0].length).split(' ').length : 0
    const wider = question && clause.tokens.length <= longestEcho ? feltIn(question) : []
    const felt = feltIn(clause, before?.line === clause.line ? before : undefined)
      .map((one): Felt => {
        const next = clause.tokens[one.to]?.word ?? ''
        // 'As pernas incham?' 'Incham no fim do dia.': the question names the place.
        const asked =
          sitesOf(clause).length === 0 ? wider.find(({ name }) => name.startsWith(`${one.name} `)) : undefined
        if (asked && one.polarity === 'affirmed') return { ...one, name: asked.name }
        const name = this.#nameHere(one, clause, question)
        return one.from < none
          ? { ...one, name, polarity: 'denied' }
          : plenty.test(next) && clause.tokens[one.to + 1]?.word !== 'nao'
            ? { ...one, name, polarity: 'affirmed' }
            : { ...one, name }
      })
      .filter(({ subject, polarity }) => (!subject || this.#patient.has(subject)) && polarity !== 'unknown' && !over)
      .filter((one) => {
        const isBefore = isEarlier(clause, one)
        if (isBefore && this.#focus && asksOnset.test(`${this.#asked} ${clause.plain}`))
          fill(this.#focus, 'after', `após ${one.name}`, [clause.line])
        return !isBefore
      })
      .filter((one) => !isSupposed(clause, one) && (one.polarity === 'denied' || !isNormal(clause, one)))
    // 'Tossir piora?' 'Tossir é um choque.': a trigger, no symptom.
    if (question && /\bpior/.test(question.plain) && !sitesOf(question).length)
      return felt.filter(
        ({ from }) => !clause.said.some(({ concept, ...one }) => concept.kind === 'trigger' && one.from === from),
      )
    if (felt.length > 0 || !question || (this.#focus && isPain(this.#focus.name))) return felt
    const [site] = sitesOf(clause)
    const asksPain = isPainClause(question) && sitesOf(question).length === 0
    const complains = this.#isPain && !this.#focus && chanceOf(clause, 'qp') > 0.5
    if (site) return asksPain || complains ? [painAt(clause, site)] : felt
    // 'Qual ombro?' 'O esquerdo.'
    const [asked] = sitesOf(question)
    const side = sideIn(clause, 0, clause.tokens.length)
    return asked && side && this.#isPain && !this.#focus ? [{ ...painAt(question, asked), side }] : felt
  }
}

/** A complaint without a beginning takes the one told in the clauses about the complaint. */
function fillOnset(frames: Frames, clauses: readonly Clause[]): void {
  const chief = frames
    .of('symptom')
    .find(({ status, polarity, name }) => status !== '' && polarity === 'affirmed' && !lesser.has(name))
  if (!chief || chief.slots.has('since') || chief.slots.has('worse')) return
  const start = clauses.findIndex(({ line }) => chief.lines.includes(line))
  for (const clause of clauses.slice(start, 2 * opening)) {
    if (feltIn(clause).some(({ name }) => name !== chief.name)) return
    if (clause.tokens.length > longest) continue
    if (asksOfOther(clause.answers, [chief.name])) continue
    if (chanceOf(clause, 'qp') < 0.3 || clause.act === 'question' || clause.past || clause.speaker === 'doctor')
      continue
    if (clause.said.some(({ concept, subject }) => subject !== undefined || /^(drug|condition)$/.test(concept.kind)))
      continue
    const question = clause.answers?.plain ?? ''
    const lasting = lastingOf(clause, asksOnset.test(question) ? question : '')
    if (lasting) fill(chief, 'since', lasting, [clause.line], true)
  }
}

/** Puts the symptoms, and what yes and no answer. */
export function readIllness(frames: Frames, clauses: readonly Clause[]): void {
  const illness = new Illness(frames, clauses)
  for (const exchange of exchangesOf(clauses)) illness.read(exchange)
  fillOnset(frames, clauses)
}
