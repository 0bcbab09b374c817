import { plain } from '../../text.ts'
import { readAnswer, statement } from './answer.ts'
import type { Draft } from './draft.ts'
import { numeral } from './lexicon/number.ts'
import { smallTalk } from '../voice/speech.ts'
import { finish, uncapitalise, words } from '../voice/normalise.ts'
import { approximate } from './note-voice.ts'
import type { Question } from './question.ts'
import type { Line } from './segment.ts'
import { inOne } from './shaped-answer.ts'

/** What a patient may have done to themself, or thinks of, as it was named: all that is answered to it stays together. */
export type Risk = {
  kind: 'attempt' | 'thought' | 'means'
  matter: string
  /** The line that named it. */
  line: string
  more: boolean
}

const self =
  '(?<![\\p{L}])(?:se (?:matar|suicidar|enforcar|machucar|cortar|ferir)|tirar (?:a )?(?:sua |própria )*vida|acabar com (?:a )?(?:sua |própria )*vida|(?:alguma coisa |algo )?contra (?:você|si|o senhor|a senhora)(?: mesm[oa])?|contra a (?:sua |própria )*vida|fazer (?:alguma |uma )?besteira|suic[ií]d\\p{L}*|autoles\\p{L}*|automutil\\p{L}*|(?:se )(?:matou|cortou|machucou|feriu|corta|mata)(?= |$))'
const ofSelf = new RegExp(self, 'iu')
const attempted =
  /\b(tentou|tentado|tentativas?|chegou a (tentar|fazer)|(ja )?fez (alguma coisa|algo) contra|se (cortou|feriu|machucou|matou))\b/
const thinks =
  /\b(melhor (nao (acordar|estar aqui|existir)|(estar )?mort[oa]|morrer|sumir|desaparecer)|nao (valia|vale) (mais )?a pena viver|(vontade|pens\w+|ideias?|desejo|queria) (\w+ ){0,3}(de |em )?(morrer|morte|morta|morto|sumir|desaparecer|nao acordar|nao estar (mais )?aqui|se matar)|nao (queria|quer|quis) (mais )?(viver|acordar))\b/
const asksMore =
  /^((e|mas|entao|ha|faz|por|com|em) )*((qual|quais|quant\w+|quando|como|onde|quem|o que|que)( (foi|que|isso|e|voce|o senhor|a senhora|fez|tomou|usou|aconteceu|socorreu|achou|remedios?|comprimidos?|vezes|tempo|anos|idade|tinha|epoca|ano|de|ultima|vez|a|pensa\w*|faria|fazer|em|te))*|.*\b(planos?|planejou|isso|nisso|internad\w+|internou|socorr\w+|de novo|outra vez)\b.*)$/

/** With what it could be done, at hand. */
const means = /\b(armas?|revolver|espingarda)\b|\bremedios? (guardad\w+|sobrando|estocad\w+|acumulad\w+)\b/
const triedBefore =
  /^((e|voce|o senhor|a senhora) )*(ja|alguma vez) (chegou a )?(tentou|tentar)( (alguma|fazer|vez|coisa|isso|antes))*$/

/** What a question asks of it. A short one after it ('Quando?', 'Como foi?', 'Tem algum plano?') asks more of the same. */
export function riskOf({ id, text }: Question, before: Risk | undefined): Risk | undefined {
  const said = plain(text)
  // 'Alguém da família se matou?' is no risk of this patient, 'se machucou jogando?' no harm meant.
  const another = /\b(familia|alguem|jogando|caiu|quando)\b/.test(said) && !/\b(voce|o senhor|a senhora)\b/.test(said)
  const matter = another ? undefined : text.match(ofSelf)?.[0]
  const meant =
    matter && (!/machuc|cort|feri/iu.test(matter) || /\b(ja|proposito|vontade|pens\w+|ideias?)\b/.test(said))
  if (meant) return { kind: attempted.test(said) ? 'attempt' : 'thought', matter, line: id, more: false }
  if (thinks.test(said)) return { kind: 'thought', matter: '', line: id, more: false }
  if (means.test(said)) return { kind: 'means', matter: '', line: id, more: false }
  if (before && triedBefore.test(said)) return { ...before, kind: 'attempt', more: true }
  if (!before || words(said).length > 9 || !asksMore.test(said)) return undefined
  return {
    ...before,
    kind: /\b(pens\w+|planos?|planej\w+|agora|hoje)\b/.test(said) ? 'thought' : before.kind,
    more: true,
  }
}

