// Home: work, whom the patient lives with, sleep, breastfeeding and vaccines.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import words from '../lexicon/habit-words.json' with { type: 'json' }
import { type Frames, linesOf } from './frame.ts'
import { type Companion, kinIn } from './kin.ts'
import { whenOf } from './when.ts'

const vaccines = new Map(
  Object.entries(words.vacina).flatMap(([name, say]) => say.split(' ').map((word) => [word, name] as const)),
)
const put = (frames: Frames, name: string, clause: Clause): void => {
  frames.put('habit', `ocupação:${name}`, linesOf(clause))
}

/** Puts what the patient does for a living. */
function putWork(frames: Frames, clause: Clause, own: number, companion: Companion): void {
  const question = clause.answers?.plain ?? ''
  const { plain, tokens } = clause
  const named = clause.said.find(({ concept }) => concept.kind === 'occupation')
  const isAsked = /\b(trabalha|trabalhou|profissao|faz da vida|ocupacao|trabalho|faz o que|servico)\b/.test(question)
  if (named && !named.subject && named.polarity === 'affirmed') {
    const lead = tokens[named.from - 1]?.word ?? ''
    const before = tokens
      .slice(Math.max(0, named.from - 3), named.from)
      .map(({ word }) => word)
      .join(' ')
    const states = /\b(sou|trabalho (de|como)|trabalhava (de|como)|trampo (de|como)|era)( uma?)?$/.test(before)
    const isOther = /^(a|o|da|do|com|uma|um|pela|pelo|pra|na|no|as|os|outra|outro|dra|dr)$/.test(lead) && !states
    const retired = /\baposent\w+\b/.exec(plain)?.[0]
    const title = `${named.concept.note}${retired && !/^aposent/.test(named.concept.note) ? ` ${named.concept.note.endsWith('a') ? 'aposentada' : 'aposentado'}` : ''}`
    // A parent who speaks for a child and says 'I' means their own work.
    const mine = companion && states ? (companion === 'mixed' ? undefined : `${companion} `) : ''
    if (!isOther && mine !== undefined && (states || isAsked || (own > 0.6 && tokens.length <= 8)))
      put(frames, `${mine}${title}`, clause)
  }
  const asksSleep = /\b(dorm\w+|sono)\b/.test(question)
  if (own < 0.5 && !asksSleep) return
  const place =
    /\b(?:trabalh[oa]|trabalhava) (?:de |com |em |na |no |como )((?:(?!e\b|que\b|mas\b|desde\b|ha\b|faz\b)[a-z-]+ ?){1,3})/.exec(
      plain,
    )
  if (place && !named && clause.speaker !== 'doctor') {
    const at = tokens.findIndex(({ word }) => /^trabalh/.test(word))
    const placeWords: string[] = []
    for (const token of tokens.slice(at + 1, at + 6)) {
      if (placeWords.length > 1 && /^(na|no|em|com|da|do|dos|das|pra|pro|a|o)$/.test(token.word)) break
      if (token.kind === 'mark' || /^(e|que|mas|desde|ha|faz|ate|so|uma?|muito)$/.test(token.word)) break
      placeWords.push(token.said.toLowerCase())
    }
    if (placeWords.length > 1) put(frames, `trabalha ${placeWords.join(' ')}`, clause)
  }
  const hours =
    clause.quantities.find(({ unit, value }) => unit === 'hora' && value >= 3 && value <= 18) ??
    (/\bquantas horas\b/.test(question)
      ? clause.quantities.find(({ value, either }) => !either && value >= 2 && value <= 18)
      : undefined)
  if (!hours) return
  // 'Durmo às duas' tells the hour of the clock.
  if (/^(as|das|ate|pelas)$/.test(tokens[hours.from - 1]?.word ?? '')) return
  const both = `${question} ${plain}`
  const isOther = /\b(trabalh\w+|plantao|turno|lev\w+|demor\w+|faz|ha)\b/.test(plain) && !/\bd[ou]rm\w+\b/.test(plain)
  if (/\b(dorm\w+|durmo|sono)\b/.test(both) && !isOther) put(frames, `dorme ${hours.value} horas por noite`, clause)
  else if (/\b(sentad[oa])\b/.test(both)) put(frames, `sentado(a) ${hours.value} h/dia`, clause)
  else if (/\b(volante|dirig\w+)\b/.test(both)) put(frames, `${hours.value} h/dia ao volante`, clause)
  else if (/\b(tela|telas|computador|celular)\b/.test(both))
    put(frames, `${hours.value} h/dia em frente a telas`, clause)
}

/** Words with which another thing than whom somebody lives with begins. */
const elsewhere = /^(esta|estao|fica|ficam|mas|porque|que|morreu|trabalha|vem|vai|ajuda|toma|foram|casou|tem|visita)$/
const withUs = /\b(moram?|vivem?|fica) (com a gente|comigo|conosco|aqui|la em casa|junto|la)\b/

