import { plain } from '../../text.ts'
import { type Answer, statement } from './answer.ts'
import { clausesOf, isPredicate, negated, questionParts } from './denial-scope.ts'
import type { Joined } from './draft.ts'
import { ancestors, drug, habitTopics, illness } from './lexicon/clinical.ts'
import { finish, stems, uncapitalise, words } from '../voice/normalise.ts'
import { pointedAt } from './pointed.ts'
import { type Question, symptomOf } from './question.ts'
import { refused } from './refused.ts'
import { inOne, shapedAnswer } from './shaped-answer.ts'
import { toThirdPerson } from '../voice/third-person.ts'

const overlap = (a: string, b: string) => [...stems(a)].filter((stem) => stems(b).has(stem)).length

const hasVerb =
  /\b(e|esta|estava|tem|teve|foi|era|sao|vai|vem|faz|fez|comecou|veio|mora|trabalha|toma|usa|fuma|bebe|sente|sentiu|acha|nega|refere|\w{3,}(ou|eu|iu))\b/

/** 'A dor veio depois?' 'Veio. Meia hora depois.': a word of the question, and not what it is about. */
const echoesOnly = (own: string, question: Question): boolean =>
  overlap(own, question.core) * 2 < Math.min(4, stems(question.core).size)

/** 'O pescoço está duro?' 'Um pouco.' */
const degree =
  /^(?:só |bem )?(?:um pouc(?:o|quinho)|às vezes|de vez em quando|muito|bastante|demais|sempre|raramente|mais ou menos)(?:,? sim)?[.]?$/iu

/** 'Tem chorado muito?' 'Quase todo dia.' */
const frequency =
  /^(?:(?:quase|praticamente) )?(?:tod[oa]s? (?:[oa]s )?(?:dias?|noites?|hora|semana|manhã)|sempre que \p{L}+|(?:cerca de )?\p{L}+ vez(?:es)? (?:por|ao|na|à) \p{L}+)(?![\p{L}])/iu
function howOften({ core }: Question, own: string): string | undefined {
  const does = core.replace(/[.]+$/, '').replace(/ (?:muito|bastante|sempre|demais)$/iu, '')
  const one = words(does).length <= 4 && questionParts(does).length === 1 && isPredicate(does)
  return one && frequency.test(own) && !/^(?:já|se) /iu.test(does) ? `${does} ${uncapitalise(inOne(own))}` : undefined
}

/** 'Já sentiu isso parado?' 'Parado não.': so it is in no such state. */
const inState =
  /^(?:(parad[oa]|sentad[oa]|deitad[oa]|descansando|dormindo|andando|em repouso)),? (?:não|nunca)(?=[.,;]|$)[.,;]?\s*(?:mas )?/iu
function notInThatState({ text, topic, section }: Question, rest: string): Joined[] | undefined {
  const [whole = '', state = ''] = rest.match(inState) ?? []
  if (!state || section !== 'hda' || !plain(text).includes(plain(state))) return undefined
  const when = `${/^em /iu.test(state) ? '' : 'quando '}${state.toLowerCase()}`
  const no = topic ? `nega ${uncapitalise(topic)} ${when}` : `não sente isso ${when}`
  const more = statement(rest.slice(whole.length))
  const told: Joined = { kind: 'statement', text: finish(no), answer: whole }
  return words(more).length > 1 ? [told, { kind: 'statement', text: finish(more), answer: rest }] : [told]
}

const givenUp = { Tabaco: 'fumar', Álcool: 'beber' } as Record<string, string>

/** 'E ajudou?' 'Ajudou.': of what was told just before, and of nothing by itself. */
const ofBefore = /^(?:ajudou|melhorou|adiantou|resolveu|aliviou|passou|piorou|funcionou)$/iu

/** Question and answer -> statements that stand alone. */
export function join(question: Question, answer: Answer): Joined[] {
  return statementsIn(question, answer).map((item) =>
    item.kind === 'statement' && words(item.text).length <= 2 && ofBefore.test(question.core.replace(/[.]+$/, ''))
      ? { ...item, kind: 'detail', tail: uncapitalise(item.text.replace(/[.]$/, '')) }
      : item,
  )
}

