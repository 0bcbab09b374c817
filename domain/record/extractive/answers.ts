import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import { readAnswer, readBare, sentenceLead, statement } from './answer.ts'
import { sectionOfPatient, sectionOfUnknown, tellsOfToday } from './classify.ts'
import { questionParts } from './denial-scope.ts'
import type { Draft } from './draft.ts'
import { join } from './join.ts'
import { ancestors, drug, illness, symptom } from './lexicon/clinical.ts'
import { smallTalk } from '../voice/speech.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { finish, sentencesOf, stems, uncapitalise, words } from '../voice/normalise.ts'
import { planVoice } from './plan-voice.ts'
import { type Question, symptomOf } from './question.ts'
import { namedIn, pieces, riskAnswer } from './risk.ts'
import type { Exchange, Line } from './segment.ts'
import { toThirdPerson } from '../voice/third-person.ts'

const terse = (draft: Draft) => draft.kind === 'statement' && /^(?:É )?só /iu.test(draft.text)

/** Names, birthdays, greetings. A long sentence says more than that, unless it only tells when one was born. */
const identifies = (text: string) =>
  smallTalk.test(plain(text)) &&
  (words(text).length <= 10 || /\bnasc(i|ida|ido) (em|no dia) .*(mil|19|20)/.test(plain(text)))

/** Greetings and goodbyes around an answer are no part of it. */
const answerOf = (line: Line, asked = '') =>
  line.bare
    ? readBare(line.spoken)
    : readAnswer(
        line.statements.filter((text) => !identifies(text)),
        asked,
      )

/** What an exchange's replies tell of what was asked. `planned`: the plan is being told; `advised`: its words. */
export function answers(
  exchange: Exchange,
  questions: readonly Question[],
  before: CanonicalKey,
  planned: boolean,
  advised: ReadonlySet<string>,
): Draft[] {
  const last = questions.at(-1)
  const replies = withoutListening(exchange.replies).filter((line) => !planned || !echoes(line, advised))
  if (!last) return replies.flatMap((line) => ownStatements(line, before, planned))
  if (last.social)
    return replies
      .filter((line) => words(line.sentences.join(' ')).length > 12)
      .flatMap((line) => ownStatements(line, 'hda', true))
  const told = pieces(replies)
  const risk = riskAnswer(last, replies.slice(0, told))
  if (risk) return [risk, ...replies.slice(told).flatMap((line) => ownStatements(line, last.section, planned))]
  const out: Draft[] = []
  // Two plain answers to two questions: each to its own, from the last backwards.
  const polar = replies.filter((line) => answerOf(line).polarity !== undefined)
  replies.forEach((line, index) => {
    const place = polar.indexOf(line)
    const back = polar.length - 1 - place
    const question =
      polar.length > 1 && place >= 0 && questions.length > 1
        ? (questions[questions.length - 1 - back] ?? last)
        : fitting(questions, last, line)
    const answer = answerOf(line, question.text)
    if (index === 0 && noneOfIt.test(plain(line.spoken)))
      for (const other of questions.filter((item) => item !== question && item.id === question.id))
        if (other.kind === 'have' && !other.negative) out.push(...joined(other, line, { polarity: 'no', rest: '' }))
    const first = index === 0 || (place >= 0 && polar.length > 1 && questions.length > 1)
    if (first)
      out.push(
        ...joined(question, line, answer)
          .map((draft) => inFull(draft, questions))
          .map((draft) => (question.risk?.kind === 'means' ? { ...draft, section: 'hda' as const, risk: true } : draft))
          .map((draft, at) => (question.risk && (at === 0 || terse(draft)) ? { ...draft, risk: true } : draft)),
      )
    else out.push(...ownStatements(line, question.section, planned && !symptom.test(plain(line.sentences.join(' ')))))
  })
  return out
}

const placeOf = /^\p{L}{3,} (?:n[oa]s?|d[oa]s?|de) \p{L}{3,}/iu
/** 'Dor no peito, inchaço?' 'Dor não': what is denied is what was asked for, in all its words. */
function inFull(draft: Draft, questions: readonly Question[]): Draft {
  if (draft.kind !== 'statement') return draft
  const parts = questions
    .filter((question) => question.kind !== 'open')
    .flatMap((question) => questionParts(question.core))
  const text = draft.text.replace(/(?<![\p{L}])(nega )(\p{L}{3,})(?=[.,;]|$)/giu, (whole, no: string, item: string) => {
    const part = parts.find((asked) => plain(asked).startsWith(`${plain(item)} `) && words(asked).length <= 6)
    return part ? `${no}${part}` : whole
  })
  const asked = parts.find((part) => placeOf.test(part) && words(part).length <= 4)
  if (!asked || text !== draft.text) return { ...draft, text }
  // 'Sangue na urina?' 'Teve um pouco de sangue': where it was goes with it.
  const [head = '', ...more] = asked.split(' ')
  const said = new RegExp(`(?<![\\p{L}])${head}(?![\\p{L}])(?! (?:n[oa]s?|d[oae]s?|em|ao|à|por)(?![\\p{L}]))`, 'iu')
  const known = plain(text).includes(plain(more.at(-1) ?? ''))
  return known || !symptom.test(plain(head)) || /(?:ou|eu|iu)$/.test(head)
    ? draft
    : { ...draft, text: text.replace(said, asked) }
}

