// Symptoms that a clause names. Pain and a body site are one symptom; its side is a slot of its own.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { siteOf } from '../lexicon/lexicon.ts'
import sites from '../lexicon/sites.json' with { type: 'json' }
import topics from '../lexicon/topic-words.json' with { type: 'json' }
import { isFiniteVerb, type Token } from '../safety/words.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import type { Frame, Frames } from './frame.ts'

export type Side = 'direit' | 'esquerd' | 'bilateral'
/** `side`: the side said beside the site of a pain. `head`: where in the head, as an adjective. */
export type Felt = {
  name: string
  polarity: Said['polarity']
  subject?: string | undefined
  from: number
  to: number
  side?: Side | undefined
  head?: string | undefined
}
type Site = { pain?: string; in: string; sided?: boolean; head?: string }

const painWord = /^(dor|dores|doi|doendo|doeu|doem|doia|doer|dolorid\w+|dolorosa|dorzinha|dolor|duele|dodoi|doido)$/
const inSpan = (at: number, list: readonly { from: number; to: number }[]): boolean =>
  list.some((one) => at >= one.from && at < one.to)
export const isPainClause = (clause: Clause): boolean => clause.tokens.some(({ word }) => painWord.test(word))

const bothSides =
  /\b(dois lados|dos lados|ambos|ambas|bilateral|los dos|duas (pernas|maos|vistas|orelhas)|(as|nas|das) duas(?! vez)|(os|nos|dos) dois(?! dia| mes| ano))\b/
const sideWord = /^(direit|esquerd|derech|izquierd)/
/** 'Andar' has the form 'anda'; 'lombar' has no such form. */
const isInfinitive = (word: string): boolean =>
  /[aei]r$/.test(word) && thirdPersonForms.has(word.replace(/ir$/, 'er').slice(0, -1))
/** Whether a word says a side. In 'não durmo direito', 'não consigo andar direito' it is an adverb. */
export function isSideWord(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? ''
  if (!sideWord.test(word)) return false
  const before = tokens[at - 1]
  if (!/^direit(o|inh[oa])$/.test(word) || !before || before.kind !== 'word' || before.joining) return true
  const isVerb = isFiniteVerb(before) || isInfinitive(before.word) || before.word.endsWith('ndo')
  return !isVerb && tokens[at - 2]?.word !== 'nao'
}
/** The side that these words say, or undefined. A side that is denied does not count. */
export function sideIn(clause: Clause, from: number, to: number): Side | undefined {
  const all = clause.tokens
    .slice(from, to)
    .map(({ word }, at) => (sideWord.test(word) && !isSideWord(clause.tokens, from + at) ? '' : word))
  if (bothSides.test(all.join(' '))) return 'bilateral'
  // 'Eu confundo direito e esquerdo' names none.
  const words = all
    .join(' ')
    .replace(/\b(direit[oa] (e|com|ou) esquerd[oa]|esquerd[oa] (e|com|ou) direit[oa])\b/g, '')
    .split(' ')
  const at = words.findLastIndex((word, index) => sideWord.test(word) && words[index + 1] !== 'nao')
  if (at < 0) return undefined
  return /^(direit|derech)/.test(words[at] ?? '') ? 'direit' : 'esquerd'
}
/** The side said beside a body site. 'O ombro esquerdo. Ah, não, o direito': the correction counts. */
export function sideAt(clause: Clause, site: { from: number; to: number }): Side | undefined {
  const side = sideIn(clause, site.from, site.to + 5) ?? sideIn(clause, Math.max(0, site.from - 4), site.from)
  if (!side || side === 'bilateral') return side
  const rest = clause.tokens.slice(site.to)
  const no = rest.findIndex(({ word }, at) => word === 'nao' && rest[at - 1]?.kind === 'mark')
  if (no < 0 || clause.said.some(({ concept, from }) => concept.kind === 'site' && from > site.to)) return side
  const later = rest
    .slice(no + 1, no + 6)
    .find((_, at) => isSideWord(rest, no + 1 + at) && rest[no + 2 + at]?.word !== 'nao')
  return later ? (later.word.startsWith('d') ? 'direit' : 'esquerd') : side
}

const painName = (note: string): string => {
  const site = siteOf(note)
  return site.pain ?? `dor ${site.in} ${note}`
}
const byPain = new Map(
  Object.entries(sites as Record<string, Site>).map(([note, site]) => [painName(note), { note, ...site }]),
)
/** The body site that the name of a pain includes. */
export const siteOfPain = (name: string) => byPain.get(name)

const plural = (word: string): string => (/[aeiouãéêô]$/.test(word) ? `${word}s` : word)
/** 'na mão direita', 'nos pés'. */
export function placed(note: string, side: Side | undefined): string {
  const { in: article, sided } = siteOf(note)
  if (side === undefined || !sided) return `${article} ${note}`
  if (side === 'bilateral') return `${article.replace(/s?$/, 's')} ${plural(note)}`
  return `${article} ${note} ${side}${article.startsWith('na') ? 'a' : 'o'}`
}
/** 'dor no joelho direito', 'lombalgia à esquerda': a symptom with its side. */
function withSide(name: string, side: string | undefined): string {
  const site = byPain.get(name)
  if (!side || !site) return name
  if (!site.pain) return `dor ${placed(site.note, side as Side)}`
  return side === 'bilateral' ? `${name} bilateral` : `${name} à ${side}a`
}

