// The chief complaint: why the patient comes, read from the opening of the talk. `visit.ts` reads visits without a symptom.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import words from '../lexicon/complaints.json' with { type: 'json' }
import {
  type Event,
  eventIn,
  includesAny,
  type Place,
  phrasesOf,
  placeNear,
  placeText,
  sideOf,
} from './complaint-place.ts'
import { beginningOf } from './complaint-time.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import { lesser } from './illness.ts'
import { type Felt, feltIn, isPain, isPainClause, nameOf, painAt, type Side, siteOfPain, sitesOf } from './symptoms.ts'
import { asksOnset } from './times.ts'
import { readVisit } from './visit.ts'

/** The clauses in which a complaint may open the talk. */
const opening = 40
/** A line names so many symptoms at most. */
const most = 3
/** A clause with this chance tells the reason of the visit. */
const least = 0.35
/** A later line adds a symptom to the complaint from this chance on. */
const sure = 0.7
/** So many clauses after the words for the reason a symptom may still be the complaint. */
const reach = 9

const withSite: ReadonlySet<string> = new Set(words.placed)
const worse = phrasesOf(words.worse)
const instead = phrasesOf(words.instead)
/** 'Começou depois de um resfriado': what came before the complaint. */
const afterwards = /^(depois|apos|desde|antes)$/
const comesFor = /\b(vim|veio|vem|viemos|trouxe|trouxemos|arrastei|marquei|marcou|procurei|resolvi vir)\b/

/** A symptom or a disease of the complaint, told in the clause `at`. */
type Head = Felt & { at: number; isDisease?: boolean }

const isAnswer = ({ speaker, act, conditional, tag }: Clause): boolean =>
  // 'Um cansaço, sabe?' is an answer even with a question mark.
  speaker !== 'doctor' && (act === 'statement' || tag.act === 's') && !conditional && tag.act !== 'g'

/** First words that many symptoms share. */
const broad: ReadonlySet<string> = new Set(words.broad)
/** Names of one thing: 'picada de cobra' and 'picada de inseto', but not two names that begin with a broad word. */
function isAlike(one: string, other: string): boolean {
  const [first = ''] = one.split(' ')
  return one === other || (first === other.split(' ')[0] && (!broad.has(first) || one === first || other === first))
}

/** Whether the clause tells why the patient comes. */
function tellsReason(clause: Clause): boolean {
  const own = chanceOf(clause, 'qp')
  return isAnswer(clause) && (own >= least || (own >= 0.15 && comesFor.test(clause.whole)))
}

/** Whether the doctor asks for the rest of the illness. */
const leavesReason = (clause: Clause): boolean =>
  (clause.act === 'question' || clause.tag.act === 'q') &&
  chanceOf(clause, 'qp') < 0.4 &&
  !asksOnset.test(clause.plain) &&
  clause.tokens.length > 3

/** The symptoms and diseases that a clause affirms, without those that came before the complaint. */
function headsIn(clauses: readonly Clause[], at: number): Head[] {
  const clause = clauses[at] as Clause
  const before = clauses[at - 1]
  const felt = feltIn(clause, before?.line === clause.line ? before : undefined)
  const diseases = clause.said.filter(({ concept }) => concept.kind === 'condition')
  const all: Head[] = [
    ...felt.map((one) => ({ ...one, at })),
    ...diseases.map(({ concept, ...one }) => ({ ...one, name: concept.note, at, isDisease: true })),
  ]
  const isBefore = ({ from }: Head) =>
    clause.tokens.slice(Math.max(0, from - 3), from).some(({ word }) => afterwards.test(word))
  const named = all.filter((one) => one.polarity === 'affirmed' && !isBefore(one))
  return named.filter(
    (one, index) => one.isDisease || !named.slice(0, index).some(({ name }) => isAlike(name, one.name)),
  )
}

/** Drops symptoms that only accompany others. Keeps a disease only if it got worse: 'a enxaqueca voltou'. */
function selectMainHeads(all: readonly Head[], clauses: readonly Clause[]): Head[] {
  const worsened = all.find(
    ({ at, isDisease }) =>
      isDisease &&
      clauses.slice(at, at + 4).some(({ plain, speaker }) => speaker !== 'doctor' && includesAny(plain, worse)),
  )
  if (worsened) return [{ ...worsened, name: `piora de ${worsened.name}` }]
  return all.filter(({ name, isDisease }) => !isDisease && !lesser.has(name))
}

/**
 * A symptom that the doctor's question takes for granted, or that a yes affirms: 'Desde quando essa tosse?' `isVague`: the
 * patient has told something that the question may name.
 */
