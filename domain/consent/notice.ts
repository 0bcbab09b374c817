import type { ConsentAnswers, ConsentItem } from './consent.ts'

/** The doctor reads it aloud to the patient, in the doctor's own words. */
type NoticeText = { title: string; text: string }

/**
 * One version of the notice. A patient's answer names it, so its words never change: a new wording is a new version.
 * Every answer carries `sha256`, the hash of `wordsOf`; a test computes it again.
 */
export type Notice = { version: string; sha256: string; items: Record<ConsentItem, NoticeText> }

/** Oldest first. Patients hear only the last; the others document earlier answers. */
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
  // Audio may be recognised on the doctor's device, and a setting decides whether the server receives it.
  {
    version: '2026-11-28',
    sha256: '32869f10a8a7c5c1cffb08f57b5854db9f5b3b6b9d4cc63a651aa3c942623ab3',
    items: {
      ai: {
        title: 'Uso de inteligência artificial',
        text: 'Nesta consulta uso inteligência artificial para transcrever e organizar o que for dito. Ela pode errar, e eu reviso tudo. É possível recusar ou desistir a qualquer momento, sem prejuízo ao atendimento.',
      },
      recording: {
        title: 'Gravação do áudio',
        text: 'O áudio serve só ao prontuário. É reconhecido neste aparelho ou no servidor, que apaga ao fim da consulta o que recebe; aqui fica cifrado, até sete dias.',
      },
      telemedicine: {
        title: 'Atendimento por telemedicina',
        text: 'Este atendimento é a distância e tem limites. Se for preciso um exame, indico uma consulta presencial.',
      },
    },
  },
]

export const currentNotice: Notice = notices.at(-1) as Notice

/** The exact words of a version, which its hash covers. */
export const wordsOf = ({ version, items }: Notice): string =>
  [
    version,
    ...(['ai', 'recording', 'telemedicine'] as const).flatMap((item) => [items[item].title, items[item].text]),
  ].join('\n')

/** The questions in such a consultation: telemedicine only in a teleconsultation. */
export const itemsFor = (type: 'presencial' | 'telemedicina'): readonly ConsentItem[] =>
  type === 'telemedicina' ? ['ai', 'recording', 'telemedicine'] : ['ai', 'recording']

/** The answers when all items but the refused ones are accepted. */
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
