// node local/stripe/server.ts --port 4310 [--webhook URL] [--file FILE] [--subscriber DOCTOR:EMAIL], with
// STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET as the app has them.
import { parseArgs } from 'node:util'
import { startStripe } from './start.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4310' },
    webhook: { type: 'string' },
    file: { type: 'string' },
    subscriber: { type: 'string' },
  },
})
const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = process.env
if (!secretKey || !webhookSecret) throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are missing.')
const { webhook: webhookUrl, file } = values
const [doctor, email] = values.subscriber?.split(':') ?? []
const subscriber = doctor && email ? { doctor, email } : undefined
const port = Number(values.port)
const { url, close } = await startStripe({ port, secretKey, webhookSecret, webhookUrl, file, subscriber })
console.log(`listening on ${url}`)
const stop = () => void close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
