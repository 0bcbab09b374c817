import { plain } from '#domain/text.ts'

const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])
/** Given and family names that are also everyday or clinical words: in lower case they stay, or 'dores' would vanish. */
const everyday = new Set(
  'dores rosa clara luz vitoria gloria graca socorro pena branco branca preto costa campos vale ramos flores neves reis leite pinto lima mata matos rocha serra prado pires gato coelho cordeiro carneiro barros porto paz bento fortes forte santos cruz aguiar batista guerra penha franco salvador mel pai dia'.split(
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
      if (part.length > 2 && !particles.has(part) && !['dra', 'sra', 'srta'].includes(part)) marks.set(part, mark)

  return (text) => {
    const replaced = text.replace(WORD, (word, at: number) => {
      const mark = marks.get(plain(word))
      if (!mark) return word
      const capital = word[0] !== word[0]?.toLowerCase()
      const opensSentence = /(^|[.!?…:]\s*)$/.test(text.slice(0, at))
      return everyday.has(plain(word)) && (!capital || opensSentence) ? word : mark
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
