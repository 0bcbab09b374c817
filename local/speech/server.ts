// node local/speech/server.ts --port 4300 [--host 127.0.0.1] [--model demonstration | NAME | DIR]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../input.ts'
import { demonstrationRecogniser } from './demonstration.ts'
import { DEFAULT_MODEL, MODELS_DIR, ModelError, modelDirectory } from './models.ts'
import type { Recogniser } from './recogniser.ts'
import { startSpeechServer } from './speech-server.ts'

const { values } = readArguments({
  port: { type: 'string', default: '4300' },
  host: { type: 'string', default: '127.0.0.1' },
  model: { type: 'string' },
  'no-rate-limit': { type: 'boolean', default: false },
})

async function recogniserFor(model: string | undefined): Promise<Recogniser> {
  const installed = existsSync(join(MODELS_DIR, DEFAULT_MODEL, 'tokens.txt'))
  if (model === 'demonstration' || (model === undefined && !installed)) {
    if (model === undefined) console.log('Nenhum modelo de fala instalado (npm run speech:install).')
    return demonstrationRecogniser()
  }
  // Imported only with a model: without one the native library is not needed.
  const { sherpaRecogniser } = await import('./sherpa.ts')
  return sherpaRecogniser(modelDirectory(model ?? DEFAULT_MODEL))
}

try {
  const recogniser = await recogniserFor(values.model)
  const server = await startSpeechServer({
    recogniser,
    port: Number(values.port),
    host: values.host,
    enforceRate: !values['no-rate-limit'],
  })
  const what = recogniser.demonstration ? 'reconhecimento de demonstração, não ouve palavras' : recogniser.name
  console.log(`Fala: ${server.url} (${what})`)
  const stop = () => void server.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  const isExpected = error instanceof ModelError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}
