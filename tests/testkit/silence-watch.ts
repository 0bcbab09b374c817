import type { Reporter, TestModule } from 'vitest/node'

/** Longer than any test or hook may take. */
const SILENCE_MS = 3 * 60_000

/** A run that stands still ends here and fails, and says where: nothing of vitest's limits the time between two files. */
export default class SilenceWatch implements Reporter {
  #running = new Set<string>()
  #last = 'nothing had begun'
  #timer: NodeJS.Timeout | undefined

  onInit = () => this.#heard()
  onTestModuleQueued({ relativeModuleId: file }: TestModule): void {
    this.#running.add(file)
    this.#heard(`${file} had begun`)
  }
  onTestCaseReady = () => this.#heard()
  onTestCaseResult = () => this.#heard()
  onTestModuleEnd({ relativeModuleId: file }: TestModule): void {
    this.#running.delete(file)
    this.#heard(`${file} had ended`)
  }
  onTestRunEnd = () => this.#heard('all files had ended')

  #heard(last = this.#last): void {
    this.#last = last
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const running = this.#running.size > 0 ? [...this.#running].join(', ') : 'none'
      console.error(`The tests stand still: ${this.#last}, then nothing for 3 minutes. Files that run: ${running}.`)
      process.exit(1)
    }, SILENCE_MS).unref()
  }
}
