import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import { join, readAnswer, readBare, sentenceLead, statement } from './answer.ts'
import { sectionOfDoctor, sectionOfPatient, sectionOfUnknown, tellsOfToday } from './classify.ts'
import { companionOf, namingCompanion } from './companion.ts'
import { questionParts } from './denial-scope.ts'
import type { Draft } from './draft.ts'
import { ancestors, dose, drug, symptom } from './lexicon/clinical.ts'
import { recap } from './lexicon/plan.ts'
import { smallTalk } from './lexicon/speech.ts'
import { finish, sentencesOf, stems, uncapitalise, words } from './normalise.ts'
import { planVoice } from './plan-voice.ts'
import { type Question, questionsOf, symptomOf } from './question.ts'
import { type Exchange, exchanges, type Line } from './segment.ts'

/** Lines in order -> sentences with their section and the lines that prove them. */
export function collect(spoken: readonly Line[]): Draft[] {
  const companion = companionOf(spoken)
  const lines = spoken.map((line) => namingCompanion(line, companion))
  const drafts: Draft[] = []
  let planned = false
  let carried: Carried = { section: 'hda', topic: undefined }
  // What the patient has said so far: a doctor who only says it again adds nothing.
  const heard = new Set<string>()
  for (const exchange of exchanges(lines)) {
    for (const line of exchange.asked) drafts.push(...doctorStatements(line, heard))
    for (const reply of exchange.replies) for (const stem of stems(reply.sentences.join(' '))) heard.add(stem)
    const questions = questionsIn(exchange).map((question) => carry(question, carried))
    // An ambulance may be called mid-history: what is told is over only while nothing more is asked.
    if (questions.some((question) => !question.social)) planned = false
    else
      planned ||= drafts.some(
        (draft) =>
          exchange.asked.some((line) => draft.evidence.includes(line.id)) &&
          /^(conduta|hipotese|orientacoes)$/.test(draft.section),
      )
    const patients = new Set(exchange.replies.filter((line) => line.speaker === 'patient').map((line) => line.id))
    drafts.push(
      ...answers(exchange, questions, carried.section, planned).map((draft) => toldByPatient(draft, patients)),
    )
    const last = questions.filter((question) => !question.social).at(-1)
    if (last)
      carried = { section: last.section, topic: last.topic ?? (last.section === 'hda' ? carried.topic : undefined) }
  }
  return withChiefComplaint(drafts)
}

/** What a patient tells is history, whatever was asked: only the doctor examines. */
const toldByPatient = (draft: Draft, patients: ReadonlySet<string>): Draft =>
  draft.section === 'exame_fisico' && draft.evidence.some((id) => patients.has(id))
    ? { ...draft, section: 'hda' }
    : draft

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

type Carried = { section: CanonicalKey; topic: string | undefined }

const anaphoric =
  /\b(ela|ele|isso|ess[ae]s?|lados?|local|comec\w+|pior\w*|melhor\w*|dura|durou|intensidade|forte|irregular|continu[ao])\b/

/** 'E de que lado?' is about the pain asked before; 'Com que idade ele morreu?' about the father. */
function carry(question: Question, before: Carried): Question {
  const relative = before.section === 'hf' && /\b(ele|ela|eles|dele|dela)\b/.test(plain(question.text))
  const topic =
    question.topic ?? (question.section === 'hda' && anaphoric.test(plain(question.text)) ? before.topic : undefined)
  // 'Esse batimento' asked after 'as palpitações' is the same complaint, and keeps its first name.
  const same =
    topic &&
    before.topic &&
    words(topic).length === 1 &&
    symptomOf(topic) === symptomOf(before.topic) &&
    symptomOf(topic) !== undefined
  const named = same && (symptomOf(topic) !== 'Dor' || anaphoric.test(plain(question.text))) ? before.topic : topic
  return { ...question, topic: named, section: relative ? 'hf' : question.section }
}

/** 'Se ficar vermelho, ...' waits for what to do then. */
const action = /\b(\w+(ar|er|ir)\b.*){2,}|\b(ligu?|volt|procur|retorn|tom[ae]r?|parar|para de)\w*/

