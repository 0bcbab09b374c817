import { type Specialty, specialtyLabels } from '#domain/record/specialty.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { type Style, usualStyle } from '#domain/record/writing/writing.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import type { Chunk } from './chunks.ts'
import { guidance } from './guidance.ts'
import { SHAPE } from './instructions.ts'

/** Part of every record a model wrote: raise it with any change to the prompt. */
export const PROMPT_VERSION = '3'
/** The version of the prompt for a doctor of this style: the usual style adds nothing to the prompt. */
export const promptVersion = (style: Style | undefined): string =>
  [PROMPT_VERSION, ...styleRules(style).map(({ name }) => name)].join('-')

/** The sentences of the prompt for the doctor's style. The writer of the record applies the style to any draft too. */
const styleRules = ({ form, extent }: Style = usualStyle) => [
  ...(form === 'sentences'
    ? [
        {
          name: 'frases',
          rule: 'Estilo deste médico: frases com verbo em vez de "sem sujeito". Comece assim a história, os medicamentos em uso e o exame: "Paciente refere dor no joelho direito há 2 semanas.", "Refere asma na infância.", "Faz uso de losartana 50 mg 1x/dia.", "Ao exame físico, abdome flácido." Hipótese, conduta, prescrição e orientações continuam como nas regras.',
        },
      ]
    : []),
  ...(extent === 'concise'
    ? [
        {
          name: 'conciso2',
          rule: 'Estilo deste médico: conciso. O mínimo de palavras sem perder nenhum fato, número, dose, lado, negativa ou condição. Comece pelo achado ("Cefaleia há 3 dias", sem "refere" ou "prescrito"). Todas as negativas da mesma seção numa frase só, quando couberem em 25 palavras. Nenhum fato repetido. Siglas comuns (HAS, DM2, MMII, PA, FC, RX, ECG, 1x/dia, 8/8h), menos nas orientações ao paciente.',
        },
      ]
    : []),
]
/** These rules as lines of a prompt; none for the usual style. */
export const styleLines = (style: Style | undefined): string[] => styleRules(style).map(({ rule }) => rule)

/** A consultation ready for a model: without names, one line each. */
export type Material = {
  lines: readonly { id: string; text: string; speaker?: Speaker | undefined }[]
  context: string
  specialty: Specialty
  style?: Style | undefined
}

const speakerNames = { doctor: 'Médico', patient: 'Paciente' } as const

/** Numbers the lines for the model: short ids save tokens, and an invented one is noticed at once. */
export const lineName = (index: number): string => `L${index + 1}`
/** Reads a line's name as a model writes it ('L4', 'l4', '[4]'); returns its index. */
export const lineIndex = (name: string): number => Number(name.match(/\d+/)?.[0] ?? 0) - 1

const angles = { '<': '‹', '>': '›' } as const
/** Keeps a line from looking like the end of the material or like another line. */
export const inert = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[<>]/g, (mark) => angles[mark as keyof typeof angles])
    .trim()
/** Gives a model's text the marks back that `inert` replaced. */
export const withAngles = (text: string) => text.replaceAll('‹', '<').replaceAll('›', '>')

/** The prompt for one part of a consultation. */
export function promptOf(
  { lines, context, specialty, style }: Material,
  { from, start, end }: Chunk,
  part: string,
): string {
  const sections = templateOf(specialty).sections.map(
    (section) => `- ${section.key} (${section.title}): ${section.belongs}`,
  )
  const transcript = (first: number, last: number) =>
    lines
      .slice(first, last)
      .map(
        ({ speaker, text }, index) =>
          `${lineName(first + index)} ${speaker ? speakerNames[speaker] : 'Desconhecido'}: ${inert(text)}`,
      )
      .join('\n')
  return [
    `Especialidade: ${specialtyLabels[specialty].title}. ${guidance[specialty]}`,
    `Seções (use estas chaves em 'key'):\n${sections.join('\n')}`,
    ...styleLines(style),
    part && `${part} Escreva só o que as linhas de ${lineName(start)} a ${lineName(end - 1)} acrescentam.`,
    `Anotado pelo médico antes da consulta (só para entender, não é fala e não comprova nada):\n<contexto>\n${inert(context) || 'nenhum'}\n</contexto>`,
    from < start &&
      `Linhas anteriores, já registradas (só para entender):\n<transcricao>\n${transcript(from, start)}\n</transcricao>`,
    `<transcricao>\n${transcript(start, end)}\n</transcricao>`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Asks for a repair of the answer's shape. */
export const wrongShape = (problem: string): string =>
  `A resposta anterior não seguiu o formato: ${problem}. Responda de novo, só com um objeto JSON ${SHAPE}.`
