import { groupBy } from '../../group-by.ts'
import { lowerFirst } from '../../text.ts'
import type { Frame, Frames } from '../frames/frame.ts'
import { habitText } from '../frames/habits.ts'
import { capital, inLists, listed, slot, topicName, type Written } from './wording.ts'

/** 'tratado' in the gender of the disease. */
const treated = (name: string): string => {
  const [head = ''] = name.split(' ')
  return /(a|ão|ite|ose|ase|gem|dade|ise)$/.test(head) && !/(oma|ema|auma)$/.test(head) ? 'tratada' : 'tratado'
}

/** 'Otite há 2 anos à direita, tratada com amoxicilina', 'Nascido de 38 semanas, parto cesáreo, 3.050 g'. */
function pastText(frame: Frame): string {
  if (frame.name === 'nascimento') {
    const [weeks, kind, weight] = [slot(frame, 'weeks'), slot(frame, 'kind'), slot(frame, 'weight')]
    const at = weeks === 'a termo' ? weeks : `com ${weeks}`
    const lead = kind && weeks ? `${kind} ${at}` : kind || (weeks && `nascimento ${at}`)
    return [lead, weight && `peso ${weight}`, slot(frame, 'length'), slot(frame, 'apgar'), slot(frame, 'care')]
      .filter(Boolean)
      .join(', ')
  }
  const treatment = slot(frame, 'treatment')
  const crisis = slot(frame, 'crisis')
  const lead = [
    frame.name,
    slot(frame, 'degree'),
    slot(frame, 'course'),
    slot(frame, 'reason') && `por ${slot(frame, 'reason')}`,
    slot(frame, 'side'),
    slot(frame, 'weeks'),
    slot(frame, 'when'),
  ]
  return [
    lead.filter(Boolean).join(' '),
    treatment ? `${treated(frame.name)} com ${treatment}` : slot(frame, 'treated') && treated(frame.name),
    slot(frame, 'last') && `último episódio ${slot(frame, 'last')}`,
    crisis && (/^(há|desde)/.test(crisis) && slot(frame, 'free') ? `sem crise ${crisis}` : `última crise ${crisis}`),
    slot(frame, 'incomplete'),
  ]
    .filter(Boolean)
    .join(', ')
}

const isDetailed = ({ slots }: Frame): boolean => [...slots.keys()].some((name) => name !== 'order')

/** Writes diseases and operations in the order of the conversation, with neighbours in one sentence. */
function writePast(past: readonly Frame[]): Written[] {
  const order = (frame: Frame): number => Number(slot(frame, 'order') || Number.MAX_SAFE_INTEGER)
  const groups: Frame[][] = []
  const text = (group: readonly Frame[]): string => group.map((frame) => pastText(frame)).join('; ')
  for (const frame of [...past].sort((a, b) => order(a) - order(b))) {
    if (isRepeated(frame, past)) continue
    const group = groups.at(-1)
    if (group && text([...group, frame]).split(/\s+/).length <= longestPast) group.push(frame)
    else groups.push([frame])
  }
  return groups.map((group) => ({
    part: 'hpp',
    text: `${capital(text(group))}.`,
    evidence: [...new Set(group.flatMap(({ lines }) => lines))],
    frames: group,
  }))
}
const longestPast = 12

/** Whether another fact says it better, or it says nothing by itself: a stay in hospital without time and reason. */
function isRepeated(frame: Frame, past: readonly Frame[]): boolean {
  const birth = past.find(({ name }) => name === 'nascimento')
  if (frame.name === 'internação') return !frame.slots.has('when') && !frame.slots.has('reason')
  if (frame.name === 'parto normal' && !frame.slots.has('when'))
    return (
      (birth !== undefined && slot(birth, 'kind') === 'parto normal') ||
      past.some(({ name }) => /^\d+ partos? norma(l|is)$/.test(name))
    )
  if (/^(\d+ )?cesáreas?$/.test(frame.name))
    return (
      (birth !== undefined && slot(birth, 'kind') === 'parto cesáreo') ||
      past.some(({ name }) => /^\d+ partos? cesáreos?$/.test(name)) ||
      (frame.name === 'cesárea' && past.some(({ name }) => /^\d+ cesáreas$/.test(name)))
    )
  // 'Internação por pneumonia no ano passado' says it of the pneumonia.
  if (frame.kind === 'condition')
    if (
      past.some(
        (one) =>
          one.name === 'internação' && slot(one, 'reason') === frame.name && slot(one, 'when') === slot(frame, 'when'),
      )
    )
      return true
  if (frame.name === 'fototerapia') return birth !== undefined && slot(birth, 'care').startsWith('fototerapia')
  return frame.name === 'câncer' && past.some(({ name }) => name.startsWith('câncer de'))
}

/** Diseases, operations and what was denied of them. */
function writeDiseases(frames: Frames): Written[] {
  const out: Written[] = []
  const conditions = frames.of('condition')
  const supposed = new Set(frames.of('hypothesis').map(({ name }) => name))
  const own = conditions.filter(({ polarity }) => polarity === 'affirmed')
  const certain = own.filter((frame) => isDetailed(frame) || !supposed.has(frame.name))
  out.push(...writePast([...certain, ...frames.of('event')]))
  const allergic = frames.of('allergy').length > 0
  const using = frames.of('medication').some(({ status }) => status === 'in use')
  const denied = [
    ...conditions.filter(({ polarity }) => polarity === 'denied'),
    ...frames
      .of('absence')
      .filter(
        ({ name, open }) =>
          name.startsWith('hpp|') &&
          !open &&
          !(name === 'hpp|internação' && frames.find('absence', 'hpp|internações')) &&
          !(allergic && /alerg/.test(name)) &&
          !(using && /uso contínuo/.test(name)),
      ),
  ]
  out.push(...inLists('hpp', 'nega ', denied, (frame) => (frame.kind === 'absence' ? topicName(frame) : frame.name)))
  return out
}

