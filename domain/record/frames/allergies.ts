// Allergies: the substance, the reaction, and what was denied.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import {
  allergy,
  cannot,
  childhood,
  denying,
  excepting,
  irritating,
  isAllergic,
  medicine,
  no,
  noMore,
  notIt,
  notMine,
  onFile,
  retaking,
  tolerated,
  unaware,
} from './allergy-words.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { ingredientOf, namedIn, sideOf, writtenName } from './medicine.ts'
import { lastingOf } from './times.ts'

type Substance = {
  name: string
  polarity: Said['polarity']
  from: number
  to: number
  subject?: string | undefined
  ingredient: string
}
/** The medicines, foods and things of a clause that somebody may be allergic to. */
function substancesIn(clause: Clause): Substance[] {
  // 'Gravidez não, tenho DIU': a device is no allergy unless the clause says so.
  const own = namedIn(clause).filter(
    ({ concept }) => !/^(DIU|implante)/.test(concept.note) || allergy.test(clause.plain),
  )
  const drugs = own.map((drug) => ({ ...drug, name: writtenName(drug), ingredient: drug.concept.note }))
  const things = clause.said.filter(
    ({ concept, from }) => concept.kind === 'allergen' && !drugs.some((drug) => from >= drug.from && from < drug.to),
  )
  // 'Contraste amarelo, a fluoresceína': the second name is the exact one.
  const exact = things.filter(({ concept }, at) => !(/^contraste/.test(concept.note) && things[at + 1]))
  return [...drugs, ...exact.map((one) => ({ ...one, name: one.concept.note, ingredient: '' }))]
}
const reactionsIn = (clause: Clause): string[] => {
  const all = clause.said.flatMap(({ concept, from, subject }) => {
    // 'Eu não tomo, fico toda empolada': only a denial right before denies the reaction.
    const denied = clause.tokens.slice(Math.max(0, from - 3), from).some(({ word }) => denying.test(word))
    return concept.kind === 'reaction' && !denied && !subject ? [concept.note] : []
  })
  // 'Inchou a boca' says more than 'inchou'.
  return [...new Set(all)]
    .filter((one) => !all.some((other) => other !== one && other.startsWith(`${one} `)))
    .slice(0, 2)
}

const isUsed = /\b(tom|us)(o|ava|ando)\b/
const notTaken = /\bnao (dou|tomo|uso|posso|pode|da|toma|usa|quero)\b/

class Allergies {
  readonly #frames: Frames
  #question: Clause | undefined
  #asked: Substance[] = []
  #focus: Frame | undefined
  /** A substance named just before, without an allergy so far. */
  #pending: { substance: Substance; line: string } | undefined
  /** The last denial of any allergy. */
  #denied: { line: string; frame: Frame } | undefined
  #age = 0
  /** The line of a doctor who speaks of an allergy without its name so far. */
  #saying: string | undefined
  /** The patient's latest reaction, before anybody called it an allergy. */
  #reacted: { text: string; line: string; age: number } | undefined

  constructor(frames: Frames) {
    this.#frames = frames
  }

