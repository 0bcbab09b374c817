/** An answer that is an error, in Stripe's shape: https://docs.stripe.com/api/errors */
export class Fault extends Error {
  readonly status: number
  readonly body: {
    type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
    message: string
    code?: string
    decline_code?: string
    param?: string
    doc_url?: string
  }

  constructor(status: number, body: Fault['body']) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
  }
}

const invalidRequest = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new Fault(status, { type: 'invalid_request_error', message, ...more })

export const invalid = (param: string, message: string, code?: string) => invalidRequest(message, { param, code })
export const refused = (message: string, code?: string) => invalidRequest(message, { code })
export const missing = (param: string) => invalid(param, `Missing required param: ${param}.`, 'parameter_missing')
export const unknown = (param: string) => invalid(param, `Received unknown parameter: ${param}`, 'parameter_unknown')
/** What an address names is not there: 404; what a parameter names: 400. */
export const noSuch = (what: string, id: string, param = 'id') =>
  invalidRequest(`No such ${what}: '${id}'`, { param, code: 'resource_missing' }, param === 'id' ? 404 : 400)
export const noRoute = (method: string, path: string) =>
  invalidRequest(`Unrecognized request URL (${method}: ${path}). Please see https://docs.stripe.com/.`, {}, 404)
export const unauthorized = (message: string) => invalidRequest(message, {}, 401)
export const otherParameters = (key: string) =>
  new Fault(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
export const broken = () => new Fault(500, { type: 'api_error', message: 'Sorry! There was an error on our side.' })
export const declined = () =>
  new Fault(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
