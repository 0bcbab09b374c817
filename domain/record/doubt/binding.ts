// Whether the talk says together what a sentence joins, or says something else nearer to it.
import { type Atom, isAnchor, nameOf } from './atoms.ts'
import { isTelling, placesIn, type Reading, sameIn, shortest, spokenIn, stepOf } from './reading.ts'
import type { SpokenAtom, TalkLine } from './talk.ts'

/** Two atoms of a sentence belong together if at most so many words part them. */
const joinedWithin = 8
/** A content word within so many words of an attribute tells what it belongs to. */
const besideWithin = 6
/** The newest attribute of a word is the last one within so many words of it. */
const newestWithin = 30

/** For two atoms that the sentence joins: how far apart the talk has them, and whether it has another one nearer. */
export function bindingSigns(reading: Reading): void {
  const { atoms, signs, around } = reading
  const names = new Set(atoms.map(nameOf))
  const spoken = new Map(atoms.map((atom) => [atom, sameIn(reading, around, atom).map(({ at }) => at)]))
  const rivals = new Map(
    [...new Set(atoms.map(({ type }) => type))].map((type) => [
      type,
      spokenIn(reading, around, type).flatMap((one) => (names.has(nameOf(one)) ? [] : [one.at])),
    ]),
  )
  for (const atom of atoms) {
    const own = spoken.get(atom) ?? []
    if (own.length === 0) continue
    for (const other of atoms) {
      const places = spoken.get(other) ?? []
      if (other.type === atom.type || !isAnchor(other) || places.length === 0) continue
      if (Math.abs(atom.from - other.from) > joinedWithin) continue
      const distance = shortest(own, places)
      signs.highest(`${atom.type} to ${other.type}`, stepOf(distance))
      if (shortest(own, rivals.get(other.type) ?? []) >= distance) continue
      signs.add(`${atom.type} nearer to another ${other.type}`)
      signs.add('nearer to another')
    }
  }
}

const attributes = new Set<Atom['type']>(['number', 'side', 'relative', 'drug', 'site'])

/** For the words beside an attribute of the sentence: which attribute the talk puts nearest to them, and which last. */
export function attributeVotes(reading: Reading): void {
  const { atoms, signs, around } = reading
  const names = new Set(atoms.map(nameOf))
  for (const atom of atoms) {
    if (!attributes.has(atom.type)) continue
    const rivals = spokenIn(reading, around, atom.type).filter(
      (other) => other.unit === atom.unit && (other.key === atom.key || !names.has(nameOf(other))),
    )
    const anchors = rivals.length > 0 ? anchorsOf(reading, atom) : []
    if (anchors.length === 0) continue
    const nearestOther = anchors.filter((places) => nearestTo(rivals, places)?.key !== atom.key).length
    const latestOther = anchors.filter((places) => {
      const latest = rivals.filter(({ at }) => shortest([at], places) <= newestWithin).at(-1)
      return latest !== undefined && latest.key !== atom.key
    }).length
    signs.highest(`${atom.type}: another is nearest`, nearestOther / anchors.length)
    signs.highest(`${atom.type}: another is last`, latestOther / anchors.length)
    signs.highest('another is nearest', nearestOther / anchors.length)
    signs.highest('words nearest to another', nearestOther)
  }
}

/** The places where the talk has the words and atoms beside an attribute. */
function anchorsOf(reading: Reading, atom: Atom): number[][] {
  const { content, atoms, around } = reading
  const words = content
    .filter(({ token, at }) => isTelling(token) && at >= atom.from - besideWithin && at < atom.to + besideWithin)
    .filter(({ at }) => at < atom.from || at >= atom.to)
    .map(({ token }) => placesIn(reading, around, token))
  const others = atoms
    .filter(
      (other) =>
        other.type !== atom.type && other.type !== 'number' && Math.abs(other.from - atom.from) <= joinedWithin,
    )
    .map((other) => sameIn(reading, around, other).map(({ at }) => at))
  return [...words, ...others].filter((places) => places.length > 0)
}

function nearestTo(rivals: readonly SpokenAtom[], places: readonly number[]): SpokenAtom | undefined {
  let nearest: SpokenAtom | undefined
  let least = Number.POSITIVE_INFINITY
  for (const rival of rivals) {
    const distance = shortest([rival.at], places)
    if (distance < least) [nearest, least] = [rival, distance]
  }
  return nearest
}

/** Words farther apart than this have nothing to do with each other. */
const farthest = 60
/** How far apart the talk has neighbouring words of the sentence. */
export function coherenceSigns(reading: Reading): void {
  const { content, around, signs } = reading
  const places = content
    .filter(({ token }) => isTelling(token))
    .map(({ token }) => placesIn(reading, around, token))
    .filter((list) => list.length > 0)
  const distances = places.slice(1).map((list, at) => shortest(list, places[at] ?? []))
  if (distances.length === 0) return
  signs.add('words apart at most', stepOf(Math.max(...distances)))
  signs.add('words apart', stepOf(distances.reduce((sum, one) => sum + Math.min(one, farthest), 0) / distances.length))
}

type Role = 'since' | 'age' | 'for' | 'until' | 'after' | 'frequency' | 'dose' | 'other'
const roles: readonly (readonly [Role, (before: string, after: string) => boolean])[] = [
  ['since', (before, after) => /\b(ha|faz|tem|desde)\b/.test(before) || /\batras\b/.test(after)],
  ['age', (before, after) => /\b(aos|com)\b/.test(before) && /^(ano|mes)/.test(after)],
  ['for', (before) => /\b(por|durante)\b/.test(before)],
  ['until', (before) => /\bate\b/.test(before)],
  ['after', (before) => /\b(apos|depois|em|daqui)\b/.test(before)],
  [
    'frequency',
    (before, after) => /^(vez|vezes|x)\b/.test(after) || (/\b(cada|de)\b/.test(before) && /^(em|h|hora)/.test(after)),
  ],
  ['dose', (_, after) => /^(mg|g|ml|mcg|ui|gotas?|comprimid)/.test(after)],
]
/** Talk has a filler more: 'faz uns três'. */
const wordsBefore = { talk: 3, note: 2 }
/** Returns what a number counts, by the words around it. `before`: how many words before it are read. */
function roleOf(tokens: TalkLine['tokens'], from: number, to: number, before: number): Role {
  const text = (start: number, end: number) =>
    tokens
      .slice(Math.max(0, start), end)
      .map(({ word }) => word)
      .join(' ')
  const [earlier, later] = [text(from - before, from), text(to, to + 3)]
  return roles.find(([, fits]) => fits(earlier, later))?.[0] ?? 'other'
}

/** Whether a number counts the same in the talk: 'aos 8 meses' is an age, 'há 8 meses' is not. */
export function roleSigns(reading: Reading): void {
  const { statement, atoms, around, signs, talk } = reading
  for (const atom of atoms) {
    if (atom.type !== 'number') continue
    const spokenRoles = new Set(
      sameIn(reading, around, atom).map(({ line, from, to }) =>
        roleOf(talk[line]?.tokens ?? [], from, to, wordsBefore.talk),
      ),
    )
    if (spokenRoles.size === 0) continue
    const role = roleOf(statement.tokens, atom.from, atom.to, wordsBefore.note)
    if (spokenRoles.has(role)) signs.add('number counts the same')
    else {
      signs.add('number counts something else')
      for (const other of spokenRoles) signs.add(`number noted ${role} said ${other}`)
    }
  }
}
