import { editedSentences } from './edit.ts'
import { checkerOf, type Grounds } from './prove.ts'
import type { Flag, Section } from './record.ts'

const headingOf = (section: Pick<Section, 'title'>) => section.title.toLocaleUpperCase('pt-BR')
/** Lines of the layout, not of the record. */
const frame = /^(CONSULTA MÉDICA - |Estruturado em: |Registro de uso de IA: )/

/** What the safety checks find in the words a doctor wrote into 'Texto para Prontuário' beside the sections. */
export function textAlerts(grounds: Grounds, sections: readonly Section[], text: string | null): Flag[] {
  if (text === null) return []
  const checker = checkerOf(grounds)
  const flags = parts(sections, text).flatMap(({ section, body }) => {
    const known = new Set(section.sentences.map((sentence) => sentence.text))
    return editedSentences(section.sentences, body)
      .filter((sentence) => !known.has(sentence.text))
      .flatMap(({ text }) => checker.sentence({ section: section.canonical, text, evidence: [], proof: 'doctor' }))
  })
  return flags.map((flag) => ({ ...flag, message: `Texto para prontuário: ${flag.message}` }))
}

/** The text under each section's heading; what stands above the first one names the patient. */
function parts(sections: readonly Section[], text: string): { section: Section; body: string }[] {
  const found: { section: Section; body: string }[] = []
  for (const line of text.split('\n')) {
    const section = sections.find((other) => headingOf(other) === line.trim())
    const current = found.at(-1)
    if (section) found.push({ section, body: '' })
    else if (current && !frame.test(line)) current.body += `${line}\n`
  }
  return found
}
