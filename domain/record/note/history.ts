import type { Frame, Frames } from '../frames/frame.ts'
import { habitText } from '../frames/habits.ts'
import { capital, inLists, listed, one, slot, topicName, type Written } from './wording.ts'

/** 'tratado' in the gender of the disease. */
const treated = (name: string): string =>
  /^(\S*(ão|ite|ose|ia|ma de|gem)|asma|úlcera|gota|otite|anemia|epilepsia|malária)\b/.test(`${name} `) ? 'tratada' : 'tratado'

/** 'Otite há 2 anos à direita, tratada com amoxicilina', 'Nascido de 38 semanas, parto cesáreo, 3.050 g'. */
function pastText(frame: Frame): string {
  if (frame.name === 'nascimento') {
    const weeks = slot(frame, 'weeks')
    return [weeks && `nascimento com ${weeks}`, slot(frame, 'kind'), slot(frame, 'weight') && `peso ${slot(frame, 'weight')}`, slot(frame, 'length')]
      .filter(Boolean)
      .join(', ')
  }
  const treatment = slot(frame, 'treatment')
  const crisis = slot(frame, 'crisis')
  const lead = [frame.name, slot(frame, 'degree'), slot(frame, 'course'), slot(frame, 'reason') && `por ${slot(frame, 'reason')}`, slot(frame, 'side'), slot(frame, 'weeks'), slot(frame, 'when')]
  return [
    lead.filter(Boolean).join(' '),
    treatment ? `${treated(frame.name)} com ${treatment}` : slot(frame, 'treated') && treated(frame.name),
    crisis && `última crise ${crisis}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Diseases, operations and what was denied of them. */
function writeDiseases(frames: Frames): Written[] {
  const out: Written[] = []
  const conditions = frames.of('condition')
  const supposed = new Set(frames.of('hypothesis').map(({ name }) => name))
  const own = conditions.filter(({ polarity }) => polarity === 'affirmed')
  const written = own.filter((frame) => frame.slots.size > 0 || !supposed.has(frame.name))
  for (const frame of written) if (frame.slots.size > 0) out.push(one('hpp', frame, pastText(frame)))
  out.push(...inLists('hpp', '', written.filter((frame) => frame.slots.size === 0)))
  for (const frame of frames.of('event')) out.push(one('hpp', frame, pastText(frame)))
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
    const names = listed(list.map((frame) => [topicName(frame), slot(frame, 'age'), slot(frame, 'drug') && `em uso de ${slot(frame, 'drug')}`].filter(Boolean).join(' ')))
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
