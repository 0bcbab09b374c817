// How the talk means what it says around the words that a sentence takes from it.

import { plainWords } from '../safety/words.ts'
import { type Atom, nameOf } from './atoms.ts'
import { talkCueNames, talkCues } from './cues.ts'
import { type Reading, sameIn, spokenIn } from './reading.ts'
import { BETWEEN_LINES, type SpokenAtom, type Stretch } from './talk.ts'

/** Cues of the lines, and of the stretch that holds most of the sentence. Returns that stretch. */
export function lineSigns(reading: Reading): Stretch | undefined {
  const { signs, cues, part, talk, cited } = reading
  for (const cue of cues) {
    signs.add(`note ${cue}`)
    signs.add(`note ${cue} ${part}`)
  }
  const rated = [...cited].flatMap((line) =>
    (talk[line]?.stretches ?? []).map((stretch) => ({ stretch, share: shareOf(reading, stretch) })),
  )
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (one, other) => (other.share > (one?.share ?? 0) ? other : one),
    undefined,
  )
  const aligned = rated.filter(({ share }) => share > 0)
  signs.add('best share', best?.share ?? 0)
  signs.add('stretches that share', aligned.length)
  for (const cue of talkCueNames) {
    const isSaid = rated.some(({ stretch }) => stretch.cues.has(cue))
    const isNear = aligned.some(({ stretch }) => stretch.cues.has(cue))
    const isBest = best?.stretch.cues.has(cue) ?? false
    const isNoted = cues.has(cue)
    if (isSaid) signs.add(`said ${cue}`)
    if (isNear && !isNoted) signs.add(`near ${cue}`)
    if (isBest) signs.add(`best ${cue} ${part}`)
    if (isBest && !isNoted) signs.add(`best ${cue} not noted ${part}`)
    if (isBest && !isNoted) signs.add(`best ${cue} not noted`)
    if (isNoted && !isSaid) signs.add(`noted ${cue} unsaid`)
  }
  const speakers = new Set([...cited].map((line) => reading.dialogue.lines[line]?.speaker))
  const [speaker] = speakers
  if (speakers.size === 1 && speaker) signs.add(`${speaker} alone ${part}`)
  if (best?.stretch.isQuestion) signs.add('best is a question')
  if (cues.has('denial') !== (best?.stretch.cues.has('denial') ?? false)) signs.add('denial differs')
  const isOpen = aligned.some(({ stretch }) => stretch.cues.has('possible'))
  const isHedged = cues.has('possible')
  if (part === 'hipotese' && isOpen && !isHedged) signs.add('hypothesis not hedged')
  if (cues.has('certain') && isOpen) signs.add('certain of what is possible')
  const isOpenPlan = best?.stretch.cues.has('condition') || best?.stretch.cues.has('possible')
  if (cues.has('order') && isOpenPlan && !cues.has('condition') && !isHedged) signs.add('order of what is possible')
  return best?.stretch
}

/** The share of the sentence's content words in a stretch, by their stems or the things that they name. */
function shareOf({ content, atoms }: Reading, { names }: Stretch): number {
  const inside = content.filter(
    ({ token, at }) =>
      names.has(token.stem) || atoms.some((atom) => atom.from <= at && at < atom.to && names.has(nameOf(atom))),
  )
  return inside.length / Math.max(1, content.length)
}

const groupOf = ({ type }: Atom): string =>
  type === 'relative' || type === 'drug'
    ? type
    : type === 'number' || type === 'side' || type === 'site'
      ? 'attribute'
      : 'thing'
/** Cues that change what a number or a side beside them means. */
const ofAttributes = ['past', 'denial', 'correction', 'condition', 'possible', 'choice', 'only', 'little']
const ofNext = ['past', 'denial', 'condition', 'possible', 'relative', 'choice']
/** The words within this distance of an attribute show how the talk means it. */
const besideWithin = 5

