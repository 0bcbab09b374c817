// node tests/testkit/speech/closed-vocabulary-server.ts --port N [--no-rate-limit]: the spoken consultation's
// recogniser as a process of its own, for tests that kill and restart the engine. Each sentence it hears is a line of
// output: `heard TEXT`.
import { parseArgs } from 'node:util'
import type { Recogniser } from '#local/speech/recogniser.ts'
import { startSpeechServer } from '#local/speech/speech-server.ts'
import { closedVocabularyRecogniser } from './closed-vocabulary.ts'
import { SPOKEN_CONSULTATION } from './spoken-consultation.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, 'no-rate-limit': { type: 'boolean', default: false } },
})
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
const server = await startSpeechServer({
  recogniser: telling,
  port: Number(values.port),
  enforceRate: !values['no-rate-limit'],
})
console.log(`listening ${server.url}`)
const stop = () => void server.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
