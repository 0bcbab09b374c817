import { plain } from '../../text.ts'
import { clinicalRegister, denied } from './denial.ts'
import { boundNo, clausesOf, feverish, isPredicate, negated, partsDenied, questionParts } from './denial-scope.ts'
import { ancestors, habitTopics, illness } from './lexicon/clinical.ts'
import { thirdPersonForms } from './lexicon/verbs.ts'
import { finish, settle, stems, uncapitalise, words } from './normalise.ts'
import { type Question, symptomOf } from './question.ts'
import { toThirdPerson } from './third-person.ts'

export type Polarity = 'yes' | 'no' | undefined
/** How a yes was said: the verb ('tenho') affirms the thing, 'isso' agrees with how it was asked; 'sim' may be either. */
export type Answer = {
  polarity: Polarity
  rest: string
  how?: 'verb' | 'agree' | undefined
  /** The verb that was the yes: 'bebo' to 'fuma ou bebe?'. */
  verb?: string | undefined
  /** The 'não' belongs to its verb: 'não sei', 'não consigo ler'. */
  bound?: boolean
}

const no =
  /^(?:também não|(?:acho|creio|parece) que não|que eu (?:saiba|lembre|me lembre),? não|não que eu (?:saiba|me lembre|lembre|tenha \p{L}+)|não|nada|negativo|sem(?=[.,;]|$)|de jeito nenhum|nenhuma? d(?:os|as|eles|elas|esses|essas)(?: dois| duas| três)?|nenhum(?:a)?|nunca)(?=[\s,.;!?]|$)[,.;!?]*\s*/iu
// 'Tive febre' is an answer and a statement: only the word that stands alone is taken off.
const yes =
  /^(?:acho que sim|sim|isso(?: mesmo)?|claro|exato|exatamente|pois é|já|aham|positivo|(?:tenho|tô|estou|tive|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|vai|some|dói|foi|é|sou|fico|posso|consigo|tem|lembro)(?=\s*(?:[,.;!?]|$|sim(?![\p{L}]))))(?=[\s,.;!?]|$)[,.;!?]*\s*/iu
const affirming = /^(?:tenho|tô|estou|tive|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|dói|sou|fico|consigo|tem)/iu
const verbThenNo =
  /^(?:tenho|tive|tem|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|dói|sou|estou|fico|consigo)\s+não(?=[.,;]|$)[.,;]?\s*/iu
const clauseEnd = /(?<=[.;])\s+|,\s+(?=mas |só |e |porém |fora |tirando |então |eu |não |nem )/u

/** A line of 'sim', 'isso', 'não' and the like. 'Tá' and 'certo' only tell that someone listens. */
export function readBare(text: string): Answer {
  const said = words(text)
  if (said.includes('nao')) return { polarity: 'no', rest: '' }
  return {
    polarity: said.some((word) => /^(sim|isso|aham|exato|exatamente|claro|certeza|e)$/.test(word)) ? 'yes' : undefined,
    rest: '',
    how: said.includes('isso') || said.some((word) => word.startsWith('exat')) ? 'agree' : undefined,
  }
}

/** 'Está tomando?' 'Tomo': the same verb in another form. */
const echoes = (verb: string, asked: readonly string[]) =>
  asked.some(
    (word) =>
      word === verb || (verb.length >= 4 && word.startsWith(verb.slice(0, 4)) && /(?:ndo|ado|ido|[aei]r)$/.test(word)),
  )

/** 'Não, não, sangue não, só fezes líquidas' -> {no, 'sangue não, só fezes líquidas'}. */
export function readAnswer(sentences: readonly string[], asked = ''): Answer {
  let rest = sentences.join(' ').replace(/\?/g, '.')
  let polarity: Polarity
  let how: Answer['how']
  let verb: string | undefined
  // 'Tenho não': the denial comes after its verb.
  rest = rest.replace(verbThenNo, 'não, ')
  // The verb of the question, alone: 'As vacinas estão em dia?' 'Estão, tomou todas.'
  const echo = rest.match(/^(\p{L}+)\s*(?:[,.;]|$)\s*/u)
  if (
    echo?.[1] &&
    words(echo[1]).length === 1 &&
    echoes(plain(toThirdPerson(echo[1])), words(asked)) &&
    (thirdPersonForms.has(plain(toThirdPerson(echo[1]))) || /^(est[aã]o|é|são|consegue|dorme|mama)$/i.test(echo[1]))
  ) {
    polarity = 'yes'
    how = 'verb'
    verb = echo[1]
    rest = rest.slice(echo[0].length)
  }
  for (let turn = 0; turn < 6; turn++) {
    // 'Não dói' and 'Nunca fumei' are statements: the word belongs to its verb.
    const foundNo = rest.match(no)
    if (foundNo && polarity !== 'yes') {
      const after = rest.slice(foundNo[0].length)
      const joined = !/[,.;!?]\s*$/.test(foundNo[0]) && after !== ''
      if (joined && /^(?:não|nunca|nada|nenhum)/iu.test(foundNo[0])) {
        return { polarity: polarity ?? 'no', rest, bound: polarity === undefined }
      }
      polarity = 'no'
      rest = after
      continue
    }
    const foundYes = rest.match(yes)
    if (!foundYes || polarity === 'no') break
    polarity = 'yes'
    how ??= /^(?:isso|exat|pois)/iu.test(foundYes[0]) ? 'agree' : affirming.test(foundYes[0]) ? 'verb' : undefined
    if (affirming.test(foundYes[0])) verb ??= words(foundYes[0])[0]
    rest = rest.slice(foundYes[0].length)
  }
  return {
    polarity,
    how,
    verb,
    rest: settle(rest.replace(/[,.]\s*(?:sim|isso)[.]?$/iu, '').replace(/(?<=[,.]\s*(?:não|nada)),?\s*não[.]?$/iu, '')),
  }
}