/** 'o marido', '2 filhos', 'os pais' */
function inHome(relative: string, count: number | undefined, isMany: boolean): string {
  const [who = '', ...side] = relative.split(' ')
  const many = (isMany || (count ?? 1) > 1) && !who.endsWith('s') ? `${who}s` : who
  const gender = /(a|ã|ó|mãe)s?$/.test(who) ? 'a' : 'o'
  const lead = count && count > 1 ? String(count) : `${gender}${many.endsWith('s') ? 's' : ''}`
  return [lead, many, ...side].join(' ')
}

/** Puts whom the patient lives with. */
function putHome(frames: Frames, clause: Clause, own: number, companion: Companion): void {
  const { tokens, plain } = clause
  const question = clause.answers?.plain ?? ''
  const asksAlone = /\b(mora|vive) sozinh[oa]\b/.exec(question)?.[0]
  const isAsked =
    (/\b(mora(m|s)?|vive|em casa)\b/.test(question) && /\bquem\b/.test(question)) ||
    (asksAlone !== undefined && clause.reply?.means === 'no' && /\bcom\b/.test(plain))
  if (
    asksAlone &&
    (clause.reply?.means === 'yes' || /^moro\b(?! (com|eu)\b)/.test(plain)) &&
    clause.tokens.length <= 10
  ) {
    put(frames, asksAlone.replace('vive', 'mora'), clause)
    return
  }
  const here = tokens.findIndex(({ word }) => /^(moro|mora|moram|moramos|vivo|vivemos)$/.test(word))
  if ((!isAsked && here < 0) || (own < 0.4 && here < 0)) return
  const alone = /\bsozinh[oa]\b/.exec(plain)?.[0]
  if (alone && !/\bnao\b/.test(plain)) {
    if (here < 0 || !companion) put(frames, `mora ${alone}`, clause)
    return
  }
  const isWithUs = withUs.test(plain)
  const from = here >= 0 && !isWithUs ? here : 0
  if (here >= 0 && !isWithUs && !tokens.slice(here, here + 3).some(({ word }) => /^(com|eu)$/.test(word))) return
  if (here < 0 && tokens.length > 12) return
  const end = tokens.findIndex(({ word }, at) => at > from && (elsewhere.test(word) || (isWithUs && at >= here)))
  const people = kinIn(clause, companion, undefined).flatMap((kin) => {
    if (kin.from < from || (end >= 0 && kin.from > end)) return []
    // 'Os filhos estão em Curitiba' live elsewhere.
    if (!isWithUs && end >= 0 && kin.to === end && !/^(e|que)$/.test(tokens[end]?.word ?? '')) return []
    if (!kin.relative || /^(colega|vizinha)$/.test(kin.relative)) return []
    const count = clause.quantities.find(({ to }) => to === kin.from)?.value
    const isMany = /s$/i.test(tokens[kin.to - 1]?.word ?? '')
    return [inHome(kin.relative, count, isMany)]
  })
  if (people.length === 0 || /\bnao (mora|moro)\b/.test(plain)) return
  const all = [...new Set(people)]
  put(frames, `mora com ${all.length > 1 ? `${all.slice(0, -1).join(', ')} e ${all.at(-1)}` : all[0]}`, clause)
}

/** 'Ele mama?', and not 'caroço na mama?'. */
const asksFeeding = /\b(amament\w+|mamando)\b|(?<!\b(n?as?|d[ae]s?|sua|minha) )\bmama\b/
const onlyBreast = /\b(so no peito|so peito|exclusivo|so leite do peito)\b/
const takesBoth = /\bpeito\b.*\b(formula|complemento|mamadeira)\b|\b(formula|complemento|mamadeira)\b.*\bpeito\b/
/** Puts breastfeeding, handedness, marital state, nursery and school. */
function putDaily(frames: Frames, clause: Clause, own: number): void {
  const question = clause.answers?.plain ?? ''
  const { plain } = clause
  const isAsked = /\b(amament\w+|mama|mamando|peito)\b/.test(question)
  const isFeeding = asksFeeding.test(question) && (onlyBreast.test(plain) || takesBoth.test(plain))
  if (own < 0.4 && chanceOf(clause, 'hpp') < 0.5 && !isFeeding) return
  if (takesBoth.test(plain) && !/\b(nao|nunca|parou|largou)\b/.test(plain)) put(frames, 'aleitamento misto', clause)
  else if (onlyBreast.test(plain) && (isAsked || /\bpeito\b/.test(plain)))
    put(frames, 'aleitamento materno exclusivo', clause)
  else if (
    (isAsked && clause.reply?.means === 'yes') ||
    /\b(amamento|ainda mama|dou mama|dou de mamar|ta mamando)\b/.test(plain)
  )
    put(frames, 'amamenta', clause)
  const millilitres = clause.quantities.find(({ unit }) => unit === 'ml')
  if (/\b(formula|mamadeira|complemento)\b/.test(`${question} ${plain}`) && millilitres)
    put(frames, `fórmula infantil ${millilitres.value} mL`, clause)
  const hand = /\b(destr[oa]|canhot[oa])\b/.exec(plain)?.[0]
  if (hand) put(frames, hand, clause)
  const state = /\b(viuv[oa]|casad[oa]|solteir[oa]|divorciad[oa]|separad[oa])\b/.exec(plain)?.[0]
  if (state && /\b(sou|fiquei|ficou)\b/.test(plain)) put(frames, state.replace('viuv', 'viúv'), clause)
  const nursery = /\b(creche|bercario)\b/.exec(`${question} ${plain}`)?.[0]
  if (
    nursery &&
    own > 0.4 &&
    clause.reply?.means !== 'no' &&
    !/\b(nao|nunca)\b/.test(plain) &&
    (/\b(creche|bercario)\b/.test(plain) || clause.reply?.means === 'yes')
  )
    put(frames, `frequenta ${nursery.replace('bercario', 'berçário')}`, clause)
}