function doctorStatements(line: Line, heard: ReadonlySet<string>): Draft[] {
  const out: Draft[] = []
  if (line.statements.some((text) => recap.test(plain(text)))) return out
  for (const text of line.statements) {
    const section = sectionOfDoctor(text)
    if (!section) continue
    // Said between questions, only what is decided or found counts; the rest is the patient's own story, echoed.
    const said = [...stems(text)]
    const echoed = said.every((stem) => heard.has(stem)) && section !== 'exame_fisico'
    const asking = line.questions.some((question) => !smallTalk.test(plain(question)) && words(question).length > 3)
    if (echoed || (asking && section === 'orientacoes')) continue
    const previous = out.at(-1)
    const doseOnly = section === 'conduta' && dose.test(plain(text)) && !drug.test(plain(text))
    const forDrug = doseOnly
      ? out.findLast(
          (draft) => draft.section === 'conduta' && draft.kind === 'statement' && drug.test(plain(draft.text)),
        )
      : undefined
    const written = finish(planVoice(text, section === 'conduta' || section === 'orientacoes'))
    if (words(written).length < 2) continue
    if (forDrug?.kind === 'statement' && words(`${forDrug.text} ${written}`).length <= 36)
      forDrug.text = finish(
        `${forDrug.text.replace(/[.]$/, '')}, ${uncapitalise(written).replace(/^(?:são|é) /iu, '')}`,
      )
    else if (
      previous?.kind === 'statement' &&
      previous.section === 'orientacoes' &&
      section === 'orientacoes' &&
      /^se /i.test(previous.text) &&
      !action.test(plain(previous.text)) &&
      words(`${previous.text} ${written}`).length <= 38
    )
      previous.text = finish(`${previous.text.replace(/[.]$/, '')}, ${uncapitalise(written)}`)
    else if (!(previous?.kind === 'statement' && previous.text === written))
      out.push({ section, kind: 'statement', text: written, evidence: [line.id] })
  }
  return out
}

/** Questions of the exchange's last asking line that has any; earlier lines' questions were passed over. */
function questionsIn(exchange: Exchange): Question[] {
  return exchange.asked.flatMap((line) => questionsOf(line.id, line.sentences, (text) => line.questions.includes(text)))
}

function answers(exchange: Exchange, questions: readonly Question[], before: CanonicalKey, planned: boolean): Draft[] {
  const last = questions.at(-1)
  const replies = withoutListening(exchange.replies)
  if (!last) return replies.flatMap((line) => ownStatements(line, before, planned))
  if (last.social)
    return replies
      .filter((line) => words(line.sentences.join(' ')).length > 12)
      .flatMap((line) => ownStatements(line, 'hda', true))
  const out: Draft[] = []
  // Two plain answers to two questions: each to its own, from the last backwards.
  const polar = replies.filter((line) => answerOf(line).polarity !== undefined)
  replies.forEach((line, index) => {
    const place = polar.indexOf(line)
    const back = polar.length - 1 - place
    const question =
      polar.length > 1 && place >= 0 && questions.length > 1 ? (questions[questions.length - 1 - back] ?? last) : last
    const answer = answerOf(line, question.text)
    const first = index === 0 || (place >= 0 && polar.length > 1 && questions.length > 1)
    if (first) out.push(...joined(question, line, answer))
    else out.push(...ownStatements(line, question.section, planned && !symptom.test(plain(line.sentences.join(' ')))))
  })
  return out
}

/** 'Isso.' 'Tá.' before the real answer only tell that the patient listens. */
function withoutListening(replies: readonly Line[]): Line[] {
  const telling = replies.filter((line) => !line.bare)
  if (telling.length === 0) return replies.filter((line) => readBare(line.spoken).polarity !== undefined).slice(-1)
  return replies.filter((line, index) => telling.includes(line) || (index === 0 && /^nao\b/.test(plain(line.spoken))))
}

const asksAllergy = /\balergi/
const takes = /^(?:toma|usa|faz uso|tomou|usou)\b/

/** 'Tem alergia?' 'Dipirona me dá coceira': what is answered is the allergy, and is named so. */
function namedAllergy(text: string, question: Question): string {
  if (question.section !== 'hpp' || !asksAllergy.test(plain(question.text))) return text
  if (questionParts(question.core).length > 1 && takes.test(plain(text))) return text
  if (asksAllergy.test(plain(text)) || ancestors.test(plain(text))) return text
  const refused = text.match(/^Nega (.+)$/u)
  if (refused?.[1]) return finish(`Nega alergia a ${refused[1]}`)
  if (/^(nao|nunca|nenhum)\b/.test(plain(text))) return text
  return finish(`Alergia: ${uncapitalise(text).replace(/^(?:é |são )?(?:a |ao |à |o )?/iu, '')}`)
}

