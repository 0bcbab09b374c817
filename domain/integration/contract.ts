import { z } from 'zod/mini'
import { confirmation } from '../account/confirmation.ts'
import { instant } from '../contract.ts'
import { allEvents, deliveryEvents, deliveryFailures, deliveryStates, integrationKinds } from './integration.ts'

export const ADDRESS_MAX = 500
export const TOKEN_MAX = 4_000

const kind = z.enum(integrationKinds)
export const integrationParam = z.object({ kind })

const events = z.array(z.enum(deliveryEvents)).check(z.minLength(1, 'Escolha ao menos um evento'), z.maxLength(3))
/** A token that fits into a header: RFC 6750, with the characters that other vendors use. */
const token = z
  .string()
  .check(
    z.trim(),
    z.maxLength(TOKEN_MAX, 'Token muito longo'),
    z.regex(/^[\x21-\x7e]*$/, 'Use só letras, números e sinais, sem espaços'),
  )
export const integrationBody = z.object({
  address: z
    .string()
    .check(z.trim(), z.minLength(1, 'Informe o endereço'), z.maxLength(ADDRESS_MAX, 'Endereço muito longo')),
  events,
  /** The receiver's bearer token, for FHIR; null: the stored one stays. */
  token: z._default(z.nullable(token), null),
  /** For a webhook: makes a new secret, and the old one ends at once. */
  renew_secret: z._default(z.boolean(), false),
  confirmation,
})

const integration = z.object({
  kind,
  address: z.string(),
  events,
  delivered_at: z.nullable(instant),
  paused_at: z.nullable(instant),
})
export type Integration = z.infer<typeof integration>

const delivery = z.object({
  id: z.uuid(),
  kind,
  event: z.enum(allEvents),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  failure: z.nullable(z.enum(deliveryFailures)),
  status: z.nullable(z.int()),
  created_at: instant,
  attempted_at: z.nullable(instant),
})
export type Delivery = z.infer<typeof delivery>

export const integrationsReply = z.object({
  /** Whether the doctor's plan includes it. */
  included: z.boolean(),
  integrations: z.array(integration),
  deliveries: z.array(delivery),
})
export type IntegrationsReply = z.infer<typeof integrationsReply>
/** `secret`: a new key of the webhook's signature, shown this once; else null. */
export const integrationReply = z.object({ integration, secret: z.nullable(z.string()) })
export const deliveryReply = z.object({ delivery })
export const removedIntegrationReply = z.object({ removed: z.boolean() })
/** How many waiting deliveries go out now. */
export const resumedReply = z.object({ resumed: z.int() })
