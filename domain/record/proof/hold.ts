// Divides a draft, by rules, model or doctor, into the note and the sentences that wait for the doctor.
import type { Flag } from '../record.ts'
import type { SafetyChecker } from '../safety/check.ts'
import type { Template } from '../templates/template.ts'
import type { DraftSection, DraftSentence } from './draft.ts'

/**
 * `kept`: in the note. `held`: in 'A conferir', with its flags. `refused`: its lines contradict it; the doctor sees it
 * there, and cannot insert it as it is.
 */
export type DraftState = 'kept' | 'held' | 'refused'
/** A sentence of a draft and what became of it. `flags`: the reasons; empty where it is kept. */
export type JudgedSentence = DraftSentence & { key: string; state: DraftState; flags: readonly Flag[] }

const UNPROVEN: Flag = { kind: 'support', message: 'Nenhuma fala da transcrição comprova esta frase.' }

/**
 * Judges each sentence of a draft by the lines it cites, in the draft's order. `isLine`: whether the transcript has a
 * line of this id. Drops empty sentences and sections that the template lacks.
 */
export function judgeDraft(
  draft: readonly DraftSection[],
  template: Template,
  checker: SafetyChecker,
  isLine: (id: string) => boolean,
): JudgedSentence[] {
  const canonical = new Map(template.sections.map((part) => [part.key, part.canonical]))
  return draft.flatMap(({ key, sentences }) => {
    const section = canonical.get(key)
    if (!section) return []
    return sentences
      .filter(({ text }) => text.trim() !== '')
      .map((sentence): JudgedSentence => {
        const evidence = sentence.evidence.filter(isLine)
        if (evidence.length === 0) return { ...sentence, evidence, key, state: 'held', flags: [UNPROVEN] }
        const { verdict, flags } = checker.report({ section, text: sentence.text, evidence })
        return { ...sentence, evidence, key, state: states[verdict], flags }
      })
  })
}

const states = { supported: 'kept', doubtful: 'held', contradicted: 'refused' } as const