function joined(question: Question, line: Line, answer: ReturnType<typeof readAnswer>): Draft[] {
  const evidence = [question.id, line.id]
  return join(question, answer).flatMap((item): Draft[] => {
    if (item.kind === 'denial') return [{ section: question.section, kind: 'denial', item: item.item, evidence }]
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
      const own = dates && before ? before : placed(named, section, question.section, index)
      before = own
      return { section: own, kind: 'statement', text: named, evidence }
    })
  })
}

/** Told of the complaint of today, in words that nothing else explains. */
const ofToday = /\b(agora|hoje|ontem|desde|comecou|nesses dias|ultim[oa]s dias|esta (com|sentindo)|piorou)\b/
const ofThePast =
  /\b(anos atras|ha (\w+ ){1,3}anos|ano passado|em (dois mil|mil novecentos|19\d\d|20\d\d)|quando era (crianca|pequen|jovem|nov)\w*|faz tempo|na infancia)\b/

/** Each sentence of an answer goes where it belongs itself; what only sounds like a complaint stays with what was asked. */
function placed(text: string, answer: CanonicalKey, asked: CanonicalKey, index: number): CanonicalKey {
  const own = sectionOfPatient(text)
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

const introduces = /^(eu )?(sou|e) (a|o) \w+( del[ea])?[.]?$/
/** What is told without being asked. */
function ownStatements(line: Line, section: CanonicalKey, late: boolean): Draft[] {
  const out: Draft[] = []
  for (const text of line.statements) {
    if (smallTalk.test(plain(text)) || identifies(text) || line.bare) continue
    const unknown = line.speaker === undefined ? sectionOfUnknown(text) : undefined
    const own = unknown ? unknown.section : sectionOfPatient(text)
    if (late && (own === undefined || !symptom.test(plain(text)))) continue
    if (own === undefined && (words(text).length < 4 || introduces.test(plain(text)))) continue
    if (unknown && own === undefined) continue
    const written =
      unknown?.by === 'doctor' ? planVoice(text, own === 'conduta' || own === 'orientacoes') : statement(text)
    out.push({ section: own ?? section, kind: 'statement', text: finish(written), evidence: [line.id] })
  }
  return out
}

const duration = /\b(ha|desde|ontem|hoje|dias?|semanas?|mes|meses|anos?|horas?)\b/
/** The first thing told at some length is why the patient came, even where no word of it is a symptom: 'travou tudo aqui'. */
function openingTold(drafts: readonly Draft[]): number {
  const first = drafts.findIndex(
    (draft) => draft.section === 'hda' && draft.kind === 'statement' && !/^nega\b/.test(plain(draft.text)),
  )
  const line = drafts[first]?.evidence.at(-1)
  const said = drafts.filter(
    (draft) => draft.kind === 'statement' && draft.section === 'hda' && draft.evidence.at(-1) === line,
  )
  return words(said.map((draft) => (draft.kind === 'statement' ? draft.text : '')).join(' ')).length >= 10 ? first : -1
}
/** The first complaint told, up to where it says since when. */
function withChiefComplaint(drafts: readonly Draft[]): Draft[] {
  const complaint = (draft: Draft) =>
    draft.section === 'hda' && draft.kind === 'statement' && symptom.test(plain(draft.text))
  const affirmed = drafts.findIndex(
    (draft) => complaint(draft) && draft.kind === 'statement' && !/^(nega|nao|sem)\b/.test(plain(draft.text)),
  )
  const told = openingTold(drafts)
  const start = told >= 0 && told < affirmed ? told : affirmed >= 0 ? affirmed : drafts.findIndex(complaint)
  if (start < 0) return [...drafts]
  const line = drafts[start]?.evidence.at(-1)
  let end = start
  const said = (index: number) =>
    drafts
      .slice(start, index + 1)
      .map((draft) => (draft.kind === 'statement' ? plain(draft.text) : ''))
      .join(' ')
  while (
    end - start < 2 &&
    !(duration.test(said(end)) && symptom.test(said(end))) &&
    drafts[end + 1]?.section === 'hda' &&
    drafts[end + 1]?.evidence.includes(line ?? '')
  )
    end += 1
  const before = drafts[start - 1]
  const from =
    !duration.test(said(end)) &&
    before?.section === 'hda' &&
    before.evidence.includes(line ?? '') &&
    before.kind === 'statement'
      ? start - 1
      : start
  return drafts.map((draft, index) =>
    index >= from && index <= end ? { ...draft, section: 'queixa_principal' } : draft,
  )
}
