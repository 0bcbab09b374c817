import { expect, test } from 'vitest'
import { readDialogue, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { plain } from '#domain/text.ts'
import { readFolder } from '#tests/evals/corpus.ts'
import { FULL } from '#tests/testkit/full.ts'
import { chosen, type Random, randomFrom } from '#tests/testkit/random.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { structureByRules } from '../note/structure.ts'
import { writeNote } from '../note/write.ts'
import { quantitiesIn } from '../safety/numbers.ts'
import { deniesAny, tokensOf } from '../safety/words.ts'
import { readFrames } from './read.ts'

const consultations = readFolder('tests/evals/training').map(({ lines }) => lines)
const COUNT = FULL ? 1_000 : 60

/** A word as a bad recogniser writes it: letters lost, doubled or exchanged, or joined with the next word. */
const corrupt = (random: Random, text: string): string =>
  text.replace(/\S+ ?/g, (word) => {
    if (random() > 0.1) return word
    const at = Math.floor(random() * word.length)
    return chosen(random, [
      word.slice(0, at),
      word.slice(0, at) + word.slice(at - 1),
      word.trimEnd(),
      `${word}${word}`,
      '',
    ])
  })

/** Lines of one to three consultations: cut, in another order, with other speakers and wrong words. */
function shuffledTalk(random: Random): SpokenLine[] {
  const pool = Array.from({ length: 1 + Math.floor(random() * 3) }, () => chosen(random, consultations)).flat()
  const isShuffled = random() < 0.5
  const order = pool.map((line) => ({ line, at: isShuffled ? random() : 0 })).sort((a, b) => a.at - b.at)
  return order
    .slice(0, 20 + Math.floor(random() * 80))
    .filter(() => random() > 0.1)
    .map(({ line }, index) => ({
      id: `e${index}`,
      text:
        random() < 0.5
          ? line.text
          : corrupt(random, random() < 0.2 ? line.text.slice(0, 1 + random() * 30) : line.text),
      speaker: chosen(random, [line.speaker, line.speaker, line.speaker, 'doctor', 'patient', undefined] as const),
    }))
}

/** The names of this kind, and the parts of combined medicines. 'VO' is a route, not a grandmother. */
const named = (text: string, kind: string): string[] =>
  mentionsIn(tokensOf(text.replace(/\bVO\b/g, ''))).flatMap(({ concept: { kind: found, group, note } }) =>
    found === kind && group !== 'class' ? [note.replace('avô', 'avó'), ...note.split(' + ')] : [],
  )
/** The names that a sentence has and its lines have not. */
const strange = (text: string, spoken: string, kind: string): string[] => {
  const ownNames = named(spoken, kind)
  const rest = ownNames.reduce((left, name) => left.replace(new RegExp(name.replace(/[()+.]/g, '\\$&'), 'i'), ''), text)
  return named(rest, kind).filter(
    (name) => !plain(spoken).includes(plain(name)) && !ownNames.some((other) => other.startsWith(name)),
  )
}
/** A parent who speaks for a child is 'eu', and calls the child's uncle 'meu irmão'. */
const fromParent: Record<string, RegExp> = {
  tio: /irm/,
  tia: /irm/,
  avó: /pai|mae/,
  primo: /sobrinh/,
  mãe: /\beu\b/,
  pai: /\beu\b/,
}
const doses = (text: string) =>
  quantitiesIn(tokensOf(text.replace(/\S+ mg\/dL/g, ''))).flatMap(({ value, unit }) =>
    /^(mg|mcg|ug|ml|ui)$/i.test(unit) ? [value] : [],
  )
/** In Portuguese or Spanish. */
const sides = (text: string): string[] =>
  (plain(text).match(/\b(?:direit|derech|esquerd|izquierd)/g) ?? []).map((side) =>
    side.startsWith('d') ? 'direit' : 'esquerd',
  )
/** 'Intestino bom', 'diarreia quem me dera' and the Spanish 'no' deny too. */
const denies = (text: string) =>
  tokensOf(text).some(({ word }) => deniesAny(word)) || /\b(bo[ma]|normal|nadinha|no|quem me dera)\b/.test(plain(text))

/** The medicines, people, doses, sides and denials that a sentence states and its lines do not. */
const invented = (text: string, spoken: string): string[] => [
  ...strange(text, spoken, 'drug'),
  ...strange(text, spoken, 'relative').filter((name) => !fromParent[name]?.test(plain(spoken))),
  ...doses(text)
    .filter((value) => !quantitiesIn(tokensOf(spoken)).some((other) => other.value === value))
    .map(String),
  ...sides(text).filter((side) => !sides(`${spoken} ${named(spoken, 'site').join(' ')}`).includes(side)),
  ...(text.startsWith('Nega ') && !denies(spoken) ? ['Nega'] : []),
]

test(`${COUNT} consultations of shuffled, cut and corrupted lines: no frame states what its lines do not`, () => {
  const random = randomFrom(20_261_127)
  const faults: string[] = []
  let sentences = 0
  for (let count = 0; count < COUNT; count++) {
    const talk = shuffledTalk(random)
    // The whole way, with the choice and its checks, for some of them: it takes longer.
    if (count % 10 === 0) structureByRules({ entries: talk, specialty: 'general' })
    const byId = new Map(talk.map(({ id, text }) => [id, text]))
    for (const { text, evidence } of writeNote(readFrames(readDialogue(talk)))) {
      sentences += 1
      const spoken = evidence.map((id) => byId.get(id) ?? '').join(' . ')
      const found = invented(text, spoken)
      if (found.length > 0) faults.push(`${found.join(', ')}: ${text} <- ${spoken}`)
    }
  }
  expect(sentences).toBeGreaterThan(COUNT * 5)
  expect(faults).toEqual([])
}, 120_000)