const overlap = (a: string, b: string) => [...stems(a)].filter((stem) => stems(b).has(stem)).length

/** Clauses that only say the question's words again ('sangue não', 'eu não fumo') are left out: the denial says them. */
function newClauses(rest: string, question: Question, denied: readonly string[]): string {
  const all = questionParts(question.core).length === denied.length
  const known = stems(all ? question.text : denied.join(' '))
  const kept = rest.split(clauseEnd).filter((clause) => {
    const said = [...stems(clause)]
    const fresh = said.filter((stem) => !known.has(stem))
    return fresh.length > 0
  })
  return settle(kept.join(', ').replace(/^(?:e|mas|só que|então|aí)\s+/iu, ''))
}

/** What ties a sentence to the one before it, in speech. */
export const sentenceLead =
  /^(?:(?:que eu (?:saiba|lembre|me lembre),?|e|mas|então|aí|porque|só que|que|sim|isso|é,)[, ]+)+/iu

export const statement = (text: string): string =>
  clinicalRegister(toThirdPerson(uncapitalise(uncapitalise(text).replace(sentenceLead, ''))))
    .replace(
      /^(?:eu )?acha que (?=(?:uns|umas|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez)(?![\p{L}]))/iu,
      '',
    )
    .replace(/(?:, (?:eu )?acha|, não sei)(?=[.,]|$)/iu, '')

export type Joined = { kind: 'denial'; item: string } | { kind: 'statement'; text: string; answer: string }

const hasVerb =
  /\b(e|esta|estava|tem|teve|foi|era|sao|vai|vem|faz|fez|comecou|veio|mora|trabalha|toma|usa|fuma|bebe|sente|sentiu|acha|nega|refere|\w{3,}(ou|eu|iu))\b/

/** Question and answer -> statements that stand alone. */
export function join(question: Question, answer: Answer): Joined[] {
  const { polarity, rest, how } = answer
  if (question.kind === 'open') return rest || polarity ? openAnswer(question, answer) : []
  const agrees = polarity === 'yes' && question.negative && how === 'agree'
  // 'Não tem febre?' 'Sim.' may mean either: nothing is written of it.
  if (polarity === 'yes' && question.negative && how === undefined && words(rest).length < 2) return []
  // 'Sem tosse, né?' is denied by 'não' and by 'isso' alike.
  if (polarity === 'no' || agrees) return refused(question, answer)
  const told = statement(rest)
  if (polarity === 'yes' && words(rest).length > 0 && /alergi/.test(plain(question.text)))
    return [{ kind: 'statement', text: finish(told), answer: rest }]
  const relatives =
    question.section === 'hf' &&
    ancestors.test(plain(told)) &&
    !illness.test(plain(told)) &&
    words(question.core).length <= 7
  // 'Dor ou formigamento?' 'Tenho. Formigamento não.': what is not taken back is affirmed.
  const parts = questionParts(question.core)
  const back = clausesOf(rest)
  if (polarity === 'yes' && parts.length > 1 && back.length > 0 && back.every((clause) => negated.test(clause))) {
    const stay = parts.filter((part) => !back.some((clause) => overlap(part, clause) > 0))
    if (stay.length > 0 && stay.length < parts.length) {
      const yes = affirm({ ...question, core: stay.join(', ') })
      return [{ kind: 'statement', text: finish(`${yes}, ${told}`), answer: rest }]
    }
  }
  const own = relatives ? `${question.core}: ${told}` : told
  const short = words(question.core).length <= (words(rest).length <= 3 ? 24 : 14)
  if (polarity === 'yes' && (overlap(own, question.core) === 0 || words(rest).length < 2) && short) {
    const affirmed = affirm(question, answer.verb)
    return [
      { kind: 'statement', text: finish(words(rest).length > 1 ? `${affirmed}, ${own}` : affirmed), answer: rest },
    ]
  }
  if (words(rest).length === 0) return []
  return [{ kind: 'statement', text: finish(withTopic(question, own)), answer: rest }]
}

