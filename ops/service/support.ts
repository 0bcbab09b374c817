import { isLocalHost } from '#domain/configuration.ts'
import { parseJson } from '#domain/json.ts'
import { identityChecks, resentMails, statusReply } from '#domain/operator/contract.ts'
import { requireKnown, stop } from '../../local/input.ts'
import { statusText } from './status-text.ts'

type Option = { type: 'string'; default: string } | { type: 'boolean'; default: boolean }
export type Command = {
  options: Record<string, Option>
  operands: readonly string[]
  run: (values: Record<string, string | boolean>, operands: readonly string[]) => Promise<void>
}

/** Asks the service, and ends the command without an answer. RELATO_URL, OPERATOR_TOKEN, and ACCESS_TOKEN (`cloudflared access token -app=RELATO_URL`) outside this machine. */
async function send(path: string, body: object): Promise<Response> {
  const { RELATO_URL: url, OPERATOR_TOKEN: token, ACCESS_TOKEN: access } = process.env
  if (!url || !token) stop('RELATO_URL and OPERATOR_TOKEN are missing: the address of the service, and its token.')
  const place = URL.parse(url)
  if (!place || (place.protocol !== 'https:' && !isLocalHost(place.hostname)))
    stop(`${url}: not an https address, so the token was not sent`)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(access && { 'cf-access-token': access }),
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body) } as const
  // Access redirects a person whom it does not know to its sign-in page, whose HTML is no answer.
  const sent = fetch(new URL(`/api/operator/${path}`, place), { ...request, redirect: 'manual', signal: inTime() })
  const answer = await sent.catch((error: Error) => stop(`${url}: ${error.message}`))
  if (answer.status >= 300 && answer.status < 400) stop(`${url} redirects: is ACCESS_TOKEN missing or over?`)
  if (!answer.headers.get('content-type')?.startsWith('application/json')) stop(`${url}: no answer of Relato`)
  return answer
}

async function ask(path: string, body: object): Promise<void> {
  const answer = await send(path, body)
  console.log(JSON.stringify(await answer.json(), null, 2))
  if (!answer.ok) process.exitCode = 1
}

/** Longer than the service waits for Stripe. */
const inTime = () => AbortSignal.timeout(60_000)

const why = { reason: { type: 'string', default: '' } } as const

/** Shows the parts with their faults, the service levels, raised alerts, jobs, and the consultations in progress. */
export const status: Command = {
  options: { json: { type: 'boolean', default: false } },
  operands: [],
  async run({ json }) {
    const answer = await send('status', {})
    const text = await answer.text()
    const read = answer.ok ? statusReply.safeParse(parseJson(text)) : null
    console.log(json || !read?.success ? text : statusText(read.data, Date.now()))
    if (!read?.success || read.data.parts.some(({ state }) => state === 'failing')) process.exitCode = 1
  },
}

/** Shows a consultation and its jobs, by its id, a job's id or a document's code. */
export const find: Command = {
  options: why,
  operands: ['ID'],
  run: ({ reason }, [id]) => ask('find', { id, reason }),
}

/** Queues a job again that failed for good. */
export const replay: Command = {
  options: why,
  operands: ['JOB'],
  run: ({ reason }, [id]) => ask('replay', { job_id: id, reason }),
}

const account = (path: string): Command => ({
  options: why,
  operands: ['EMAIL'],
  run: ({ reason }, [email]) => ask(path, { email, reason }),
})
/** Closes an account's door: sign-ins are refused, open pages end, and nothing is deleted. */
export const disable = account('account-disable')
export const enable = account('account-enable')

/** Shows the product's copy of a subscription beside Stripe's, and what differs. Changes nothing. */
export const subscription = account('subscription')

/** Sends a mail again, made afresh with a new link. */
export const resendMail: Command = {
  options: { ...why, mail: { type: 'string', default: '' } },
  operands: ['EMAIL'],
  run: ({ reason, mail = '' }, [email]) => {
    requireKnown('--mail', [String(mail)], resentMails)
    return ask('mail-resend', { email, reason, mail })
  },
}

/** Switches a second factor off after the doctor's identity was checked. */
export const resetSecondFactor: Command = {
  options: { ...why, identity: { type: 'string', default: '' } },
  operands: ['EMAIL'],
  run: ({ reason, identity = '' }, [email]) => {
    requireKnown('--identity', [String(identity)], identityChecks)
    return ask('second-factor-reset', { email, reason, identity })
  },
}
