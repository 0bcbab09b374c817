import type { Line } from './segment.ts'

const named =
  /^(?:e |mas |já |agora )*(?:(?:a |o )?(?:minha |meu )|a |o )(mãe|pai|irmã|irmão|avó|avô|tia|tio|prima|primo|sogra|sogro|filha|filho)(?=[, ](?!e |com ))/iu
const pronoun = /^(?:Ela|Ele)(?= (?!que )\p{L})/u
const feminine = /^(?:mãe|irmã|avó|tia|prima|sogra|filha)$/
/** What a third person does; 'tem três dias' and 'faz um mês' are times. */
const does =
  /^(?:Toma|Tomava|Usa|Usava|Teve|Tinha|Trata|Tratou|Operou|Morreu|Faleceu|Fumava|Bebia|Sofre|Sofria|Tem(?! (?:uns|umas|um|uma|dois|duas|três|\d+|que|dia|vez|hora|gente|alguma?|muito)(?![\p{L}])))(?= )/u

/** 'A minha mãe é bipolar. Toma lítio.': who takes it is the mother, as long as she is spoken of without a break. */
export function namingRelatives(lines: readonly Line[]): Line[] {
  let spokenOf: string | undefined
  return lines.map((line) => {
    if (line.speaker !== 'patient') {
      if (!line.bare) spokenOf = undefined
      return line
    }
    const rename = (text: string): string => {
      const kin = text.match(named)?.[1]?.toLowerCase()
      if (kin) {
        spokenOf = kin
        return text
      }
      if (!spokenOf) return text
      const self = `${feminine.test(spokenOf) ? 'A' : 'O'} ${spokenOf}`
      const sameGender = feminine.test(spokenOf) === /^Ela/u.test(text)
      if (pronoun.test(text) && sameGender) return text.replace(pronoun, self)
      if (does.test(text)) return `${self} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
      spokenOf = undefined
      return text
    }
    const before = spokenOf
    const statements = line.statements.map(rename)
    const after = spokenOf
    spokenOf = before
    const sentences = line.sentences.map(rename)
    spokenOf = after
    return { ...line, statements, sentences }
  })
}
