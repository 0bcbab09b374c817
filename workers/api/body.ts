import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { validator } from 'hono/validator'
import { pt } from 'zod/locales'
import { z } from 'zod/mini'
import { fieldMessages, idParam } from '#domain/contract.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { log } from '../log/log.ts'
import type { AppEnv } from './context.ts'

// Messages that no contract words itself appear in Portuguese too.
z.config(pt())

type JsonBody<T extends z.ZodMiniType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { json: z.input<T> }; out: { json: z.output<T> } }
>

const contracts = new WeakMap<object, z.ZodMiniType>()
/** Returns the schema that `jsonBody` gave this handler of the router; undefined for other handlers. */
export const contractOf = (handler: object): z.ZodMiniType | undefined => contracts.get(handler)

/** Accepts JSON only. Types that only begin like it would pass without a preflight. Errors: unsupported_media. */
export function requireJson({ req }: Context): void {
  if (!/^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(req.header('content-type') ?? ''))
    throw new AppError('unsupported_media')
}

/** Parses the JSON body by the noun's contract: c.req.valid('json') has its output, callers give its input. */
export function jsonBody<T extends z.ZodMiniType>(schema: T): JsonBody<T> {
  const handler = validator('json', (value: unknown, c) => {
    requireJson(c)
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new AppError('invalid_body', fieldMessages(parsed.error))
    return parsed.data
  }) as unknown as JsonBody<T>
  contracts.set(handler, schema)
  return handler
}

/** Validates the values of a path or query by a contract. Errors: `code`. */
export const validated = <P extends 'param' | 'query', T extends z.ZodMiniObject>(
  place: P,
  contract: T,
  code: ErrorCode,
) =>
  validator(place, (value): z.output<T> => {
    const parsed = contract.safeParse(value)
    if (!parsed.success) throw new AppError(code)
    return parsed.data
  })
/** Validates an id in a path. An id that is no uuid answers like someone else's: `notFound`. */
export const pathId = (notFound: ErrorCode) => validated('param', idParam, notFound)

/** Answers only the contract's fields, so a new column cannot leak. A value off the contract is our bug: 500. */
export function reply<T extends z.ZodMiniType, S extends ContentfulStatusCode = 200>(
  c: Context<AppEnv>,
  schema: T,
  value: z.input<T>,
  status?: S,
) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join('.'))
    log({ event: 'reply_off_contract', requestId: c.get('requestId'), route: c.req.path, paths })
    throw new AppError('internal')
  }
  return c.json(parsed.data as z.output<T>, (status ?? 200) as S)
}