function grantedBy(clauses: readonly Clause[], at: number, isVague: boolean): Head[] {
  const next = clauses[at + 1]
  if (!next || next.speaker === 'doctor' || next.reply?.means === 'no') return []
  const question = clauses[at] as Clause
  if (chanceOf(question, 'qp', 'hda') < 0.5 || (chanceOf(question, 'qp') < 0.25 && !isVague)) return []
  const heads = headsIn(clauses, at)
  return heads.filter(({ isDisease }) => !isDisease).length > 1 ? [] : heads
}

/** The symptoms told as the reason, and the clause where the reason begins. */
function toldHeads(clauses: readonly Clause[]): { heads: Head[]; first: number } {
  const own: Head[] = []
  const granted: Head[] = []
  let first = -1
  let last = -1
  /** Number of questions about something else since the patient last told the reason. */
  let otherQuestions = 0
  let asksTime = false
  for (let at = 0; at < Math.min(opening, clauses.length); at++) {
    const clause = clauses[at] as Clause
    const isFound = selectMainHeads(own, clauses).length > 0
    if (clause.speaker === 'doctor') {
      const grantedHere = isFound ? [] : grantedBy(clauses, at, own.length > 0)
      granted.push(...grantedHere)
      asksTime = asksOnset.test(clause.plain)
      if (last >= 0 && leavesReason(clause)) otherQuestions++
      if (otherQuestions > 0 && (isFound || otherQuestions > 1)) break
      if (last < 0 && clause.act === 'question' && chanceOf(clause, 'qp') >= 0.5) last = at
      continue
    }
    const tells = tellsReason(clause)
    const near =
      last >= 0 && at - last <= reach && isAnswer(clause) && chanceOf(clause, 'qp', 'hda') >= 0.6 && !clause.past
    if (!tells && (isFound || !near)) continue
    const askedNames = tells ? [] : feltIn(clause.answers ?? clause).map(({ name }) => name)
    const others = headsIn(clauses, at).filter(
      ({ name }) => !own.some((one) => isAlike(one.name, name)) && !(clause.answers && askedNames.includes(name)),
    )
    const isSame = own.length === 0 || own.some((one) => clauses[one.at]?.line === clause.line)
    if (isSame || !isFound || (chanceOf(clause, 'qp') >= sure && !asksTime)) own.push(...others)
    if (!tells) continue
    if (chanceOf(clause, 'qp') < 0.5 && others.length === 0) continue
    if (first < 0) first = at
    last = at
    otherQuestions = 0
  }
  // The doctor's opening may have named it before: 'Conta dessa tremura.'
  const named = selectMainHeads(own, clauses).map((one) => granted.find(({ name }) => name === one.name) ?? one)
  const askedHeads = selectMainHeads(granted, clauses).slice(0, 1)
  const [one, other] = [named[0], askedHeads[0]]
  const isAskedFirst = one && other && other.at < one.at && !tellsReason(clauses[one.at] as Clause)
  const heads = named.length > 0 && !isAskedFirst ? named : askedHeads
  return { heads: heads.slice(0, most), first: first < 0 ? (heads[0]?.at ?? 0) : first }
}

/** 'Um aperto': how it feels says that it is a pain. */
const isPressed = ({ said }: Clause): boolean =>
  said.some(
    ({ concept, polarity }) => concept.kind === 'quality' && concept.note.startsWith('em ') && polarity === 'affirmed',
  )

/** A site alone counts as a pain where the talk is about pain: 'Me fala do ombro.' 'Faz dois meses que dói.' */
function painHead(clauses: readonly Clause[], afterEvent: boolean): Head | undefined {
  const isReason = (clause: Clause, index: number) =>
    tellsReason(clause) ||
    (clause.speaker === 'doctor' &&
      (chanceOf(clause, 'qp') >= 0.4 ||
        clauses.slice(index + 1, index + 4).some((one) => tellsReason(one) && isPainClause(one))))
  const at = clauses
    .slice(0, opening / 2)
    .findIndex((clause, index) => sitesOf(clause).length > 0 && isReason(clause, index))
  const clause = clauses[at]
  const site = clause && sitesOf(clause)[0]
  if (!clause || !site) return undefined
  const { note } = site.concept
  const hurts = clauses.slice(Math.max(0, at - 1), at + 24).some((one, index) => {
    const sites = sitesOf(one)
    const isNear = sites.length > 0 ? sites.every(({ concept }) => concept.note === note) : afterEvent || index <= 12
    return isNear && (isPainClause(one) || (index <= 4 && isPressed(one))) && (one.speaker !== 'doctor' || index <= 1)
  })
  return hurts ? { ...painAt(clause, site), at } : undefined
}

/** `from`: the clause where the reason begins. */
type Complaint = { heads: Head[]; from: number; event?: Event }

