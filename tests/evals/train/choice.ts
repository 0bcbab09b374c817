// Trains the choice of sentences: which candidates a careful colleague would have written.
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { bucketsOf } from '#domain/dialogue/tagger/features.ts'
import { openModel, type StoredModel } from '#domain/dialogue/tagger/model.ts'
import { setModels } from '#domain/dialogue/tagger/tag.ts'
import { type Candidate, candidatesOf } from '#domain/record/note/candidates.ts'
import { contentOf, shareIn } from '#domain/record/note/content.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import type { LabelledConsultation } from '../corpus.ts'
import { linearModel, seeded, shuffled } from './linear.ts'
import { type StoredModels, trainModels } from './models.ts'

/** The share of a candidate's content that an ideal sentence, or two neighbours, must have. */
const enough = 0.6
/** A fragment is no sentence: it must have this share of the ideal one's content. */
const half = 0.3
/** Or the share of an ideal sentence's content that a candidate of at most twice its content states. */
const states = 0.7
const size = 1 << 15
/** Small steps: larger ones fit the training set alone (docs/quality.md). */
const rate = 0.01
/** Each consultation's candidates are made by models that were not trained on it. */
const folds = 3
const rounds = 4
/** Fewer sentences are judged: more rounds, and fewer buckets. */
const judged = { size: 1 << 13, rounds: 10 }

const denies = (text: string): boolean => /\b(nega|sem|não|nunca|afastad[oa]|ausência)\b/i.test(text)

/** Words that only talk has: a note never says them. */
const spoken =
  /(?<![\p{L}])(?:eu|meus?|minhas?|você|a gente|o senhor|a senhora|tá|tô|tava|pra|pro|né|tipo assim|aí|daí|sei lá|sabe|olha|ok|acho|acha que|falou que|mais ou menos)(?![\p{L}])/iu
const spelled =
  /(?<![\p{L}])(?:dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|cinquenta) (?:dias?|semanas?|mes(?:es)?|anos?|horas?|vezes|mg|miligramas|comprimidos?)/iu
const longest = 25
const isInRegister = (text: string): boolean =>
  !spoken.test(text) && !spelled.test(text) && text.split(/\s+/).length <= longest && !/^[^:]{1,30}:\S/.test(text)

/** For each candidate whether the ideal note states it, with the same sign, in the same part of the record. */
function wantedOnes({ ideal }: LabelledConsultation, candidates: readonly Candidate[]): boolean[] {
  const sentences = ideal.map(({ part, text }) => ({ key: canonicalOf(part), text, content: contentOf(text) }))
  const targets = sentences.flatMap((one, at) => {
    const next = sentences[at + 1]
    if (next?.key !== one.key) return [one]
    return [
      one,
      { key: one.key, text: `${one.text} ${next.text}`, content: new Set([...one.content, ...next.content]) },
    ]
  })
  return candidates.map(({ part, text, from }) => {
    const content = contentOf(text)
    if (content.size < (from === 'talk' ? 2 : 1) || !isInRegister(text)) return false
    if (![...content].some((one) => !one.startsWith('number'))) return false
    return targets.some(
      (target) =>
        target.key === canonicalOf(part) &&
        ((shareIn(content, target.content) >= enough && shareIn(target.content, content) >= half) ||
          (shareIn(target.content, content) >= states && content.size <= 2 * target.content.size)) &&
        (!denies(text) || denies(target.text)),
    )
  })
}

export const openModels = ({ part, act, keep }: StoredModels) => ({
  part: openModel(part),
  act: openModel(act),
  keep: openModel(keep),
})

/** `wanted`: whether the ideal note states the sentence. `right`: whether a physician would leave it as it stands. */
export function trainChoice(consultations: readonly LabelledConsultation[]): Record<'wanted' | 'right', StoredModel> {
  const rows = Array.from({ length: folds }, (_, fold) => {
    setModels(openModels(trainModels(consultations.filter((_, at) => at % folds !== fold))))
    return consultations
      .filter((_, at) => at % folds === fold)
      .flatMap((one) => {
        const candidates = candidatesOf(readDialogue(one.lines))
        const wanted = wantedOnes(one, candidates)
        const verdicts = new Map(one.judged.map(({ part, text, verdict }) => [`${part} ${text}`, verdict]))
        return candidates.map((candidate, at) => ({
          features: candidate.features,
          wanted: wanted[at] ?? false,
          all: [...candidate.features, ...candidate.context],
          verdict: verdicts.get(`${candidate.part} ${candidate.text}`),
        }))
      })
  }).flat()
  return {
    wanted: learned(
      rows.map(({ features, wanted }) => ({ buckets: bucketsOf(features, size), isYes: wanted })),
      { size, rounds },
    ),
    right: learned(
      rows.flatMap(({ all, verdict }) =>
        verdict ? [{ buckets: bucketsOf(all, judged.size), isYes: verdict === 'R' || verdict === 'S' }] : [],
      ),
      judged,
    ),
  }
}

function learned(
  rows: readonly { buckets: readonly number[]; isYes: boolean }[],
  { size, rounds }: { size: number; rounds: number },
): StoredModel {
  const model = linearModel(['no', 'yes'], size, rate, 1e-3)
  const draw = seeded(5)
  for (let round = 0; round < rounds; round++)
    for (const { buckets, isYes } of shuffled(rows, draw)) model.learn(buckets, isYes ? 1 : 0)
  return model.stored()
}
