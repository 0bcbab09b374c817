// POST /v1/listen: a whole recording at once, with no limit on its pace.
import { randomUUID } from 'node:crypto'
import type { ListenBatchAnswer, ListenQuery } from '#domain/speech/listen.ts'
import { batchAnswerOf } from './answers.ts'
import { AudioFormatError, containerOf, readWav, samplesFromBytes } from './pcm.ts'
import { type HeardWord, type Recogniser, SAMPLE_RATE } from './recogniser.ts'

const PIECE = SAMPLE_RATE / 4

export function samplesOfRequest(body: Uint8Array, query: ListenQuery): Int16Array {
  const container = containerOf(body)
  if (container === 'wav') {
    const wav = readWav(body)
    if (wav.sampleRate !== SAMPLE_RATE) throw new AudioFormatError(`only ${SAMPLE_RATE} Hz is taken`)
    return wav.samples
  }
  if (container) throw new AudioFormatError(`${container} is not taken: send wav or linear16`)
  if (query.encoding !== 'linear16' || query.sample_rate !== SAMPLE_RATE) {
    throw new AudioFormatError(`raw audio needs encoding=linear16 and sample_rate=${SAMPLE_RATE}`)
  }
  return samplesFromBytes(body)
}

export async function transcribe(
  recogniser: Recogniser,
  samples: Int16Array,
  query: ListenQuery,
): Promise<ListenBatchAnswer> {
  const utterances: HeardWord[][] = []
  let failure: Error | undefined
  const stream = recogniser.open({
    language: query.language ?? 'pt-BR',
    endpointingMs: query.endpointing === false ? 1_000 : query.endpointing,
    onEvent(event) {
      if (event.kind === 'final' && event.words.length > 0) utterances.push(event.words)
    },
    onFailure(error) {
      failure = error
    },
  })
  for (let at = 0; at < samples.length; at += PIECE) stream.accept(samples.slice(at, at + PIECE))
  await stream.close()
  if (failure) throw failure
  return batchAnswerOf(recogniser, randomUUID(), samples.length / SAMPLE_RATE, utterances, query)
}
