import { plain } from '../../text.ts'
import { type Answer, statement } from './answer.ts'
import { denied } from './denial.ts'
import { boundNo, clausesOf, feverish, isPredicate, negated, partsDenied, questionParts } from './denial-scope.ts'
import type { Joined } from './draft.ts'
import { finish, settle, stems, words } from '../voice/normalise.ts'
import { type Question, symptomOf } from './question.ts'

const clauseEnd = /(?<=[.;])\s+|,\s+(?=mas |só |e |porém |fora |tirando |então |eu |não |nem )/u

/** Clauses that only say the question's words again ('sangue não', 'eu não fumo') are left out: the denial says them. */
function newClauses(rest: string, question: Question, denied: readonly string[]): string {
  const all = questionParts(question.core).length === denied.length
  const known = stems(all ? question.core : denied.join(' '))
  const kept = rest.split(clauseEnd).filter((clause) => {
    const said = [...stems(clause)]
    const fresh = said.filter((stem) => !known.has(stem))
    return fresh.length > 0
  })
  return settle(kept.join(', ').replace(/^(?:e|mas|só que|então|aí)\s+/iu, ''))
}

const exception = /^(?:só|mas|apenas|somente|exceto|fora|tirando|menos|a não ser)(?![\p{L}])/iu
const correction = /^(?:aliás|minto|mentira|ou melhor|pensando bem)(?![\p{L}])[,.]?\s*/iu

/** What an answer of 'no' denies, and what it tells besides. */
export function refused(question: Question, { rest, bound }: Answer): Joined[] {
  const parts = questionParts(question.core)
  const several = parts.length > 1 || /\sou\s/iu.test(question.core)
  const said = bound ? boundNo(rest, question.text, question.core) : 'denies'
  const own = statement(rest.replace(correction, ''))
  if (said === 'unknown' || correction.test(rest)) {
    const about =
      parts.length > 1 ? undefined : (question.topic ?? (words(question.core).length <= 4 ? question.core : undefined))
    if (!about && said === 'unknown' && words(own).length <= 3) return []
    const named = about && [...stems(about)].some((stem) => stems(own).has(stem))
    return [{ kind: 'statement', text: finish(about && !named ? `${about}: ${own}` : own), answer: rest }]
  }
  // 'Concentração?' 'Não consigo ler uma página' denies something else than what was asked for.
  if (said === 'other') return [{ kind: 'statement', text: finish(own), answer: rest }]
  // 'Fuma ou bebe?' 'Não fumo. Tomo uma cerveja': the 'não' is its own verb's, and reaches no further.
  if (bound && several && !/^não \p{L}+(?: (?:nada|não|nenhum\p{L}*))*[.]?$/iu.test(clausesOf(rest)[0] ?? ''))
    return [{ kind: 'statement', text: finish(own), answer: rest }]
  if (bound && several && words(rest).length > 3) return [{ kind: 'statement', text: finish(own), answer: rest }]
  // 'Febre?' 'Agora não, mas senti uma febre no começo.' denies and affirms: what was said stands alone.
  if (parts.length === 1 && affirmed(question, rest)) {
    const whole =
      !question.topic || [...stems(question.topic)].every((stem) => stems(own).has(stem)) || words(own).length > 24
    return [{ kind: 'statement', text: finish(whole ? own : `${question.topic}: ${own}`), answer: rest }]
  }
  const left = partsDenied(question.core, rest)
  const denials = deny(question, left)
  const fresh = newClauses(rest, question, left)
  // 'Alergia a remédio?' 'Não, só a dipirona' is an allergy, whatever it began with.
  if (exception.test(fresh) && /alergi/.test(plain(question.text)))
    return [{ kind: 'statement', text: finish(statement(fresh)), answer: fresh }]
  // 'Não vi nada' only says again that there was none.
  if (words(fresh).length < 2 || (bound && words(fresh).length <= 4 && negated.test(fresh))) return denials
  const only = denials.at(-1)
  // 'Não, só um muco': what is excepted is read together with what is denied.
  if (exception.test(fresh) && only && denials.length === 1 && words(fresh).length <= 20) {
    const text =
      only.kind === 'denial' ? denied(only.item.replace(/,\s+(?=[^,]+$)/u, ' e ')) : only.text.replace(/[.]$/, '')
    return [{ kind: 'statement', text: finish(`${text}, ${statement(fresh)}`), answer: fresh }]
  }
  return [...denials, { kind: 'statement', text: finish(statement(fresh)), answer: fresh }]
}