function statementsIn(question: Question, answer: Answer): Joined[] {
  const { polarity, rest, how } = answer
  const pointed = pointedAt(question, answer)
  if (pointed) return [{ kind: 'statement', text: pointed, answer: rest }]
  const still = notInThatState(question, rest)
  if (still) return still
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
  // 'Lembra de alguma coisa que possa ter causado?' 'Sim, comi fora': the answer says it all.
  const tellsAll =
    words(rest).length >= 8 && words(question.core).length >= 6 && words(rest.split(/[.]\s/u)[0] ?? '').length >= 4
  if (
    polarity === 'yes' &&
    !tellsAll &&
    (overlap(own, question.core) === 0 ||
      words(rest).length < 2 ||
      (echoesOnly(own, question) && !hasVerb.test(words(own)[0] ?? ''))) &&
    short
  ) {
    const affirmed = affirm(question, answer.verb)
    return [{ kind: 'statement', text: finish(stems(rest).size > 0 ? `${affirmed}, ${own}` : affirmed), answer: rest }]
  }
  const often =
    question.kind === 'do' && !question.topic && /^(hda|hpp)$/.test(question.section)
      ? howOften(question, own)
      : undefined
  if (often) return [{ kind: 'statement', text: finish(often), answer: rest }]
  if (question.kind === 'do' && degree.test(rest))
    return [
      {
        kind: 'statement',
        text: finish(`${affirm(question)}, ${uncapitalise(rest).replace(/,? sim[.]?$/iu, '')}`),
        answer: rest,
      },
    ]
  if (words(rest).length === 0) return []
  // 'A porta está aberta?' 'Está aberta': what is so was named by nobody.
  if (question.section === 'hda' && !question.topic && /^(?:está|é|são|foi) \p{L}+[.]?$/iu.test(own)) return []
  return [{ kind: 'statement', text: finish(withTopic(question, own)), answer: rest }]
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
  const still = /(?<![\p{L}])ainda(?![\p{L}])/iu.test(question.text) ? 'ainda ' : ''
  return had && !isPredicate(core) ? `${still}refere ${core.replace(/^(?:o|a|os|as) /iu, '')}` : core
}

const onlyDoes =
  /^só (?:queima|arde|coça|dói|incomoda|pesa|lateja|puxa|aperta|formiga|cansa|estala|tosse|chia)(?![\p{L}])/iu

