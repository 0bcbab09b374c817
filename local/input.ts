// Reads the arguments of a command and the paths that a person gives it. A failure prints one line, without a stack trace.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EISDIR: 'is a folder',
  EEXIST: 'is a file',
  EACCES: 'may not be opened',
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? String(message).replace(/\s+/g, ' ')
}

export function stop(message: string): never {
  console.error(message)
  process.exit(2)
}

/** Ends the command if `act` fails. */
export function attempt<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    return stop(`${path}: ${reasonOf(error)}`)
  }
}

export const readText = (file: string): string => attempt(file, () => readFileSync(file, 'utf8'))
export const readJson = (file: string): unknown =>
  attempt(file, () => JSON.parse(readFileSync(file, 'utf8')) as unknown)
export const writeText = (file: string, text: string): void => attempt(file, () => writeFileSync(file, text))
export const makeFolder = (folder: string): void => attempt(folder, () => void mkdirSync(folder, { recursive: true }))
export const listFiles = (folder: string, ending: string): string[] =>
  attempt(folder, () => readdirSync(folder).filter((name) => name.endsWith(ending))).sort()

type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values']

/**
 * Returns a command's options and its operands, in the order of their names. Ends the command with one line that says
 * what it takes, if an argument is unknown, missing or too many.
 */
export function readArguments<const T extends ParseArgsOptionsConfig, const N extends readonly string[] = []>(
  options: T,
  operandNames?: N,
): { values: Values<T>; operands: { [K in keyof N]: string } } {
  const names: readonly string[] = operandNames ?? []
  const entries = Object.entries(options).map(([name, { type }]) =>
    type === 'string' ? `--${name} VALUE` : `--${name}`,
  )
  const refuse = (reason: string) => stop(`${reason}. Known: ${[...names, ...entries].join(', ') || 'no arguments'}`)
  let parsed: { values: object; positionals: string[] }
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    // Node's first sentence names the argument; the others explain how to quote it.
    return refuse((error as Error).message.split(/\.(?: |$)|\n/)[0] ?? '')
  }
  const { values, positionals } = parsed
  if (positionals.length > names.length) refuse(`Unexpected argument '${positionals[names.length]}'`)
  if (positionals.length < names.length) refuse(`${names[positionals.length]} is missing`)
  return { values: values as Values<T>, operands: positionals as { [K in keyof N]: string } }
}

/** Ends the command if one of the values given for an option is not known. */
export function requireKnown(option: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((value) => !known.includes(value))
  if (unknown !== undefined) stop(`${option} ${unknown}: not one of ${known.join(', ')}`)
}

/** Reads a whole number from an option; ends the command if it is none. */
export function readCount(option: string, value: string): number {
  if (!/^\d{1,10}$/.test(value)) stop(`${option} ${value}: not a whole number`)
  return Number(value)
}
