import { plain } from '#domain/text.ts'

const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])
const titles = new Set(['dr', 'dra', 'sr', 'sra', 'srta'])
/** Names that are also everyday or clinical words: in lower case they stay, or 'dores no peito' would lose its pain. */
const everyday = new Set(
  (
    'dores rosa clara luz vitoria gloria graca socorro pena branco branca preto costa campos vale ramos flores neves reis ' +
    'leite pinto lima mata matos rocha serra prado pires gato coelho cordeiro carneiro barros porto paz bento fortes forte ' +
    'santos cruz aguiar batista guerra penha franco salvador mel pai dia boa bom'
  ).split(' '),
)
/** After these, and beside another part of the name, even an everyday word is the name. */
const addressing = new Set(
  'dona seu senhor senhora doutor doutora oi ola tchau obrigado obrigada nome chamo chama chamada chamado sou'.split(
    ' ',
  ),
)
const WORD = /[\p{L}\p{M}]+/gu

export const PATIENT = '[paciente]'
export const DOCTOR = '[médico]'

/** Replaces every part of the patient's and the doctor's name: neither leaves for a language model. */
export function redactor(names: { patient: string; doctor: string }): (text: string) => string {
  const marks = new Map<string, string>()
  for (const [name, mark] of [
    [names.doctor, DOCTOR],
    [names.patient, PATIENT],
  ] as const)
    for (const part of plain(name).match(WORD) ?? [])
      if (!particles.has(part) && !titles.has(part) && part.length > 1) marks.set(part, mark)

  return (text) => {
    const found = [...text.matchAll(WORD)].map((match) => ({ at: match.index, word: match[0], plain: plain(match[0]) }))
    const beside = (index: number, step: 1 | -1): string => {
      let at = index + step
      while (particles.has(found[at]?.plain ?? '')) at += step
      return found[at]?.plain ?? ''
    }
    let index = -1
    const replaced = text.replace(WORD, (word, at: number) => {
      index++
      const mark = marks.get(plain(word))
      if (!mark) return word
      if (!everyday.has(plain(word)) && word.length > 2) return mark
      // At the start of a sentence every word has its capital; before a comma it is who is spoken to.
      const called = /^\s*,/.test(text.slice(at + word.length))
      const capital = word[0] !== word[0]?.toLowerCase() && (called || !/(^|[.!?…:]\s*)$/.test(text.slice(0, at)))
      const named = addressing.has(found[index - 1]?.plain ?? '') || titles.has(found[index - 1]?.plain ?? '')
      return capital || named || marks.has(beside(index, -1)) || marks.has(beside(index, 1)) ? mark : word
    })
    // 'Maria das Dores Souza' became three marks: one is enough.
    return [PATIENT, DOCTOR].reduce((out, mark) => {
      const again = mark.replace(/[[\]]/g, '\\$&')
      return out.replace(new RegExp(`${again}(?:\\s+(?:(?:d[aeo]s?|e)\\s+)?${again})+`, 'gu'), mark)
    }, replaced)
  }
}

/** What the model wrote, without the marks. */
export const unmarked = (text: string): string =>
  text
    .replaceAll(PATIENT, 'paciente')
    .replaceAll(DOCTOR, 'médico')
    .replace(/^(paciente|médico)\b/u, (word) => word[0]?.toUpperCase() + word.slice(1))
