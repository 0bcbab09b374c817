import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import { drug, illness, symptom } from './lexicon/clinical.ts'
import { words } from '../voice/normalise.ts'
import { type Question, questionsOf, symptomOf } from './question.ts'
import { named as namedRisk, type Risk, riskOf } from './risk.ts'
import type { Exchange, Line } from './segment.ts'

/** What the questions before leave to those that name nothing of their own. */
export type Carried = {
  section: CanonicalKey
  topic: string | undefined
  risk?: Risk | undefined
  drug?: Question['of']
}

const anaphoric =
  /\b(isso|ess[ae]s?|lados?|local|comec\w+|pior\w*|melhor\w*|dura|durou|intensidade|forte|irregular|continu[ao])\b/
const pronoun = /\b(ela|ele|elas|eles)\b/
const ofHabit = /\b(parar|parou|quant\w+|que tipo|frequencia|desde quando|ha quanto tempo|tentou|pensou)\b/
const ofSame = /^ou \w|^(e )?(de )?(que|qual( e)?( a| o)?) (cor|cheiro|jeito|aspecto|tipo|lado)$/
/** A question that begins something new, however short. */
const anew =
  /\b(mais algum\w*|outr[oa]s?|sintomas?|sentindo|sente|agora|hoje|acha|preocup\w+|medo|posso|apert\w+|consegue|pode)\b/
const ofHistory =
  /\b(dose|reacao|acontece|aconteceu|controlad\w+|que tipo de (reacao|alergia)|qual (remedio|medicamento|deles))\b/

/** 'E o cachorrinho, melhorou?' 'E o neto, já nasceu?': talk between people who know each other. */
const ofOthers =
  /^(e )?(o |a |os |as )?(seus? |suas? )?(cachorr\w+|gat(o|a|os|as|inh\w+)|passarinh\w+|bichinh\w+|papagaio|net\w+|filh\w+|menin[oa]s?|marido|esposa|mulher|mae|pai|sogr\w+|time|jogo|festa|viagem|ferias|aniversario|obra|reforma)\b(?=.*\b(melhorou|tudo bem|tudo certo|bem|como (vai|vao|esta|estao|anda|andam|foi)|nasceu|nasceram|voltou|chegou|casou|passou|formou|aprontando|gostou|crescendo|ganhou|deu certo|terminou|ficou pronta)\b)|^(e )?(tudo bem|como (vai|vao|esta|estao|anda|andam|foi)) (com )?(o |a |os |as )?(seus? |suas? )?(cachorr\w+|gat(o|a|inh\w+)|passarinh\w+|net\w+|filh\w+|marido|esposa|mulher|mae|pai|sogr\w+|time|festa|viagem|ferias)\b/
const isTalk = (text: string, companion: string | undefined) =>
  !companion && ofOthers.test(text) && ![symptom, illness, drug].some((known) => known.test(text))

/** The questions of an exchange: each takes from those before what it leaves unsaid. */
export function asked(exchange: Exchange, before: Carried, companion: string | undefined): Question[] {
  const read = exchange.asked.flatMap((line) =>
    questionsOf(line.id, line.sentences, (text) => line.questions.includes(text)),
  )
  const out: Question[] = []
  let carried = before
  for (const question of read) {
    const previous = out.at(-1)
    const turn = previous?.id === question.id && !previous.social ? previous.topic : undefined
    const carriedOver = carry(question, carried, companion)
    // 'Tem sangue nas fezes? Qual a cor?': asked in one breath, of the same thing.
    const own = (carriedOver.kind === 'open' && !ofSame.test(plain(question.text))) || carriedOver.risk
    const shared = own ? undefined : turn
    const of =
      shared && ofSame.test(plain(question.text))
        ? { label: undefined, began: undefined, text: `${previous?.text}, ${question.text}` }
        : {}
    const named = { ...carriedOver, ...of, topic: carriedOver.topic ?? shared }
    // 'Como é essa dor? Pontada, queimação?' gives words for the answer, and asks nothing new.
    if (previous && offers(previous, question)) out[out.length - 1] = { ...previous, id: question.id }
    else out.push(named)
    carried = carriedFrom([named], carried)
  }
  return out
}

export function carriedFrom(questions: readonly Question[], before: Carried): Carried {
  const last = questions.filter((question) => !question.social).at(-1)
  if (!last) return before
  if (last.risk?.kind === 'means') return { section: last.section, topic: undefined, risk: before.risk }
  if (last.risk) return { section: last.section, topic: undefined, risk: last.risk }
  return { section: last.section, topic: last.topic ?? (last.section === 'hda' ? before.topic : undefined) }
}