/** Puts which vaccines are up to date and which are missing. */
function putVaccines(frames: Frames, clause: Clause): void {
  const question = clause.answers?.plain ?? ''
  if (!/\bvacin\w*\b/.test(`${question} ${clause.plain}`) || chanceOf(clause, 'hab', 'hpp') < 0.4) return
  const named = namedIn(clause)
  const { plain } = clause
  const namedInQuestion = named.length === 0 ? namedIn(clause.answers) : []
  const isYes =
    clause.reply?.means === 'yes' || /^(ah )?(estao|ta|tao|todas)( sim| em dia)?( so falta\b.*)?$/.test(plain)
  const all =
    /\b(em dia|tudo certo|todas|tudo em dia|completas?)\b/.test(plain) ||
    (isYes && /\bem dia\b/.test(question) && (named.length === 0 || /\bso falta\b/.test(plain)))
  const late = named.filter((_, index) => isMissing(clause, named, index))
  if (all && late.length > 0) {
    put(frames, `vacinas em dia, exceto ${late.map(({ name }) => name).join(' e ')}`, clause)
    return
  }
  if (all && named.length !== 1 && !/\b(nao|atrasad\w+)\b/.test(plain)) put(frames, 'vacinas em dia', clause)
  const when = whenOf(clause)
  const [only] = named.length > 0 ? named : namedInQuestion
  // 'E a do tétano?' 'Faz uns dez anos.'
  if (only && named.length + namedInQuestion.length === 1 && when && !/\b(nao|nunca|falta|dose)\b/.test(plain)) {
    put(frames, `última vacina ${only.name} ${when}`, clause)
    return
  }
  if (
    named.length === 0 &&
    namedInQuestion.length === 1 &&
    only &&
    clause.reply?.means === 'no' &&
    clause.tokens.length <= 6
  )
    put(frames, `vacina ${only.name} pendente`, clause)
  const unsure = clause.tokens.findIndex(
    ({ word }, at) => word === 'nao' && /^(lembro|sei|lembra|sabe)$/.test(clause.tokens[at + 1]?.word ?? ''),
  )
  named.forEach(({ name, at }, index) => {
    // 'A da gripe eu tomei, a do tétano não lembro.'
    const next = named[index + 1]?.at ?? clause.tokens.length
    if (unsure >= 0 && (named.length === 1 || unsure < at || unsure < next)) return
    put(frames, `vacina ${name} ${isMissing(clause, named, index) ? 'pendente' : 'realizada'}`, clause)
  })
}
type Vaccine = { name: string; at: number }
const namedIn = (clause: Clause | undefined): Vaccine[] =>
  clause?.tokens.flatMap(({ word }, at) => {
    const name = vaccines.get(word)
    return name ? [{ name, at }] : []
  }) ?? []
/** Whether the words around a vaccine say that it was not given. */
const isMissing = ({ tokens }: Clause, named: readonly Vaccine[], index: number): boolean =>
  /\b(falt\w+|nao|nunca|perdi|perdeu|atrasad\w+|pendente|so a|menos)\b/.test(
    tokens
      .slice(index === 0 ? 0 : (named[index]?.at ?? 1) - 1, named[index + 1]?.at ?? tokens.length)
      .map(({ word }) => word)
      .join(' '),
  )

/** Puts work, home, sleep, breastfeeding and vaccines. */
export function readHome(frames: Frames, clauses: readonly Clause[], companion: Companion): void {
  for (const clause of clauses) {
    if (clause.speaker === 'doctor' || clause.act === 'greeting' || clause.act === 'question') continue
    const own = chanceOf(clause, 'hab')
    putWork(frames, clause, own, companion)
    putHome(frames, clause, own, companion)
    putDaily(frames, clause, own)
    putVaccines(frames, clause)
  }
}
