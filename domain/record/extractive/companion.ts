import { plain } from '../../text.ts'
import type { Line } from './segment.ts'

const kin = 'mãe|pai|filha|filho|esposa|marido|avó|avô|irmã|irmão|neta|neto|cuidadora|cuidador|nora|genro|tia|tio'
const introduced = new RegExp(`(?<![\\p{L}])(?:sou|é)\\s+(?:a|o)\\s+(${kin})(?:\\s+del[ea])?(?=[,.;?!]|$)`, 'iu')
const called = /(?:^|[,.?!]\s*)(mãe|mãezinha|pai|paizinho|vó|vô)(?=[,.?!]|$)/iu
/** 'Eu falo com a mãe da Lia?' */
const asked = new RegExp(`(?<![\\p{L}])(?:com|é) [ao](?:,? é,? com [ao])? (${kin}) d[aeo]`, 'iu')
const names: Record<string, string> = { mãezinha: 'mãe', paizinho: 'pai', vó: 'avó', vô: 'avô' }

/** Who speaks for the patient ('mãe', 'filha'), where somebody else does: the doctor says 'mãe', or they say so themselves. */
export function companionOf(lines: readonly Line[]): string | undefined {
  const told = lines.filter((line) => line.speaker === 'patient')
  const about = told.filter((line) => /\b(ele|ela|dele|dela)\b/.test(plain(line.spoken))).length
  if (about < 2) return undefined
  for (const line of lines.slice(0, 8)) {
    const found = line.spoken.match(introduced)?.[1]
    if (found) return found.toLowerCase()
  }
  for (const line of lines.slice(0, 8)) {
    const found = line.speaker === 'doctor' ? line.spoken.match(asked)?.[1]?.toLowerCase() : undefined
    if (found) return found
  }
  for (const line of lines) {
    const found = line.speaker === 'doctor' ? line.spoken.match(called)?.[1]?.toLowerCase() : undefined
    if (found) return names[found] ?? found
  }
  return undefined
}

/** Who tells of the patient, with the line that says so. */
export function informantOf(lines: readonly Line[]): { who: string; line: string } | undefined {
  const who = companionOf(lines)
  const line = lines.slice(0, 8).find((one) => one.spoken.match(introduced)?.[1]?.toLowerCase() === who)
  return who && line ? { who, line: line.id } : undefined
}

const another =
  /(?<![\p{L}])(irmão|irmãozinho|pai|primo|priminho|avô|tio|irmã|irmãzinha|prima|priminha|avó|tia|coleguinha|amiguinh[oa])(?![\p{L}])/iu
/** 'Ele tá com febre' is told of the patient; 'ele também', after a brother was named, may be of either, and says so. */
function ofPatient(texts: readonly string[]): string[] {
  let other: string | undefined
  return texts.map((text) => {
    const told = other
      ? text.replace(/^El([ea]) também(?= \p{L})/u, (found) => `${found} (paciente ou ${other})`)
      : text.replace(
          /^El[ea] (?=(?:está|tem|teve|também|só|já|não|ficou|fica|come|mama|dorme|vomitou|chora|chorou|acordou) )/u,
          '',
        )
    other = text.match(another)?.[1]?.toLowerCase() ?? other
    return told === text ? text : `${told.charAt(0).toUpperCase()}${told.slice(1)}`
  })
}

const feminine = /^(?:mãe|filha|esposa|avó|irmã|neta|cuidadora|nora|tia)$/
/** What the companion says of themself is theirs: 'o pai tem rinite, eu tenho asma' -> 'a mãe tem asma'. */
export function namingCompanion(line: Line, companion: string | undefined): Line {
  if (!companion || line.speaker !== 'patient') return line
  const self = `${feminine.test(companion) ? 'a' : 'o'} ${companion}`
  const named = (text: string) =>
    text
      .replace(/^Eu(?= \p{L})/u, () => `${self.charAt(0).toUpperCase()}${self.slice(1)}`)
      .replace(/,? eu acho(?=[.,;]|$)/giu, `, acha ${self}`)
      .replace(/(?<![\p{L}])(?<!que )eu(?= \p{L})/giu, self)
  const told = (texts: readonly string[]) => ofPatient(texts).map(named)
  return { ...line, sentences: told(line.sentences), statements: told(line.statements) }
}