const howMuch =
  /^((e|voce|o senhor|a senhora|esta|ainda|hoje) )*((tomando|usando|toma|usa) (quant\w+|qual (a )?dose|que dose)|(qual (e )?(a )?|que |em que )dose|quant\w+ (miligramas |comprimidos |gotas )?((voce|o senhor|a senhora|esta|ainda) )*(toma|usa|tomando|usando))( (dela|dele|por dia))?$/
const generic = /^(remedio|medicamento|comprimido|anti|vitamina)/
/** The one drug that an exchange spoke of last. */
export function drugNamed({ asked, replies }: Exchange): Question['of'] {
  const names = (line: Line) => [...new Set(plain(line.spoken).match(new RegExp(drug, 'g')))]
  const line = [...asked, ...replies].findLast((one) => drug.test(plain(one.spoken)))
  const [name = '', ...others] = line ? names(line) : []
  return line && words(line.spoken).length > 6 && name && others.length === 0 && !generic.test(name)
    ? { name: asSpoken(line.spoken, name), line: line.id }
    : undefined
}
const asSpoken = (spoken: string, name: string) =>
  words(spoken).length > 0 ? (spoken.match(/[\p{L}-]+/gu)?.find((word) => plain(word).startsWith(name)) ?? name) : name

const describes = /\b(como (e|esta|sente|voce descrev\w+)|que tipo|descrev\w+|qual (e )?(o|a) (tipo|caracteristica))\b/
const offers = (open: Question, question: Question): boolean =>
  open.kind === 'open' &&
  !open.social &&
  question.kind === 'have' &&
  describes.test(plain(open.text)) &&
  !/\b(tem|teve|sente|sentiu|algum\w*|mais|outr[oa]s?|notou|reparou)\b/.test(plain(question.text)) &&
  !(
    question.topic &&
    open.topic &&
    symptomOf(question.core) !== undefined &&
    symptomOf(question.core) !== 'Dor' &&
    symptomOf(question.core) !== 'Azia'
  )

/** 'E de que lado?' is about the pain asked before; 'Com que idade ele morreu?' about the father. */
function carry(question: Question, before: Carried, companion: string | undefined): Question {
  const text = plain(question.text)
  if (isTalk(text, companion)) return { ...question, social: true }
  const risk = question.social ? undefined : riskOf(question, before.risk)
  if (risk)
    return { ...namedRisk(question, risk), risk, section: 'hda', topic: undefined, label: undefined, began: undefined }
  // 'Tá tomando quanto?', of the drug that was just named.
  if (before.drug && !question.social && howMuch.test(text) && !drug.test(text))
    return {
      ...question,
      kind: 'open',
      section: 'hpp',
      topic: undefined,
      label: before.drug.name,
      began: undefined,
      of: before.drug,
    }
  // 'E o AAS?' asks of what is taken.
  if (question.section === 'hda' && question.kind === 'open' && question.label === question.core && drug.test(text))
    return { ...question, section: 'hpp', topic: undefined }
  const relative = !companion && before.section === 'hf' && /\b(ele|ela|eles|dele|dela)\b/.test(text)
  const points =
    anaphoric.test(text) ||
    (!companion && pronoun.test(text) && !question.label && question.began === undefined && words(text).length <= 9)
  const topic = question.topic ?? (question.section === 'hda' && points ? before.topic : undefined)
  // 'Esse batimento' asked after 'as palpitações' is the same complaint, and keeps its first name.
  const same =
    topic &&
    before.topic &&
    words(topic).length === 1 &&
    symptomOf(topic) === symptomOf(before.topic) &&
    symptomOf(topic) !== undefined
  const named = same && (symptomOf(topic) !== 'Dor' || points) ? before.topic : topic
  const plainly = question.section === 'hda' && !question.topic && !question.social
  // 'Parou quando?' after the drugs in use is still about them.
  const follows =
    plainly && question.kind === 'open' && words(text).length <= 8 && !anew.test(text) && symptomOf(text) === undefined
  if (follows && (before.section === 'hpp' || before.section === 'habitos'))
    return { ...question, topic: before.section === 'habitos' ? before.topic : undefined, section: before.section }
  if (plainly && before.section === 'habitos' && ofHabit.test(text))
    return { ...question, topic: before.topic, section: 'habitos' }
  if (plainly && before.section === 'hpp' && ofHistory.test(text))
    return { ...question, topic: undefined, section: 'hpp' }
  return { ...question, topic: named, section: relative ? 'hf' : question.section }
}