/** 'Febre? Tosse? Falta de ar?' 'Não, nada disso.' denies them all; a bare 'não' only the last. */
const noneOfIt =
  /^(nao,? )*(nada (disso|desse tipo|dessas coisas)|nenhum(a)? (disso|dess[ae]s|del[ae]s)( coisas)?|nenhum dos \w+)\b/

/** Of several questions the one whose complaint the answer names; the last where none is. */
function fitting(questions: readonly Question[], last: Question, line: Line): Question {
  // 'Fuma? Bebe?' 'Fumo.': the verb tells which.
  const verb = plain(toThirdPerson(words(line.statements[0] ?? '')[0] ?? ''))
  const asks = (question: Question) => words(question.text).includes(verb)
  if (thirdPersonForms.has(verb) && !asks(last)) {
    const own = questions.findLast((question) => !question.social && question.id === last.id && asks(question))
    if (own) return own
  }
  const told = symptomOf(line.statements.join(' '))
  if (!told || symptomOf(last.text) === told || last.kind === 'open') return last
  return questions.findLast((question) => !question.social && symptomOf(question.core) === told) ?? last
}

/** 'Preta, sangue, dor forte. Tá bom.': the patient says again what was just advised. */
function echoes(line: Line, told: ReadonlySet<string>): boolean {
  const said = [...stems(line.spoken)]
  return said.length > 0 && said.filter((stem) => told.has(stem)).length >= said.length * 0.7
}

/** 'Isso.' 'Tá.' before the real answer only tell that the patient listens. */
function withoutListening(replies: readonly Line[]): Line[] {
  const telling = replies.filter((line) => !line.bare)
  if (telling.length === 0) return replies.filter((line) => readBare(line.spoken).polarity !== undefined).slice(-1)
  return replies.filter((line, index) => telling.includes(line) || (index === 0 && /^nao\b/.test(plain(line.spoken))))
}

const asksAllergy = /\balergi/
const takes = /^(?:toma|usa|faz uso|tomou|usou)\b/

const reacts =
  /\b(coc(a|ando|eira|ou)|inch\w+|vermelh\w+|empol\w+|reac\w+|falta de ar|pass(ou|ei) mal|manchas?|urticaria|fecha\w*|entort\w+)\b/
/** 'Problema de saúde, remédio, alergia?': an answer to the others is none to this. */
const asksOthers =
  /\b(problemas?|doencas?|toma|tomando|usa|usando|faz uso|cirurgias?|operac\w+|internac\w+)\b|\bremedios?\b.*\balergi/
/** 'Tem alergia?' 'Dipirona me dá coceira': what is answered is the allergy, and is named so. */
function namedAllergy(text: string, question: Question): string {
  if (question.section !== 'hpp' || !asksAllergy.test(plain(question.text))) return text
  if (questionParts(question.core).length > 1 && takes.test(plain(text))) return text
  if (asksAllergy.test(plain(text)) || ancestors.test(plain(text))) return text
  if (reacts.test(plain(text)) && drug.test(plain(text)))
    return finish(`Alergia: ${uncapitalise(text).replace(/^(?:mas |aí |agora |a (?=\p{L}{4})|o (?=\p{L}{4}))+/iu, '')}`)
  const mixed = asksOthers.test(plain(question.text))
  if (mixed || (illness.test(plain(text)) && !drug.test(plain(text)))) return text
  const refused = text.match(/^Nega (.+)$/u)
  if (refused?.[1]) return finish(`Nega alergia a ${refused[1]}`)
  if (/^(nao|nunca|nenhum|achava)\b/.test(plain(text)) || /\b(toma|usa)\b/.test(plain(text))) return text
  return finish(`Alergia: ${uncapitalise(text).replace(/^(?:é |são )?(?:a |ao |à |o )?/iu, '')}`)
}

