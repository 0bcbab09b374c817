// node tests/testkit/speech/closed-vocabulary-server.ts PORT: the spoken consultation's recogniser as a process of its
// own, for tests that kill and restart the engine. Each sentence it hears is a line of output: `heard TEXT`.
import type { Recogniser } from '#local/speech/recogniser.ts'
import { startSpeechServer } from '#local/speech/speech-server.ts'
import { closedVocabularyRecogniser } from './closed-vocabulary.ts'
import { SPOKEN_CONSULTATION } from './spoken-consultation.ts'

const recogniser = closedVocabularyRecogniser(SPOKEN_CONSULTATION)
const telling: Recogniser = {
  ...recogniser,
  open: (options) =>
    recogniser.open({
      ...options,
      onEvent(event) {
        if (event.kind === 'final' && event.words.length > 0)
          console.log(`heard ${event.words.map(({ text }) => text).join(' ')}`)
        options.onEvent(event)
      },
    }),
}
const server = await startSpeechServer({ recogniser: telling, port: Number(process.argv[2]) })
console.log(`listening ${server.url}`)
const stop = () => void server.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
