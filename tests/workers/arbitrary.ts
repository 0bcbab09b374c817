import fc from 'fast-check'

/** As much of JSON Schema as our contracts come to. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
export type Path = readonly (string | number)[]

const ID_NAME = /(^|_|[a-z])(id|ids|Id|Ids)$/
/** Whether a schema names something, by its name or by its format. */
export const isId = (path: Path, schema: Schema): boolean =>
  schema.format === 'uuid' || (typeof path.at(-1) === 'string' && ID_NAME.test(String(path.at(-1))))

/** The places in a body where its contract has a leaf; 0 means any place of a list. */
export function leaves(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return branches.flatMap((branch) => (branch.type === 'null' ? [] : leaves(branch, path)))
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => leaves(inner, [...path, name]))
  if (schema.type === 'array') return leaves(schema.items ?? {}, [...path, 0])
  return [{ path, schema }]
}

/** A copy with another value at a place; what is missing on the way is made. */
export function withAt(body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const copy = typeof step === 'number' ? [...((body as unknown[]) ?? [])] : { ...(body as object) }
  const inner = (copy as Record<string | number, unknown>)[step]
  Object.defineProperty(copy, step, {
    value: withAt(inner, rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

/** Texts that have broken programs: halves of characters, ends of strings, other people's languages. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udc4d\ud83d',
  '\ufeff',
  '\u202e\u2066',
  '\u2028\r\n',
  'e\u0301'.repeat(40),
  '👩‍⚕️'.repeat(20),
  'İıŞşẞ',
  '%00%2f..%2f',
  '../../../../etc/passwd',
  "' OR '1'='1",
  "'; DROP TABLE records; --",
  '"%_\\',
  '<script>alert(1)</script>',
  '{{7*7}} #{7*7}',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '9'.repeat(400),
  'x'.repeat(4_001),
  'x'.repeat(70_000),
] as const
const hostileNumbers = [-1, 0, -0, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 4_294_967_296, 0.1, 5e-324]

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** Anything JSON can say, with names that mean something to JavaScript itself. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, ...hostileNumbers),
  fc.array(hostileText, { maxLength: 3 }),
  fc.constant(Array.from({ length: 500 }, () => 'x')),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', 'then'), hostileText),
)

function text(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200, pattern } = schema
  const most = Math.min(maxLength, 200)
  if (schema.format === 'email') return fc.uuid().map((id) => `${id.slice(0, 8)}@relato.example`)
  if (schema.format === 'uri')
    return fc.constantFrom('http://localhost/app/settings', 'https://outro.example/', 'data:,x')
  // Classes of letters are too many to choose from: plain ones are in them.
  if (pattern && !/\\p/i.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'))
  const most4 = Math.max(minLength, most)
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, 30) }),
    fc.string({ unit: 'grapheme', minLength, maxLength: most4 }),
    fc.integer({ min: minLength, max: Math.max(minLength, Math.min(maxLength, 20_000)) }).map((n) => 'á'.repeat(n)),
  )
}

/** Bodies that a contract accepts, as far as a schema can say. `ids` fill every place that names something. */
export function valid(schema: Schema, ids: readonly string[], path: Path = []): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => valid(branch, ids, path)))
  if (isId(path, schema))
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer': {
      const { minimum: min = -1_000, maximum: max = 1_000 } = schema
      const some = fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) })
      return fc.oneof(fc.constantFrom(min, Math.min(min + 1, max), max), some)
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, ids, [...path, 0]), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 3),
      })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, valid(inner, ids, [...path, name])]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

/** A body that was right but for one place of it. */
export function nearlyValid(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const places = [...leaves(schema).map(({ path }) => path), ['__proto__'], ['doctor_id'], ['constructor', 'x']]
  return fc
    .tuple(valid(schema, ids), fc.constantFrom(...places), fc.oneof(hostileValue, fc.constantFrom(...ids)))
    .map(([body, path, value]) => withAt(body, path, value))
}
