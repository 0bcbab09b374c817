import { plain } from '../../text.ts'
import type { Line } from './segment.ts'

const spoken: readonly (readonly [RegExp, number])[] = [
  [/\b(a senhora|dona \w+|minha senhora)\b/, 2],
  [/\bo senhor\b/, -2],
]
const told: readonly (readonly [RegExp, number])[] = [
  [/\b(obrigada|gravida|(estou|to|fico|fiquei|me sinto|sou) (\w+ ){0,2}\w+ada)\b/, 1],
  [/\b(obrigado|(estou|to|fico|fiquei|me sinto|sou) (\w+ ){0,2}\w+ado)\b/, -1],
]
const weigh = (text: string, cues: readonly (readonly [RegExp, number])[]) =>
  cues.reduce((sum, [cue, weight]) => sum + (cue.test(text) ? weight : 0), 0)

/** 'a paciente' where the talk tells that it is a woman, else 'o paciente'. */
export function isWoman(lines: readonly Line[]): boolean {
  const score = lines.reduce((sum, line) => {
    const text = plain(line.spoken)
    return sum + (line.speaker === 'doctor' ? weigh(text, spoken) : line.speaker === 'patient' ? weigh(text, told) : 0)
  }, 0)
  return score > 0
}

const forms: Record<string, string> = { o: 'a', ao: 'à', do: 'da', no: 'na', pelo: 'pela' }
export const inFeminine = (text: string): string =>
  text
    .replace(/(?<![\p{L}])(o|ao|do|no|pelo)(?= paciente(?![\p{L}]))/giu, (found) => {
      const form = forms[found.toLowerCase()] ?? found
      return /^\p{Lu}/u.test(found) ? form.charAt(0).toUpperCase() + form.slice(1) : form
    })
    .replace('Mora sozinho.', 'Mora sozinha.')