/** Finds the symptoms of the complaint, or the accident if there are no symptoms. */
function findComplaint(clauses: readonly Clause[]): Complaint | undefined {
  const { heads, first } = toldHeads(clauses)
  const event = eventIn(clauses, first - 1, first + 8)
  const pain = painHead(clauses, event !== undefined)
  const [head] = heads
  const isEarlier = pain && (!head || (pain.at < head.at && !withSite.has(head.name) && !isPain(head.name)))
  // A symptom of the examination after an accident is not what brought the patient.
  const isLater = head && event && event.at < head.at && !tellsReason(clauses[head.at] as Clause)
  const chosen = isEarlier ? [pain] : isLater ? [] : heads
  const from = Math.min(first, ...chosen.map(({ at }) => at))
  if (chosen.length > 0) return { heads: chosen, from, ...(event && { event }) }
  return event && { heads: [], from: event.at, event }
}

/** The name of a symptom with its side or its site. */
function textOf(frame: Frame, clauses: readonly Clause[], head: Head, isOnly: boolean): string {
  const sideMention = isOnly ? sideOf(clauses, head.at) : undefined
  const pain = siteOfPain(head.name)
  const place: Place | undefined = withSite.has(head.name) ? placeNear(clauses, head.at) : undefined
  const side: Side | undefined = sideMention?.side ?? (pain && head.side)
  if (place) fill(frame, 'site', place.note, sideMention ? [place.line, sideMention.line] : [place.line])
  if (place) return `${head.name} ${placeText(place, sideMention?.side)}`
  if (!pain?.sided || !side) return head.name
  fill(frame, 'side', side, sideMention ? [sideMention.line] : [])
  return nameOf({ ...frame, name: head.name, slots: new Map([['side', { text: side, lines: [] }]]) })
}

const startsAs = (name: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => name.startsWith(one))

/** Puts the complaint with its side, site, frequency and beginning. */
function putComplaint(frames: Frames, clauses: readonly Clause[], found: Complaint | undefined): void {
  if (!found) return
  const { heads, from, event } = found
  const names = heads.length > 0 ? heads.map(({ name }) => name) : event ? [event.name] : []
  const lines = [...new Set(heads.map(({ at }) => clauses[at]?.line ?? ''))]
  const frame = frames.put('reason', names.join('|'), lines, { status: heads.length > 0 ? 'symptom' : 'event' })
  const texts = heads.map((head) => textOf(frame, clauses, head, heads.length === 1))
  fill(
    frame,
    'what',
    texts.length > 0 ? texts.join('|') : (event?.name ?? ''),
    event && heads.length === 0 ? [event.line] : lines,
  )
  const [head] = heads
  const mentions = clauses.filter(({ line }) => line === clauses[head?.at ?? -1]?.line).flatMap((clause) => clause.said)
  const often = mentions.find(({ concept, polarity }) => concept.kind === 'frequency' && polarity === 'affirmed')
  if (often && heads.length === 1) fill(frame, 'often', often.concept.note, lines)
  if (event && head && startsAs(head.name, words.byEvent)) fill(frame, 'after', event.name, [event.line])
  const { since, worse: later } = beginningOf(clauses, from, new Set(heads.map(({ name }) => name)))
  const isSudden = frame.status === 'event' || startsAs(head?.name ?? '', words.sudden)
  if (since)
    fill(frame, 'since', isSudden ? since.text.replace(/^desde (?=ontem|hoje|anteontem)/, '') : since.text, since.lines)
  if (later) fill(frame, 'worse', later.text, later.lines)
}

/** Puts why the patient comes: the complaint, a visit, or both. 'Mas hoje eu vim por causa de …' takes the visit back. */
export function readComplaint(frames: Frames, clauses: readonly Clause[]): void {
  const visit = readVisit(clauses)
  const found = findComplaint(clauses)
  if (!visit) {
    putComplaint(frames, clauses, found)
    return
  }
  const after = clauses.slice(visit.at + 1, visit.at + 5)
  const isOpposed = after.some(
    (clause) => tellsReason(clause) && includesAny(clause.plain, instead) && comesFor.test(clause.plain),
  )
  const isTold = found?.heads.every(({ at }) => {
    const clause = clauses[at] as Clause
    return clause.speaker !== 'doctor' && chanceOf(clause, 'qp') >= 0.5 && Math.abs(at - visit.at) <= 6
  })
  if (isOpposed || visit.isBare || isTold) putComplaint(frames, clauses, found)
  const complaint = frames.of('reason')[0]
  if (isOpposed || (visit.isBare && complaint?.slots.has('since'))) return
  const frame = frames.put('reason', visit.name, visit.lines, { status: 'visit' })
  for (const [slot, text] of visit.slots) fill(frame, slot, text, visit.lines)
}
