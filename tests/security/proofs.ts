import type { Proof } from './row.ts'

const inWorkers =
  (file: string) =>
  (name: string): Proof => [`tests/workers/${file}.test.ts`, name]
const inBrowser =
  (file: string) =>
  (name: string): Proof => [`tests/e2e/${file}.spec.ts`, name]

export const api = inWorkers('api')
export const attacked = inWorkers('record-attacked')
export const audit = inWorkers('audit')
export const auditAccount = inWorkers('audit-account')
export const auditRoutes = inWorkers('audit-routes')
export const bodies = inWorkers('limits-body')
export const configuration = inWorkers('configuration')
export const consent = inWorkers('consent')
export const contact = inWorkers('contact')
export const counters = inWorkers('limits')
export const deviceKey = inWorkers('device-key')
export const door = inWorkers('socket-door')
export const frames = inWorkers('socket-frames')
export const limits = inWorkers('socket-limits')
export const frozen = inWorkers('record-frozen')
export const fuzz = inWorkers('fuzz')
export const google = inWorkers('google')
export const headers = inWorkers('headers')
export const identification = inWorkers('identification-private')
export const ids = inWorkers('second-doctor-ids')
export const jobs = inWorkers('jobs')
export const mail = inWorkers('mail')
export const matrix = inWorkers('second-doctor')
export const origins = inWorkers('limits-origin')
export const pdf = inWorkers('pdf')
export const recovery = inWorkers('way-in')
export const secondFactor = inWorkers('second-factor')
export const signed = inWorkers('record-signed')
export const stripe = inWorkers('stripe')
export const sessions = inWorkers('security')
export const webhook = inWorkers('stripe-webhook')

export const doors = inBrowser('doors')
export const postedForms = inBrowser('posted-forms')
export const rawSockets = inBrowser('raw-sockets')
export const redirects = inBrowser('redirects')

export const closing = inWorkers('closing')
export const dataExport = inWorkers('data-export')
export const retention = inWorkers('retention')
export const canary = inBrowser('canary')
export const canaryErrors = inBrowser('canary-errors')
export const consentRefused = inBrowser('consent')
export const revoked = inBrowser('revoked-session')

export const commands = (name: string): Proof => ['tests/structure/commands.test.ts', name]
export const house = (name: string): Proof => ['tests/structure/house.test.ts', name]
export const device = (name: string): Proof => ['tests/device/device.test.ts', name]
export const pureLimits = (name: string): Proof => ['domain/consultation/limits.test.ts', name]
export const wire = (name: string): Proof => ['tests/security/slow-sockets.test.ts', name]
export const chain = (name: string): Proof => ['domain/audit/verify.test.ts', name]

export const anything = fuzz('whatever is sent to the API is answered')
export const everyHeader = headers('every answer of every route')
export const everyId = ids('an id of another doctor’s')
export const everyRoute = matrix('a second doctor finds nothing of the first')
export const everyEnding = [
  'signing out',
  'ended from another device',
  'all others ended',
  'the password changed elsewhere',
  'the password recovered by mail',
  'seven days',
].map((name) => door(`a room's socket is cut within a second: ${name}`))
