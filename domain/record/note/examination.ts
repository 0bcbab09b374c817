import type { Frame, Frames } from '../frames/frame.ts'
import { capital, listed, slot, type Written } from './wording.ts'

const longest = 25
const wordsOf = (text: string): number => text.split(/\s+/).length

/** Joins wordings into sentences of at most 25 words. `apart`: whether a new sentence begins before this one. */
function joined(
  part: Written['part'],
  frames: readonly Frame[],
  wording: (frame: Frame) => string,
  apart: (frame: Frame, before: Frame) => boolean = () => false,
): Written[] {
  const groups: Frame[][] = []
  for (const frame of frames) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    const text = [...(group ?? []), frame].map(wording).join(', ')
    if (!group || !before || wordsOf(text) > longest || apart(frame, before)) groups.push([frame])
    else group.push(frame)
  }
  return groups.map((group) => ({
    part,
    text: `${capital(group.map(wording).join(', ').replace(/\.$/, ''))}.`,
    evidence: [...new Set(group.flatMap(({ lines }) => lines))],
    frames: group,
  }))
}

/** 'PA 158x92 mmHg sentado e 136x80 mmHg em pé'. */
function measureText(frame: Frame): string {
  const name = frame.name.split('|')[0] ?? ''
  const values = [...frame.slots].map(([place, { text }]) =>
    [text, place === 'value' ? '' : place].filter(Boolean).join(' '),
  )
  return `${name} ${listed(values)}`
}

/** 'Peso 16 kg, referido', 'PA 140x90 mmHg e peso 80 kg, referidos': as the patient reports it. */
function reported(frames: readonly Frame[]): string {
  const isMasculine = frames.some(({ name }) => /^(peso|perímetro|IMC)/.test(name))
  return `referid${isMasculine ? 'o' : 'a'}${frames.length > 1 ? 's' : ''}`
}

/** Vital signs and findings. */
export function writeExamination(frames: Frames): Written[] {
  const measures = frames.of('measure')
  const atHome = measures.filter(({ name }) => name.endsWith('|aferida em casa'))
  const own = measures.filter((frame) => !atHome.includes(frame))
  // Pressures at several places are a sentence of their own.
  const out = joined('ef', own, measureText, (frame, before) => frame.slots.size > 1 || before.slots.size > 1)
  for (const written of joined('ef', atHome, measureText))
    out.push({ ...written, text: `${written.text.replace(/\.$/, '')}, ${reported(written.frames)}.` })
  out.push(...writeResults(frames))
  const order = (frame: Frame): number => Number(slot(frame, 'order') || 0)
  const findings = [...frames.of('finding')].sort((a, b) => order(a) - order(b))
  out.push(
    ...joined(
      'ef',
      findings,
      ({ name }) => name,
      // Findings of one line are one sentence; short ones of the next line join them.
      (frame, before) => frame.lines[0] !== before.lines[0] && wordsOf(frame.name) + wordsOf(before.name) > 10,
    ),
  )
  return out
}

/** 'TSH 7,8 mUI/L', 'ECG com sobrecarga de ventrículo esquerdo em março'. */
function resultText(frame: Frame): string {
  const shown = slot(frame, 'shown')
  const link = shown && !/^(sem|com|não|normal|normais|negativ|positiv|alterad)/.test(shown) ? 'com ' : ''
  const before = slot(frame, 'before')
  return [
    frame.name,
    slot(frame, 'value'),
    shown && `${link}${shown}`,
    before && `(antes ${before})`,
    slot(frame, 'when'),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Results line by line; what an image shows is a sentence of its own. */
function writeResults(frames: Frames): Written[] {
  const order = (frame: Frame): number => Number(slot(frame, 'order') || 0)
  const results = [...frames.of('result')].sort((a, b) => order(a) - order(b))
  return joined(
    'exc',
    results,
    resultText,
    (frame, before) => frame.slots.has('shown') || before.slots.has('shown') || frame.lines[0] !== before.lines[0],
  )
}
