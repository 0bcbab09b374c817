type Body = {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  message: string
  code?: string
  param?: string
}

/** An error answer in Stripe's shape: https://docs.stripe.com/api/errors */
export class Fault extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

const invalidRequest = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new Fault(status, { type: 'invalid_request_error', message, ...more })

export const invalid = (param: string, message: string, code?: string) => invalidRequest(message, { param, code })
export const refused = (message: string) => invalidRequest(message)
/** A missing object is a 404 when the path names it, and a 400 when a parameter names it. */
export const noSuch = (what: string, id: string, param = 'id') =>
  invalidRequest(`No such ${what}: '${id}'`, { param, code: 'resource_missing' }, param === 'id' ? 404 : 400)
export const noRoute = (method: string, path: string) =>
  invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
export const unauthorized = () => invalidRequest('Invalid API Key provided.', {}, 401)
export const otherParameters = (key: string) =>
  new Fault(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`,
  })
export const serverError = () => new Fault(500, { type: 'api_error', message: 'There was an error on our side.' })
export const declined = () =>
  new Fault(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
