import type { ConsentAnswers, ConsentItem } from './consent.ts'

/** What the doctor reads aloud, in the doctor's own words to the patient. */
type NoticeText = { title: string; text: string }

/**
 * One version of the notice. A patient's answer names it, so its words never change: another word, another version.
 * `sha256` is of `wordsOf` and stands in every answer; a test computes it anew.
 */
export type Notice = { version: string; sha256: string; items: Record<ConsentItem, NoticeText> }

/** Oldest first. Only the last is read to patients; the others say what was read. */
export const notices: readonly [Notice, ...Notice[]] = [
  {
    version: '2026-11',
    sha256: 'b67cba92f2d5f7aeaebb47dbacbc73a77ca7b050baf0f20a6a14ff67c07a735b',
    items: {
      ai: {
        title: 'Uso de inteligência artificial',
        text: 'Nesta consulta uso inteligência artificial para transcrever e organizar o que for dito. Ela pode errar, e eu reviso tudo. É possível recusar ou desistir a qualquer momento, sem prejuízo ao atendimento.',
      },
      recording: {
        title: 'Gravação do áudio',
        text: 'O áudio serve só para o prontuário. O servidor o apaga ao fim da consulta; neste aparelho fica cifrado, por no máximo sete dias.',
      },
      telemedicine: {
        title: 'Atendimento por telemedicina',
        text: 'Este atendimento é a distância e tem limites. Se for preciso um exame, indico uma consulta presencial.',
      },
    },
  },
]

export const currentNotice: Notice = notices.at(-1) as Notice

/** The exact words of a version, as they are fixed. */
export const wordsOf = ({ version, items }: Notice): string =>
  [
    version,
    ...(['ai', 'recording', 'telemedicine'] as const).flatMap((item) => [items[item].title, items[item].text]),
  ].join('\n')

/** What is asked in such a consultation: telemedicine only where it is one. */
export const itemsFor = (type: 'presencial' | 'telemedicina'): readonly ConsentItem[] =>
  type === 'telemedicina' ? ['ai', 'recording', 'telemedicine'] : ['ai', 'recording']

/** The answer of who has not refused anything, and what each refusal makes of it. */
export const answersFor = (
  type: 'presencial' | 'telemedicina',
  refused: ReadonlySet<ConsentItem> = new Set(),
): ConsentAnswers => {
  const answer = (item: ConsentItem) => (refused.has(item) ? 'refused' : 'accepted')
  return {
    ai: answer('ai'),
    recording: answer('recording'),
    ...(type === 'telemedicina' && { telemedicine: answer('telemedicine') }),
  }
}