const painful = /(^dor |algia|cefaleia|odinofagia|cólica|disúria|pirose|queimação|dismenorreia|travamento)/
export const isPain = (name: string): boolean => painful.test(name)

const notAt = /^(embaixo|debaixo|abaixo|acima|perto|proximo|atras|volta|redor)$/
/** 'Embaixo do mamilo' is beside the site; 'mostra com a mão' names what shows it, 'em pé' how one stands. */
function isAside(clause: Clause, { from, to }: Said): boolean {
  const [first, second] = [clause.tokens[from - 1]?.word ?? '', clause.tokens[from - 2]?.word ?? '']
  const next = clause.tokens.slice(to, to + 2).map(({ word }) => word)
  if (first === 'em' || next.some((word) => isFine.test(word))) return true
  if (!/^(d[oae]s?|[oa]s?|uma?)$/.test(first)) return false
  const points =
    second === 'com' && (shows.test(clause.plain) || /^(no|na|nesse|nessa|aqui|ai|ali)$/.test(next[0] ?? ''))
  return points || notAt.test(second) || shows.test(second)
}
const isFine = /^(normal|normais|limp\w+|bo[ma]|boas|bons|ok)$/
const shows = /\b(mostr|apont|indiq|bota|botar|poe|coloca)/
const allSites = (clause: Clause): Said[] =>
  clause.said.filter((one) => one.concept.kind === 'site' && !isAside(clause, one))
/** The body sites that a clause affirms. */
export const sitesOf = (clause: Clause): Said[] => allSites(clause).filter(({ polarity }) => polarity === 'affirmed')

/** Pain in a body site. */
export function painAt(clause: Clause, site: Said): Felt {
  const { head } = siteOf(site.concept.note) as Site
  const ofHead =
    head !== undefined && clause.said.some(({ concept }) => concept.kind === 'site' && concept.note === 'cabeça')
  const { polarity, subject, from, to } = site
  const name = ofHead ? 'cefaleia' : painName(site.concept.note)
  return { name, head: ofHead ? head : undefined, polarity, subject, side: sideAt(clause, site), from, to }
}

function painsIn(clause: Clause, named: readonly Said[], before: Clause | undefined): Felt[] {
  const free = allSites(clause).filter(({ from }) => !inSpan(from, named))
  return clause.tokens.flatMap((token, at): Felt[] => {
    if (!painWord.test(token.word) || inSpan(at, named)) return []
    const site = [...free].sort((a, b) => distance(a, at) - distance(b, at)).find((one) => distance(one, at) <= 7)
    if (site) {
      const pain = painAt(clause, site)
      return [{ ...pain, from: Math.min(at, site.from), to: Math.max(at + 1, site.to) }]
    }
    const earlier = before && allSites(before).at(-1)
    const denied = /^(nao|nenhuma|nenhum)$/.test(clause.tokens[at + 1]?.word ?? '')
    if (!earlier || denied || !before || before.speaker !== clause.speaker) return []
    return [
      {
        name: painName(earlier.concept.note),
        polarity: 'affirmed',
        side: sideAt(before, earlier),
        from: at,
        to: at + 1,
      },
    ]
  })
}
const distance = (site: Said, at: number): number => (site.from > at ? site.from - at : at - site.to + 3)

/** 'Arde … quando eu faço xixi': a symptom that another word of the clause makes a more exact one. */
export function joinedName(name: string, { said }: Clause): string {
  const joined = (topics.joined as Record<string, Record<string, string>>)[name]
  const found = joined && said.find(({ concept, polarity }) => joined[concept.note] && polarity === 'affirmed')
  return (found && joined[found.concept.note]) ?? name
}

/** The symptoms that a clause names, in the order spoken. */
export function feltIn(clause: Clause, before?: Clause): Felt[] {
  const named = clause.said.filter(({ concept }) => concept.kind === 'symptom')
  const felt: Felt[] = named.map(({ concept, polarity, subject, from, to }) => {
    const inside = clause.said.find((one) => one.concept.kind === 'site' && one.from >= from && one.to <= to)
    const side = byPain.has(concept.note) ? sideAt(clause, inside ?? { from, to }) : undefined
    return { name: joinedName(concept.note, clause), polarity, subject, from, to, side }
  })
  felt.push(...painsIn(clause, named, before))
  // 'Triste, triste eu não tô': the last mention counts.
  const unique = felt.filter((one, index) => felt.findLastIndex((other) => other.name === one.name) === index)
  // 'Tosse seca' says more than 'tosse', and a name inside another one's words is part of it.
  return unique
    .filter(
      (one) =>
        !unique.some(
          (other) =>
            other !== one &&
            (other.name.startsWith(`${one.name} `) ||
              (other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from)),
        ),
    )
    .sort((a, b) => a.from - b.from)
}

/** The symptom in the note's wording, with its side. */
export const nameOf = (frame: Frame): string => withSide(frame.name, frame.slots.get('side')?.text)

/** Puts a symptom. A later 'não' does not deny a symptom that the patient described. */
export function putSymptom(
  frames: Frames,
  name: string,
  polarity: Frame['polarity'],
  lines: readonly string[],
): Frame | undefined {
  const earlier = frames.find('symptom', name)
  const described = earlier?.polarity === 'affirmed' && (earlier.status === 'chief' || earlier.slots.size > 0)
  if (described && polarity === 'denied') return undefined
  // One line proves it; more of them may hold another person's words.
  const same = earlier?.polarity === 'affirmed' && polarity === 'affirmed'
  return frames.put('symptom', name, same ? [] : lines, { polarity })
}
