/** The two ways in which a signed record leaves by itself: as a signed webhook, or as a FHIR document. */
export const integrationKinds = ['webhook', 'fhir'] as const
export type IntegrationKind = (typeof integrationKinds)[number]

export const deliveryEvents = ['record.signed', 'document.issued', 'addendum.created'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]
/** Sent by 'Enviar teste', with invented data. */
export const TEST_EVENT = 'test'
export const allEvents = [...deliveryEvents, TEST_EVENT] as const

/** A document has no FHIR form here, so only a webhook carries it. */
export const eventsOf: Record<IntegrationKind, readonly DeliveryEvent[]> = {
  webhook: deliveryEvents,
  fhir: ['record.signed', 'addendum.created'],
}

/** `waiting`: created or stopped while the integration was paused. */
export const deliveryStates = ['pending', 'waiting', 'delivered', 'failed'] as const

/**
 * Why an attempt failed. The first five are the receiver's: a delivery that fails for good by one of them pauses the
 * integration. `content`: the record or document cannot be read or its signature is broken.
 */
export const receiverFailures = ['refused', 'redirected', 'timeout', 'unreachable', 'address'] as const
export const deliveryFailures = [...receiverFailures, 'secret', 'plan', 'content'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** Time limit of one attempt, in ms. */
export const DELIVERY_MS = 10_000
/** Deliveries that the settings show. */
export const DELIVERIES_SHOWN = 30