const exception = /^(?:só|mas|apenas|somente|exceto|fora|tirando|menos|a não ser)(?![\p{L}])/iu
const correction = /^(?:aliás|minto|mentira|ou melhor|pensando bem)(?![\p{L}])[,.]?\s*/iu

/** What an answer of 'no' denies, and what it tells besides. */
function refused(question: Question, { rest, bound }: Answer): Joined[] {
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
  if (whole && (parts.length === 1 || (question.kind === 'have' && !parts.some(isPredicate)))) return [denial(question)]
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
const negate = (core: string) => {
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
  const whole = withoutSome(core)
  return /^(?:não|nunca)\s/iu.test(whole) ? whole : `não ${whole}`
}
/** 'Fuma ou bebe?' 'Bebo': the verb of the answer tells which; 'tenho' to two illnesses does not, and both stay open. */
function affirm(question: Question, verb?: string): string {
  const parts = questionParts(question.core.replace(/[.]+$/, ''))
  const meant = verb ? plain(toThirdPerson(verb)) : ''
  const own = parts.length > 1 ? parts.find((part) => words(part).includes(meant)) : undefined
  const core = own ?? (question.kind === 'have' ? parts.join(' ou ') : question.core.replace(/[.]+$/, ''))
  const had = question.kind === 'have' && !own
  if (had && /^(?:(?:ele|ela|você|o senhor|a senhora)\s+)?já\s/iu.test(question.text) && !isPredicate(core))
    return `já teve ${core}`
  return had && !isPredicate(core) ? `refere ${core}` : core
}

/** An answer that names no complaint of its own gets the question's: 'Vai e volta' -> 'Dor: vai e volta'. */
function withTopic(question: Question, own: string): string {
  // 'Fuma ou bebe?' names two habits: the answer says itself which it speaks of.
  const several = habitTopics.filter(([pattern]) => pattern.test(plain(question.text))).length > 1
  const topic = several ? undefined : question.topic
  if (!topic || words(own).length > 14 || !/^(hda|habitos|hpp)$/.test(question.section)) return own
  if (question.section !== 'hda' && !habitTopics.some(([, name]) => name === topic)) return own
  if (
    habitTopics.some(
      ([pattern, name]) => name === topic && pattern.test(plain(own).replace(/\b(fum|beb)(ou|ava|o|ia)\b/g, '$1a')),
    )
  )
    return own
  const named =
    [...stems(topic)].some((stem) => stems(own).has(stem)) ||
    (symptomOf(own) !== undefined && !/^(teve|tem|com|sem|de|do|da|no|na|quando)\s/iu.test(own))
  // 'Fuma?' 'Parei faz dez anos': the verb alone does not tell of what.
  const ofHabit =
    question.section !== 'hda' &&
    /^(est[aá]|falt|par(ou|a)|larg|deix|faz|fez|come[cç]|volt|diminu|toma|usa|nunca)/iu.test(own)
  if (ofHabit) return `${topic}: ${own}`
  if (question.section === 'hda' && /^(?:só|quando|às vezes|de vez em quando)(?![\p{L}])/iu.test(own))
    return `${topic}: ${own}`
  const verbFirst = hasVerb.test(words(own)[0] ?? '') && !/^(é|são|vai|fica|parece|teve|tem|parou|parei)\s/iu.test(own)
  if (
    verbFirst ||
    /^(nada|nega|ninguém|não|refere)(?![\p{L}])/iu.test(own) ||
    (named && !/^(meio|muito|bem|mais|um pouco)\s/iu.test(own))
  )
    return own
  return `${topic}: ${own.replace(/^(?:é|são|fica|ela|ele)\s+/iu, '')}`
}

function openAnswer(question: Question, { polarity, rest }: Answer): Joined[] {
  const own = statement(rest || (polarity === 'no' ? 'não' : ''))
  if (words(own).length === 0) return []
  const said = rest
  if (question.label?.startsWith('since:')) {
    const core = question.label.slice(6)
    return [
      {
        kind: 'statement',
        text: finish(words(own).length <= 6 ? `${core} ${/^há/i.test(own) ? own : `há ${own}`}` : own),
        answer: said,
      },
    ]
  }
  const label = question.label
  if (
    label &&
    words(own).length <= 14 &&
    overlap(own, label) === 0 &&
    !(hasVerb.test(plain(own)) && words(own).length > 7)
  )
    return [{ kind: 'statement', text: finish(`${label}: ${own.replace(/^(?:é|são|fica)\s+/iu, '')}`), answer: said }]
  return [{ kind: 'statement', text: finish(withTopic(question, own)), answer: said }]
}
