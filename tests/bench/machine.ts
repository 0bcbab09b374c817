import { cpus, loadavg, release, totalmem } from 'node:os'

/** Where a run was made: figures of another machine are another matter. */
export const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
  system: `${process.platform} ${release()}`,
  node: process.version,
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
})
