// Writes frames as the sentences of a note: one wording for each kind, in the register of a Brazilian note.

import type { Frame, Frames } from '../frames/frame.ts'
import { habitText } from '../frames/history.ts'
import type { CanonicalKey } from '../record.ts'

export type Written = { section: CanonicalKey; text: string; evidence: string[] }

/** A sentence of a note has at most 25 words. */
const longest = 25
const wordsOf = (text: string): number => text.split(/\s+/).length

/** 'a, b e c'. */
const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} e ${items.at(-1)}`
const capital = (text: string): string => (text[0]?.toUpperCase() ?? '') + text.slice(1)
const slot = (frame: Frame, name: string): string => frame.slots.get(name)?.text ?? ''

/** Sentences 'Nega a, b e c.' of at most 25 words, each with the lines of its items. */
function inLists(
  section: CanonicalKey,
  lead: string,
  frames: readonly Frame[],
  nameOf = (frame: Frame) => frame.name,
): Written[] {
  const out: Written[] = []
  let group: Frame[] = []
  const text = (items: readonly Frame[]) => `${capital(`${lead}${listed(items.map(nameOf))}`)}.`
  const flush = () => {
    if (group.length > 0)
      out.push({ section, text: text(group), evidence: [...new Set(group.flatMap(({ lines }) => lines))] })
    group = []
  }
  for (const frame of frames) {
    if (group.length >= 6 || wordsOf(text([...group, frame])) > longest) flush()
    group.push(frame)
  }
  flush()
  return out
}

const one = (section: CanonicalKey, frame: Frame, text: string): Written => ({
  section,
  text: `${capital(text.replace(/\.$/, ''))}.`,
  evidence: frame.lines,
})

/** 'Cefaleia há 4 dias, latejante, intensa, pior à noite'. */
function symptomText(frame: Frame): string {
  const since = slot(frame, 'since')
  const relief = slot(frame, 'relief')
  const parts = [
    slot(frame, 'site'),
    slot(frame, 'quality'),
    slot(frame, 'severity'),
    slot(frame, 'frequency'),
    slot(frame, 'often'),
    slot(frame, 'value') && `de até ${slot(frame, 'value')}`,
    slot(frame, 'course'),
    slot(frame, 'trigger') &&
      `${/^(à|ao|aos|após|com|na|no|em)/.test(slot(frame, 'trigger')) ? 'pior ' : ''}${slot(frame, 'trigger')}`,
    slot(frame, 'timing') && !slot(frame, 'trigger').startsWith(slot(frame, 'timing'))
      ? `${slot(frame, 'trigger') ? '' : 'pior '}${slot(frame, 'timing')}`
      : '',
    relief && `com melhora ${relief}`,
  ].filter(Boolean)
  return [since ? `${frame.name} ${since}` : frame.name, ...parts].join(', ')
}
/** A bare name is written only where two lines say it: a question and its answer, or two statements. */
const isSure = (frame: Frame): boolean => frame.lines.length > 1
const described = (frame: Frame): boolean => frame.slots.size > 0 && !frame.slots.has('told')

function complaint(symptoms: readonly Frame[]): Frame | undefined {
  const early = symptoms.slice(0, 3)
  const worth = (frame: Frame) => (frame.slots.has('since') ? 2 : 0) + frame.slots.size
  return [...early].sort((a, b) => worth(b) - worth(a))[0]
}

function presentIllness(frames: Frames): Written[] {
  const all = frames.of('symptom')
  const present = all.filter(({ polarity }) => polarity === 'affirmed')
  const first = complaint(present.filter((frame) => !frame.slots.has('told')))
  const out: Written[] = []
  if (first) out.push(one('queixa_principal', first, [first.name, slot(first, 'since')].filter(Boolean).join(' ')))
  for (const frame of present)
    if (described(frame) && !(frame === first && [...frame.slots.keys()].every((key) => key === 'since')))
      out.push(one('hda', frame, symptomText(frame)))
  const measured = present.filter((frame) => frame.slots.has('told'))
  out.push(...inLists('hda', 'PA em casa de ', measured, (frame) => slot(frame, 'told')))
  out.push(
    ...inLists(
      'hda',
      'refere ',
      present.filter((frame) => isSure(frame) && !described(frame) && !frame.slots.has('told') && frame !== first),
    ),
  )
  out.push(
    ...inLists(
      'hda',
      'nega ',
      all.filter(({ polarity }) => polarity === 'denied'),
    ),
  )
  for (const frame of frames.of('medication').filter(({ status }) => status === 'tried'))
    out.push(one('hda', frame, `usou ${medicineText(frame)}`))
  const absent = frames.of('absence').filter(({ name }) => name.startsWith('hda|'))
  out.push(...inLists('hda', 'nega ', absent, topicName))
  return out
}
const topicName = (frame: Frame): string => frame.name.split('|')[1] ?? ''

function medicineText(frame: Frame): string {
  const dose = slot(frame, 'dose')
  const parts = [
    frame.name.trim(),
    dose,
    slot(frame, 'route'),
    slot(frame, 'frequency'),
    slot(frame, 'course'),
    slot(frame, 'since'),
  ]
  const condition = slot(frame, 'condition')
  const effect = slot(frame, 'effect')
  return `${parts.filter(Boolean).join(' ')}${condition ? `, ${condition}` : ''}${effect ? `, ${effect}` : ''}`
}

function history(frames: Frames): Written[] {
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
  for (const frame of frames.of('medication')) {
    if (frame.status === 'in use') out.push(one('hpp', frame, `em uso de ${medicineText(frame)}`))
    if (frame.status === 'stopped')
      out.push(one('hpp', frame, `${medicineText(frame)}, interrompido por conta própria`))
  }
  for (const frame of frames.of('allergy')) {
    const reaction = slot(frame, 'reaction')
    out.push(one('hpp', frame, `alergia a ${frame.name}${reaction ? `, com ${reaction}` : ''}`))
  }
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

function familyAndHabits(frames: Frames): Written[] {
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
      section: 'hf',
      text: `${capital(relative)}${dead ? ` falecid${/a$|ã$|ó$|ãe$/.test(relative) ? 'a' : 'o'}, ` : ' '}com ${names}.`,
      evidence,
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
      out.push(one('habitos', frame, frame.name.slice('ocupação:'.length)))
      continue
    }
    const text = habitText(frame.name, frame.status, frame.polarity)
    if (frame.polarity === 'denied' && /^Nega /.test(text)) denied.push({ ...frame, name: text.slice(5, -1) })
    else if (text)
      out.push(
        one(
          'habitos',
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
  out.push(...inLists('habitos', 'nega ', denied))
  return out
}

const supposed: Record<string, string> = { probable: 'Provável ', possible: 'Possível ', said: '' }
function plan(frames: Frames): Written[] {
  const out: Written[] = []
  const measures = frames.of('measure')
  for (const frame of measures) {
    const value = slot(frame, 'value')
    out.push(one('exame_fisico', frame, value ? `${frame.name} ${value}` : frame.name))
  }
  out.push(
    ...inLists('exame_fisico', '', frames.of('finding'), (frame) =>
      frame.name.replace(/^[A-Z](?=[a-zà-ú])/, (letter) => letter.toLowerCase()),
    ),
  )
  for (const frame of frames.of('hypothesis'))
    out.push(
      one(
        'hipotese',
        frame,
        frame.status === 'rejected' ? `${frame.name} pouco provável` : `${supposed[frame.status] ?? ''}${frame.name}`,
      ),
    )
  for (const frame of frames.of('medication')) {
    if (frame.status === 'prescribed') out.push(one('conduta', frame, medicineText(frame)))
    if (frame.status === 'suspend') out.push(one('conduta', frame, `suspender ${frame.name.trim()}`))
    if (frame.status === 'keep') out.push(one('conduta', frame, `manter ${medicineText(frame)}`))
    if (frame.status === 'raise')
      out.push(
        one(
          'conduta',
          frame,
          `aumentar ${frame.name.trim()}${slot(frame, 'dose') ? ` para ${slot(frame, 'dose')}` : ''}${slot(frame, 'frequency') ? ` ${slot(frame, 'frequency')}` : ''}`,
        ),
      )
    if (frame.status === 'lower')
      out.push(
        one(
          'conduta',
          frame,
          `reduzir ${frame.name.trim()}${slot(frame, 'dose') ? ` para ${slot(frame, 'dose')}` : ''}`,
        ),
      )
  }
  out.push(
    ...inLists(
      'conduta',
      'solicito ',
      frames.of('order').filter(({ status }) => status === 'ordered'),
    ),
  )
  out.push(
    ...inLists(
      'conduta',
      'sem indicação de ',
      frames.of('order').filter(({ status }) => status === 'refused'),
    ),
  )
  for (const frame of frames.of('referral')) out.push(one('conduta', frame, `encaminhamento à ${frame.name}`))
  for (const frame of frames.of('instruction'))
    out.push(
      one(
        frame.status as CanonicalKey,
        frame,
        `${frame.name}${slot(frame, 'days') ? ` por ${slot(frame, 'days')}` : ''}`,
      ),
    )
  for (const frame of frames.of('return')) out.push(one('orientacoes', frame, `retorno ${slot(frame, 'when')}`))
  for (const frame of frames.of('warning')) out.push(one('orientacoes', frame, frame.name))
  return out
}

/** The note of a consultation's facts, sentence by sentence with the lines of every slot. */
export const writeNote = (frames: Frames): Written[] => [
  ...presentIllness(frames),
  ...history(frames),
  ...familyAndHabits(frames),
  ...plan(frames),
]
