// Reads further details of a medicine: since when, when only, why the patient stopped, and its effect.
import { type Clause, wordsOf } from '#domain/dialogue/clause.ts'
import type { Dosage } from './dosage.ts'
import { type Frame, fill } from './frame.ts'
import { ingredientOf, namedIn } from './medicine.ts'
import { alone, because } from './medicine-words.ts'
import { feltIn } from './symptoms.ts'
import { asksTime, isTime, lastingOf, span } from './times.ts'

/** The words of the question before, the clauses since the medicine was named, and its words beside other medicines. */
export type Told = { question: string; age: number; from?: number; to?: number }

/** Fills since when it is taken or stopped, its reason, and its effect. */
export function describeUse(focus: Frame, clause: Clause, told: Told): void {
  const ended = /^(stopped|finished)$/.test(focus.status)
  fillTime(focus, clause, told, ended)
  if (ended && alone.test(clause.plain)) fill(focus, 'own', 'por conta própria', [clause.line])
  if (ended && because.test(clause.plain)) {
    const felt = feltIn(clause).filter(
      ({ polarity, subject, from }) => !subject && (polarity === 'affirmed' || isCaused(clause, from)),
    )
    const names = felt.slice(0, 2).map(({ name }) => name)
    if (names.length > 0) fill(focus, 'reason', `por ${names.join(' e ')}`, [clause.line])
  }
  if (focus.status === 'in use') fillOccasion(focus, clause)
  if (/^(tried|in use)$/.test(focus.status)) fillSideEffect(focus, clause)
  fillEffect(focus, clause, told.question)
}

/** 'Não tomo, me dava tosse': the no is of the taking. */
function isCaused(clause: Clause, from: number): boolean {
  const lead = wordsOf(clause, Math.max(0, from - 3), from)
  return because.test(lead) && !/\b(nao|nem|sem|nunca)\b/.test(lead)
}

function fillTime(
  focus: Frame,
  clause: Clause,
  { question, age, from = 0, to = Number.POSITIVE_INFINITY }: Told,
  ended: boolean,
): void {
  // 'Há um ano que não precisa' and 'três dias no mês' are no beginning, nor is a date.
  const often = /\b(dias?|semanas?) (no|na|por|ao) (mes|semana)\b|\bdia \w+( e \w+)? d[eo]\b/
  if (often.test(clause.plain) || (!ended && /\bque (\w+ )?nao\b/.test(clause.plain))) return
  // 'Esqueci dois dias' counts missed doses.
  if (/\b(esquec\w+|falhei|pulei|fiquei sem)\b/.test(clause.plain)) return
  const only = clause.quantities.filter(isTime)
  if (only.length > 0 && !only.some((one) => one.from >= from && one.to <= to)) return
  const isAsked = asksTime.test(question) && age <= 3
  const bare = only.length === 1 && (clause.tokens.length <= 5 || isAsked) ? only[0] : undefined
  // 'Tomei dez dias' and 'dez dias seguidos' tell how long it was taken.
  const course = /\b(tomei|tomou|usei|usou|tomando|seguidos)\b/.test(clause.plain)
  // 'Pressão alta há dez anos, tomo losartana': the time is that of the disease.
  const named = namedIn(clause)
  const drug = named[0]?.from ?? 0
  const time = only[0]?.from ?? drug
  const ofDisease =
    !ended &&
    clause.said.some(
      ({ concept, to }) =>
        /^(condition|procedure)$/.test(concept.kind) && (named.length === 0 || (time < drug && to <= time)),
    )
  const isBare = bare && bare.unit !== 'hora' && ended && !course
  const isLength = course && !/\b(ha|faz|tem|desde|atras)\b/.test(clause.plain)
  const lasting = (isLength ? undefined : lastingOf(clause)) ?? (isBare ? `há ${span(bare)}` : undefined)
  if (
    lasting &&
    !ofDisease &&
    !/hora/.test(lasting) &&
    (ended || asksTime.test(question) || focus.status !== 'tried' || /\b(ha|faz|fazem)\b/.test(clause.plain))
  )
    fill(focus, 'since', lasting, [clause.line])
  // One time is not both its length and its beginning.
  if (lasting && (ended || focus.slots.get('course')?.lines.includes(clause.line))) focus.slots.delete('course')
}

/** 'Só quando não consigo dormir', 'às vezes esqueço': an answer that tells how irregularly it is taken. */
export const isOccasional = (plain: string): boolean =>
  onlyWhen.test(plain) || seldom.test(plain) || irregular.test(plain)
/** 'Esqueço o nome' and 'ando esquecendo as coisas' tell nothing of how it is taken. */
const irregular =
  /\b(tomo|uso|so) quando (eu )?lembro\b|\b(as vezes|sempre|vivo) (eu )?(esqueco|esquecendo)( de (tomar|usar))?$|\besquec(o|endo) de (tomar|usar)\b|\besqueco (as vezes|de vez em quando|uns dias|muito)\b|\bnem sempre (tomo|uso|lembro)\b/