function joined(question: Question, line: Line, answer: ReturnType<typeof readAnswer>): Draft[] {
  const evidence = [...namedIn(question), line.id]
  return join(question, answer).flatMap((item): Draft[] => {
    if (item.kind === 'denial') return [{ section: question.section, kind: 'denial', item: item.item, evidence }]
    if (item.kind === 'detail')
      return [{ section: question.section, kind: 'detail', text: item.text, tail: item.tail, after: [], evidence }]
    const own = item.answer ? sectionOfPatient(item.answer) : undefined
    if (
      question.kind === 'open' &&
      own === undefined &&
      words(item.text).length <= 2 &&
      !/:/.test(item.text) &&
      !/\d/.test(item.text)
    )
      return []
    const section = own && !(own === 'hda' && question.section !== 'hda') ? own : question.section
    let before: CanonicalKey | undefined
    let last = ''
    return split(item.text).map((text, index) => {
      // 'Remédio não. Camarão me dá coceira': after a denial the allergy is still to come.
      const named = index === 0 || /^Nega /.test(last) ? namedAllergy(text, question) : text
      last = text
      // 'Viajei para o Norte. Faz uma semana.': a time alone belongs to what it dates.
      const dates = before && words(text).length <= 6 && !symptom.test(plain(text))
      const own = dates && before ? before : placed(named, section, question, index)
      before = own
      const topic = named.match(/^([^:.]{2,24}): /u)?.[1]
      return { section: own, kind: 'statement', text: named, evidence, topic }
    })
  })
}

/** Told of the complaint of today, in words that nothing else explains. */
const ofToday = /\b(agora|hoje|ontem|desde|comecou|nesses dias|ultim[oa]s dias|esta (com|sentindo)|piorou)\b/
const ofThePast =
  /\b(anos atras|ha (\w+ ){1,3}anos|ano passado|em (dois mil|mil novecentos|19\d\d|20\d\d)|quando era (crianca|pequen|jovem|nov)\w*|faz tempo|na infancia)\b/

const tried = /\b(tomou|tomado|usou|deu|tentou|experimentou|passou|fez para)\b/
/** Each sentence of an answer goes where it belongs itself; what only sounds like a complaint stays with what was asked. */
function placed(text: string, answer: CanonicalKey, question: Question, index: number): CanonicalKey {
  const own = sectionOfPatient(text)
  const asked = question.section
  if (/^(?:Preocupação|Expectativa) d/u.test(text)) return 'hda'
  // What is denied belongs where it was asked for.
  if (index === 0 && /^nega\b/.test(plain(text)) && asked !== 'exame_fisico') return asked
  if (asked === 'hpp' && asksAllergy.test(plain(question.text)) && own !== 'hf') return 'hpp'
  if (own === 'hpp' && asked === 'hda' && tried.test(plain(question.text)) && !/alerg/.test(plain(text))) return 'hda'
  if (own === 'hda' && /\b(piora|melhora)\b/.test(plain(text)) && asked !== 'hf') return 'hda'
  if (own !== 'hda' && own !== undefined) return own
  if (asked === 'hda') {
    const past =
      ofThePast.test(plain(text)) && /\b(teve|operou|internou|perdeu|quebrou|fez|tirou|usou|tratou)\b/.test(plain(text))
    return past ? 'hpp' : (own ?? asked)
  }
  if (own === undefined) return answer === 'hda' || index > 0 ? asked : answer
  const complaint = symptom.test(plain(text)) && (ofToday.test(plain(text)) || words(text).length > 12)
  return tellsOfToday(text) || (complaint && asked !== 'hf') ? 'hda' : asked
}

const split = (text: string): string[] =>
  sentencesOf(text)
    .map((item) => finish(uncapitalise(item).replace(sentenceLead, '')))
    .filter((item) => words(item).length > 0)

/** 'Por volta de sessenta': how old the relative was who was just spoken of. */
const age =
  /^(com |tinha |por volta d[eo]s? |uns |mais ou menos |cerca de )*\w+(enta|inta|vinte)( e \w+)?( anos)?( (e )?pouc\w+)?[.]?$/
const introduces = /^(eu )?(sou|e) (a|o) \w+( del[ea])?[.]?$/
/** What is told without being asked. */
function ownStatements(line: Line, section: CanonicalKey, late: boolean): Draft[] {
  const out: Draft[] = []
  for (const text of line.statements) {
    if (smallTalk.test(plain(text)) || identifies(text) || line.bare) continue
    const unknown = line.speaker === undefined ? sectionOfUnknown(text) : undefined
    const own = unknown ? unknown.section : sectionOfPatient(text)
    if (late && (own === undefined || !symptom.test(plain(text)))) continue
    const tells = section === 'hf' && age.test(plain(text))
    if (!tells && own === undefined && (words(text).length < 4 || introduces.test(plain(text)))) continue
    if (unknown && own === undefined) continue
    if (tells) {
      out.push({
        section,
        kind: 'detail',
        text: '',
        tail: uncapitalise(text.replace(/[.]$/, '')),
        after: [],
        evidence: [line.id],
      })
      continue
    }
    const written =
      unknown?.by === 'doctor' ? planVoice(text, own === 'conduta' || own === 'orientacoes') : statement(text)
    out.push({ section: own ?? section, kind: 'statement', text: finish(written), evidence: [line.id] })
  }
  return out
}
