// Medicines that the doctor prescribes, keeps, changes, suspends or decides against.
import { type Clause, chanceOf, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import { type Dosage, dosageText } from './dosage.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { dosageOf, explanationFrom, fillDosage, findMedicine, namedIn, putMedicine, segmentsOf } from './medicine.ts'
import {
  conditionEnd,
  conditionFor,
  conditionOf,
  fillReason,
  isDosing,
  isInCondition,
  startsDosing,
} from './medicine-conditions.ts'
import {
  badly,
  correcting,
  type Decision,
  decisionOn,
  declines,
  explaining,
  firstPerson,
  instead,
  keeping,
  keepsOn,
  leads,
  lowering,
  type Named,
  otherMatter,
  ownWords,
  type Place,
  purpose,
  raising,
  refusal,
  revising,
  suspending,
  swapIn,
  swapping,
  takesUp,
} from './medicine-decisions.ts'
import { isTime, span } from './times.ts'

type Planned = Frame & { status: Decision }
const dosing: readonly Decision[] = ['prescribed', 'raise', 'lower']
/** Decisions that a later clause without a new verb does not change. */
const lasting: readonly Decision[] = ['keep', 'suspend', 'unprescribed']

/** Where the new dose begins in 'aumenta de 850 duas vezes pra três vezes'; 0 where no dose is changed so. */
function changedFrom({ tokens, quantities, plain }: Clause, drug: Said, end: number): number {
  if (!raising.test(plain) && !lowering.test(plain)) return 0
  const to = tokens.findIndex(({ word }, at) => at > drug.to && at < end && /^(pra|para)$/.test(word))
  const isDosed = (low: number, high: number) => quantities.some(({ from }) => from >= low && from < high)
  return to > 0 && isDosed(drug.to, to) && isDosed(to, end) ? to : 0
}

/** 'Se em uma semana não dormir melhor': the medicine has not helped. */
const unanswered =
  /^(ai |e |mas )?(se|caso)\b.*\bnao (\w+ ){0,2}(melhor\w*|dorm\w+|resolv\w+|adiant\w+|result\w+|pass\w+|ced\w+|control\w+|baix\w+|alivi\w+|funcion\w+)/

/** Follows what the doctor decides. */
export class PlannedMedicines {
  readonly #frames: Frames
  /** The last medicine that the talk names; its frame once the doctor decides something. */
  #named: Named | undefined
  #focus: Planned | undefined
  /** The last one prescribed: a dose goes on about it after another was decided against. */
  #prescribed: Named | undefined
  /** The patient asks whether to stop it: a no keeps it. */
  #asksToStop = false
  /** A condition whose consequence is the next clause: 'se não melhorar … aí entra a prednisona'. */
  #ahead: { line: string; text: string } | undefined
  #age = 0
  #late = false

  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** Whether the doctor has begun to decide. */
  get isLate(): boolean {
    return this.#late
  }

  /** Whether the doctor decides in this clause. `place`: from 0 to 1 in the talk. */
  decides(clause: Clause, place: number): boolean {
    const plan = chanceOf(clause, 'con', 'ori')
    const { act } = clause.tag
    if (clause.speaker !== 'doctor')
      return this.#late && act === 'd' && plan > 0.9 && clause.act !== 'question' && !ownWords.test(clause.plain)
    if (!this.#late && plan > 0.6 && place > 0.3 && /^[di]$/.test(act)) this.#late = true
    if (!this.#late && chanceOf(clause, 'hip') > 0.6 && place > 0.4) this.#late = true
    if (clause.act === 'question' && !/\b(viu|ta|ne|ok|combinado|certo)$/.test(clause.plain)) return false
    const past = chanceOf(clause, 'med', 'hda', 'hpp', 'ale')
    if ((this.#late || clause.quantities.length > 0) && firstPerson.test(clause.plain) && namedIn(clause).length > 0)
      return true
    return plan > 0.4 || (this.#late && past < 0.5 && act !== 'q') || (clause.plan && place > 0.5)
  }

  read(clause: Clause): void {
    this.#age += 1
    const named = namedIn(clause).filter(({ subject, concept }) => !subject || this.#inUse(concept.note))
    if (named.length === 0) {
      this.#goOn(clause)
      const text = leads.test(clause.plain) ? conditionOf(clause) : undefined
      this.#ahead = text ? { line: clause.line, text } : undefined
      return
    }
    this.#asksToStop = false
    const segments = segmentsOf(clause, named)
    if (segments.length >= 2 && swapping.test(clause.plain)) if (this.#swap(clause, named)) return
    let shared: Decision | undefined
    for (const [index, { drug, from, to }] of segments.entries()) {
      if (
        isInCondition(clause, drug) ||
        (segments.length === 1 && instead.test(wordsOf(clause, drug.from - 4, drug.from)))
      )
        continue
      const lead = wordsOf(clause, Math.max(from, drug.from - 12), drug.from)
      const end = explanationFrom(clause, from, to)
      const start = segments.length === 1 ? conditionEnd(clause, drug) : from
      // 'Losartana e metformina seguem iguais': the verb stands behind the last name.
      const bare = index + 1 < segments.length && wordsOf(clause, drug.to, to) === ''
      const text = wordsOf(clause, start, bare ? clause.tokens.length : end)
        .replace(purpose, '')
        .trim()
      const joined =
        /^(e|nem|,)$/.test(clause.tokens[from]?.word ?? '') && /^(tambem( nao)?|)$/.test(wordsOf(clause, drug.to, to))
      shared = this.#decide(clause, drug, { from, to, text, lead, shared: joined ? shared : undefined })
    }
  }

  /** The patient asks for, refuses or reports a reaction to a medicine. */
  listen(clause: Clause): void {
    this.#age += 1
    if (!this.#late || chanceOf(clause, 'med', 'hpp', 'hf') > 0.6) return
    if (this.#focus?.status === 'prescribed' && this.#age <= 2 && declines.test(clause.plain))
      this.#focus.status = 'refused'
    for (const drug of namedIn(clause)) {
      const frame = this.#planned(drug.concept.note)
      const refuses = (drug.polarity === 'denied' && clause.tokens.length <= 5) || badly.test(clause.plain)
      if (frame?.status === 'prescribed' && refuses) frame.status = 'unprescribed'
      this.#asksToStop = suspending.test(clause.plain) || /\b(paro|suspendo|tiro|largo|corto)\b/.test(clause.plain)
      this.#setFocus(frame, { drug, line: clause.line })
    }
  }

  /** The doctor names a medicine without a decision: a dose that follows is of this one. */
  mention(clause: Clause): void {
    this.#age += 1
    const last = namedIn(clause).at(-1)
    if (!this.#late || !last || last.subject) return
    this.#setFocus(this.#planned(last.concept.note), { drug: last, line: clause.line })
  }

  #planned(ingredient: string): Planned | undefined {
    return findMedicine(this.#frames, 'plan', ingredient) as Planned | undefined
  }

  #inUse(ingredient: string): boolean {
    return /^(in use|tried)$/.test(findMedicine(this.#frames, 'use', ingredient)?.status ?? '')
  }

  #decide(clause: Clause, drug: Said, place: Place): Decision | undefined {
    const { note, group } = drug.concept
    const from = changedFrom(clause, drug, place.to)
    const dosage = {
      ...dosageOf(clause, note, place.from, place.to),
      ...(from && dosageOf(clause, note, from, place.to)),
    }
    // 'Potássio' and 'ureia' are exams as well.
    const isExam = clause.said.some(
      ({ concept, from, to }) => concept.kind === 'exam' && from < drug.to && drug.from < to,
    )
    if (isExam && !(dosage.strength && (dosage.frequency || dosage.moment || dosage.course))) return undefined
    // 'Mantenha a losartana de cem e a sinvastatina'.
    const status =
      decisionOn(clause, drug, place, dosage, findMedicine(this.#frames, 'use', note)) ??
      (this.#inUse(note) ? place.shared : undefined)
    const earlier = this.#planned(note)
    // A class is decided against, seldom prescribed: 'um antibiótico' names nothing.
    const vague = group === 'class' && !dosage.strength && !dosage.amount && !dosage.frequency && !dosage.limit
    const decidedOn = earlier && dosing.includes(earlier.status)
    // A name in passing: 'junto com o Rivotril dá sono. Na verdade, começo com cem.'
    if (
      !status &&
      this.#focus?.status === 'prescribed' &&
      this.#named?.line === clause.line &&
      explaining.test(place.text)
    )
      return undefined
    const repeats =
      decidedOn &&
      (status === 'keep' || (status === 'unprescribed' && !refusal.test(place.text) && earlier.slots.has('strength')))
    if (!status || repeats || (vague && dosing.includes(status))) {
      this.#setFocus(earlier, { drug, line: clause.line })
      return undefined
    }
    this.#put({ drug, line: clause.line }, clause, status, dosage, place)
    return lasting.includes(status) ? status : undefined
  }

  /** Puts the decision with its dosage or its reason. */
  #put(named: Named, clause: Clause, status: Decision, dosage: Dosage, place?: { from: number; to: number }): void {
    const hasStrength = this.#planned(named.drug.concept.note)?.slots.has('strength')
    const explicit = clause.quantities.some(({ unit }) => /^(mg|mcg|g|ui)$/.test(unit))
    const frame = putMedicine(this.#frames, 'plan', named.drug, named.line, status) as Planned
    if (!frame.lines.includes(clause.line)) frame.lines.push(clause.line)
    if (status === 'suspend' || status === 'unprescribed') fillReason(frame, clause)
    if (status !== 'suspend') {
      // 'A losartana segue, só pula na manhã da cirurgia'.
      if (status === 'keep' && !dosage.strength && !dosage.frequency && !dosage.amount) {
        delete dosage.moment
        delete dosage.route
      }
      fillDosage(
        frame,
        dosage,
        [clause.line],
        !hasStrength || explicit || correcting.test(clause.plain) || status !== 'prescribed',
      )
      const condition = conditionFor(clause, named.drug, place, this.#ahead)
      if (condition) fill(frame, 'condition', condition, [clause.line])
    }
    if (status === 'prescribed') this.#prescribed = named
    this.#setFocus(frame, named)
  }

  #setFocus(frame: Planned | undefined, named: Named): void {
    this.#focus = frame
    this.#named = named
    this.#age = 0
  }

  /** 'Troco A por B': B is prescribed, A gives way. */
  #swap(clause: Clause, named: readonly Said[]): boolean {
    const swap = swapIn(clause, named)
    if (!swap) return false
    const { old, fresh, end } = swap
    const dosage = dosageOf(clause, fresh.concept.note, fresh.to, end)
    this.#put({ drug: fresh, line: clause.line }, clause, 'prescribed', dosage)
    const replaced = putMedicine(this.#frames, 'plan', old, clause.line, 'replaced')
    if (this.#focus) fill(this.#focus, 'instead', replaced.slots.get('name')?.text ?? old.concept.note, [clause.line])
    return true
  }

  /** A clause without a name goes on about the medicine before it: 'Um comprimido de oito em oito horas.' */
  #goOn(clause: Clause): void {
    const rejected = this.#focus?.status === 'unprescribed' && this.#age > 0
    const restarts =
      rejected &&
      !takesUp.test(clause.plain) &&
      this.#prescribed &&
      clause.quantities.length > 0 &&
      !refusal.test(clause.plain)
    if (restarts && this.#prescribed)
      this.#setFocus(this.#planned(this.#prescribed.drug.concept.note), this.#prescribed)
    const named = this.#named
    if (!named || this.#age > 4 || otherMatter.test(clause.plain)) return
    if (clause.said.some(({ concept }) => /^(exam|action|specialty|procedure|where)$/.test(concept.kind))) return
    const focus = this.#focus
    const cue = this.#laterCue(clause, named, focus)
    if (cue) {
      this.#put(named, clause, cue, {})
      return
    }
    const condition = conditionOf(clause)
    const fails = condition?.includes(' não ') && focus?.status === 'prescribed'
    if ((leads.test(clause.plain) && !condition) || fails || !isDosing(clause)) return
    const dosage = dosageOf(clause, named.drug.concept.note, 0, clause.tokens.length)
    const isMuch =
      dosage.strength !== undefined || dosage.amount !== undefined || /\/\d+ h/.test(dosage.frequency ?? '')
    if (!isMuch && (dosage.course || dosage.frequency) && (!isDosing(clause, true) || /\bexames?\b/.test(clause.plain)))
      return
    if (focus?.status === 'unprescribed' && this.#age <= 1 && takesUp.test(clause.plain)) {
      this.#put(named, clause, 'prescribed', dosage)
      return
    }
    const strong = dosage.strength !== undefined || dosage.amount !== undefined || dosage.frequency !== undefined
    if (!focus) {
      const sure =
        strong &&
        named.drug.polarity === 'affirmed' &&
        chanceOf(clause, 'con', 'ori') > 0.5 &&
        this.#age <= 2 &&
        named.drug.concept.group !== 'class'
      if (sure && startsDosing(clause) && !clause.conditional) this.#put(named, clause, 'prescribed', dosage)
      return
    }
    const changes = raising.test(clause.plain) || lowering.test(clause.plain)
    if (lasting.includes(focus.status) && !changes) return
    const dosed = focus.slots.has('strength') || focus.slots.has('amount')
    if (/^(ai |e )?(depois|dai)\b/.test(clause.plain) && dosed && (strong || condition)) {
      const { route: _, ...rest } = dosage
      fill(focus, 'later', [dosageText(rest), condition].filter(Boolean).join(', '), [clause.line])
      this.#age = Math.min(this.#age, 2)
      return
    }
    // 'Se não melhorar, um inteiro': the first dose stays, and this one comes later.
    if (dosed && unanswered.test(clause.plain)) {
      const { route: _, ...rest } = dosage
      const after = clause.quantities.find((one) => isTime(one))
      const text = `${dosageText(rest)} se não melhorar${after ? ` em ${span(after)}` : ''}`
      // 'Meio comprimido de manhã também' adds to the first dose.
      if (strong && !/\b(tambem|mais)\b/.test(clause.plain)) fill(focus, 'later', text, [clause.line])
      return
    }
    if (fillDosage(focus, dosage, [clause.line], correcting.test(clause.plain) || revising.test(clause.plain))) {
      this.#age = Math.min(this.#age, 2)
      if (focus.status === 'refused') focus.status = 'prescribed'
    }
    const forAttack = condition === 'na crise' && focus.slots.has('frequency')
    if (condition && !forAttack && clause.tokens.length < 16 && clause.tokens.length > 2)
      fill(focus, 'condition', condition, [clause.line])
  }

  /** 'Vamos suspender', 'essa sai', 'esse continua', 'não vou usar': a decision without the name. */
  #laterCue({ plain, tokens, tag }: Clause, named: Named, focus: Planned | undefined): Decision | undefined {
    if (tokens.length > 14 || this.#age > 2) return undefined
    const inUse = findMedicine(this.#frames, 'use', named.drug.concept.note)?.status === 'in use'
    const about = tag.part === 'con' || tag.part === 'ori' || this.#age <= 1
    if (!about || (focus && focus.status !== 'prescribed' && !inUse)) return undefined
    const dosed = focus?.slots.has('strength') || focus?.slots.has('frequency')
    if (keepsOn.test(plain) || (this.#asksToStop && /^(nao|nunca)\b/.test(plain))) return inUse ? 'keep' : undefined
    if (inUse && keeping.test(plain) && !dosed) return 'keep'
    const early = suspending.exec(plain)
    const own = early !== null && plain.slice(0, early.index).split(' ').length <= 4
    if (inUse && (own || (this.#asksToStop && /^(sim|para|pode parar|isso)\b/.test(plain)))) return 'suspend'
    if (/\b(cancela|cancelo|cancelada|deixa pra la)\b/.test(plain) && tokens.length < 8) return 'unprescribed'
    if (dosed && this.#age > 1) return undefined
    return refusal.test(plain) && !inUse ? 'unprescribed' : undefined
  }
}