const seldom = /\b(de vez em quando|as vezes|vez ou outra|uma vez ou outra|raramente|esporadic\w+|so de vez)\b/
const onlyWhen =
  /\b(quando|so se|se) (eu |ela |ele |a |o |me )?(precis\w+|ataca|atacar|aperta|apertar|doi|doer|da|tenho|sinto|esta doendo|ta doendo|vem|fica ruim|nao (consigo|durmo))\b/

/** 'Quando tenho cólica', 'de vez em quando': it is not taken every day. */
function fillOccasion(focus: Frame, clause: Clause): void {
  if (irregular.test(clause.plain)) fill(focus, 'condition', 'em uso irregular', [clause.line])
  const when = onlyWhen.exec(clause.plain)
  if (!when) {
    if (seldom.test(clause.plain) && !/\b(esque\w+|falh\w+)\b/.test(clause.plain))
      fill(focus, 'condition', 'eventualmente', [clause.line])
    return
  }
  const isPain = /do(i|er|endo)$/.test(when[0])
  const at = clause.tokens.findIndex(({ word }) => /^(quando|se)$/.test(word))
  const felt = feltIn(clause).filter(({ from, polarity }) => from > at && from < at + 8 && polarity !== 'denied')
  const [first] = felt
  const own = namedIn(clause).some(({ concept }) => concept.note !== ingredientOf(focus))
  if (own) return
  const cause = first?.name ?? (isPain ? 'dor' : undefined)
  fill(focus, 'condition', cause ? `se ${cause}` : 'se necessário', [clause.line])
}

/** 'Me dava muita diarreia': the complaint right behind the verb is an effect of the medicine. */
function fillSideEffect(focus: Frame, clause: Clause): void {
  const at = clause.tokens.findIndex(
    ({ word }, index) => causes.test(word) && /^(me|muito)$/.test(clause.tokens[index - 1]?.word ?? ''),
  )
  if (at < 1 || /^(nao|nunca|nem)$/.test(clause.tokens[at - 2]?.word ?? '')) return
  const felt = feltIn(clause).find(
    ({ from, polarity, subject }) =>
      from > at &&
      from <= at + 3 &&
      polarity === 'affirmed' &&
      !subject &&
      clause.tokens.slice(at, from).every(({ kind }) => kind !== 'mark'),
  )
  if (felt) fill(focus, 'effect', `com ${felt.name} como efeito adverso`, [clause.line])
}
const causes = /^(da|dava|deu|dao|davam|causa|causava|causou|provoca|provocava|provocou)$/

/** 'Tomei duas vezes', 'ontem à noite': how often and when it was taken once is no dosage. */
export function ofOnce(dosage: Dosage, plain: string, question: string): string | undefined {
  if (dosage.frequency?.endsWith('x/dia') && !/\bdia(s|riamente)?\b/.test(`${plain} ${question}`))
    delete dosage.frequency
  const day = /\b(ontem|anteontem|hoje)\b/.exec(plain)?.[1]
  if (!day || dosage.frequency) return undefined
  const when = [day, dosage.moment].filter(Boolean).join(' ')
  delete dosage.moment
  if (dosage.route === 'VO' && !dosage.strength && !dosage.amount) delete dosage.route
  return when
}

const asksEffect = /\b(adiantou|adianta|ajud\w+|melhor\w+|resolve\w*|alivi\w+|fez efeito|passou|funcion\w+)\b/
/** Fills whether the medicine helped. */
function fillEffect(focus: Frame, clause: Clause, question: string): void {
  if (!/^(tried|in use)$/.test(focus.status)) return
  const { plain, line } = clause
  const isAsked = asksEffect.test(question)
  if (
    /\b(nao (adiant\w+|melhor\w+|resolv\w+|passou|fez|ajud\w+|alivi\w+)|sem melhora|sem efeito|adiantou nada|resolveu nada|(fez|deu) nada)\b/.test(
      plain,
    ) ||
    (isAsked && /^(e |ah |olha )*(nada|nao|nem)\b/.test(plain))
  )
    fill(focus, 'effect', 'sem melhora', [line])
  else if (
    /\b(pouco|pouquinho|mais ou menos|metade|mas volt\w+|so abafa|abafa|um nadinha)\b/.test(plain) &&
    (isAsked || asksEffect.test(plain))
  )
    fill(focus, 'effect', 'com melhora parcial', [line])
  else if (/\b(melhorou|aliviou|ajudou|adiantou|resolveu|alivia|ajuda)\b/.test(plain))
    fill(focus, 'effect', 'com melhora', [line])
}
