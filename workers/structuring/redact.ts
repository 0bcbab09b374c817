import type { Identification } from '#domain/patient/identification.ts'
import { plain } from '#domain/text.ts'
import { isEveryday, isOwned } from './everyday.ts'
import { namesWithin, soundsOf } from './name-sounds.ts'
import { identificationRedactor } from './redact-identification.ts'

const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])
const titles = new Set(['dr', 'dra', 'sr', 'sra', 'srta'])
/** After these, and beside another part of the name, even an everyday word is the name. */
const addressing = new Set(
  'dona seu senhor senhora doutor doutora oi ola tchau obrigado obrigada nome chamo chama chamada chamado sou'.split(
    ' ',
  ),
)
const ILLNESS = /(doença|mal) de $/i
const WORD = /[\p{L}\p{M}]+/gu

export const PATIENT = '[paciente]'
const DOCTOR = '[médico]'
const MOTHER = '[mãe]'

/** Whose names and other identification must not leave for a language model. */
export type Private = { patient: string; doctor: string; identification?: Partial<Identification> | null }

/** A part of a name: whose it is and which part. */
type Part = { mark: string; place: number }

/** [ID6] Replaces what would tell whose consultation it is; `before` are the lines before it. */
export function redactor({ patient, doctor, identification }: Private): (text: string, before?: string) => string {
  const known = identification ?? {}
  const withoutNumbers = identificationRedactor(known)
  const withoutNames = nameRedactor([
    [doctor, DOCTOR],
    [known.mother_name ?? '', MOTHER],
    [patient, PATIENT],
  ])
  return (text, before) => withoutNames(withoutNumbers(text, before))
}

/**
 * Replaces every part of a name, as it is written, as it sounds and in its small form. A word that is an everyday one
 * too is a name where it stands as one. Whoever comes later keeps a part that two share.
 */
function nameRedactor(names: readonly (readonly [name: string, mark: string])[]): (text: string) => string {
  const written = new Map<string, Part>()
  const sounding = new Map<string, Part>()
  for (const [name, mark] of names)
    (name.match(WORD) ?? []).forEach((said, place) => {
      const word = plain(said)
      if (particles.has(word) || titles.has(word) || word.length < 2) return
      written.set(word, { mark, place })
      if (word.length > 2) for (const sound of soundsOf(said)) sounding.set(sound, { mark, place })
    })
  const known = new Map<string, Part | undefined>()
  const partOf = (said: string): Part | undefined => {
    const word = said.toLowerCase()
    if (!known.has(word)) known.set(word, written.get(plain(word)) ?? heard(word))
    return known.get(word)
  }
  const heard = (word: string): Part | undefined => {
    if (word.length < 3) return undefined
    const [found] = [word, ...namesWithin(word)].flatMap((one) => soundsOf(one).flatMap((s) => sounding.get(s) ?? []))
    return found
  }
  const ordinary = (word: string): boolean =>
    word.length < 3 || isEveryday(word) || namesWithin(word).some((one) => written.has(one) && isEveryday(one))

  return (text) => {
    const found = [...text.matchAll(WORD)].map((match) => ({ at: match.index, word: match[0], plain: plain(match[0]) }))
    /** The next part of the same name, with nothing but a particle between: 'Maria das Dores'. */
    const beside = (index: number, step: 1 | -1): boolean => {
      let at = index + step
      while (particles.has(found[at]?.plain ?? '')) at += step
      const [one, other] = [found[index], found[at]]
      const [own, next] = [one && partOf(one.word), other && partOf(other.word)]
      if (!one || !other || !own || own.mark !== next?.mark) return false
      const [before, after] = step > 0 ? [one, other] : [other, one]
      if (/[^\p{L}\p{M}\s]/u.test(text.slice(before.at, after.at + after.word.length))) return false
      return !ordinary(other.plain) || (next.place - own.place) * step > 0
    }
    let index = -1
    const replaced = text.replace(WORD, (said, at: number) => {
      index++
      const part = partOf(said)
      if (!part) return said
      const word = plain(said)
      if (!ordinary(word)) return part.mark
      if (word === 'chagas' && ILLNESS.test(text.slice(0, at))) return said
      // At the start of a sentence every word has its capital; before a comma it is who is spoken to.
      const called = /^\s*,/.test(text.slice(at + said.length))
      const shouted = said.length > 1 && said === said.toUpperCase()
      const capital =
        said[0] !== said[0]?.toLowerCase() && !shouted && (called || !/(^|[.!?…:]\s*)$/.test(text.slice(0, at)))
      const before = found[index - 1]?.plain ?? ''
      const named = (addressing.has(before) && !(before === 'seu' && isOwned(word))) || titles.has(before)
      return capital || named || beside(index, -1) || beside(index, 1) ? part.mark : said
    })
    // 'Maria das Dores Souza' became three marks: one is enough.
    return names.reduce((out, [, mark]) => {
      const again = mark.replace(/[[\]]/g, '\\$&')
      return out.replace(new RegExp(`${again}(?:\\s+(?:(?:d[aeo]s?|e)\\s+)?${again})+`, 'gu'), mark)
    }, replaced)
  }
}

const MARKS = /\[(paciente|médico|mãe|cpf|telefone|endereço|data)\]/gu

/** What the model wrote, without the marks. */
export const unmarked = (text: string): string =>
  text.replace(MARKS, '$1').replace(/^(paciente|médico|mãe)\b/u, (word) => word[0]?.toUpperCase() + word.slice(1))
