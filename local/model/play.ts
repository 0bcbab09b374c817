import { structureByRules } from '#domain/record/note/structure.ts'
import { type Specialty, specialties, specialtyLabels } from '#domain/record/specialty.ts'

/** Claims of the inventing model that no line has. */
export const INVENTIONS = [
  ['hf', 'Mãe com câncer de mama aos quarenta anos.', 'minha mãe teve câncer de mama aos quarenta'],
  ['conduta', 'Prescrito tramadol 50 mg de oito em oito horas.', 'vou prescrever tramadol de cinquenta miligramas'],
] as const

const speakers = { Médico: 'doctor', Paciente: 'patient', Desconhecido: undefined } as const

/** Answers a prompt as a language model would, with the sentences of the rules and quotes of its lines. */
export function recordOf(prompt: string, part: 'good' | 'inventing'): string {
  const lines = [...prompt.matchAll(/^(L\d+) (Médico|Paciente|Desconhecido): (.*)$/gm)].map(
    ([, id, speaker, text]) => ({
      id: id as string,
      text: text as string,
      speaker: speakers[speaker as keyof typeof speakers],
    }),
  )
  const title = prompt.match(/^Especialidade: ([^.]+)\./)?.[1]
  const specialty: Specialty = specialties.find((name) => specialtyLabels[name].title === title) ?? 'general'
  const quoteOf = new Map(lines.map((line) => [line.id, line.text]))
  const sections = structureByRules({ entries: lines, specialty }).sections.map(({ key, sentences }) => ({
    key,
    sentences: sentences.map(({ text, evidence }) => ({
      text,
      evidence: evidence.map((line) => ({ line, quote: quoteOf.get(line) ?? '' })),
    })),
  }))
  if (part === 'inventing')
    for (const [key, text, quote] of INVENTIONS)
      sections.push({ key, sentences: [{ text, evidence: [{ line: lines.at(-1)?.id ?? 'L1', quote }] }] })
  return JSON.stringify({ sections })
}
