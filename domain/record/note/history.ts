import type { Frame, Frames } from '../frames/frame.ts'
import { habitText } from '../frames/history.ts'
import { capital, inLists, listed, one, slot, topicName, type Written } from './wording.ts'

/** Diseases, operations and what was denied of them. */
function writeDiseases(frames: Frames): Written[] {
  const out: Written[] = []
  const conditions = frames.of('condition')
  const supposed = new Set(frames.of('hypothesis').map(({ name }) => name))
  const own = conditions.filter(({ polarity }) => polarity === 'affirmed')
  for (const frame of own)
    if (frame.slots.has('since')) out.push(one('hpp', frame, `${frame.name} ${slot(frame, 'since')}`))
  out.push(
    ...inLists(
      'hpp',
      '',
      own.filter((frame) => !frame.slots.has('since') && !supposed.has(frame.name)),
    ),
  )
  for (const frame of frames.of('event'))
    out.push(one('hpp', frame, [frame.name, slot(frame, 'when')].filter(Boolean).join(' ')))
  const allergic = frames.of('allergy').length > 0
  const using = frames.of('medication').some(({ status }) => status === 'in use')
  const denied = [
    ...conditions.filter(({ polarity }) => polarity === 'denied'),
    ...frames
      .of('absence')
      .filter(
        ({ name }) =>
          name.startsWith('hpp|') && !(allergic && /alerg/.test(name)) && !(using && /uso contínuo/.test(name)),
      ),
  ]
  out.push(...inLists('hpp', 'nega ', denied, (frame) => (frame.kind === 'absence' ? topicName(frame) : frame.name)))
  return out
}

function writeFamilyAndHabits(frames: Frames): Written[] {
  const out: Written[] = []
  const relatives = new Map<string, Frame[]>()
  for (const frame of frames.of('family')) {
    const relative = frame.name.split('|')[0] ?? ''
    relatives.set(relative, [...(relatives.get(relative) ?? []), frame])
  }
  for (const [relative, list] of relatives) {
    const dead = list.some((frame) => frame.slots.has('died'))
    const names = listed(list.map(topicName))
    const evidence = [...new Set(list.flatMap(({ lines }) => lines))]
    out.push({
      part: 'hf',
      text: `${capital(relative)}${dead ? ` falecid${/a$|ã$|ó$|ãe$/.test(relative) ? 'a' : 'o'}, ` : ' '}com ${names}.`,
      evidence,
      frames: list,
    })
  }
  if (relatives.size === 0)
    out.push(
      ...inLists(
        'hf',
        'nega ',
        frames.of('absence').filter(({ name }) => name.startsWith('hf|')),
        topicName,
      ),
    )
  const denied: Frame[] = []
  for (const frame of frames.of('habit')) {
    if (frame.name.startsWith('ocupação:')) {
      out.push(one('hab', frame, frame.name.slice('ocupação:'.length)))
      continue
    }
    const text = habitText(frame.name, frame.status, frame.polarity)
    if (frame.polarity === 'denied' && /^Nega /.test(text)) denied.push({ ...frame, name: text.slice(5, -1) })
    else if (text)
      out.push(
        one(
          'hab',
          frame,
          [
            text.replace(/\.$/, ''),
            slot(frame, 'amount'),
            slot(frame, 'often'),
            slot(frame, 'since') || slot(frame, 'until'),
          ]
            .filter(Boolean)
            .join(', ')
            .replace(/, (há|desde)/, ' $1'),
        ),
      )
  }
  out.push(...inLists('hab', 'nega ', denied))
  return out
}

/** Past diseases, family and habits. */
export const writeHistory = (frames: Frames): Written[] => [...writeDiseases(frames), ...writeFamilyAndHabits(frames)]
