import { type Context, Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import {
  findDelivery,
  findIntegration,
  listDeliveries,
  listIntegrations,
  removeIntegration,
  repeatDelivery,
  resumeIntegration,
  type StoredDelivery,
  type StoredIntegration,
  saveIntegration,
  storeTest,
} from '#db/queries/integration.ts'
import { AppError } from '#domain/errors.ts'
import {
  deliveryReply,
  type Integration,
  integrationBody,
  integrationParam,
  integrationReply,
  integrationsReply,
  removedIntegrationReply,
  resumedReply,
} from '#domain/integration/contract.ts'
import { eventsOf, type IntegrationKind, TEST_EVENT } from '#domain/integration/integration.ts'
import { openSecret, sealSecret } from '../auth/sealed-secret.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { readAddress } from '../integration/address.ts'
import { attemptDelivery, ringDeliveries } from '../integration/deliver.ts'
import { newWebhookSecret } from '../integration/send.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { includesIntegration, requireIntegration } from '../record/require-plan.ts'
import { jsonBody, pathId, reply, validated } from './body.ts'
import { confirmIdentity } from './confirm.ts'
import type { AppEnv } from './context.ts'
import { refuseFor, required } from './failure.ts'

const byKind = validated('param', integrationParam, 'integration_not_found')
/** Tests and repeated deliveries of one doctor: each may hold a request for ten seconds. */
const SENDS = { max: 20, windowMs: 10 * 60_000 }

const shown = ({ kind, address, events, delivered_at, paused_at }: StoredIntegration): Integration => ({
  ...{ kind, address, delivered_at, paused_at },
  events: JSON.parse(events),
})
const ownIntegration = async (c: Context<AppEnv>, kind: IntegrationKind): Promise<StoredIntegration> =>
  required(await findIntegration(c.get('db'), c.get('doctor').id, kind), 'integration_not_found')
async function limitSends(c: Context<AppEnv>): Promise<void> {
  refuseFor(await secondsToWait(c.get('db'), `deliveries:${c.get('doctor').id}`, { ...SENDS, now: Date.now() }))
}

/** Returns the sealed secret to store, and the plain one if it is new. */
async function secretFor(c: Context<AppEnv>, kind: IntegrationKind, old: StoredIntegration | null, asked: Asked) {
  if (kind === 'fhir') return { secret: null, sealed: await sealToken(c, old, asked) }
  if (old && !asked.renew_secret) return { secret: null, sealed: old.secret }
  const secret = newWebhookSecret()
  return { secret, sealed: await sealSecret(c.env, secret) }
}
type Asked = { url: URL; token: string | null; renew_secret: boolean }
/** The stored token is for its server alone: a change of the address must not show it to another. */
async function sealToken(c: Context<AppEnv>, old: StoredIntegration | null, { url, token }: Asked): Promise<string> {
  if (token !== null || !old) return sealSecret(c.env, token ?? '')
  const isOther = new URL(old.address).origin !== url.origin
  if (isOther && (await openSecret(c.env, old.secret, Date.now())) !== '')
    throw new AppError('invalid_body', { token: TOKEN_OF_ANOTHER })
  return old.secret
}

/** Where signed records go by themselves, in the doctor's settings. */
export const integrations = new Hono<AppEnv>()
  .get('/', async (c) => {
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    const [all, sent, included] = await Promise.all([
      listIntegrations(db, doctorId),
      listDeliveries(db, doctorId),
      includesIntegration(db, doctorId),
    ])
    return reply(c, integrationsReply, { included, integrations: all.map(shown), deliveries: sent })
  })
  .put('/:kind', byKind, jsonBody(integrationBody), async (c) => {
    const { kind } = c.req.valid('param')
    const { address, events, confirmation, ...asked } = c.req.valid('json')
    const { db, doctor } = c.var
    await requireIntegration(c.env, db, doctor.id)
    const url = readAddress(c.env, address)
    if (!url) throw new AppError('invalid_body', { address: ADDRESS_REFUSED })
    const chosen = eventsOf[kind].filter((event) => events.includes(event))
    if (chosen.length === 0) throw new AppError('invalid_body', { events: 'Escolha ao menos um evento' })
    await confirmIdentity(c, confirmation)
    const old = await findIntegration(db, doctor.id, kind)
    const { secret, sealed } = await secretFor(c, kind, old, { url, ...asked })
    const one = { doctor_id: doctor.id, kind, address: url.href, secret: sealed, events: JSON.stringify(chosen) }
    await saveIntegration(db, { ...one, now: Date.now() })
    c.get('audit')('integration_saved', 'doctor', doctor.id)
    // The secret is shown only once: a failing mail must not prevent it.
    await runFollowUps(
      sendSecurityMail(c.env, db, doctor, { what: 'integration_saved' }),
      ringDeliveries(c.env, db, doctor.id),
    )
    return reply(c, integrationReply, { integration: shown(await ownIntegration(c, kind)), secret })
  })
  .delete('/:kind', byKind, async (c) => {
    const { kind } = c.req.valid('param')
    const removed = await removeIntegration(c.get('db'), c.get('doctor').id, kind)
    if (!removed) throw new AppError('integration_not_found')
    c.get('audit')('integration_removed', 'doctor', c.get('doctor').id)
    return reply(c, removedIntegrationReply, { removed })
  })
  .post('/:kind/test', byKind, async (c) => {
    const { kind } = c.req.valid('param')
    const { db, doctor } = c.var
    const integration = await ownIntegration(c, kind)
    await requireIntegration(c.env, db, doctor.id)
    await limitSends(c)
    const now = Date.now()
    const test: StoredDelivery = {
      ...{ id: crypto.randomUUID(), doctor_id: doctor.id, kind, event: TEST_EVENT, consultation_id: null },
      ...{ subject_id: null, state: 'pending', attempts: 1, failure: null, status: null, created_at: now },
      attempted_at: now,
    }
    const attempt = await attemptDelivery(c.env, db, integration, test)
    const state = attempt.failure === null ? 'delivered' : 'failed'
    const delivery: StoredDelivery = { ...test, ...attempt, state, attempted_at: Date.now() }
    await storeTest(db, delivery)
    c.get('audit')('integration_tested', 'doctor', doctor.id)
    return reply(c, deliveryReply, { delivery })
  })
  .post('/:kind/resume', byKind, async (c) => {
    const { kind } = c.req.valid('param')
    const { db, doctor } = c.var
    await ownIntegration(c, kind)
    await requireIntegration(c.env, db, doctor.id)
    const resumed = await resumeIntegration(db, doctor.id, kind, Date.now())
    if (resumed !== null) c.get('audit')('integration_resumed', 'doctor', doctor.id)
    await runFollowUps(ringDeliveries(c.env, db, doctor.id))
    return reply(c, resumedReply, { resumed: resumed ?? 0 })
  })

const TOKEN_OF_ANOTHER =
  'O token guardado é de outro servidor. Digite o deste, ou remova a integração e crie outra sem token.'
const ADDRESS_REFUSED =
  'Use um endereço https público, com nome de domínio e a porta 443 ou 8443, sem usuário, senha ou #.'

/** A delivery of the log, by its own id. */
export const deliveries = new Hono<AppEnv>().post('/:id/repeat', pathId('delivery_not_found'), async (c) => {
  const { id } = c.req.valid('param')
  const { db, doctor } = c.var
  const find = async () => required(await findDelivery(db, doctor.id, id), 'delivery_not_found')
  const delivery = await find()
  // A test has no record to send: 'Enviar teste' makes another.
  if (delivery.event === TEST_EVENT) throw new AppError('delivery_not_found')
  if ((await ownIntegration(c, delivery.kind)).paused_at !== null) throw new AppError('integration_paused')
  await requireIntegration(c.env, db, doctor.id)
  await limitSends(c)
  const subject = delivery.event === 'document.issued' ? 'document' : 'consultation'
  const subjectId = (subject === 'document' ? delivery.subject_id : delivery.consultation_id) ?? ''
  const audit = c.get('auditRow')('delivery_repeated', subject, subjectId)
  if (!(await repeatDelivery(db, doctor.id, id, audit, Date.now()))) throw new AppError('delivery_under_way')
  await runFollowUps(ringDeliveries(c.env, db, doctor.id))
  return reply(c, deliveryReply, { delivery: await find() })
})
