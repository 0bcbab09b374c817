// Reads and writes paths that a person gives a command. A failure prints one line with the path, without a stack trace.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

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
