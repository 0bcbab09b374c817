// npm run speech:install -- [--model NAME] [--from FILE] [--dir DIR]
import { readArguments } from '../input.ts'
import { InstallError } from './download.ts'
import { installModel } from './install-model.ts'
import { DEFAULT_MODEL, MODEL_RELEASES, MODELS_DIR, ModelError } from './models.ts'

const { values } = readArguments({
  model: { type: 'string', default: DEFAULT_MODEL },
  from: { type: 'string' },
  dir: { type: 'string', default: MODELS_DIR },
})

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
const WIDTH = 30
let lastTenth = -1

function showProgress(done: number, total: number | undefined): void {
  const part = total ? done / total : 0
  if (process.stderr.isTTY) {
    const full = Math.round(part * WIDTH)
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
    process.stderr.write(`\r${bar} ${megabytes(done)} de ${total ? megabytes(total) : '?'} MB`)
    if (done === total) process.stderr.write('\n')
    return
  }
  const tenth = Math.floor(part * 10)
  if (tenth === lastTenth) return
  lastTenth = tenth
  console.error(`${tenth * 10}% de ${total ? megabytes(total) : '?'} MB`)
}

const release = MODEL_RELEASES.find(({ name }) => name === values.model)
try {
  if (!release) {
    const names = MODEL_RELEASES.map(({ name }) => name).join(', ')
    throw new InstallError(`Modelo desconhecido: ${values.model}. Conhecidos: ${names}.`)
  }
  console.log(`Modelo de fala ${release.name} (${release.about}).`)
  const folder = await installModel({
    release,
    directory: values.dir,
    from: values.from,
    onProgress: showProgress,
    say: (line) => console.log(line),
  })
  console.log(`Pronto: ${folder}`)
} catch (error) {
  const isExpected = error instanceof InstallError || error instanceof ModelError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