/** For each atom: where the talk names it, which other one it names instead, and how it means it. */
export function atomSigns(reading: Reading): void {
  const { atoms, signs, cited, linked, around } = reading
  const names = new Set(atoms.map(nameOf))
  for (const atom of atoms) {
    const places = [
      ['cited', cited],
      ['linked', linked],
      ['near', around],
    ] as const
    const place = places.find(([, lines]) => sameIn(reading, lines, atom).length > 0)
    // Numbers have signs of their own, too, which know their units.
    const name = atom.type === 'number' ? 'value' : atom.type
    if (!place) {
      const isSaid = reading.names.has(nameOf(atom))
      signs.add(`${name} ${isSaid ? 'elsewhere' : 'nowhere'}`)
      if (!spokenIn(reading, cited, atom.type).some((other) => !names.has(nameOf(other)))) continue
      signs.add(`another ${name} cited`)
      signs.add('another cited')
      continue
    }
    const [where, lines] = place
    const spoken = sameIn(reading, lines, atom)
    signs.add(`${name} ${where}`)
    if (spoken.every((one) => isCorrected(reading, one))) {
      signs.add(`${atom.type} corrected`)
      signs.highest('corrected', 1)
    }
    if (spoken.every(({ stretch }) => stretch.isQuestion)) signs.add(`${groupOf(atom)} asked`)
    if (atom.type === 'number' || atom.type === 'side') attributeSigns(reading, atom, spoken)
    else if (atom.type !== 'site') meaningSigns(reading, atom, spoken)
  }
}

const corrects =
  /\b(nao|quer dizer|alias|perdao|desculpa|digo|minto|espera|pera|corrig\w*|errei|confundi|melhor|certo|na verdade|foi|agora|depois|hoje)\b/
/** So many words after an atom another one may correct it. */
const correctedWithin = 14

/** Another of the same type follows, with words between that take the first back. */
function isCorrected({ talk }: Reading, { type, key, end, line }: SpokenAtom): boolean {
  const later = [line, line + 1]
    .flatMap((at) => talk[at]?.atoms ?? [])
    .find(
      (other) =>
        other.type === type &&
        other.key !== key &&
        other.at >= end &&
        other.at - end <= correctedWithin + BETWEEN_LINES,
    )
  if (!later) return false
  const between = [line, line + 1].flatMap((at) => {
    const { start = 0, tokens = [] } = talk[at] ?? {}
    return tokens.slice(Math.max(0, end - start), Math.max(0, later.end + 3 - start))
  })
  return corrects.test(plainWords(between))
}

function attributeSigns({ signs, cues, talk }: Reading, { type }: Atom, spoken: readonly SpokenAtom[]): void {
  const around = spoken.map(({ line, from }) =>
    talkCues(plainWords(talk[line]?.tokens.slice(Math.max(0, from - besideWithin), from + besideWithin + 1) ?? [])),
  )
  for (const cue of ofAttributes)
    if (!cues.has(cue) && around.every((said) => said.has(cue))) signs.highest(`${type} beside ${cue}`, 1)
}

function meaningSigns({ signs, cues, part, talk }: Reading, atom: Atom, spoken: readonly SpokenAtom[]): void {
  const group = groupOf(atom)
  for (const cue of talkCueNames) {
    if (spoken.every(({ stretch }) => stretch.cues.has(cue))) {
      signs.add(`${group} in ${cue}`)
      if (cues.has(cue)) continue
      signs.add(`${group} in ${cue} not noted`)
      signs.add(`${group} in ${cue} not noted ${part}`)
    } else if (cues.has(cue) && !spoken.some(({ stretch }) => stretch.cues.has(cue))) signs.add(`${group} noted ${cue}`)
  }
  if (spoken.every(({ stretch }) => stretch.isTurned)) signs.add(`${group} turned`)
  for (const cue of ofNext) {
    if (cues.has(cue)) continue
    if (spoken.every(({ stretch }) => stretch.nextCues.has(cue))) signs.add(`followed by ${cue}`)
    if (spoken.every(({ line }) => talk[line]?.stretches.some((stretch) => stretch.cues.has(cue))))
      signs.highest(`line ${cue} ${part}`, 1)
  }
}
