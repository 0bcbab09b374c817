// Reads the past from a clause: words for diseases and operations, and words that deny or doubt them.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import past from '../lexicon/past.json' with { type: 'json' }
import { type Frame, fill } from './frame.ts'
import { span } from './times.ts'
import { whenOf } from './when.ts'

const tableOf = (file: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(file).flatMap(([note, say]) => say.split(' ').map((word) => [word, note] as const)))
export const bare = tableOf(past.bare)
export const operations = tableOf(past.operations)
export const breaks = tableOf(past.breaks)
export const breaking = /^(quebr\w+|fratur\w+)$/
/** A question about an earlier time: 'Já teve isso antes?' */
export const asksPast =
  /\b(isso|assim|desse jeito|dessa|dor|crise|parecid[oa]|mesma coisa)\b.*\b(antes|alguma vez|outra vez)\b|\b(ja t(inha|eve|iveste)|alguma vez|primeira vez)\b.*\b(isso|assim|dor|crise|parecid[oa]|desse jeito|mesma coisa)\b|\bja (tinha tido|teve|tinha|tiveste) (no|na|nos|nas) \w+|\bprimeira vez\b|\bparecid[oa]\b/
/** 'Nem uma, nem outra' */
export const noneOfAll = /^(nem (uma?|um) nem outr[oa]|nada disso|nenhum[a]?( d\w+)?|nada)$/
/** 'Os dois', 'tenho as duas': all that was asked for. */
export const allOfThem =
  /^(tenho |sim )?(os dois|as duas|os tres|as tres|tudo isso|todas|todos|ambos|ambas)( eu tenho| tenho)?$/
/** Organs that mean their disease in a list of questions: 'Pressão, diabetes, coração?' */
const organs = tableOf(past.organs)
export const certain = new Set(past.certain.split(' '))

export const operating = /^(oper\w+|cirurg\w+|tirei|tirou|retir\w+|tirada|tirado)$/
/** 'Duas cesáreas e a da hérnia': the procedure has words of its own. */
export const isOwnWord = ({ tokens }: Clause, { from, to }: { from: number; to: number }): boolean =>
  tokens.slice(from, to).every(({ word }) => !operations.has(word) && !operating.test(word))
/** '2 cesáreas' */
export function counted({ quantities }: Clause, note: string, from: number): string {
  const count = quantities.find((one) => one.from === from - 1 && one.value > 1 && one.value < 10)
  return note === 'cesárea' && count ? `${count.value} cesáreas` : note
}
/** No crisis any more: 'faz dois anos que não tem crise', 'tem dez anos que não me dá nada'. */
export const free =
  /\b(nao (tenho|tem|teve|tive)|sem) (mais )?crises?\b|\bnao (me )?(da|deu|tenho|tem|sinto|sente) (mais )?nada\b|\bnunca mais\b/
const doubts =
  /\b(acho|sera|medo|parece|pode ser|google|internet|disse que (pode|era)|li que|suspeita|investig\w+|so se|descart\w+|afast\w+)\b/
/** A question for a vaccine, a contact or other people asks for no disease of the patient. */
export const ofOthers = /\b(vacin\w+|dose|doses|tomou a|contato|alguem|perto de)\b/
export const isUnsure = (clause: Clause): boolean =>
  doubts.test(clause.plain) ||
  clause.certainty !== 'said' ||
  ofOthers.test(clause.plain) ||
  ofOthers.test(clause.answers?.plain ?? '')
const passedOver = /^(e|o|a|os|as|ta|esta|tava|estao|estavam|tavam|sempre|foi|foram|deu|deram|era|dela|dele|minha)$/
/** 'Pressão boa', 'pressão e colesterol estavam ótimos': named, but not ill. */
export const isFine = (clause: Clause, at: number): boolean =>
  /^(boa|bom|boas|bons|normal|normais|otim[oa]s?|controladinha|cert[oa]s?|certinh[oa]s?|beleza|ok|limpa|limpo)$/.test(
    clause.tokens.slice(at + 1).find(({ word }) => !passedOver.test(word) && !bare.has(word))?.word ?? '',
  )
export type Asked = { kind: 'condition' | 'absence'; name: string }
/** Words of a question that may continue about the latest event. */
const more =
  /^(quando|quanto|quantos|quantas|tempo|idade|anos?|lado|direit[oa]|esquerd[oa]|trat\w+|tomou|usou|ficou|sequela|crises?|gesso|fisio\w*|ultim[oa]|desde|foi|qual|como|teve|tem|tinha|faz|lembra|aconteceu|senhora?|voce|mais|menos|melhorou|operou|era|isso|vez|internou|descobriu)$/
/** Whether a short answer may be about the latest event, called `name`. */
function asksOfFocus(question: Clause | undefined, name: string, line: string): boolean {
  if (!question || question.line === line) return true
  const others = question.said.filter(({ concept }) =>
    /^(condition|symptom|procedure|drug|exam|habit|relative)$/.test(concept.kind),
  )
  if (others.some(({ concept }) => concept.note === name)) return true
  return (
    others.length === 0 &&
    question.tokens.every(({ kind, joining, word }) => kind !== 'word' || joining || more.test(word))
  )
}

