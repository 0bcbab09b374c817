// Medicines that the patient takes, took or stopped. A doctor asks for one, the answer tells: dose, stop, reason.
import { type Clause, chanceOf, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import type { Dosage } from './dosage.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import {
  dosageOf,
  explanationFrom,
  fillDosage,
  findMedicine,
  ingredientOf,
  namedIn,
  putMedicine,
  segmentsOf,
} from './medicine.ts'
import { answeredDosage, isOfThisTime } from './medicine-answers.ts'
import { describeUse, isOccasional, ofOnce, type Told } from './medicine-effects.ts'
import {
  aboutMedicine,
  anyMedicine,
  changesDose,
  classesInUse,
  correcting,
  finished,
  handsOver,
  lapsed,
  never,
  no,
  noneTaken,
  ofOthers,
  otherByPurpose,
  overNow,
  raised,
  replaced,
  restarted,
  stopped,
  takes,
  tolerated,
  took,
  tookOwn,
  yes,
} from './medicine-words.ts'

/** `denied`: the patient says no; only a stop or a change says more. `ended`: the doctor says that it was stopped. */
type Asked = { drug: Said; dosage: Dosage; line: string; denied?: boolean; ended?: boolean }

/** Follows the questions and answers about medicines. */
export class UsedMedicines {
  readonly #frames: Frames
  #asked: Asked[] = []
  /** A dosage that the doctor proposes without a name; the next clauses may agree with it. */
  #proposal: { dosage: Dosage; line: string; age: number } | undefined
  #focus: Frame | undefined
  #question: Clause | undefined
  /** Clauses since the focus or the question was set. */
  #age = 0
  #sinceQuestion = 0
  /** Whether the clause probably names no medicine in use. */
  #unlikely = false

  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** `late`: the doctor decides already, so that a name alone is no medicine in use. */
  read(clause: Clause, late: boolean): void {
    this.#unlikely = late && chanceOf(clause, 'med', 'hda', 'hpp') < 0.35
    this.#age += 1
    this.#sinceQuestion += 1
    if (this.#proposal && ++this.#proposal.age > 2) this.#proposal = undefined
    if (this.#age > 8) this.#forget()
    if (clause.speaker === 'doctor') this.#readDoctor(clause)
    else this.#readPatient(clause)
  }

  get #told(): Told {
    return { question: this.#question?.plain ?? '', age: this.#age }
  }

  #forget(): void {
    this.#asked = []
    this.#proposal = undefined
    this.#focus = undefined
  }

  #readDoctor(clause: Clause): void {
    const all = namedIn(clause)
    const named = all.filter(({ subject }) => !subject)
    if (all.length > named.length) this.#forget()
    const asks = clause.act === 'question' || clause.tag.act === 'q'
    if (asks) {
      this.#question = clause
      this.#sinceQuestion = 0
    }
    if (named.length === 0) {
      const other = chanceOf(clause, 'ale', 'hf', 'hab', 'ef', 'exc', 'hip') > 0.6
      if (asks && (other || !aboutMedicine.test(clause.plain))) this.#forget()
      const target = this.#focus ? ingredientOf(this.#focus) : this.#asked.at(-1)?.drug.concept.note
      if (target && (asks || !/\bnao\b/.test(clause.plain)))
        this.#propose(dosageOf(clause, target, 0, clause.tokens.length), clause.line)
      return
    }
    if (this.#unlikely || chanceOf(clause, 'ale', 'exc') > 0.6) {
      this.#forget()
      return
    }
    if (this.#asked[0]?.line !== clause.line) this.#asked = []
    this.#age = 0
    for (const { drug, from, to } of segmentsOf(clause, named)) {
      const dosage = dosageOf(clause, drug.concept.note, Math.max(from, drug.from - 4), to)
      const frame = findMedicine(this.#frames, 'use', drug.concept.note)
      // The doctor repeats what the patient told.
      if (frame && /^(in use|tried)$/.test(frame.status)) fillDosage(frame, dosage, [clause.line])
      this.#asked.push({ drug, dosage, line: clause.line, ended: stopped.test(wordsOf(clause, from, to)) })
      this.#focus = frame
    }
    this.#proposal = undefined
  }

  #propose(dosage: Dosage, line: string): void {
    this.#proposal = Object.keys(dosage).length > 0 ? { dosage, line, age: 0 } : undefined
  }

  #fillProposal(frame: Frame, answer: string): void {
    if (this.#proposal) fillDosage(frame, this.#proposal.dosage, [this.#proposal.line, answer])
  }

  #readPatient(clause: Clause): void {
    const named = namedIn(clause)
    // The labels of the speakers may be swapped.
    if (clause.act === 'question') {
      if (named.length > 0) this.#readDoctor(clause)
      return
    }
    if (chanceOf(clause, 'ale') > 0.6 && clause.quantities.length === 0) return
    if (named.length === 0) {
      this.#denyAll(clause)
      this.#answer(clause)
      return
    }
    for (const { drug, from, to } of segmentsOf(clause, named)) this.#tell(clause, drug, from, to, named.length)
  }

