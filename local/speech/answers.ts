// Turns the recogniser's events into messages of the `listen` protocol.
import {
  DEMONSTRATION_MODEL,
  type ListenAlternative,
  type ListenBatchAnswer,
  type ListenMetadata,
  type ListenQuery,
  type ListenUtterance,
  type ListenWord,
  type ModelInfo,
} from '#domain/speech/listen.ts'
import { bareWord, type HeardWord, type Recogniser } from './recogniser.ts'

/** Rounds to milliseconds, the precision of these times. */
export const round = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

export function modelInfoOf(recogniser: Recogniser): ModelInfo {
  return { name: recogniser.demonstration ? DEMONSTRATION_MODEL : recogniser.name, version: 'local', arch: 'local' }
}

export function metadataOf(recogniser: Recogniser, requestId: string, seconds: number): Omit<ListenMetadata, 'type'> {
  return {
    request_id: requestId,
    created: new Date().toISOString(),
    duration: round(seconds),
    channels: 1,
    models: [recogniser.name],
    model_info: { [recogniser.name]: modelInfoOf(recogniser) },
  }
}

type Presentation = Pick<ListenQuery, 'punctuate' | 'smart_format' | 'diarize'>

function listenWordOf(heard: HeardWord, presentation: Presentation): ListenWord {
  const word: ListenWord = {
    word: bareWord(heard.text),
    start: round(heard.start),
    end: round(heard.end),
    confidence: heard.confidence ?? 1,
  }
  if (presentation.punctuate || presentation.smart_format) word.punctuated_word = heard.text
  if (presentation.diarize && heard.speaker !== undefined) word.speaker = heard.speaker
  return word
}

export function alternativeOf(heard: readonly HeardWord[], presentation: Presentation): ListenAlternative {
  const words = heard.map((word) => listenWordOf(word, presentation))
  const confidence = words.reduce((sum, word) => sum + (word.confidence ?? 1), 0) / (words.length || 1)
  return {
    transcript: words.map((word) => word.punctuated_word ?? word.word).join(' '),
    confidence: round(confidence),
    words,
  }
}

/** The answer of POST /v1/listen for a list of utterances in order. */
export function batchAnswerOf(
  recogniser: Recogniser,
  requestId: string,
  seconds: number,
  utterances: readonly (readonly HeardWord[])[],
  query: ListenQuery,
): ListenBatchAnswer {
  const answer: ListenBatchAnswer = {
    metadata: metadataOf(recogniser, requestId, seconds),
    results: { channels: [{ alternatives: [alternativeOf(utterances.flat(), query)] }] },
  }
  if (query.utterances) {
    answer.results.utterances = utterances.flatMap((heard): ListenUtterance[] => {
      const [alternative, first, last] = [alternativeOf(heard, query), heard[0], heard.at(-1)]
      if (!first || !last) return []
      const utterance: ListenUtterance = { ...alternative, start: round(first.start), end: round(last.end) }
      if (query.diarize && first.speaker !== undefined) utterance.speaker = first.speaker
      return [utterance]
    })
  }
  return answer
}