/** 'Febre, calafrio, emagreceu' -> febre and calafrio are denied, 'não emagreceu'. */
function deny(question: Question, parts: readonly string[]): Joined[] {
  if (parts.length === 0) return []
  const [only] = parts
  if (parts.length === 1 && only && questionParts(question.core).length === 1)
    return [denial({ ...question, core: only })]
  const whole = questionParts(question.core).length === parts.length
  const mixed = parts.some(isPredicate) && !parts.every(isPredicate)
  if (whole && !mixed && (parts.length === 1 || (question.kind === 'have' && !parts.some(isPredicate))))
    return [denial(question)]
  const predicates = parts.filter(isPredicate)
  const nouns = parts.filter((part) => !predicates.includes(part))
  const out: Joined[] = nouns.length > 0 ? [denial({ ...question, kind: 'have', core: nouns.join(', ') })] : []
  const [first, ...others] = predicates
  if (first) {
    const text = [negate(first), ...others.map(withoutSome)].join(' nem ')
    out.push({ kind: 'statement', text: finish(text), answer: '' })
  }
  return out
}

/** Whether an answer that began with 'não' goes on to tell of the very thing that was asked for. */
function affirmed(question: Question, rest: string): boolean {
  const main = symptomOf(words(question.core).slice(0, 2).join(' '))
  if (!main) return false
  return clausesOf(rest).some(
    (clause) => !negated.test(clause) && (symptomOf(clause) === main || (main === 'Febre' && feverish(clause))),
  )
}

function denial(question: Question): Joined {
  const core = question.core.replace(/[.]+$/, '')
  if (/^isso(?![\p{L}])/iu.test(core)) return { kind: 'statement', text: finish(`não teve ${core}`), answer: '' }
  if (question.kind === 'have' && words(core).length > 0)
    return {
      kind: 'denial',
      item: question.section === 'hf' && !/fam[ií]lia/iu.test(core) ? `${core} na família` : core,
    }
  const subject = /^(?:ela|ele)\s/iu.test(question.text) && question.topic ? `${question.topic} ` : ''
  return { kind: 'statement', text: finish(`${subject}${negate(core)}`), answer: '' }
}
const withoutSome = (core: string) =>
  core
    .replace(/(?<![\p{L}])alguma coisa(?![\p{L}])/giu, 'nada')
    .replace(/(?<![\p{L}])algum(a?)(?![\p{L}])/giu, 'nenhum$1')
    .replace(/,\s*ou\s/giu, ', nem ')
/** 'O pé cai' -> 'pé não cai'. */
const ofPart = (item: string): string | undefined => {
  const [, part, does] = item.match(/^(?:[oa]s?)\s+(\p{L}+)\s+(\p{L}+)$/iu) ?? []
  return part && does && isPredicate(does) ? `${part} não ${does}` : undefined
}
const negate = (core: string): string => {
  if (/^(?:ser|é)\s+al[eé]rgic/iu.test(core)) return denied(core.replace(/^(?:ser|é)\s+al[eé]rgic[oa]s?/iu, 'alergia'))
  if (/^(?:toma|usa|faz uso de|está tomando|está usando)\s/iu.test(core))
    return denied(
      core
        .replace(/^(?:toma|usa|faz uso de|está tomando|está usando)\s+(?:algum(?:a)?\s+)?/iu, 'uso de ')
        .replace(/^uso de ([oa]s?)\s/iu, 'uso d$1 '),
    )
  if (/^já\s/iu.test(core))
    return `nunca ${core.replace(/^já\s+/iu, '').replace(/\s+(?:alguma vez|antes)(?=\s|$)/iu, '')}`
  const named = core.match(/^(?:[oa]s?|ess[ae]s?|est[ae]s?)\s+(\p{L}+),?\s+(?:el[ae]s?\s+)?(?=\p{L}+)(.+)$/iu)
  if (named?.[1] && named[2]) return `${named[1]} não ${named[2]}`
  const nobody = core.match(/^(?:mais alguém|alguém mais|alguém)\s+(.+)$/iu)
  if (nobody?.[1]) return `ninguém ${/mais/i.test(core.slice(0, 14)) ? 'mais ' : ''}${nobody[1]}`
  const pieces = core.split(/,\s+(?:ou\s+)?|\s+ou\s+/iu)
  const [first = '', ...others] = pieces
  if (others.some(isPredicate) && isPredicate(first) && !/(?<![\p{L}])que(?![\p{L}])/iu.test(core))
    return `não ${withoutSome(first)}${others.map((item) => (isPredicate(item) ? ` nem ${withoutSome(item)}` : `, ${withoutSome(item)}`)).join('')}`
  if (
    others.some((item) => isPredicate(item)) &&
    !isPredicate(first) &&
    words(first).length <= 4 &&
    !/^(?:n?[oa]s?|d[eoa]s?|em|para|com|que|se)\s/iu.test(first)
  )
    return pieces.map((item) => (isPredicate(item) ? `não ${item}` : (ofPart(item) ?? denied(item)))).join(', ')
  const whole = withoutSome(core)
  return /^(?:não|nunca)\s/iu.test(whole) ? whole : `não ${whole}`
}