  /** 'Toma algum remédio?' 'Nenhum.' */
  #denyAll(clause: Clause): void {
    const question = this.#question
    if (!question || this.#asked.length > 0) return
    const asks = anyMedicine.test(question.plain) && chanceOf(question, 'med') > 0.4 && namedIn(question).length === 0
    const short = noneTaken.test(clause.plain) || /^remedio nao\b/.test(clause.plain)
    if (!asks || this.#sinceQuestion > 3 || isOfThisTime(this.#frames, question, clause) || !short) return
    this.#frames.put('medication', 'use|', [question.line, clause.line], { status: 'none' })
  }

  /** The patient names a medicine. */
  #tell(clause: Clause, drug: Said, from: number, to: number, count: number): void {
    const text = wordsOf(clause, from, explanationFrom(clause, from, to))
    const whole = count === 1 ? clause.plain : text
    // 'Alergia a penicilina' names no medicine in use.
    if (/\balergi\w+ (a|ao|com) (\w+ )?$/.test(`${wordsOf(clause, 0, drug.from)} `)) return
    if (/\balerg/.test(this.#question?.plain ?? '') && tolerated.test(clause.plain) && !takes.test(clause.plain)) return
    if (drug.subject && !handsOver.test(clause.plain)) {
      this.#drop(drug)
      this.#asked = []
      return
    }
    if (drug.concept.group === 'class' && !classesInUse.has(drug.concept.note)) return
    if (never.test(whole) || (ofOthers.test(whole) && !tookOwn.test(whole))) {
      this.#drop(drug)
      return
    }
    if (this.#unlikely && !findMedicine(this.#frames, 'use', drug.concept.note)) return
    const pending = this.#asked.find((one) => one.drug.concept.note === drug.concept.note)
    const status = this.#statusOf(clause, drug, text, pending !== undefined)
    if (!status) {
      if (drug.polarity !== 'denied' && !pending) this.#ask(drug, clause, from, to)
      return
    }
    const earlier = findMedicine(this.#frames, 'use', drug.concept.note)
    // A medicine that was stopped is taken again only if somebody says so.
    if (earlier && status === 'in use' && /^(stopped|finished)$/.test(earlier.status) && !restarted.test(whole)) return
    const corrects = !earlier || raised.test(whole) || correcting.test(whole)
    const frame = putMedicine(this.#frames, 'use', drug, clause.line, status)
    // If a dose follows the name, earlier words describe another medicine.
    const dosedBehind = clause.quantities.some((one) => one.from >= drug.to && one.to <= to)
    const start = count > 1 ? from : dosedBehind ? Math.max(0, drug.from - 3) : 0
    const dosage = dosageOf(clause, drug.concept.note, start, to, chanceOf(clause, 'med') > 0.4)
    if (status === 'tried') {
      if (!/\b(vezes|vez)\b/.test(text)) delete dosage.limit
      const when = ofOnce(dosage, clause.plain, this.#question?.plain ?? '')
      if (when) fill(frame, 'since', when, [clause.line])
    }
    fillDosage(frame, dosage, [clause.line], corrects)
    if (pending && status === 'in use') fillDosage(frame, pending.dosage, [pending.line])
    describeUse(frame, clause, count > 1 ? { ...this.#told, from, to } : this.#told)
    if (!pending || this.#asked.length > 2) this.#asked = []
    this.#focus = frame
    this.#age = 0
  }

  /** Named, but not yet said to be taken: the next answers tell. */
  #ask(drug: Said, clause: Clause, from: number, to: number): void {
    this.#asked = [
      ...(this.#age <= 1 ? this.#asked : []),
      { drug, dosage: dosageOf(clause, drug.concept.note, from, to), line: clause.line },
    ]
    this.#focus = undefined
    this.#age = 0
  }

  #drop(drug: Said): void {
    this.#asked = this.#asked.filter((one) => one.drug.concept.note !== drug.concept.note)
    const frame = findMedicine(this.#frames, 'use', drug.concept.note)
    if (frame) frame.status = 'denied'
    this.#focus = undefined
  }

  #statusOf(clause: Clause, drug: Said, text: string, asked: boolean): string | undefined {
    const about = chanceOf(clause, 'med', 'hda', 'hpp')
    const expected = asked || this.#asked.length > 0 || about > 0.3
    if (replaced.test(wordsOf(clause, drug.from, clause.tokens.length)) && namedIn(clause).length > 1) return 'replaced'
    if (lapsed.test(clause.plain)) return 'stopped'
    if (stopped.test(text)) return expected ? 'stopped' : undefined
    if (finished.test(text)) return expected ? 'finished' : undefined
    if (drug.polarity === 'denied') return undefined
    const question = this.#question?.plain ?? ''
    const lead = wordsOf(clause, 0, drug.from)
    const past = (took.test(text) || (took.test(lead) && !takes.test(lead))) && !takes.test(text) && !raised.test(text)
    if (past && about > 0.4) return 'tried'
    if (takes.test(text) || raised.test(text)) return expected ? 'in use' : undefined
    if (asked) return 'in use'
    const answers = clause.answers !== undefined || this.#question !== undefined
    if (!answers || about < 0.5) return chanceOf(clause, 'med') > 0.6 ? 'in use' : undefined
    if (/\b(tomou|usou|passou|deu|tomado|usado|fez|dado|pra essa|para essa)\b/.test(question)) return 'tried'
    return chanceOf(clause, 'med') > 0.35 || takes.test(question) || /remedio|medic/.test(question)
      ? 'in use'
      : undefined
  }

  /** The patient answers without a name: 'Essa eu larguei', 'de manhã', 'quarenta'. */
  #answer(clause: Clause): void {
    const { plain, line } = clause
    const pending = this.#pointed(plain)
    const former = /^(ah |ai |olha )*era( esse| essa)?$/.test(plain)
    if (never.test(plain) || ofOthers.test(plain) || former) {
      if (this.#age <= 4) for (const one of this.#asked) this.#drop(one.drug)
      if (this.#age <= 1 && this.#focus?.status === 'tried') this.#focus.status = 'denied'
      return
    }
    const ends = stopped.test(plain) || lapsed.test(plain) ? 'stopped' : finished.test(plain) ? 'finished' : undefined
    if (ends && pending.length > 0 && this.#age <= 5) {
      // 'Parei as duas': all; else the one asked last.
      const those = /\b(os dois|as duas|tudo|todos|todas|ambos)\b/.test(plain) ? pending : pending.slice(-1)
      for (const one of those) this.#focus = this.#take(one, line, ends)
      this.#asked = this.#asked.filter((one) => !those.includes(one))
      if (this.#focus) describeUse(this.#focus, clause, this.#told)
      return
    }
    // 'A do colesterol acabou' is about another medicine than the one in focus.
    // 'Tinha uma outra, mas parei' too.
    if (ends && (otherByPurpose.test(plain) || /\b(um|uma) outr[oa]\b/.test(plain))) this.#forget()
    else if (ends && this.#focus && this.#age <= 4) {
      if (overNow.test(plain)) this.#focus.status = this.#focus.status === 'tried' ? 'tried' : ends
      describeUse(this.#focus, clause, this.#told)
    } else if (pending.length > 0 && this.#age <= 5) {
      this.#confirm(clause, pending)
    } else if (this.#focus) this.#complete(this.#focus, clause)
  }

  /** The asked medicines that an answer is about: 'o outro' is the last of two. */
  #pointed(plain: string): Asked[] {
    if (this.#asked.length === 2 && /\b(o outro|a outra)\b/.test(plain)) return this.#asked.slice(1)
    return this.#asked
  }

  #confirm(clause: Clause, asked: readonly Asked[]): void {
    const denies = (clause.reply?.means === 'no' || no.test(clause.plain)) && !raised.test(clause.plain)
    const all = asked.length === 1 || /\b(os dois|as duas|tudo|todos|todas|ambos|tomo tudo)\b/.test(clause.plain)
    const last = asked.at(-1)
    // 'Meu cunhado toma. Eu não.'
    const others = clause.said.some(({ concept }) => concept.kind === 'relative') && !tookOwn.test(clause.plain)
    if (!last || (others && !/\b(eu|tomo|uso|me|ele|ela)\b/.test(clause.plain))) return
    const dosage = answeredDosage(clause, last.drug.concept.note, this.#question)
    const doses = Object.keys(dosage).some((slot) => /strength|frequency|moment|amount/.test(slot))
    if (denies && !doses) {
      // 'Não. Essa eu parei': what the record says of the dose is no longer true.
      this.#asked = asked.map((one) => ({ ...one, dosage: {}, denied: true }))
      for (const { drug } of asked) {
        const frame = findMedicine(this.#frames, 'use', drug.concept.note)
        if (frame?.status === 'in use' && clause.tokens.length <= 5) frame.status = 'denied'
      }
      return
    }
    const agrees = clause.reply?.means === 'yes' || yes.test(clause.plain) || isOccasional(clause.plain)
    if (!agrees && !doses && !takes.test(clause.plain)) return
    if (!agrees && last.drug.concept.group === 'class' && !takes.test(clause.plain)) return
    if (last.denied && !raised.test(clause.plain) && !/\b(mas|so)\b/.test(clause.plain)) return
    if (clause.quantities.length > 4) return
    const past = took.test(clause.plain) && !takes.test(clause.plain) && !raised.test(clause.plain)
    for (const one of all ? asked : doses ? [last] : []) {
      const frame = this.#take(one, clause.line, one.ended ? 'stopped' : past ? 'tried' : 'in use')
      if (one === last) fillDosage(frame, dosage, [clause.line], true)
      if (!(denies && doses)) this.#fillProposal(frame, clause.line)
      fillDosage(frame, denies ? withoutFrequency(one.dosage) : one.dosage, [one.line])
      this.#focus = frame
    }
    if (this.#focus) describeUse(this.#focus, clause, this.#told)
    this.#asked = []
    this.#age = 0
  }

  #take({ drug, line }: Asked, answer: string, status: string): Frame {
    const earlier = findMedicine(this.#frames, 'use', drug.concept.note)
    const isOver = status === 'in use' && /^(stopped|finished)$/.test(earlier?.status ?? '')
    const frame = putMedicine(this.#frames, 'use', drug, line, isOver ? '' : status)
    if (!frame.lines.includes(answer)) frame.lines.push(answer)
    this.#age = 0
    return frame
  }

  /** Adds details to the medicine in focus: a dose, a time, an effect, an agreement with the doctor's proposal. */
  #complete(focus: Frame, clause: Clause): void {
    if (clause.speaker === 'doctor' || namedIn(clause).length > 0) return
    const asksDose =
      this.#proposal !== undefined ||
      /\b(quant[oa]s?|dose|mg|miligrama|como|horario|hora|qual|quando|vezes|caixa)\b/.test(this.#question?.plain ?? '')
    const about = chanceOf(clause, 'med') > 0.35
    if (focus.status === 'in use' || focus.status === 'tried') {
      if (asksDose || about || this.#age <= 1) {
        const dosage = answeredDosage(clause, ingredientOf(focus), this.#question, asksDose)
        if (clause.quantities.length > 4) return
        const again = dosage.frequency && focus.slots.get('frequency')?.lines.includes(clause.line)
        const corrects = changesDose(clause.plain, again === true)
        if (fillDosage(focus, dosage, [clause.line], corrects)) this.#age = Math.min(this.#age, 2)
      }
      const denies = clause.reply?.means === 'no' || no.test(clause.plain)
      if (!denies && (clause.reply?.means === 'yes' || yes.test(clause.plain))) this.#fillProposal(focus, clause.line)
      this.#proposal = undefined
    }
    describeUse(focus, clause, this.#told)
  }
}

const withoutFrequency = ({ frequency: _, moment: __, strength: ___, ...rest }: Dosage): Dosage => rest
