// When a prescribed medicine is taken: 'se dor', 'na crise', 'se não melhorar em 2 dias', 'só após biópsia'.
import { type Clause, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import { type Frame, fill } from './frame.ts'
import { namedIn } from './medicine.ts'
import { feltIn } from './symptoms.ts'
import { figure, isTime, span } from './times.ts'

const needed =
  /\b(se (precisar|precisa|necessario|for preciso|for necessario|quiser)|quando precis\w+|em caso de necessidade)\b/
const failing = /^(melhor|pass|ced|resolv|baix|par|alivi|segur|respond)\w*$/
/** The reaction once the condition happens. It marks the end of the medicine or a warning. */
const reacting =
  /\b(para|pare|suspend\w+|tira|larga|avis\w+|volt[ae]|procur\w+|vem|venha|liga|corre|me (avisa|liga|chama)|interromp\w+|hospital|pronto[- ]socorro|upa)\b/
const spelled: Record<string, string> = {
  enjoo: 'náusea',
  nausea: 'náusea',
  coceira: 'prurido',
  vomito: 'vômito',
  colica: 'cólica',
}

/** Where the condition in these words begins, or -1. */
const beginOf = (clause: Clause, from: number, to: number): number =>
  clause.tokens.findIndex(
    ({ word }, at) =>
      at >= from &&
      at < to &&
      /^(se|caso|quando)$/.test(word) &&
      !/^(precis|necess)/.test(clause.tokens[at + 1]?.word ?? ''),
  )

/** 'se não melhorar em 2 dias': a remedy that fails. */
function failureOf(clause: Clause, at: number, to: number, names: readonly string[]): string | undefined {
  const not = clause.tokens.findIndex(({ word }, index) => index > at && index < at + 7 && index < to && word === 'nao')
  const verb = clause.tokens[not + 1]
  if (not < 0 || !verb || !failing.test(verb.word)) return undefined
  const time = clause.quantities.find((one) => isTime(one) && one.from > at && one.from < not + 5)
  const within = time && clause.tokens[time.from - 1]?.word === 'em' ? ` em ${span(time)}` : ''
  return `se ${[names[0], 'não'].filter(Boolean).join(' ')} ${verb.said.toLowerCase()}${within}`
}

/** The condition in the words between `from` and `to`. */
export function conditionOf(clause: Clause, from = 0, to = clause.tokens.length): string | undefined {
  const text = wordsOf(clause, from, to)
  const at = beginOf(clause, from, to)
  const after = /\bso (?:\w+ )?(?:depois|apos) (?:d[aoe]s?|que \w+ [oa]s?|[ao]) (\w+)/.exec(text)?.[1]
  const felt = [
    ...clause.said.flatMap(({ concept, from, polarity }) =>
      concept.kind === 'symptom' ? [{ name: concept.note, from, polarity }] : [],
    ),
    ...feltIn(clause),
  ].filter((one) => at >= 0 && one.from > at && one.from < Math.min(at + 8, to))
  const failure =
    at < 0
      ? undefined
      : failureOf(
          clause,
          at,
          to,
          felt.map(({ name }) => name),
        )
  if (failure) return failure
  if (at >= 0 && reacting.test(wordsOf(clause, at + 1, Math.min(at + 8, to)))) return undefined
  const names = felt.flatMap(({ name, polarity }) => (polarity === 'denied' ? [] : [name]))
  const pain = at >= 0 && /^(\w+ ){0,3}(dor|doer|doendo|doi)\b/.test(wordsOf(clause, at + 1, Math.min(at + 6, to)))
  const all = pain && !names.some((name) => /dor|algia|cefaleia/.test(name)) ? ['dor', ...names] : names
  if (all.length > 0) return `se ${[...new Set(all)].join(' ou ')}`
  if (/\bn[ao](s| hora da)? crises?\b/.test(text)) return 'na crise'
  if (after) return `só após ${saidWord(clause, after)}`
  const purpose = /\b(pra|para|pro) (a |o )?(dor|febre|enjoo|nausea|vomito|coceira|azia|colica)\b/.exec(text)?.[3]
  if (!needed.test(text)) return purpose && `para ${spelled[purpose] ?? purpose}`
  return purpose ? `se ${spelled[purpose] ?? purpose}` : 'se necessário'
}
const saidWord = (clause: Clause, word: string): string =>
  clause.tokens.find((token) => token.word === word)?.said.toLowerCase() ?? word

/** 'se der vivax': the doctor's own condition before the medicine, unless it addresses the patient. */
export function saidCondition(clause: Clause, drug: Said): string | undefined {
  const at = clause.tokens.findIndex(({ word }) => /^(se|caso)$/.test(word))
  if (at < 0 || at > drug.from) return undefined
  const end = endOf(clause, at)
  const words = clause.tokens.slice(at, end < 0 ? drug.from : Math.min(end, drug.from))
  const text = words
    .map(({ said }, index) => {
      const number = clause.quantities.find(({ from, to }) => at + index >= from && at + index < to)
      if (!number || number.value === 1 || words.length < number.to - at) return said.toLowerCase()
      return number.from === at + index ? figure(number.value) : ''
    })
    .filter(Boolean)
    .join(' ')
  const spoken = /\b(eu|voce|você|te|senhor|senhora|meu|minha|seu|sua|me|ta|tá|ne|né|isso|ele|ela)\b/.test(text)
  return words.length < 2 || words.length > 12 || spoken ? undefined : text
}
/**
 * When a medicine of this clause is taken. `place`: its words beside other medicines. `ahead`: the condition of the
 * clause before in its line.
 */
export function conditionFor(
  clause: Clause,
  drug: Said,
  place?: { from: number; to: number },
  ahead?: { line: string; text: string },
): string | undefined {
  const beside = place && namedIn(clause).length > 1
  const follows = ahead?.line === clause.line && /^(ai|entao)\b/.test(clause.plain)
  return (
    (beside ? conditionOf(clause, place.from, place.to) : conditionOf(clause)) ??
    (follows ? ahead.text : undefined) ??
    (clause.conditional ? saidCondition(clause, drug) : undefined)
  )
}

/** Where the condition that begins at `at` gives way to its consequence, or -1. */
const endOf = (clause: Clause, at: number): number =>
  clause.tokens.findIndex(
    ({ word, kind }, index) =>
      index > at + 1 &&
      (kind === 'mark' || /^(ai|entao|eu|a gente|sao|comeca|comeco|inicia|faz|faca|para|pare|da|depois)$/.test(word)),
  )

/** Where the words after a condition before the medicine begin, or 0. */
export function conditionEnd(clause: Clause, drug: Said): number {
  const at = clause.tokens.findIndex(({ word }) => /^(se|caso)$/.test(word))
  const end = at < 0 || at > drug.from ? -1 : endOf(clause, at)
  return end > at && end <= drug.from ? end : 0
}

/** 'Se vomitar o antibiótico, volte': whether the condition itself names the medicine. */
export function isInCondition(clause: Clause, drug: Said): boolean {
  const at = beginOf(clause, 0, drug.from)
  if (at < 0 || clause.tokens[at]?.word === 'quando') return false
  const end = endOf(clause, at)
  return clause.tokens.slice(at, drug.from).every(({ kind }) => kind !== 'mark') && end >= drug.to
}

const dosing = new Set(
  (
    'pensei pode se doer dor precisar necessario ainda febre tiver vou comecar usar tomar passar fazer dar nao noites direto parar sem mae pai verdade a o as os de da do das dos e em no na nos nas um uma por para pra pro com so ate ao mais meio meia depois entao ai agora hoje isso esse essa ' +
    'toma tome tomar usa use usar pinga aplica faz passa dar da poe coloca mantem sao vai vamos comeca comeco deixa fica doutor senhora senhor voce ' +
    'mg mcg g ml miligramas miligrama gramas grama microgramas unidades gotas gota gotinhas comprimido comprimidos capsula capsulas jatos jato puffs ' +
    'ampola ampolas dose doses colher medida envelope inteiro metade vez vezes dia dias semana semanas mes meses hora horas noite manha tarde cedo ' +
    'jejum cafe almoco jantar dormir deitar antes cada oito doze seis quatro todo toda todos maximo minimo direto seguido seguidos unica junto agua'
  ).split(' '),
)
/** Whether a clause without a name tells how a medicine is taken, and little else; `only`: nothing else. */
export function isDosing(clause: Clause, only = false): boolean {
  const counted = (at: number) => clause.quantities.some(({ from, to }) => at >= from && at < to)
  const others = clause.tokens.filter(({ word, kind }, at) => kind === 'word' && !dosing.has(word) && !counted(at))
  const words = clause.tokens.filter(({ kind }) => kind !== 'mark').length
  if (only) return others.length <= 1
  return others.length <= 2 || others.length <= words / 3
}

/** Whether a clause begins with a dose, not with another thing: 'Sal, cinco gramas'. */
export const startsDosing = (clause: Clause): boolean =>
  dosing.has(clause.tokens[0]?.word ?? '') || clause.quantities.some(({ from }) => from === 0)

/** Fills why the doctor stops or does not give it. */
export function fillReason(frame: Frame, clause: Clause): void {
  const cause = /\b(por causa|pel[oa]s?|porque|com|por|devido)\b/
  const found = clause.said.find(
    ({ concept, from, polarity }) =>
      /^(condition|symptom)$/.test(concept.kind) &&
      polarity === 'affirmed' &&
      cause.test(wordsOf(clause, Math.max(0, from - 5), from)),
  )
  if (found) fill(frame, 'reason', `por ${found.concept.note}`, [clause.line])
}