/** An answer that names no complaint of its own gets the question's: 'Vai e volta' -> 'Dor: vai e volta'. */
function withTopic(question: Question, own: string): string {
  // 'Fuma ou bebe?' names two habits: the answer says itself which it speaks of.
  const several = habitTopics.filter(([pattern]) => pattern.test(plain(question.text))).length > 1
  const topic = several ? undefined : question.topic
  const opens = own.split(/[.]\s/u)[0] ?? own
  const terse =
    words(own).length > 14 &&
    words(opens).length <= 2 &&
    !hasVerb.test(plain(opens)) &&
    !/^(?:nega|não|sim)(?![\p{L}])/iu.test(own)
  if (!topic || (words(own).length > 14 && !terse) || !/^(hda|habitos|hpp)$/.test(question.section)) return own
  if (question.section !== 'hda' && !habitTopics.some(([, name]) => name === topic)) return own
  // What was given up is named by its verb: 'Parou de fumar há dez anos'.
  if (givenUp[topic] && /^parou(?! de )/iu.test(own))
    return own.replace(/^(?:parou, )?parou/iu, `parou de ${givenUp[topic]}`)
  if (
    habitTopics.some(
      ([pattern, name]) => name === topic && pattern.test(plain(own).replace(/\b(fum|beb)(ou|ava|o|ia)\b/g, '$1a')),
    )
  )
    return own
  const named =
    [...stems(topic)].some((stem) => stems(own).has(stem)) ||
    (symptomOf(own) !== undefined && !/^(teve|tem|com|sem|de|do|da|em|no|na|quando|tipo)\s/iu.test(own))
  // 'Fuma?' 'Parei faz dez anos': the verb alone does not tell of what.
  const ofHabit =
    question.section !== 'hda' &&
    /^(est[aá]|falt|par(ou|a)|larg|deix|faz|fez|come[cç]|volt|diminu|toma|usa|nunca)/iu.test(own)
  if (ofHabit) return `${topic}: ${own}`
  // 'Falta de ar?' 'Só queima': it is something else that is so.
  if (onlyDoes.test(own)) return own
  if (question.section === 'hda' && /^(?:só|quando|às vezes|de vez em quando)(?![\p{L}])/iu.test(own))
    return `${topic}: ${own}`
  // 'E o xixi?' 'Tá normal.': what is so goes unsaid.
  if (
    /^(?:est[aá]|estão|tem sido|é|são|fica) (?:\p{L}+ ){0,3}\p{L}+[.]?$/iu.test(own) &&
    !named &&
    words(own).length <= 5
  )
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

const small =
  /^(?:(?:e|mas|ah|certo) )*(?:de |em |por |com |a |para |ha )?(?:qual|quais|quant|quando|onde|que (?:tipo|lado|horas?|dia|cor)|desde|cada)/
/** Names of no thing of their own: what they tell is of the thing before. */
const general =
  /^(lados?|local|dose( d\w+ \w+)?|cor|tipo|vezes|dias?|horas?|intensidade|nome|remedio|medicamento|resultado|motivo|duracao)$/
/** 'Qual lado?' 'De quantas em quantas horas?': more of what was told just before. */
const asksMore = (question: Question): boolean => {
  const asked = plain(question.text)
  return (
    question.kind === 'open' &&
    small.test(asked) &&
    words(asked).length <= 7 &&
    symptomOf(asked) === undefined &&
    question.began === undefined &&
    (!question.label || general.test(plain(question.label))) &&
    !habitTopics.some(([pattern]) => pattern.test(asked)) &&
    !/\b(ultim[oa]|mora|trabalha|dorme|janta|familia|zero)\b/.test(asked)
  )
}

/** What is seen: of what it was asked, and no end of another sentence. */
const ofLook =
  /^(?:um pouco |bem |muito |meio )*(?:pret|escur|vermelh|amarel|verd|clar|marrom|transparente|branc|líquid|mole|dur)\p{L}*/iu
const aNoun = (text: string) =>
  !/^(?:com|quando|se|ao?s?|n[oa]s?|em|de|d[oa]s?|depois|antes|por|só|à|tudo|nada|qualquer|sentad|deitad|para|não)/iu.test(
    text,
  ) &&
  !hasVerb.test(words(text)[0] ?? '') &&
  !/(?:ndo|[aei]r)$/u.test(words(text)[0] ?? '')

function openAnswer(question: Question, { polarity, rest }: Answer): Joined[] {
  const own = statement(rest || (polarity === 'no' ? 'não' : ''))
  if (words(own).length === 0) return []
  if (question.of && !drug.test(plain(own)))
    return [{ kind: 'statement', text: finish(`${question.of.name}: ${own}`), answer: rest }]
  const said = rest
  const { began } = question
  if (began && words(own).length <= 6 && !/^(?:não|nunca|isso|você)(?![\p{L}])/iu.test(began))
    return [
      { kind: 'statement', text: finish(`${began} ${/^(?:há|desde) /iu.test(own) ? own : `há ${own}`}`), answer: said },
    ]
  const shaped = shapedAnswer(question, own)
  if (shaped) return [{ ...shaped, answer: rest }]
  // 'E o cocô, qual a cor?' 'Preto.'
  const [, colour] = /\b(fezes|coco)\b/.test(plain(question.text))
    ? (own.match(/^(pret|escur|clar|amarel|vermelh)[oa]s?[.]?$/iu) ?? [])
    : []
  if (colour) return [{ kind: 'statement', text: `Fezes: ${colour.toLowerCase()}as.`, answer: said }]
  if (asksMore(question) && words(own).length <= 9 && !(question.topic && !question.label && ofLook.test(own)))
    return [
      {
        kind: 'detail',
        tail: uncapitalise(inOne(own)),
        text: finish(withTopic(question, own)),
        answer: said,
      },
    ]
  const never = question.label?.match(/^últim[oa],? (.+)$/iu)?.[1]
  if (never && /(?<![\p{L}])nunca (?:fez|teve|tomou)/iu.test(own) && words(own).length <= 8)
    return [{ kind: 'statement', text: finish(`${own.replace(/[.]$/, '')} ${never}`), answer: said }]
  const label = question.label
  const [, does] = label?.match(/^(?:mais )?(alivia|melhora|piora|provoca|desencadeia)$/iu) ?? []
  if (does && words(own).length <= 10 && overlap(own, does) === 0)
    return [{ kind: 'statement', text: finish(`${does} ${aNoun(own) ? 'com ' : ''}${own}`), answer: said }]
  if (
    label &&
    !/^(?:(?:mais|isso|outra coisa|algo mais)$|(?:em |de |por )?quant)/iu.test(label) &&
    words(own).length <= 14 &&
    overlap(own, label) === 0 &&
    !(hasVerb.test(plain(own)) && words(own).length > 7)
  )
    return [{ kind: 'statement', text: finish(`${label}: ${own.replace(/^(?:é|são|fica)\s+/iu, '')}`), answer: said }]
  return [{ kind: 'statement', text: finish(withTopic(question, own)), answer: said }]
}
