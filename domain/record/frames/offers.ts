// What the doctor offers and the patient accepts or declines: 'Quer fazer o teste de HIV?' 'Quero sim.'
import { type Clause, chanceOf, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import { lowerFirst } from '#domain/text.ts'
import type { Frames } from './frame.ts'
import { isFeminine } from './gender.ts'
import { findMedicine } from './medicine.ts'
import { done, medicineWord, recommends } from './order-words.ts'
import { examName } from './orders.ts'

/** The doctor asks whether the patient wants it. */
const offers =
  /\b(quer|querem|queria|gostaria|aceita|aceitaria|topa|toparia|posso|podemos|podia|poderia|pode (fazer|tentar|pedir)|vamos|que tal|o que (voce|o senhor|a senhora|ce|voces) acham?|acha (bom|melhor|de)|concorda|prefere|tem interesse)\b/
/** 'Quer continuar com a sertralina?', 'posso ver a sua endoscopia?': nothing new is offered. */
const known =
  /\b(ver|vejo|olhar|olhada|mostr\w+|expli\w+|convers\w+|fal(ar|e|o)|perguntar|ler|saber|entender|sua|seu|continu\w+|aument\w+|diminu\w+|reduz\w+|receita|renov\w+|dobr\w+|mant\w+|parar|suspender|tirar|trocar|toma|tomou|usa|usou|ja (fez|tomou|usou|foi|passou)|consegue|conseguiu)\b/
const asksOpinion =
  /^(e |mas |entao )*(o que (voce|o senhor|a senhora|ce) acham?|que tal|(voce |o senhor |a senhora )?(quer|topa|aceita|concorda)|pode ser|ta bom|tudo bem)\b/

const accepts =
  /^((ah|olha|nossa|bom|entao|eu|uhum|aham|e|doutora?) )*(sim|quero|pode(mos)?|vamos|topo|aceito|claro|acho (bom|otimo|boa|melhor|que sim|uma boa)|concordo|com certeza|bora|beleza|gostaria|ok|tudo bem|ta bom|ta otimo|por favor|prefiro (fazer|comecar|tomar))\b/
const declines =
  /\b(nao quero|nao queria|prefiro (nao|esperar|sem|deixar)|hoje nao|agora nao|por enquanto (eu )?(nao|prefiro)|melhor nao|acho que nao|nao precisa|dispenso|deixa (pra|para) (depois|la)|nao,? obrigad[oa]|nao aceito|nao vou (fazer|tomar|querer))\b/
const flatNo = /^((ah|olha|nossa|bom|eu|entao|doutora?) )*nao( (nao|senhora?|doutora?|obrigad[oa]|prefiro)\b|$)/
/** 'Não sei', 'vou pensar', 'não tenho problema com isso': neither a yes nor a no. */
const undecided = /\b(nao sei|vou pensar|preciso pensar|pensar|ja (tive|tomo|faco|tenho|vou)|depende|sera)\b/
const notNow = /\b(hoje|agora|por enquanto|esperar|depois)\b/

/** 'Não precisa, eu já fiz': no refusal. */
const doneAlready = /\bja (fiz|tomei|fui|passei)\b/
/** 'Não tem problema, pode pedir.' */
const noObjection = /\bnao (me importo|tem problema|vejo problema|ligo)\b/
/** What is offered, as a note names it. */
type Offered = { kind: 'exam' | 'specialty' | 'action' | 'drug' | 'medicine'; name: string; status: string }
/** The offer that waits for its answer. */
export type Offer = { items: readonly Offered[]; line: string; index: number } | undefined
/** Number of clauses in which the answer comes. */
const remembered = 3

function offeredBy(clause: Clause): Offered[] {
  const items = clause.said.flatMap((one): Offered[] => {
    const { kind, note, group } = one.concept
    if (clause.said.some((other) => other !== one && contains(other, one))) return []
    if (kind === 'exam') return [{ kind, name: examName(clause, one), status: '' }]
    if (kind === 'specialty' || kind === 'drug') return [{ kind, name: note, status: '' }]
    const decided = kind === 'action' && /^(conduta|vacinas)$/.test(group) && note !== 'Atestado médico'
    return decided ? [{ kind: 'action', name: note, status: group }] : []
  })
  if (items.length > 0) return items
  const at = clause.tokens.findIndex(({ word }) => medicineWord.has(word))
  if (at < 0) return []
  const [tie, what] = [clause.tokens[at + 1]?.word ?? '', clause.tokens[at + 2]]
  const purpose = /^(pra|para)$/.test(tie) && what?.kind === 'word' ? ` para ${what.said.toLowerCase()}` : ''
  return [{ kind: 'medicine', name: `medicação${purpose}`, status: '' }]
}
/** 'Exame', 'specialty' and 'action' kinds of one span: the longer one is meant. */
const contains = (other: Said, one: Said): boolean =>
  /^(exam|specialty|action|drug)$/.test(other.concept.kind) &&
  other.from <= one.from &&
  other.to >= one.to &&
  other.to - other.from > one.to - one.from

/** Whether the doctor leaves it to the patient. `late`: in the second half of the talk. */
function isOffer(clause: Clause, late: boolean): boolean {
  if (clause.speaker !== 'doctor' || clause.conditional || known.test(clause.plain) || done.test(clause.plain))
    return false
  if (!(late || chanceOf(clause, 'con') > 0.4) || chanceOf(clause, 'hda', 'hpp', 'hab', 'med') > 0.6) return false
  return recommends.test(clause.plain) || (clause.act === 'question' && offers.test(clause.plain))
}

function answerOf({ plain, speaker, act }: Clause): 'yes' | 'no' | undefined {
  if (speaker === 'doctor' || act === 'question' || undecided.test(plain)) return undefined
  if (noObjection.test(plain))
    return /\b(pode|podemos|vamos|quero|faz|fazer|tudo bem)\b/.test(plain) ? 'yes' : undefined
  if (declines.test(plain) || flatNo.test(plain)) return 'no'
  return accepts.test(plain) && !/\b(mas|nao|nem)\b/.test(plain) ? 'yes' : undefined
}

/** 'Ah não, psicólogo não': what the patient names and denies. */
const deniedIn = (clause: Clause, items: readonly Offered[]): Offered[] =>
  clause.speaker === 'doctor' || clause.act === 'question' || clause.tokens.length > 14 || undecided.test(clause.plain)
    ? []
    : items.filter(({ kind, name }) =>
        clause.said.some(
          ({ concept, to }) =>
            concept.kind === kind && concept.note === name && /^,? ?(eu )?nao\b/.test(wordsOf(clause, to, to + 4)),
        ),
      )

function accept(frames: Frames, { kind, name, status }: Offered, lines: readonly string[]): void {
  if (kind === 'exam') frames.put('order', name, lines, { status: 'ordered' })
  else if (kind === 'specialty') frames.put('referral', name, lines)
  else if (kind === 'action') frames.put('instruction', name, lines, { status })
  else if (kind === 'medicine') frames.put('instruction', `Aceita ${name}`, lines, { status: 'conduta' })
  else if (!findMedicine(frames, 'plan', name))
    frames.put('instruction', `Aceita ${name}`, lines, { status: 'conduta' })
}

/** Takes back what the doctor advised before the patient answered. */
function takeBack(frames: Frames, { kind, name }: Offered): void {
  const earlier = kind === 'exam' ? frames.find('order', name) : kind === 'specialty' && frames.find('referral', name)
  if (earlier) earlier.status = 'declined'
}

function decline(frames: Frames, item: Offered, lines: readonly string[], later: boolean): void {
  const { kind, name } = item
  takeBack(frames, item)
  if (kind === 'drug' && findMedicine(frames, 'plan', name)) return
  const what =
    kind === 'specialty'
      ? `encaminhamento ${isFeminine(name) ? 'à' : 'ao'} ${name}`
      : kind === 'action'
        ? lowerFirst(name)
        : name
  frames.put('instruction', `Recusa ${what}${later ? ' no momento' : ''}`, lines, { status: 'conduta' })
}

/** Follows what the doctor offers and puts what the patient answers. Returns the offer that still waits. */
export function putOffers(
  frames: Frames,
  clause: Clause,
  open: Offer,
  { index, late }: { index: number; late: boolean },
): Offer {
  if (isOffer(clause, late)) {
    const items = offeredBy(clause)
    if (items.length > 0) return { items, line: clause.line, index }
  }
  if (!open || index - open.index > remembered) return undefined
  if (clause.speaker === 'doctor') return asksOpinion.test(clause.plain) || clause.act === 'greeting' ? open : undefined
  if (doneAlready.test(clause.plain)) {
    for (const item of open.items) takeBack(frames, item)
    return undefined
  }
  const refused = deniedIn(clause, open.items)
  for (const item of refused) decline(frames, item, [open.line, clause.line], notNow.test(clause.plain))
  if (refused.length > 0) return undefined
  const answer = answerOf(clause)
  if (!answer) return wordsOf(clause, 0, 2) === '' || clause.tokens.length <= 3 ? open : undefined
  const lines = [open.line, clause.line]
  // One of two things that is declined: which, nobody knows.
  if (open.items.length > 1 && answer === 'no' && !flatNo.test(clause.plain)) return undefined
  for (const item of open.items)
    if (answer === 'yes') accept(frames, item, lines)
    else decline(frames, item, lines, notNow.test(clause.plain))
  return undefined
}
