// Home: work, whom the patient lives with, sleep, breastfeeding and vaccines.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import words from '../lexicon/habit-words.json' with { type: 'json' }
import type { Frames } from './frame.ts'

const vaccines = new Map(
  Object.entries(words.vacina).flatMap(([name, say]) => say.split(' ').map((word) => [word, name] as const)),
)
const linesOf = (clause: Clause): string[] => (clause.answers ? [clause.answers.line, clause.line] : [clause.line])
const put = (frames: Frames, name: string, clause: Clause): void => {
  frames.put('habit', `ocupação:${name}`, linesOf(clause))
}

/** Puts what the patient does for a living. */
function putWork(frames: Frames, clause: Clause, own: number): void {
  const question = clause.answers?.plain ?? ''
  const { plain, tokens } = clause
  const named = clause.said.find(({ concept }) => concept.kind === 'occupation')
  const asked = /\b(trabalha|trabalhou|profissao|faz da vida|ocupacao|trabalho|faz o que|servico)\b/.test(question)
  if (named && !named.subject && named.polarity === 'affirmed') {
    const lead = tokens[named.from - 1]?.word ?? ''
    const isOther =
      /^(a|o|da|do|com|uma|um|pela|pelo|pra|na|no|as|os|outra|outro|dra|dr)$/.test(lead) && !/\b(sou|era)\b/.test(plain)
    const retired = /\baposent\w+\b/.exec(plain)?.[0]
    if (
      !isOther &&
      (/\b(sou|trabalho|trabalhava|trampo|era)\b/.test(plain) || asked || (own > 0.6 && tokens.length <= 8))
    )
      put(
        frames,
        `${named.concept.note}${retired && !/^aposent/.test(named.concept.note) ? ` ${/[ao]$/.exec(named.concept.note)?.[0] === 'a' ? 'aposentada' : 'aposentado'}` : ''}`,
        clause,
      )
  }
  if (own < 0.5) return
  const place =
    /\b(?:trabalh[oa]|trabalhava) (?:de |com |em |na |no |como )((?:(?!e\b|que\b|mas\b|desde\b|ha\b|faz\b)[a-z-]+ ?){1,3})/.exec(
      plain,
    )
  if (place && !named && clause.speaker !== 'doctor') {
    const at = tokens.findIndex(({ word }) => /^trabalh/.test(word))
    const said: string[] = []
    for (const token of tokens.slice(at + 1, at + 6)) {
      if (token.kind === 'mark' || /^(e|que|mas|desde|ha|faz|ate|so|uma?|muito)$/.test(token.word)) break
      said.push(token.said.toLowerCase())
    }
    if (said.length > 1) put(frames, `trabalha ${said.join(' ')}`, clause)
  }
  const hours =
    clause.quantities.find(({ unit, value }) => unit === 'hora' && value >= 3 && value <= 18) ??
    (/\bquantas horas\b/.test(question)
      ? clause.quantities.find(({ value, either }) => !either && value >= 2 && value <= 18)
      : undefined)
  if (!hours) return
  const both = `${question} ${plain}`
  if (/\b(dorm\w+|durmo|sono)\b/.test(both)) put(frames, `dorme ${hours.value} horas por noite`, clause)
  else if (/\b(sentad[oa])\b/.test(both)) put(frames, `sentado(a) ${hours.value} h/dia`, clause)
  else if (/\b(volante|dirig\w+)\b/.test(both)) put(frames, `${hours.value} h/dia ao volante`, clause)
  else if (/\b(tela|telas|computador|celular)\b/.test(both))
    put(frames, `${hours.value} h/dia em frente a telas`, clause)
}

/** Puts whom the patient lives with. */
function putHome(frames: Frames, clause: Clause, own: number): void {
  const asked = /\bmora(m|s)?\b/.test(clause.answers?.plain ?? '')
  const here = /\b(moro|mora|moram|moramos)\b/.test(clause.plain)
  if ((!asked && !here) || (own < 0.4 && !here) || clause.act === 'question') return
  const alone = /\bsozinh[oa]\b/.exec(clause.plain)?.[0]
  if (alone && !/\bnao\b/.test(clause.plain)) {
    put(frames, `mora ${alone}`, clause)
    return
  }
  const people = clause.said.flatMap(({ concept, from }) => {
    if (concept.kind !== 'relative' || /^(colega|vizinha)$/.test(concept.note)) return []
    const count = clause.quantities.find(({ to }) => to === from)
    return [count && count.value > 1 && /o$|a$/.test(concept.note) ? `${count.value} ${concept.note}s` : concept.note]
  })
  if (people.length > 0 && (here ? /\bcom\b/.test(clause.plain) || asked : own > 0.6 && clause.tokens.length <= 7))
    put(frames, `mora com ${[...new Set(people)].join(' e ')}`, clause)
}

/** Puts breastfeeding, handedness, marital state, nursery and school. */
function putDaily(frames: Frames, clause: Clause, own: number): void {
  const question = clause.answers?.plain ?? ''
  const { plain } = clause
  if (own < 0.4 && chanceOf(clause, 'hpp') < 0.5) return
  const asked = /\b(amament\w+|mama|mamando|peito)\b/.test(question)
  if (/\b(so no peito|so peito|exclusivo|so leite do peito)\b/.test(plain) && (asked || /\bpeito\b/.test(plain)))
    put(frames, 'aleitamento materno exclusivo', clause)
  else if (
    (asked && clause.reply?.means === 'yes') ||
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
  const named = clause.tokens.flatMap(({ word }, at) => {
    const name = vaccines.get(word)
    return name ? [{ name, at }] : []
  })
  const all =
    /\b(em dia|tudo certo|todas|tudo em dia|completas?)\b/.test(clause.plain) ||
    (clause.reply?.means === 'yes' && /\bem dia\b/.test(question) && named.length === 0)
  if (all && named.length !== 1 && !/\b(nao|atrasad\w+)\b/.test(clause.plain)) put(frames, 'vacinas em dia', clause)
  named.forEach(({ name, at }, index) => {
    const rest = clause.tokens
      .slice(index === 0 ? 0 : at - 1, named[index + 1]?.at ?? clause.tokens.length)
      .map(({ word }) => word)
      .join(' ')
    const missing = /\b(falt\w+|nao|nunca|perdi|perdeu|atrasad\w+|pendente|so a|menos)\b/.test(rest)
    if (missing && /\b(nao lembro|nao sei)\b/.test(rest)) return
    put(frames, `vacina ${name} ${missing ? 'pendente' : 'realizada'}`, clause)
  })
}

/** Puts work, home, sleep, breastfeeding and vaccines. */
export function readHome(frames: Frames, clauses: readonly Clause[]): void {
  for (const clause of clauses) {
    if (clause.speaker === 'doctor' || clause.act === 'greeting' || clause.act === 'question') continue
    const own = chanceOf(clause, 'hab')
    putWork(frames, clause, own)
    putHome(frames, clause, own)
    putDaily(frames, clause, own)
    putVaccines(frames, clause)
  }
}
