// The present illness: symptoms that the patient tells, and answers to the doctor's questions.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { putReaction } from './allergies.ts'
import { type Exchange, isBackchannel, putAnswers, putRelativesAnswer } from './answers.ts'
import { fillAsked, fillFrom } from './attributes.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { type Felt, feltIn, isPainClause, sitesOf } from './symptoms.ts'
import { lastingOf } from './times.ts'

/** Whether the clause belongs to the complaint or the present illness. */
const ofIllness = (clause: Clause, least = 0.3): boolean => chanceOf(clause, 'qp', 'hda') >= least

/** A doctor's clause that waits for an answer, with or without a mark. */
const isAsking = (clause: Clause): boolean =>
  !clause.plan &&
  (clause.act === 'question' ||
    (clause.tag.act === 'q' && clause.tag.part !== '-') ||
    (ofIllness(clause, 0.5) &&
      clause.tag.act !== 'r' &&
      !clause.tokens.some(({ kind }) => kind === 'mark') &&
      feltIn(clause).length > 0))

/** Groups the clauses into turns of the doctor's and what follows each. */
function exchangesOf(clauses: readonly Clause[]): (Exchange & { said: Clause[] })[] {
  const out: (Exchange & { said: Clause[] })[] = []
  let current: Exchange & { said: Clause[] } = { asked: [], told: [], said: [] }
  const start = () => {
    if (current.told.length + current.said.length > 0) out.push(current)
  }
  for (const clause of clauses) {
    if (clause.speaker !== 'doctor') {
      current.told.push(clause)
      continue
    }
    if (current.told.length > 0) {
      start()
      current = { asked: [], told: [], said: [] }
    }
    current.said.push(clause)
    if (isAsking(clause)) current.asked.push(clause)
  }
  start()
  return out
}

/** Reads one consultation; keeps the symptom that the talk is about. */
class Illness {
  readonly #frames: Frames
  /** The relatives who are the patient: 'Trouxe a mãe, ela anda esquecida'. */
  readonly #patient: ReadonlySet<string>
  #focus: Frame | undefined
  #asked = ''

  constructor(frames: Frames, clauses: readonly Clause[]) {
    this.#frames = frames
    this.#patient = new Set(
      clauses
        .slice(0, 30)
        .filter((clause) => clause.speaker !== 'doctor' && (chanceOf(clause, 'qp') > 0.4 || clause.tag.part === '-'))
        .flatMap(({ said }) => said.flatMap(({ subject }) => (subject ? [subject] : []))),
    )
  }

  read(exchange: Exchange & { said: Clause[] }): void {
    const { asked, told, said } = exchange
    this.#echo(said)
    const question = asked.at(-1)
    if (question || said.some(({ plain }) => plain.split(' ').length > 4)) this.#asked = question?.plain ?? ''
    const outside = question && !ofIllness(question, 0.12) && chanceOf(question, '-') < 0.5
    const answered = putAnswers(this.#frames, exchange)
    for (const clause of told) {
      if (question) putRelativesAnswer(this.#frames, question, clause)
      if (!question) break
    }
    if (answered && !outside) this.#focus = answered
    this.#putAskedCourse(question, told)
    for (const [index, clause] of told.entries()) {
      if (clause.act === 'greeting' || putReaction(this.#frames, clause)) continue
      if (isBackchannel(clause) || (clause.act === 'question' && clause.tag.act === 'q')) continue
      const least = question && !outside ? 0.25 : 0.35
      if (!ofIllness(clause, least)) continue
      this.#tell(clause, told[index - 1], question)
    }
  }

  /** 'Subir escada piora?' 'Não muda nada.' */
  #putAskedCourse(question: Clause | undefined, told: readonly Clause[]): void {
    const first = told[0]
    if (!question || !first || !this.#focus || question.act !== 'question') return
    if (first.reply) {
      const says = first.reply.means === 'no' ? 'denied' : 'affirmed'
      fillAsked(this.#focus, question, says, [question.line, first.line])
    }
  }

  /** A doctor repeats what was just said: 'Cinco semanas, tá.' The last correction wins. */
  #echo(said: readonly Clause[]): void {
    for (const clause of said) {
      if (clause.act === 'question' || clause.plan || clause.conditional || !ofIllness(clause, 0.3)) continue
      const felt = feltIn(clause)
      const named = felt.map(({ name }) => this.#frames.find('symptom', name)).find((one) => one?.polarity === 'affirmed')
      const frame = named ?? (felt.length === 0 ? this.#focus : undefined)
      const lasting = frame && lastingOf(clause, felt.length === 0 ? this.#asked : '')
      if (frame && lasting) fill(frame, 'since', lasting, [clause.line], frame === this.#focus)
    }
  }

  /** Puts what one clause tells. */
  #tell(clause: Clause, before: Clause | undefined, question: Clause | undefined): void {
    const felt = this.#mine(clause, before, question)
    const lines = clause.answers && question ? [question.line, clause.line] : [clause.line]
    let leader: Frame | undefined
    for (const { name, polarity } of felt) {
      const denied = polarity === 'denied'
      const frame = this.#frames.put('symptom', name, denied ? lines : [clause.line], {
        polarity: denied ? 'denied' : 'affirmed',
      })
      if (denied || frame.polarity === 'denied') continue
      if (chanceOf(clause, 'qp') > 0.4) frame.status = 'chief'
      if (!leader) leader = frame
      else if (!frame.slots.has('since') && frame !== leader) fill(frame, 'with', leader.name, [clause.line])
    }
    if (leader) {
      this.#focus = leader
      for (const { name, polarity } of felt) {
        const frame = polarity === 'affirmed' ? this.#frames.find('symptom', name) : undefined
        if (frame) fillFrom(frame, clause, frame === leader ? this.#asked : '', felt)
      }
    } else if (felt.length === 0 && this.#focus && this.#continues(clause)) fillFrom(this.#focus, clause, this.#asked)
  }

  /** Without a symptom of its own a clause speaks of the one before, unless it answers about something else. */
  #continues(clause: Clause): boolean {
    return !clause.said.some(
      ({ concept, subject }) => /^(drug|condition|procedure|exam|occupation)$/.test(concept.kind) || subject !== undefined,
    )
  }

  /** The patient's own symptoms in a clause. A site that answers 'Onde dói?' is a pain. */
  #mine(clause: Clause, before: Clause | undefined, question: Clause | undefined): Felt[] {
    const over = /\b(ja passou|ja sarou|sarou|nao tenho mais|antigamente|ja sumiu)\b/.test(clause.plain)
    return feltIn(clause, before?.line === clause.line ? before : undefined).filter(
      ({ subject, polarity }) =>
        (!subject || this.#patient.has(subject)) && polarity !== 'unknown' && !(over && polarity === 'affirmed'),
    )
  }
}

/** Puts the symptoms, and what yes and no answer. */
export function readIllness(frames: Frames, clauses: readonly Clause[]): void {
  const illness = new Illness(frames, clauses)
  for (const exchange of exchangesOf(clauses)) illness.read(exchange)
}