  read(clause: Clause): void {
    this.#age += 1
    const about = chanceOf(clause, 'ale')
    if (this.#age > 5 && about < 0.5) {
      this.#question = undefined
      this.#asked = []
      this.#focus = undefined
    }
    // 'Toma algum remédio?': the doctor asks about another thing, so its answer names no allergy.
    if (clause.act === 'question' && clause.speaker === 'doctor' && about < 0.3 && !allergy.test(clause.plain)) {
      this.#question = undefined
      this.#asked = []
      this.#denied = undefined
    }
    const all = substancesIn(clause)
    const substances = all.filter(({ subject }) => !subject || /\bme deu\b/.test(clause.plain))
    if (all.length > substances.length) this.#pending = undefined
    // The labels of the speakers may be swapped: who asks is the doctor.
    const asks = clause.act === 'question' && allergy.test(clause.plain) && reactionsIn(clause).length === 0
    const answers = this.#question !== undefined && this.#question.speaker !== 'doctor' && this.#age <= 3
    if (asks || (clause.speaker === 'doctor' && !answers)) this.#readDoctor(clause, substances, about)
    else this.#readPatient(clause, substances, about)
    const reactions = clause.speaker === 'patient' ? reactionsIn(clause) : []
    if (reactions.length > 0) this.#reacted = { text: reactions.join(' e '), line: clause.line, age: 0 }
    else if (this.#reacted && ++this.#reacted.age > 4) this.#reacted = undefined
    const last = substances.at(-1)
    if (last && (last.ingredient || about > 0.2)) this.#pending = { substance: last, line: clause.line }
    else if (this.#age > 3) this.#pending = undefined
  }

  #readDoctor(clause: Clause, substances: readonly Substance[], about: number): void {
    const named = allergy.test(clause.plain)
    const says = named || this.#saying === clause.line
    const [reaction] = reactionsIn(clause)
    // 'Então tem alergia! Contraste iodado.': the name alone follows.
    const follows = this.#saying === clause.line && clause.tokens.length <= 4 && chanceOf(clause, 'con') < 0.5
    const repeats = this.#question !== undefined && reaction !== undefined && substances.length > 0
    if (!says && !repeats && about < 0.6) return
    this.#age = 0
    if (named) this.#saying = clause.line
    const asks = clause.act === 'question' || clause.tag.act === 'q' || onFile.test(clause.plain)
    if (asks) {
      if (substances.length > 0 || this.#question?.line !== clause.line) this.#asked = [...substances]
      this.#question = clause
      return
    }
    if (notIt.test(clause.plain)) return
    if (/\b(nega|sem|nenhuma) (\w+ )?alergias?\b/.test(clause.plain) && substances.length === 0) return
    for (const one of substances)
      if (
        (one.polarity !== 'denied' || /nunca mais/.test(clause.plain)) &&
        (reaction || says) &&
        (about > 0.4 || repeats || follows)
      )
        this.#put(one, clause)
    if (
      substances.length === 0 &&
      (reaction || says) &&
      this.#pending &&
      this.#focus === undefined &&
      about > 0.5 &&
      reaction
    )
      this.#put(this.#pending.substance, clause, this.#pending.line)
    const focus = this.#focus
    if (!focus) return
    // The doctor's word for the reaction is the exact one.
    if (reaction && this.#age === 0) fill(focus, 'reaction', reactionsIn(clause).join(' e '), [clause.line], true)
    this.#describe(focus, clause)
    if (this.#reacted) fill(focus, 'reaction', this.#reacted.text, [this.#reacted.line])
  }

  #readPatient(clause: Clause, substances: readonly Substance[], about: number): void {
    const reactions = reactionsIn(clause)
    // 'Alergia a pena de ganso, mais nada' names one.
    const names =
      excepting.test(clause.plain) ||
      (/\balergia a(?! (nada|nenhum))\b|^(ah |olha )?so\b/.test(clause.plain) &&
        !/^(nao|nunca|nenhuma)\b/.test(clause.plain))
    const denies = (clause.reply?.means === 'no' || no.test(clause.plain)) && !names && !unaware.test(clause.plain)
    if (notMine.test(clause.plain)) {
      this.#question = undefined
      this.#asked = []
      return
    }
    // 'Não. Ah, espera, tenho sim, de sulfa.': the no was too early.
    const isTakenBack =
      this.#denied !== undefined && this.#age <= 4 && retaking.test(clause.plain) && !noMore.test(clause.plain)
    const open = (this.#question !== undefined && this.#age <= 4) || isTakenBack
    if (clause.act === 'question' && reactions.length === 0) return
    const fine = tolerated.test(clause.plain)
    const own = substances.filter(
      (one) =>
        one.polarity !== 'denied' ||
        reactions.length > 0 ||
        cannot.test(clause.plain) ||
        clause.tokens[one.to]?.word === 'sim',
    )
    // 'Não... dipirona!': the no was too early.
    if (own.length > 0 && !fine && this.#denied?.line === clause.line && clause.quantities.length === 0)
      this.#denied.frame.open = true
    const isSideEffect = reactions.length === 0 && irritating.test(clause.plain) && !allergy.test(clause.plain)
    if (isSideEffect && own.length > 0) return
    if (own.length > 0 && !fine && !unaware.test(clause.plain) && !notIt.test(clause.plain)) {
      const strong =
        isTakenBack ||
        own.some(({ to }) => clause.tokens[to]?.word === 'sim') ||
        reactions.length > 0 ||
        allergy.test(clause.plain) ||
        cannot.test(clause.plain)
      // 'Remédio, alergia?' 'Tomo losartana.': the answer to the first of two questions.
      const short = clause.tokens.length <= 9 && !denies && this.#age <= 3 && !isUsed.test(clause.plain)
      // 'A dipirona eu não tomo, fico toda empolada': a refused medicine with a reaction counts without a question.
      const refused =
        reactions.length > 0 &&
        own.some((one) => one.ingredient !== '' && (one.polarity === 'denied' || notTaken.test(clause.plain)))
      const isAllergy =
        (open && (strong || short)) || refused || (strong && (about > 0.3 || allergy.test(clause.plain)))
      if (isAllergy && !this.#isFood(own, open, about)) {
        // 'Dipirona é bênção, a nimesulida me empolou': the reaction belongs to the name nearest before it.
        const at = clause.said.find(({ concept }) => concept.kind === 'reaction')?.from ?? clause.tokens.length
        const nearest = own.filter(({ to }) => to <= at).at(-1)
        for (const one of allergy.test(clause.plain) || open || !nearest ? own : [nearest]) this.#put(one, clause)
        if (this.#focus) this.#describe(this.#focus, clause)
        if (open && /\b(remedio|medicamento)s?( \w+)? (nao|nenhum|nada)\b|\bde remedio (nao|nenhum)/.test(clause.plain))
          this.#deny('alergia medicamentosa', clause)
        return
      }
    }
    // 'Pode tomar dipirona?' 'Não, tenho alergia.'
    if (own.length === 0 && this.#pending?.substance.ingredient && isAllergic(clause)) {
      this.#put(this.#pending.substance, clause, this.#pending.line)
      return
    }
    // 'Metoclopramida me deu uma reação. Alergia mesmo, nenhuma.'
    if (/\balergia (mesmo|mesma)\b/.test(clause.plain) && denies && this.#focus?.lines.includes(clause.line)) {
      this.#focus.open = true
      return
    }
    // 'Enalapril me deu tosse, o resto nada' names something.
    if (denies && own.length > 0 && !/^(nao|nunca|nada|nenhuma?|de)\b/.test(clause.plain)) return
    if (open && this.#question) {
      this.#answer(clause, denies, fine)
      return
    }
    // 'Tenho alergia àquele …, inchei': the reaction is of a thing that the lexicon does not know.
    if (allergy.test(clause.plain) && own.length === 0) this.#focus = undefined
    if (this.#focus && reactions.length > 0 && (about > 0.2 || this.#age <= 1)) {
      this.#describe(this.#focus, clause)
      return
    }
    // 'Tramadol não! Uma vez inchou a boca': the clause before has the name.
    if (this.#pending && reactions.length > 0 && about > 0.25 && !denies) {
      this.#put(this.#pending.substance, clause, this.#pending.line)
      if (this.#focus) this.#describe(this.#focus, clause)
    }
  }

  /** A food without a word of allergy is only food. */
  #isFood(list: readonly Substance[], open: boolean, about: number): boolean {
    return !open && about < 0.5 && list.every(({ ingredient }) => ingredient === '')
  }

  #answer(clause: Clause, denies: boolean, fine: boolean): void {
    const question = this.#question
    if (!question) return
    if (denies || fine) {
      if (this.#asked.length > 0) for (const one of this.#asked) this.#deny(`alergia a ${one.name}`, clause)
      else if (!fine)
        this.#deny(
          medicine.test(clause.plain) && !medicine.test(question.plain)
            ? 'alergia medicamentosa'
            : /\boutr[ao]s?\b/.test(question.plain) && medicine.test(question.plain)
              ? 'alergia a outros medicamentos'
              : /\b(outr[ao]s?|mais)\b/.test(question.plain)
                ? 'outras alergias'
                : 'alergias',
          clause,
        )
      this.#question = undefined
      return
    }
    const yes = clause.reply?.means === 'yes' || /^(tenho|sim|confere|isso|tem|e)\b/.test(clause.plain)
    const [only] = this.#asked
    if (only && this.#asked.length === 1 && (yes || reactionsIn(clause).length > 0))
      this.#put(only, clause, question.line)
    if (this.#focus) this.#describe(this.#focus, clause)
  }

  #put(substance: Substance, clause: Clause, before?: string): void {
    const questionLines = this.#question && this.#age <= 3 ? [this.#question.line] : []
    const lines = [...new Set([...(before ? [before] : questionLines), clause.line])]
    const frame = this.#frames.put('allergy', substance.name, lines, { status: substance.ingredient })
    this.#focus = frame
    this.#age = 0
    this.#pending = undefined
  }

  #deny(name: string, clause: Clause): void {
    const lines = this.#question ? [this.#question.line, clause.line] : [clause.line]
    const frame = this.#frames.put('allergy', name, lines, { polarity: 'denied', status: 'denied' })
    if (name === 'alergias') this.#denied = { line: clause.line, frame }
  }

  #describe(frame: Frame, clause: Clause): void {
    if (frame.polarity === 'denied') return
    const reactions = reactionsIn(clause)
    if (reactions.length > 0) fill(frame, 'reaction', reactions.join(' e '), [clause.line])
    const age = clause.quantities.find(
      ({ unit, from }) => unit === 'ano' && /^(com|tinha|aos)$/.test(clause.tokens[from - 1]?.word ?? ''),
    )
    const when = childhood.test(clause.plain) ? 'na infância' : age ? `aos ${age.value} anos` : lastingOf(clause)
    const about = reactions.length > 0 || chanceOf(clause, 'ale') > 0.4
    if (when && about && frame.slots.has('reaction')) fill(frame, 'when', when, [clause.line])
  }
}

/** Puts the affirmed and the denied allergies. */
export function readAllergies(frames: Frames, clauses: readonly Clause[]): void {
  const allergies = new Allergies(frames)
  for (const clause of clauses) if (clause.act !== 'greeting') allergies.read(clause)
  settle(frames)
}

/** A general denial gives way to an allergy; a denied substance to the same one affirmed. */
function settle(frames: Frames): void {
  const all = frames.of('allergy')
  const affirmed = all.filter(({ polarity }) => polarity === 'affirmed')
  const ofDrugs = affirmed.some(({ status }) => status !== '')
  for (const frame of all) {
    if (frame.polarity !== 'denied') continue
    const general = frame.name === 'alergias' || (frame.name === 'alergia medicamentosa' && ofDrugs)
    if ((general && affirmed.length > 0) || affirmed.some(({ name }) => frame.name === `alergia a ${name}`))
      frame.open = true
    if (frame.name === 'alergias' && all.some(({ name }) => name.startsWith('alergia '))) frame.open = true
  }
}

/** Whether a clause describes an allergic reaction, which is no symptom of today. */
export const putReaction = (_: Frames, clause: Clause): boolean =>
  chanceOf(clause, 'ale') > 0.6 && reactionsIn(clause).length > 0

const isDosed = ({ slots }: Frame): boolean => slots.has('strength') || slots.has('frequency')
/** Cancels a prescription of a medicine that the patient calls an allergy. */
export function dropAllergic(frames: Frames): void {
  const allergies = new Set(
    frames.of('allergy').flatMap(({ polarity, status, name }) => (polarity === 'affirmed' ? [status, name] : [])),
  )
  for (const frame of frames.of('medication'))
    if (sideOf(frame) === 'plan' && frame.status === 'prescribed' && allergies.has(ingredientOf(frame)))
      frame.status = 'cancelled'
    else if (frame.status === 'in use' && allergies.has(ingredientOf(frame)) && !isDosed(frame)) frame.status = 'denied'
}