/** 'Trombose e asma, não': the denial at the end is for both. 'Derrame ela, não.', 'diabetes, que eu saiba, não' */
export function deniedWith(clause: Clause, { to }: Said): boolean {
  let at = to
  while (at < clause.tokens.length) {
    const word = clause.tokens[at]?.word ?? ''
    const next = clause.said.find(({ concept, from }) => from === at && concept.kind === 'condition')
    if (/^(nao|nunca|sem)$/.test(word)) {
      const after = clause.tokens[at + 1]
      return (
        !after ||
        after.kind === 'mark' ||
        after.word === 'gracas' ||
        clause.said.some(({ concept, from }) => from === at + 1 && concept.kind === 'condition')
      )
    }
    if (next) at = next.to
    else if (/^(e|ou|,|ela|ele|eu|tambem|nem|que|saiba|gracas|a|deus|isso|la|mim|fiz|exame|esse|este|ano)$/.test(word))
      at += 1
    else return false
  }
  return false
}

/** 'Asma?' 'Não, bronquite.': another disease than the question's takes its place. */
export function isInstead({ tokens, reply, answers }: Clause, { concept, from, to }: Said): boolean {
  const asked = (answers?.said ?? []).filter((one) => one.concept.kind === 'condition')
  const after = tokens[to]
  return (
    reply?.means === 'no' &&
    from === 2 &&
    tokens[0]?.word === 'nao' &&
    tokens[1]?.kind === 'mark' &&
    (!after || after.word === '.' || after.word === '!') &&
    asked.length > 0 &&
    asked.every((one) => one.concept.note !== concept.note)
  )
}

/** The diseases and topics of a question about the past. */
export function askedIn(clause: Clause): Asked[] {
  return clause.said.flatMap(({ concept, subject }): Asked[] => {
    if (subject || concept.note === 'gravidez') return []
    if (concept.kind === 'condition') return [{ kind: 'condition', name: concept.note }]
    if (
      concept.kind === 'symptom' ||
      (concept.kind === 'topic' && concept.group === 'hpp' && !/alerg|medicamento/.test(concept.note))
    )
      return [{ kind: 'absence', name: `hpp|${concept.note}` }]
    return []
  })
}

const notListed =
  /\b(med\w+|esta|ta|dor|doi|boa|quanto|como|toma|exame|remedio|hoje|familia|pai|mae|quando|operou|cirurgia|batendo|acelera\w*)\b/
/** The organs that a list of questions names: 'Pressão, tireoide, rim?' */
export function organsIn(clause: Clause): Asked[] {
  if (clause.tokens.length > 16 || notListed.test(clause.plain) || chanceOf(clause, 'hf') > 0.3) return []
  return clause.tokens.flatMap(({ word }, at): Asked[] => {
    const name = organs.get(word)
    return name && !clause.said.some(({ concept, from, to }) => concept.kind === 'condition' && at >= from && at < to)
      ? [{ kind: 'condition', name }]
      : []
  })
}
/** 'Açúcar não, coração não': the organs of the question that are denied one by one. */
export function organsDenied(clause: Clause, asked: readonly Asked[]): string[] {
  return clause.tokens.flatMap(({ word }, at) => {
    const name = organs.get(word)
    const after = clause.tokens[at + 2]
    const ends = !after || after.kind === 'mark' || organs.has(after.word)
    return name &&
      /^(nao|nunca)$/.test(clause.tokens[at + 1]?.word ?? '') &&
      ends &&
      asked.some((one) => one.name === name)
      ? [name]
      : []
  })
}

/** A patient states a disease as a fact: 'tenho', 'tive', or an answer about diseases. */
export const tells = (clause: Clause): boolean =>
  /\b(tenho|tive|sou|teve|diagnos\w+|descobri\w*|trato|trata|sofro|desde)\b/.test(clause.plain) ||
  (clause.answers?.said ?? []).some(
    ({ concept }) => concept.kind === 'condition' || (concept.kind === 'topic' && concept.note === 'outras doenças'),
  )

/** 'Operei a catarata': the operation is written, not the disease. */
export const isOperated = (clause: Clause, { from, to }: Said): boolean =>
  clause.tokens.slice(from, to).some(({ word }) => operations.has(word)) &&
  (clause.tokens.some(({ word }) => operating.test(word)) ||
    (clause.answers?.tokens.some(({ word }) => operating.test(word)) ?? false))

/** Diseases that come again and again; others are lasting. */
const recurs =
  /(ite|infecção|malária|herpes|afta|candidíase|litíase|gota|pneumonia|urticária|furúnculo|abscesso|conjuntivite)/