/** 'Etilismo ocasional' */
const adverbs: Record<string, string> = { ocasionalmente: 'ocasional', diariamente: 'diário' }

/** 'Tabagista, 10 cigarros/dia há 30 anos', 'Pilates 2x/semana', 'Bebe vinho aos sábados, 2 taças'. */
function habitSentence(frame: Frame, text: string): string {
  const [amount, often] = [slot(frame, 'amount'), slot(frame, 'often')]
  const since = slot(frame, 'since')
  const until = slot(frame, 'until')
  const stopped =
    frame.status === 'past' && until ? `${until.startsWith('desde') ? 'abstinente' : 'parou'} ${until}` : until
  const lead = /^(Tabagista|Ex-tabagista)/.test(text) && amount ? `${text},` : text
  const lasting = frame.status === 'past' ? since.replace(/^há /, 'por ') : since
  const parts = /^Etilismo/.test(text)
    ? [lead, adverbs[often] ?? often, amount && `, ${amount}`, lasting]
    : frame.name === 'alcool'
      ? [lead, often, amount && `, ${amount}`, lasting]
      : [lead, amount, often, lasting]
  if (frame.name.startsWith('bebida|') && amount) return amount
  return [parts.filter(Boolean).join(' ').replace(/ ,/g, ','), stopped].filter(Boolean).join(', ')
}

/** 'Irmãs falecidas', 'avô paterno falecido'. */
function ending(relative: string): string {
  const [who = ''] = relative.split(' ')
  const gender = /(a|ã|ó|mãe)s?$/.test(who) ? 'a' : 'o'
  return who.endsWith('s') ? `${gender}s` : gender
}

function writeFamilyAndHabits(frames: Frames): Written[] {
  const out: Written[] = []
  const relatives = groupBy(frames.of('family'), ({ name }) => name.split('|')[0] ?? '')
  for (const [relative, list] of relatives) {
    const dead = list.some((frame) => frame.slots.has('died'))
    const inDialysis = list.some((frame) => topicName(frame) === 'diálise')
    const ill = list.filter((frame) => topicName(frame) !== 'diálise')
    const names = listed(
      ill.map((frame) =>
        [topicName(frame), slot(frame, 'age'), slot(frame, 'drug') && `em uso de ${slot(frame, 'drug')}`]
          .filter(Boolean)
          .join(' '),
      ),
    )
    const state = [names && `com ${names}`, inDialysis && 'em diálise'].filter(Boolean).join(', ')
    const evidence = [...new Set(list.flatMap(({ lines }) => lines))]
    out.push({
      part: 'hf',
      text: `${capital(relative)}${dead ? ` falecid${ending(relative)}, ` : ' '}${state}.`,
      evidence,
      frames: list,
    })
  }
  const affirmed = new Set(frames.of('family').map(topicName))
  const free = frames
    .of('absence')
    .filter((frame) => frame.name.startsWith('hf|') && !frame.open && !affirmed.has(topicName(frame)))
  const inGeneral = free.filter((frame) => / na família$/.test(topicName(frame)))
  if (relatives.size === 0) out.push(...inLists('hf', 'nega ', inGeneral, topicName))
  out.push(
    ...inLists(
      'hf',
      'nega história familiar de ',
      free.filter((frame) => !inGeneral.includes(frame)),
      topicName,
    ),
  )
  out.push(...writeHabits(frames))
  return out
}

/** Work, home and habits, several in a sentence; what is denied comes last. */
function writeHabits(frames: Frames): Written[] {
  const denied: Frame[] = []
  const items: { text: string; frame: Frame }[] = []
  const moves = frames
    .of('habit')
    .some(({ name, polarity, status }) => name.startsWith('atividade') && polarity === 'affirmed' && status !== 'past')
  for (const frame of frames.of('habit')) {
    if (frame.open && frame.polarity === 'denied') continue
    if (moves && frame.name === 'atividade' && frame.polarity === 'denied') continue
    if (frame.name.startsWith('ocupação:')) {
      const text = frame.name.slice('ocupação:'.length)
      // Work and home open the paragraph.
      items.splice(items.findLastIndex((other) => other.frame.name.startsWith('ocupação:')) + 1, 0, { text, frame })
      continue
    }
    const text = habitText(frame)
    if (frame.polarity === 'denied' && /^Nega /.test(text)) denied.push({ ...frame, name: text.slice(5) })
    else if (text) items.push({ text: habitSentence(frame, text), frame })
  }
  if (denied.length > 0) {
    const [first] = inLists('hab', 'nega ', denied)
    if (first)
      items.push({
        text: first.text.replace(/\.$/, ''),
        frame: { ...(denied[0] as Frame), lines: [...first.evidence] },
      })
  }
  const groups: { text: string; frame: Frame }[][] = []
  for (const item of items) {
    const group = groups.at(-1)
    const words = [...(group ?? []), item]
      .map(({ text }) => text)
      .join(' ')
      .split(/\s+/).length
    if (group && words <= longestHabits) group.push(item)
    else groups.push([item])
  }
  return groups.map((group) => ({
    part: 'hab',
    text: `${capital(group.map(({ text }, at) => (at === 0 ? text : lowerFirst(text))).join('; '))}.`,
    evidence: [...new Set(group.flatMap(({ frame }) => frame.lines))],
    frames: group.map(({ frame }) => frame),
  }))
}
const longestHabits = 14

/** Past diseases, family and habits. */
export const writeHistory = (frames: Frames): Written[] => [...writeDiseases(frames), ...writeFamilyAndHabits(frames)]
