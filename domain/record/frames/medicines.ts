// Medicines: in use, tried, stopped, prescribed, changed.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import { plain } from '#domain/text.ts'
import { ingredientOf, putAllergies, putFoodAllergy, tellsAllergy } from './allergies.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { feltIn } from './symptoms.ts'
import { courseOf, doseOf, frequencyOf, lastingOf } from './times.ts'

const suspending = /\b(suspend\w+|larga|largar|para de tomar|parar|deixa de|interromp\w+|tira|tirar|sai)\b/
const stopping =
  /\b(suspend\w+|parar|para de|larga|largar|deixa de|nada de|pare|tira|tirar|corta|cortar|nao (toma|tomar|tome|usa|usar|use|vai)|interromp\w+|retirar|sem o|sem a)\b/
const keeping = /\b(mant\w+|continu\w+|segue|seguir|pode seguir|fica com|permanece)\b/
const prescribing =
  /\b(passar|passo|receit\w+|prescrev\w+|dar|dou|colocar|inici\w+|comec\w+|associ\w+|deixar|deixo|fazer|tomar|toma|tome|usar|use|pinga\w*|aplica\w*|entrar|entra|acrescent\w+|troc\w+|vai ser|botar)\b/
const raising = /\b(aument\w+|subir|sobe|subo|dobrar)\b/
const lowering = /\b(diminu\w+|reduz\w+|baixar|baixa|abaixar)\b/
const tried = /\b(tomei|tomou|usei|usou|passei|dei|deu|tentei|pingava|pinguei|comprei)\b/
const stopped = /\b(parei|parou|larguei|abandonei|deixei|interrompi|suspendi|acabou)\b/
const notTaken = /\b(tomei nao|nem comprei|nao tomei|nao usei|nunca tomei|o que se|pode (eu )?tomar)\b/
const ofOthers = /\b(quis|dele|dela|sobrou|de outro|emprest\w+)\b/

/** The name in the note: the trade name if the speaker used it, else the ingredient. */
function written({ concept, said }: Said): string {
  const own = plain(said)
  const trade = own.slice(0, 5) !== plain(concept.note).slice(0, 5) && own.length > 3 && !/^(remedio|soro)/.test(own)
  return trade ? `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}` : concept.note
}

/** 'se dor', 'se febre': what a medicine is taken for when it is taken only then. */
function conditionOf(clause: Clause): string | undefined {
  if (/\b(se precis\w+|se necessario)\b/.test(clause.plain)) return 'se necessário'
  const at = clause.tokens.findIndex((token) => /^(se|caso)$/.test(token.word))
  if (at < 0 || (!clause.conditional && !/\bse (tiver|der|doer|a dor|dor|febre)\b/.test(clause.plain))) return undefined
  const names = feltIn(clause).flatMap(({ from, name }) => (from > at && from < at + 8 ? [name] : []))
  const pain =
    /\bse (\w+ ){0,3}(dor|doer|doendo)\b/.test(clause.plain) && !names.some((name) => /dor|algia|cefaleia/.test(name))
  const all = pain ? ['dor', ...names] : names
  return all.length > 0 ? `se ${all.join(' ou ')}` : undefined
}

/** Adds dose, frequency, course and route said between two words of the clause. */
function fillDose(frame: Frame, clause: Clause, from: number, to: number): void {
  const lines = [clause.line]
  const parts: [string, string | undefined][] = [
    ['dose', doseOf(clause, from, to)],
    ['frequency', frequencyOf(clause)],
    ['route', /\b(comprimid\w+|capsula\w*|gotas)\b/.test(clause.plain) ? 'VO' : undefined],
  ]
  if (clause.speaker === 'doctor') parts.push(['course', courseOf(clause)], ['condition', conditionOf(clause)])
  for (const [slot, text] of parts) if (text) fill(frame, slot, text, lines)
}

function statusOf({ plain, whole, speaker }: Clause): string {
  if (speaker === 'doctor') {
    if (stopping.test(plain)) return 'suspend'
    if (raising.test(plain)) return 'raise'
    if (lowering.test(plain)) return 'lower'
    return keeping.test(plain) ? 'keep' : 'prescribed'
  }
  if (stopped.test(plain) || /\b(parei|larguei|nao (tomo|uso) mais)\b/.test(whole)) return 'stopped'
  return tried.test(plain) ? 'tried' : 'in use'
}

/** Whether the patient says that the medicine is taken now. */
const takesIt = (clause: Clause): boolean =>
  /\b(tomo|toma|tomando|uso|usa|usando|faco uso|passo|pingo|aplico|injeto|continuo|sempre)\b/.test(clause.plain) ||
  /\b(remedio\w*|medicamento\w*|medicac\w+|toma|tomando|usa|usando|qual|quais|uso)\b/.test(clause.answers?.plain ?? '')

