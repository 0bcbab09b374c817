import type { LogEvent } from '#domain/log-event.ts'
import { measurementsOf } from '#domain/service/log-measurement.ts'
import { measure } from '../metrics/measure.ts'

let write = (line: string): void => console.log(line)

/** One JSON line for each event; the union has no field for patient text. It counts as a measurement too. */
export function log(event: LogEvent): void {
  write(JSON.stringify(event))
  for (const measurement of measurementsOf(event)) measure(measurement)
}

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'dirxml', 'table', 'group', 'assert'] as const

/** A library that prints an error may print query parameters. From here on only the attempt is logged. */
export function closeConsole(): void {
  write = console.log.bind(console)
  for (const method of METHODS)
    console[method] = (...printed: unknown[]) => {
      const error = printed.find((one) => one instanceof Error)
      log({ event: 'library_printed', method, ...(error !== undefined && { errorName: nameOf(error) }) })
    }
}

/** Returns the class name of a thrown value, which cannot contain patient text. */
export const nameOf = (error: unknown): string =>
  error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown'

/** Returns an error without a message: the runtime logs uncaught messages, which may name a patient. */
function unspoken(where: Uncaught, error: unknown): Error {
  log({ event: 'uncaught', where, errorName: nameOf(error) })
  return new Error('uncaught')
}

type Uncaught = Extract<LogEvent, { event: 'uncaught' }>['where']

/** Runs the work; a thrown error loses its message, which the runtime would log. */
export async function unspokenIn<T>(where: Uncaught, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unspoken(where, error)
  }
}

/** Wraps every method of a class that the runtime calls with `unspoken`, those that it inherits too. */
export function unspokenMethods<C extends { prototype: object }>(where: Uncaught, Class: C): C {
  const methods = new Map<string, unknown>()
  for (let level = Class.prototype; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (!methods.has(name)) methods.set(name, method)
  methods.delete('constructor')
  for (const [name, method] of methods)
    if (typeof method === 'function')
      Object.defineProperty(Class.prototype, name, {
        value: guarded(where, method as (...args: unknown[]) => unknown),
        configurable: true,
      })
  return Class
}

/** Wraps a timer's callback with `unspoken`. */
export const guarded = <A extends unknown[], T>(where: Uncaught, work: (...args: A) => T) =>
  function (this: unknown, ...args: A): T {
    try {
      return work.apply(this, args)
    } catch (error) {
      throw unspoken(where, error)
    }
  }
