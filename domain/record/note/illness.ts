import { groupBy } from '../../group-by.ts'
import type { Frame, Frames } from '../frames/frame.ts'
import { nameOf } from '../frames/symptoms.ts'
import { writeComplaint } from './complaint.ts'
import { inLists, listed, one, slot, topicName, type Written } from './wording.ts'

const values = (frame: Frame, name: string): string[] => slot(frame, name).split('|').filter(Boolean)

/** 'frontal e occipital, bilateral'. */
const headText = (frame: Frame): string => {
  const side = slot(frame, 'headSide')
  return [listed(values(frame, 'head')), side === 'bilateral' ? side : side && `à ${side}a`].filter(Boolean).join(' ')
}

/** Circumstances that make the symptom worse or better. */
function circumstances(frame: Frame): string[] {
  const trigger = listed(values(frame, 'trigger'))
  const relief = listed(values(frame, 'relief'))
  const indifferent = listed(values(frame, 'indifferent'))
  return [
    trigger && `${frame.slots.has('worse') ? 'pior' : 'com piora'} ${trigger}`,
    relief && `com melhora ${relief}`,
    indifferent && `sem piora ${indifferent}`,
  ].filter(Boolean)
}
/** 'Perda de peso de 9 kg em 4 meses': the time in which the amount was lost. */
function sinceText(frame: Frame): string {
  const [amount, since] = [slot(frame, 'amount'), slot(frame, 'since')]
  if (!amount) return since
  return amount.includes(' em ') ? '' : since.replace(/^há /, 'em ')
}
/** 'Com piora há 3 meses', unless it began then. */
const worseText = (frame: Frame): string =>
  slot(frame, 'worse').endsWith(slot(frame, 'since') || '-') ? '' : slot(frame, 'worse')
/** A sentence with more parts than this is written as two. */
const most = 4

/** 'Cefaleia há 4 dias, latejante, intensa, pior à noite': one sentence, or two where there is much to say. */
function symptomTexts(frame: Frame, others: readonly Frame[] = []): string[] {
  const radiation = listed(values(frame, 'radiation').map((place) => `para ${place}`))
  // 'Tremor na mão e sudorese': the place is the first one's.
  const own = [
    nameOf(frame),
    slot(frame, 'amount'),
    headText(frame),
    listed(values(frame, 'site')),
    slot(frame, 'flank'),
  ]
  const name = [listed([own.filter(Boolean).join(' '), ...others.map(nameOf)])]
  const parts = [
    radiation ? `com irradiação ${radiation}` : slot(frame, 'reach'),
    slot(frame, 'quality'),
    listed(values(frame, 'look')),
    slot(frame, 'severity'),
    slot(frame, 'grade') && `intensidade ${slot(frame, 'grade')}`,
    slot(frame, 'often') || slot(frame, 'frequency'),
    slot(frame, 'episode'),
    slot(frame, 'value') && `de até ${slot(frame, 'value')}`,
    worseText(frame) || slot(frame, 'course'),
  ].filter(Boolean)
  const first = [
    [...name, sinceText(frame), slot(frame, 'after') && `com início ${slot(frame, 'after')}`].filter(Boolean).join(' '),
    ...parts,
    slot(frame, 'timing'),
  ].filter(Boolean)
  const second = circumstances(frame)
  if (first.length + second.length <= most || second.length === 0) return [[...first, ...second].join(', ')]
  return [first.join(', '), second.map((part) => part.replace(/^com /, '')).join('; ')]
}
/** Slots that say nothing of the symptom's own. */
const bare = new Set(['told', 'with', 'side'])
const described = (frame: Frame): boolean => [...frame.slots.keys()].some((key) => !bare.has(key))

/** Says nothing without a place. */
const unplaced = new Set(['sensação de queimação'])

/** The chief complaint and the present illness. */
export function writeIllness(frames: Frames): Written[] {
  const all = frames.of('symptom').filter(({ slots }) => !slots.has('told') && !slots.has('sugar'))
  const present = all.filter(({ polarity, open, slots }) => polarity === 'affirmed' && (!open || slots.size > 1))
  const complaints = writeComplaint(frames)
  const names = new Set(complaints.flatMap(({ frames: [reason] }) => reason?.name.split('|') ?? []))
  const first = present.find(({ name }) => names.has(name))
  const followers = (frame: Frame) =>
    present.filter((other) => slot(other, 'with') === frame.name && !described(other)).slice(0, 2)
  const out: Written[] = complaints
  const written = new Set<Frame>()
  for (const frame of present) {
    if (!described(frame) || written.has(frame)) continue
    const group = followers(frame)
    for (const other of group) written.add(other)
    if (frame === first && [...frame.slots.keys()].every((key) => bare.has(key) || key === 'since')) continue
    for (const text of symptomTexts(frame, group)) out.push(one('hda', frame, text))
  }
  const rest = present.filter(
    (frame) => !unplaced.has(frame.name) && !described(frame) && !written.has(frame) && frame !== first,
  )
  for (const together of byFirstLine(rest.filter(({ name }) => !predicates.has(name))))
    out.push(...inLists('hda', 'refere ', together, nameOf))
  for (const frame of rest.filter(({ name }) => predicates.has(name))) out.push(one('hda', frame, frame.name))
  out.push(...measuredAtHome(frames))
  for (const together of deniedTogether(all)) out.push(...inLists('hda', 'nega ', together))
  const absent = frames.of('absence').filter(({ name }) => name.startsWith('hda|'))
  out.push(...inLists('hda', 'nega ', absent, topicName))
  return out
}
/** 'PA em casa entre 150x90 e 165x95 mmHg', 'Glicemia em casa entre 180 e 240 mg/dL'. */
function measuredAtHome(frames: Frames): Written[] {
  const readings = frames.of('symptom').filter((frame) => frame.slots.has('told'))
  const high = (frame: Frame): number => Number.parseInt(slot(frame, 'told'), 10)
  const out: Written[] = []
  for (const together of byFirstLine(readings)) {
    const sorted = [...together].sort((a, b) => high(a) - high(b))
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (!least || !most) continue
    const range = `entre ${slot(least, 'told').replace(' mmHg', '')} e ${slot(most, 'told')}`
    const text = `PA em casa ${least === most ? `de ${slot(least, 'told')}` : range}.`
    out.push({ part: 'hda', text, evidence: [...new Set([...least.lines, ...most.lines])], frames: together })
  }
  for (const frame of frames.of('symptom').filter(({ slots }) => slots.has('sugar'))) {
    const [from, to] = values(frame, 'sugar')
    const lowest = slot(frame, 'least')
    const text = to ? `entre ${from} e ${to}` : `de ${from}`
    const least = lowest && lowest !== from ? `, mínima de ${lowest} mg/dL` : ''
    out.push(
      one('hda', frame, `glicemia em casa ${[slot(frame, 'fasting'), text].filter(Boolean).join(' ')} mg/dL${least}`),
    )
  }
  return out
}

/** Names that are sentences of their own. */
const predicates = new Set(['aceita líquidos', 'repete perguntas', 'movimentos fetais presentes'])

/** Bare symptoms, those of one line together. */
const byFirstLine = (frames: readonly Frame[]): Frame[][] => [...groupBy(frames, ({ lines }) => lines[0]).values()]

/** The denied symptoms, those of one question and its answer together: a doubt about one answer leaves the others. */
function deniedTogether(all: readonly Frame[]): Frame[][] {
  const denied = all.filter(({ polarity, open }) => polarity === 'denied' && !open)
  return [...groupBy(denied, ({ lines }) => lines.slice(0, 2).join(' ')).values()]
}
