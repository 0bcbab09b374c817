import type { Frame, Frames } from '../frames/frame.ts'
import { nameOf } from '../frames/symptoms.ts'
import { inLists, listed, one, slot, topicName, type Written } from './wording.ts'

const values = (frame: Frame, name: string): string[] => slot(frame, name).split('|').filter(Boolean)

/** 'frontal e occipital, bilateral'. */
const headText = (frame: Frame): string => {
  const side = slot(frame, 'headSide')
  return [listed(values(frame, 'head')), side === 'bilateral' ? side : side && `à ${side}a`].filter(Boolean).join(' ')
}

/** 'Cefaleia há 4 dias, latejante, intensa, pior à noite'. */
function symptomText(frame: Frame, others: readonly Frame[] = []): string {
  const trigger = listed(values(frame, 'trigger'))
  const relief = listed(values(frame, 'relief'))
  const indifferent = listed(values(frame, 'indifferent'))
  const radiation = listed(values(frame, 'radiation').map((place) => `para ${place}`))
  const name = [
    listed([frame, ...others].map(nameOf)),
    slot(frame, 'amount'),
    headText(frame),
    listed(values(frame, 'site')),
  ]
  const parts = [
    radiation && `com irradiação ${radiation}`,
    slot(frame, 'quality'),
    slot(frame, 'severity'),
    slot(frame, 'grade') && `intensidade ${slot(frame, 'grade')}`,
    slot(frame, 'frequency'),
    slot(frame, 'often'),
    slot(frame, 'episode'),
    slot(frame, 'value') && `de até ${slot(frame, 'value')}`,
    slot(frame, 'course'),
    slot(frame, 'timing'),
    trigger && `${/^(à|ao|aos|após|com|na|no|em)/.test(trigger) ? 'com piora ' : ''}${trigger}`,
    relief && `com melhora ${relief}`,
    indifferent && `sem piora ${indifferent}`,
  ].filter(Boolean)
  return [[...name, slot(frame, 'since')].filter(Boolean).join(' '), ...parts].join(', ')
}
/** Slots that say nothing of the symptom's own. */
const bare = new Set(['told', 'with', 'side'])
const described = (frame: Frame): boolean => [...frame.slots.keys()].some((key) => !bare.has(key))

/** Symptoms that only accompany a complaint. */
const lesser = new Set([
  'estalo',
  'sensação de queimação',
  'movimentos fetais presentes',
  'aceita líquidos',
  'choro fácil',
])
function complaint(symptoms: readonly Frame[]): Frame | undefined {
  const chief = symptoms.filter(({ status }) => status === 'chief')
  const early = (chief.length > 0 ? chief : symptoms.slice(0, 2)).filter(({ name }) => !lesser.has(name))
  return early.find((frame) => frame.slots.has('since')) ?? early[0]
}

/** The chief complaint and the present illness. */
export function writeIllness(frames: Frames): Written[] {
  const all = frames.of('symptom').filter((frame) => !frame.slots.has('told'))
  const present = all.filter(({ polarity, open, slots }) => polarity === 'affirmed' && (!open || slots.size > 1))
  const first = complaint(present)
  const followers = (frame: Frame) =>
    present.filter((other) => slot(other, 'with') === frame.name && !described(other)).slice(0, 2)
  const out: Written[] = []
  if (first) {
    const names = listed([first, ...followers(first).filter(({ status }) => status === 'chief')].map(nameOf))
    const parts = [names, slot(first, 'amount'), listed(values(first, 'site').slice(0, 2)), slot(first, 'since')]
    out.push(one('qp', first, parts.filter(Boolean).join(' ')))
  }
  const written = new Set<Frame>()
  for (const frame of present) {
    if (!described(frame) || written.has(frame)) continue
    const group = followers(frame)
    for (const other of group) written.add(other)
    if (frame === first && [...frame.slots.keys()].every((key) => bare.has(key) || key === 'since')) continue
    out.push(one('hda', frame, symptomText(frame, group)))
  }
  const rest = present.filter((frame) => !described(frame) && !written.has(frame) && frame !== first)
  for (const together of byFirstLine(rest)) out.push(...inLists('hda', 'refere ', together, nameOf))
  const told = frames.of('symptom').filter((frame) => frame.slots.has('told'))
  out.push(...inLists('hda', 'PA em casa de ', told, (frame) => slot(frame, 'told')))
  for (const together of deniedTogether(all)) out.push(...inLists('hda', 'nega ', together))
  const absent = frames.of('absence').filter(({ name }) => name.startsWith('hda|'))
  out.push(...inLists('hda', 'nega ', absent, topicName))
  return out
}
/** Bare symptoms, those of one line together. */
function byFirstLine(frames: readonly Frame[]): Frame[][] {
  const groups = new Map<string, Frame[]>()
  for (const frame of frames) {
    const key = frame.lines[0] ?? ''
    groups.set(key, [...(groups.get(key) ?? []), frame])
  }
  return [...groups.values()]
}

/** The denied symptoms, those of one question and its answer together: a doubt about one answer leaves the others. */
function deniedTogether(all: readonly Frame[]): Frame[][] {
  const groups = new Map<string, Frame[]>()
  for (const frame of all) {
    if (frame.polarity !== 'denied' || frame.open) continue
    const key = frame.lines.slice(0, 2).join(' ')
    groups.set(key, [...(groups.get(key) ?? []), frame])
  }
  return [...groups.values()]
}