/** When it was, and the slot for it: its beginning, its end, its last time or its last crisis. */
export function timeOf(
  clause: Clause,
  frame: Frame,
  within?: { from: number; to: number },
): { when: string | undefined; slot: 'when' | 'crisis' | 'last' } {
  const { plain } = clause
  const time = whenOf(clause, within)
  const isCondition = frame.kind === 'condition'
  const since = clause.quantities.find(
    ({ from, unit }) =>
      (unit === 'ano' || unit === '') &&
      clause.tokens[from - 1]?.word === 'os' &&
      clause.tokens[from - 2]?.word === 'desde',
  )
  if (since) return { when: `desde os ${since.value} anos`, slot: 'when' }
  if (time === 'aos 1 mês') return { when: undefined, slot: 'when' }
  const over = /\b(?:acabou|sarou|sumiu|passou|parou) (?:com|aos) (?:uns )?\S+ (?:ano|mes)/.test(plain)
    ? clause.quantities.find(({ unit }) => /^(ano|mes)$/.test(unit))
    : undefined
  if (over && over.value > 1) return { when: `até os ${span(over)}`, slot: 'when' }
  const ends = /\b(acabou|passou|sumiu|sarou|depois dos|ate os?)\b/.test(plain) && /^(aos|com) /.test(time ?? '')
  const when = ends
    ? time?.replace(/^(aos|com) /, 'até os ')
    : time && /\bmais de( \w+)? (\d+|um|uma|dois|duas|tres|quatro|cinco|dez|vinte) ?(ano|mes)/.test(plain)
      ? time.replace(/^há /, 'há mais de ')
      : time
  if (isCondition && !ends && (/\bcrises?\b/.test(plain) || free.test(plain))) return { when, slot: 'crisis' }
  if (/\bultim[oa]\b/.test(plain) && isCondition) return { when, slot: 'last' }
  return { when, slot: 'when' }
}

/** 'Sempre doze por oito': a measured pressure is no disease. */
export const isMeasured = ({ quantities, tokens }: Clause): boolean =>
  quantities.some(
    ({ to, value }) => tokens[to]?.word === 'por' && value >= 8 && quantities.some(({ from }) => from === to + 1),
  )

/** 'Seis graus de miopia, não, oito agora': the 'não' corrects the number. */
export const isCorrection = ({ tokens, quantities }: Clause, to: number): boolean =>
  tokens[to]?.kind === 'mark' &&
  tokens[to + 1]?.word === 'nao' &&
  tokens[to + 2]?.kind === 'mark' &&
  quantities.some(({ from }) => from > to && from <= to + 4)

/** Whether a clause only adds to the latest event. `isAnswer`: the doctor asked a question after it. */
export function mayComplete(clause: Clause, frame: Frame, isAnswer: boolean): boolean {
  if (isAnswer && !asksOfFocus(clause.answers, frame.name, frame.lines.at(-1) ?? '')) return false
  if (clause.said.some(({ concept }) => /^(condition|procedure|symptom|exam|habit|relative)$/.test(concept.kind)))
    return false
  const others = clause.tokens.filter(
    ({ kind, joining }, at) =>
      kind === 'word' && !joining && !clause.quantities.some(({ from, to }) => at >= from && at <= to),
  )
  if (
    others.length > 5 ||
    isMeasured(clause) ||
    /\bseguid[oa]s\b|^isso foi\b|^(e )?(eu |ele |ela )?caiu?\b/.test(clause.plain)
  )
    return false
  const isDrug = clause.said.some(({ concept }) => concept.kind === 'drug')
  return !isDrug || !isAnswer || asksTreatment.test(clause.answers?.plain ?? '')
}
const asksTreatment = /\b(trat\w+|tom\w+|remedio|us(ou|ava)|com que|o que fez|foi)\b/

const onRecord = /\b(consta|aqui|ficha|cadastro|sei|anot\w+)\b/
/** 'Além da pressão tem diabetes hepatite tuberculose': a question without its mark. */
export const isUnmarkedList = ({ said, tokens, tag, plain }: Clause): boolean =>
  !onRecord.test(plain) &&
  (tag.act === 'q' ||
    (said.filter(({ concept }) => concept.kind === 'condition').length >= 2 &&
      tokens.every(({ kind }) => kind !== 'mark')))

/** The symptoms that a clause denies. */
export const deniedSymptoms = ({ said }: Clause): string[] =>
  said.flatMap(({ concept, polarity, subject }) =>
    concept.kind === 'symptom' && polarity === 'denied' && !subject ? [concept.note] : [],
  )

/** Puts that a disease comes again and again, and that it was treated. */
export function putCourse(frame: Frame, clause: Clause): void {
  if (
    /\b(direto|sempre|vive com|de repeticao|toda hora|varias vezes|demais)\b/.test(clause.plain) &&
    frame.kind === 'condition' &&
    recurs.test(frame.name)
  )
    fill(frame, 'course', 'de repetição', [clause.line])
  if (
    /\b(tratei|tratou|tratad[oa]|tratamento)\b/.test(clause.plain) &&
    !/\bnao\b/.test(clause.plain) &&
    frame.kind === 'condition' &&
    clause.speaker !== 'doctor'
  )
    fill(frame, 'treated', 'sim', [clause.line])
}

export const namesDrug = ({ said }: Clause): boolean => said.some(({ concept }) => concept.kind === 'drug')
