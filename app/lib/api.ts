import { hc } from 'hono/client'
import type { z } from 'zod/mini'
import { type ErrorBody, type ErrorCode, isErrorCode, messageOf, statusOf } from '#domain/errors.ts'
import type { Api } from '#workers/api/api.ts'
import { type HttpMessage, warn } from './console-event.ts'
import { announceSessionEnded } from './session-events.ts'

/** The typed client of our own API. In the browser `api` below; in loaders `apiOf(context)` of server-context.ts. */
export const createApi = (base: string, fetcher: typeof fetch) => hc<Api>(base, { fetch: fetcher })
export type ApiClient = ReturnType<typeof createApi>

/** A failed call: the server's code and the sentence for a person. `offline` when no complete answer came. */
export class ApiFailure extends Error {
  readonly code: ErrorCode | 'offline'
  readonly status: number
  readonly fields: Record<string, string>
  /** The beginning of an answer that was not our API's, shown in small print. */
  readonly technical: string | undefined
  constructor(
    code: ErrorCode | 'offline',
    status: number,
    message: string,
    fields: Record<string, string> = {},
    technical?: string,
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.code = code
    this.status = status
    this.fields = fields
    this.technical = technical
  }
}

/** The common part of a typed client response and a fetch response. */
type Answer = Pick<Response, 'ok' | 'status'> & { json(): Promise<unknown> }

/** Awaits a call and parses its reply by the noun's contract. Throws ApiFailure, never anything else. */
export async function read<T extends z.ZodMiniType>(call: Promise<Answer>, contract: T): Promise<z.output<T>> {
  let response: Answer
  let body: unknown
  try {
    response = await call
    body = await response.json().catch(notJson)
  } catch {
    throw new ApiFailure('offline', 0, OFFLINE)
  }
  if (!response.ok) throw failureOf(response.status, body)
  const parsed = contract.safeParse(body)
  if (!parsed.success) throw new ApiFailure('internal', response.status, UNKNOWN)
  return parsed.data
}

/** Awaits a call that answers a file. Returns its name from the header and its content. Throws ApiFailure. */
export async function readFile(
  call: Promise<Answer & Pick<Response, 'headers' | 'blob'>>,
): Promise<{ name: string; content: Blob }> {
  try {
    const response = await call
    if (!response.ok) throw failureOf(response.status, await response.json().catch(notJson))
    const [, name] = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name: decodeURIComponent(name ?? 'consulta'), content: await response.blob() }
  } catch (failure) {
    if (failure instanceof ApiFailure) throw failure
    throw new ApiFailure('offline', 0, OFFLINE)
  }
}

const OFFLINE = 'Sem conexão com o servidor. Verifique a internet e tente de novo.'

/** A complete answer that is not JSON. Any other error is a connection that broke or hung. */
function notJson(error: unknown): null {
  if (error instanceof SyntaxError) return null
  throw error
}

/** An answer from something other than our API, such as a gateway's page. */
const UNKNOWN = 'Erro desconhecido'

function failureOf(status: number, body: unknown): ApiFailure {
  const { code, error, fields } = (body ?? {}) as Partial<ErrorBody>
  if (isErrorCode(code)) return new ApiFailure(code, status, error ?? messageOf(code), fields)
  const technical: HttpMessage = `HTTP error! status: ${status}`
  warn({ event: 'request_failed', message: technical })
  return new ApiFailure('internal', status, UNKNOWN, {}, technical)
}

/** Returns the message a person reads for any thrown value. */
export const whyOf = (error: unknown): string => (error instanceof ApiFailure ? error.message : UNKNOWN)

/** Longer than any of our answers takes: slower work answers with a job to poll. In ms. */
const ANSWER_WITHIN_MS = 30_000

/** A fetch that fails after `ms` without the complete answer. Safari 17.0 has no AbortSignal.any. */
export const fetchWithin =
  (ms = ANSWER_WITHIN_MS): typeof fetch =>
  (input, init) => {
    const late = AbortSignal.timeout(ms)
    return fetch(input, { ...init, signal: init?.signal ? either(init.signal, late) : late })
  }

function either(...signals: AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) both.abort(signal.reason)
    else signal.addEventListener('abort', () => both.abort(signal.reason), { once: true })
  }
  return both.signal
}

const fetchInTime = fetchWithin()
/** The browser's client: same origin, session cookie. An answer that the session has ended is announced to the page. */
export const api = createApi('', async (input, init) => {
  const response = await fetchInTime(input, init)
  if (response.status === statusOf('not_signed_in')) announceSessionEnded()
  return response
})
