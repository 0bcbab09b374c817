import { type Flag, needsLook, type Section } from '../record.ts'
import { quoted } from './quoted.ts'

/** The open issues before saving or signing: a line for each sentence to see, then the alerts of the whole record. */
export const openIssues = (
  sections: readonly Pick<Section, 'title' | 'sentences'>[],
  alerts: readonly Flag[],
): string[] => [
  ...sections.flatMap(({ title, sentences }) =>
    sentences.filter(needsLook).map(({ text, proof, flags }) => {
      const reasons = [...(proof === 'none' ? ['sem prova na transcrição.'] : []), ...flags.map((flag) => flag.message)]
      return `${title}: ${quoted(text)} – ${reasons.join(' ')}`
    }),
  ),
  ...alerts.map((alert) => alert.message),
]
