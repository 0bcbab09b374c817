// Google's sign-in on this machine: `emulate` with a few invented accounts. --port, and --app for each address served.
import { parseArgs } from 'node:util'
import { createEmulator } from 'emulate'
import { GOOGLE_CLIENT, googleAccounts } from './accounts.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4400' }, app: { type: 'string', multiple: true, default: [] } },
})
const port = Number(values.port)
// Ends with its parent, even if that was killed, so that the port becomes free.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(), 1_000)
await createEmulator({
  service: 'google',
  port,
  baseUrl: `http://127.0.0.1:${port}`,
  seed: {
    google: {
      users: Object.values(googleAccounts),
      oauth_clients: [
        {
          ...GOOGLE_CLIENT,
          name: 'Relato',
          redirect_uris: values.app.map((app) => `${app}/api/auth/callback/google`),
        },
      ],
    },
  },
})
console.log(`listening on ${port}`)