/** Told by whoever speaks of it, in words that say so themselves. */
export const tellsRisk = (text: string): boolean => thinks.test(plain(text)) || ofSelf.test(text)
const ofSelfNot = (text: string) =>
  text.replace(/(?<![\p{L}])contra (?:você|o senhor|a senhora)(?![\p{L}])/giu, 'contra si')

/** 'Tem pensado nisso?', 'Tem algum plano?': of what it was asked before. */
export function named(question: Question, { kind, matter, more }: Risk): Question {
  const deed = /^(?:se|tirar|acabar|fazer) /iu.test(matter) ? matter : ''
  const core = ofSelfNot(question.core)
  if (!more || !deed) return { ...question, core }
  if (kind === 'attempt' && /^(?:já |alguma vez )?tentou(?! \p{L}+ar)/iu.test(core))
    return { ...question, core: `já tentou ${deed}` }
  return {
    ...question,
    core: core.replace(/(?<![\p{L}])nisso(?![\p{L}])/iu, `em ${deed}`).replace(/^(planos?)$/iu, `$1 de ${deed}`),
  }
}

/** The question, and the one that named what it asks of, where its words are taken from there. */
export const namedIn = ({ id, core, risk, of }: Question): string[] =>
  of ? [of.line, id] : risk?.more && risk.matter && core.includes(risk.matter) ? [risk.line, id] : [id]

const notNow = /^(hoje|agora|atualmente|no momento|ultimamente),? não(?=[.,]|$)[.,]?\s*/iu
const butNotThat = /,? (?:mas|só que) isso não(?=[.]|$)/giu
const onlyThought = /(?<![\p{L}])(?:não|nunca|nem|pens\p{L}+|vontade|quase|quis|queria|ia|medo|coragem)(?![\p{L}])/iu
const aloneNumber = new RegExp(`^((?:cerca de |mais de )?${numeral})$`, 'iu')
/** All that is answered to it, as one; undefined: it is denied, as anything asked may be. */
export function riskAnswer(question: Question, replies: readonly Line[]): Draft | undefined {
  const { risk } = question
  const [first, ...others] = replies
  if (!risk || risk.kind === 'means' || !first) return undefined
  const answer = readAnswer(first.bare ? first.sentences : first.statements, question.text)
  const now = answer.rest.match(notNow)
  if (!now && (answer.polarity === 'no' || answer.bound)) return undefined
  const own = now ? answer.rest.slice(now[0].length) : answer.rest
  const said = [own]
  for (const line of others) if (!line.bare) said.push(...line.statements)
  const told = said
    .map((text) => approximate(uncapitalise(inOne(statement(text.replace(butNotThat, ''))))))
    .filter((text) => words(text).length > 0 && !smallTalk.test(plain(text)))
    .map((text) => (/\bquantas vezes\b/.test(plain(question.text)) ? text.replace(aloneNumber, '$1 vezes') : text))
    .join(', ')
  const evidence = [...namedIn(question), ...replies.map((line) => line.id)]
  const section = risk.kind === 'attempt' ? 'hpp' : 'hda'
  const core = question.core
    .replace(/[.]+$/, '')
    .replace(/^(?:alguma vez|já|hoje|agora|atualmente|no momento)[, ]+/iu, '')
  const as = (text: string): Draft => ({ section, kind: 'statement', text: finish(text), evidence, risk: true })
  if (now) return as(`${now[1]} não ${core}${told ? `, ${told}` : ''}`)
  if (risk.more && question.kind === 'open')
    return told
      ? { section, kind: 'detail', text: finish(told), tail: told, after: [], evidence, risk: true }
      : undefined
  // A sentence of their own says more than the question they nod at.
  const whole =
    tellsRisk(told) || (answer.polarity === undefined && (question.kind === 'open' || words(own).length >= 6))
  // 'Já tentou?' 'Aos dezenove anos tomei comprimidos': what it was, told at once.
  const deed = question.kind === 'do' && risk.kind === 'attempt' && answer.polarity === undefined && told !== ''
  if (whole && deed && !tellsRisk(told) && !onlyThought.test(told) && words(core).length <= 8)
    return as(`já ${core}; ${told}`)
  if (whole || (answer.polarity === undefined && !told)) return told ? as(told) : undefined
  const head = question.kind === 'have' ? `refere ${core}` : `${risk.kind === 'attempt' ? 'já ' : ''}${core}`
  return as(told ? `${head}, ${told}` : head)
}

/** How many words of an answer are told in one breath; more are sentences of their own. */
const ANSWER_WORDS = 26
/** How many of the lines are pieces of one answer. */
export function pieces(replies: readonly Line[]): number {
  let said = 0
  const past = replies.findIndex((line) => {
    said += words(line.spoken).length
    return said > ANSWER_WORDS
  })
  return past < 0 ? replies.length : past
}
