import type { Identification } from '#domain/patient/identification.ts'
import { plain } from '#domain/text.ts'
import { isEveryday, isOwned } from './everyday.ts'
import { namesWithin, soundsOf } from './name-sounds.ts'
import { identificationRedactor } from './redact-identification.ts'

const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])
const titles = new Set(['dr', 'dra', 'sr', 'sra', 'srta'])
/** After these words, or beside another part of the name, even an everyday word is the name. */
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

/** The people whose names and identification must not reach a language model. */
export type Private = { patient: string; doctor: string; identification?: Partial<Identification> | null }

/** A part of a name: its owner's mark and its position. */
type Part = { mark: string; place: number }

/**
 * [ID6] Returns a function that replaces what identifies the people of a consultation; `before`: the lines before the
 * text.
 */
export function redactor({ patient, doctor, identification }: Private): (text: string, before?: string) => string {
  const fields = identification ?? {}
  const withoutNumbers = identificationRedactor(fields)
  const withoutNames = nameRedactor([
    [doctor, DOCTOR],
    [fields.mother_name ?? '', MOTHER],
    [patient, PATIENT],
  ])
  return (text, before) => withoutNames(withoutNumbers(text, before))
}

/**
 * Replaces every part of a name, as written, as it sounds and as a diminutive. An everyday word counts only where its
 * context shows a name. If two people share a part, the later one in `names` gets it.
 */
function nameRedactor(names: readonly (readonly [name: string, mark: string])[]): (text: string) => string {
  const written = new Map<string, Part>()
  const sounding = new Map<string, Part>()
  for (const [name, mark] of names)
    (name.match(WORD) ?? []).forEach((part, place) => {
      const word = plain(part)
      if (particles.has(word) || titles.has(word) || word.length < 2) return
      written.set(word, { mark, place })
      if (word.length > 2) for (const sound of soundsOf(part)) sounding.set(sound, { mark, place })
    })
  const cache = new Map<string, Part | undefined>()
  const partOf = (spoken: string): Part | undefined => {
    const word = spoken.toLowerCase()
    if (!cache.has(word)) cache.set(word, written.get(plain(word)) ?? bySound(word))
    return cache.get(word)
  }
  const bySound = (word: string): Part | undefined => {
    if (word.length < 3) return undefined
    const [found] = [word, ...namesWithin(word)].flatMap((one) => soundsOf(one).flatMap((s) => sounding.get(s) ?? []))
    return found
  }
  const ordinary = (word: string): boolean =>
    word.length < 3 || isEveryday(word) || namesWithin(word).some((one) => written.has(one) && isEveryday(one))

  return (text) => {
    const found = [...text.matchAll(WORD)].map((match) => ({ at: match.index, word: match[0], plain: plain(match[0]) }))
    /** Whether the next part of the same name is adjacent, with only a particle between: 'Maria das Dores'. */
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
    const replaced = text.replace(WORD, (original, at: number) => {
      index++
      const part = partOf(original)
      if (!part) return original
      const word = plain(original)
      if (!ordinary(word)) return part.mark
      if (word === 'chagas' && ILLNESS.test(text.slice(0, at))) return original
      // A capital shows nothing at the start of a sentence; a name before a comma is a person addressed.
      const called = /^\s*,/.test(text.slice(at + original.length))
      const shouted = original.length > 1 && original === original.toUpperCase()
      const capital =
        original[0] !== original[0]?.toLowerCase() && !shouted && (called || !/(^|[.!?…:]\s*)$/.test(text.slice(0, at)))
      const before = found[index - 1]?.plain ?? ''
      const named = (addressing.has(before) && !(before === 'seu' && isOwned(word))) || titles.has(before)
      return capital || named || beside(index, -1) || beside(index, 1) ? part.mark : original
    })
    // 'Maria das Dores Souza' gave three marks: one is enough.
    return names.reduce((out, [, mark]) => {
      const again = mark.replace(/[[\]]/g, '\\$&')
      return out.replace(new RegExp(`${again}(?:\\s+(?:(?:d[aeo]s?|e)\\s+)?${again})+`, 'gu'), mark)
    }, replaced)
  }
}

const MARKS = /\[(paciente|médico|mãe|cpf|telefone|endereço|data)\]/gu

/** The model's text without marks. */
export const unmarked = (text: string): string =>
  text.replace(MARKS, '$1').replace(/^(paciente|médico|mãe)\b/u, (word) => word[0]?.toUpperCase() + word.slice(1))