/** The status of a medicine in this clause, or undefined where the clause does not say one for sure. */
function surelySaid(frames: Frames, clause: Clause, drug: Said, planning: boolean): string | undefined {
  const denied = drug.polarity === 'denied'
  if (denied && (clause.speaker === 'patient' || !stopping.test(clause.plain))) return undefined
  const status = denied ? 'suspend' : statusOf(clause)
  if (notTaken.test(clause.plain)) return undefined
  if (clause.speaker === 'patient') {
    const unsure = (status === 'in use' && !takesIt(clause)) || ofOthers.test(clause.plain)
    return unsure ? undefined : status
  }
  if (abandoned.test(clause.plain) && status !== 'suspend') return undefined
  const isTaken = frames
    .of('medication')
    .some((frame) => /^(in use|tried)$/.test(frame.status) && ingredientOf(frame) === drug.concept.note)
  if (/^(raise|lower)$/.test(status) && !isTaken) return undefined
  if (status === 'suspend' && !isTaken && !suspending.test(clause.plain)) return undefined
  if (status !== 'prescribed') return status
  if (clause.conditional && !conditionOf(clause)) return undefined
  if (/\bcom (ele|ela|isso|tudo|exame) normal\b/.test(clause.plain)) return undefined
  const dosed = doseOf(clause, drug.to, clause.tokens.length) ?? frequencyOf(clause)
  const lead = clause.tokens
    .slice(Math.max(0, drug.from - 10), drug.from)
    .map(({ word }) => word)
    .join(' ')
  return (clause.plan && prescribing.test(lead)) || dosed || (planning && /^(ou|e)\b/.test(clause.plain))
    ? status
    : undefined
}

/** The frame of a medicine: what a patient takes and what a doctor prescribes stay apart. */
function frameOf(frames: Frames, clause: Clause, drug: Said, status: string): Frame {
  const doctor = clause.speaker === 'doctor'
  const earlier = frames
    .of('medication')
    .find(
      (frame) =>
        ingredientOf(frame) === drug.concept.note &&
        (frame.status === status || doctor === (frame.status === 'prescribed')),
    )
  const frame =
    earlier ?? frames.put('medication', doctor ? written(drug) : `${written(drug)} `, [clause.line], { status })
  frame.status = status
  fill(frame, 'ingredient', drug.concept.note, [clause.line])
  return frame
}

function fillEffect(frame: Frame, clause: Clause): void {
  const { plain, line } = clause
  if (/\b(nao (adiantou|melhorou|resolveu|passou)|sem melhora|nada)\b/.test(plain))
    fill(frame, 'effect', 'sem melhora', [line])
  else if (/\b(pouco|pouquinho|mais ou menos|volta)\b/.test(plain) && /melhor|alivi|ajud/.test(plain))
    fill(frame, 'effect', 'com melhora parcial', [line])
  else if (/\b(melhorou|passou|aliviou|ajudou)\b/.test(plain)) fill(frame, 'effect', 'com melhora', [line])
}

/** A clause without a name doses the medicine before it: 'Um comprimido de oito em oito horas.' */
function doseBefore(focus: Frame, clause: Clause): void {
  const doctor = clause.speaker === 'doctor'
  const dosing = frequencyOf(clause) ?? doseOf(clause, 0, 3) ?? (doctor ? courseOf(clause) : undefined)
  const asksDose =
    /\b(quant[oa]s?|dose|mg|miligrama|vezes|como (voce |a senhora |o senhor )?toma|horario|hora|qual)\b/.test(
      clause.answers?.plain ?? '',
    )
  if (dosing && (doctor ? clause.plan || clause.tokens.length < 20 : asksDose))
    fillDose(focus, clause, 0, clause.tokens.length)
}

/**
 * Puts the medicines and allergies that a clause names. `focus`: the medicine of the clause before; `planning`: the doctor
 * is prescribing. Returns the medicine that the next clauses may dose.
 */
export function putMedicines(
  frames: Frames,
  clause: Clause,
  focus: Frame | undefined,
  planning = false,
): Frame | undefined {
  const named = clause.said.filter(({ concept }) => concept.kind === 'drug')
  if (clause.speaker === 'doctor' && focus && /\b(cancela|cancelo|cancelada)\b/.test(clause.plain))
    focus.status = 'cancelled'
  if (named.length === 0) {
    putFoodAllergy(frames, clause)
    if (focus) doseBefore(focus, clause)
    return focus
  }
  if (clause.act === 'question' && clause.speaker === 'doctor') return undefined
  if (tellsAllergy(clause, true)) {
    putAllergies(frames, clause, named)
    return focus
  }
  let next = focus
  named.forEach((drug, index) => {
    const status = drug.subject ? undefined : surelySaid(frames, clause, drug, planning)
    if (!status) return
    next = frameOf(frames, clause, drug, status)
    fillDose(next, clause, drug.to, named[index + 1]?.from ?? clause.tokens.length)
    const lasting = status === 'in use' && named.length === 1 ? lastingOf(clause) : undefined
    if (lasting) fill(next, 'since', lasting, [clause.line])
    if (status === 'tried') fillEffect(next, clause)
  })
  return next
}

/** Puts the medicines and allergies of both speakers. A clause without a name doses the medicine before it. */
export function readMedicines(frames: Frames, clauses: readonly Clause[]): void {
  let used: Frame | undefined
  let prescribed: Frame | undefined
  let lastPlan = -99
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    if (clause.speaker === 'doctor') {
      if (clause.plan) lastPlan = index
      prescribed = putMedicines(frames, clause, prescribed, index - lastPlan <= 6)
    } else if (clause.act !== 'question') used = putMedicines(frames, clause, used)
  })
}
