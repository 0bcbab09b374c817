import { z } from 'zod'
import { type Fault, invalid, missing, unknown } from './fault.ts'

/** A form's values, nested as their names say: a[b][c]=d. Lists come as objects with numbers for names. */
export type Form = { [name: string]: string | Form }

export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    let at = form
    let key = first
    for (const next of rest) {
      const inner = at[key]
      const room: Form = typeof inner === 'object' ? inner : {}
      at[key] = room
      at = room
      key = next === '' ? String(Object.keys(room).length) : next
    }
    Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true })
  }
  return form
}

export const text = z.string().min(1)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const metadata = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))])
export const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'Not a valid URL')
const inOrder = (value: unknown) =>
  value && typeof value === 'object' && Object.keys(value).every((key) => /^\d+$/.test(key))
    ? Object.values(value)
    : value
export const list = <Schema extends z.ZodType>(of: Schema) => z.preprocess(inOrder, z.array(of))
export const object = z.strictObject

const expanding = { expand: list(text).optional() }
const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}
const moment = z.union([integer, object({ gt: integer, gte: integer, lt: integer, lte: integer }).partial()])
/** Parameters of a call: its own, and `expand`, which all take. */
export const params = <Shape extends z.ZodRawShape>(shape: Shape) => object({ ...shape, ...expanding })
export const listParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  object({ ...shape, ...expanding, ...paging, created: moment.optional() })
export type Listing = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: z.output<typeof moment>
}

const named = (path: PropertyKey[]) => path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')

/** What was sent, as the call wants it; else the first thing wrong with it, as Stripe would say it. */
export function take<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues, form)
}

function faultOf(issues: z.core.$ZodIssue[], form: Form): Fault {
  const stranger = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (stranger) return unknown(named([...stranger.path, stranger.keys[0] ?? '']))
  const issue = issues[0] as z.core.$ZodIssue
  const param = named(issue.path)
  let value: unknown = form
  for (const part of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part]
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((one) => one.code === 'unrecognized_keys')
    if (inner) return unknown(named([...issue.path, ...inner.path, inner.keys[0] ?? '']))
  }
  if (value === undefined) return missing(param)
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`
    return invalid(param, message, 'parameter_invalid_empty')
  }
  if (issue.code === 'invalid_value')
    return invalid(param, `Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`)
  if (issue.message === 'Not a valid URL') return invalid(param, issue.message, 'url_invalid')
  if (issue.message === 'Invalid integer')
    return invalid(param, `Invalid integer: ${value}`, 'parameter_invalid_integer')
  return invalid(param, `Invalid ${param}: ${issue.message}`)
}
