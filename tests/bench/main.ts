// npm run bench: measures, and exits non-zero when a figure is outside its target. `--only NAME` runs one.
import { parseArgs } from 'node:util'
import { benches } from './registry.ts'

// Told to stop, it still runs what waits for its exit: what it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { values } = parseArgs({ options: { only: { type: 'string' } } })
if (values.only && !(values.only in benches)) throw new Error(`There is ${Object.keys(benches).join(', ')}.`)

for (const [name, bench] of Object.entries(benches)) {
  if (values.only && values.only !== name) continue
  console.log(`\n── ${name}`)
  const within = await bench((line) => console.log(line))
  console.log(within ? `${name}: within its targets` : `${name}: OUTSIDE its targets`)
  if (!within) process.exitCode = 1
}
