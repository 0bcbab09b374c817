import { z } from 'zod'
import { type Fault, invalid } from './fault.ts'

/** Form values, nested as their names say: a[b][c]=d. Lists are objects with numbers as keys. */
export type Form = { [name: string]: string | Form }

export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    let target = form
    let key = first
    for (const next of rest) {
      const inner = target[key]
      const nested: Form = typeof inner === 'object' ? inner : {}
      target[key] = nested
      target = nested
      key = next === '' ? String(Object.keys(nested).length) : next
    }
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  }
  return form
}

export const text = z.string().min(1)
export const integer = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const metadata = z.record(z.string().max(40), z.string().max(500))
export const webAddress = z.string().regex(/^https?:\/\//)
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z.preprocess((value) => (value && typeof value === 'object' ? Object.values(value) : value), z.array(item))
export const object = z.strictObject

/** Parameters of a call. Every call accepts `expand`. */
export const params = <Shape extends z.ZodRawShape>(shape: Shape) => object({ ...shape, expand: list(text).optional() })
export const listParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  params({ ...shape, limit: integer.pipe(z.number().min(1).max(100)).optional() })

/** Parses parameters. Throws Stripe's error for the first one that is wrong, unknown ones included. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues, form)
}

const nameOf = (path: PropertyKey[]) => path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')

function faultOf(issues: z.core.$ZodIssue[], form: Form): Fault {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? (issues[0] as z.core.$ZodIssue)
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalid(param, `Received unknown parameter: ${param}`, 'parameter_unknown')
  }
  const param = nameOf(issue.path)
  let value: unknown = form
  for (const part of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part]
  if (value === undefined) return invalid(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (value === '') return invalid(param, `You passed an empty string for '${param}'.`, 'parameter_invalid_empty')
  return invalid(param, `Invalid ${param}: ${issue.message}`)
}
