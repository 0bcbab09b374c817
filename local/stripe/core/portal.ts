import { z } from 'zod'
import { type Account, find, findCustomer, findSubscription } from './account.ts'
import { invalid } from './fault.ts'
import { page } from './listing.ts'
import { flag, list, listParams, object, params, text, webAddress } from './params.ts'
import type { PortalConfiguration, PortalSession } from './stored.ts'

const enabled = object({ enabled: flag })
const features = object({
  customer_update: enabled,
  invoice_history: enabled,
  payment_method_update: enabled,
  subscription_cancel: object({
    enabled: flag,
    mode: z.enum(['at_period_end']).optional(),
    proration_behavior: z.enum(['none']).optional(),
  }),
  subscription_update: object({
    enabled: flag,
    default_allowed_updates: list(z.enum(['price'])).optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    products: list(object({ product: text, prices: list(text) })).optional(),
  }),
}).partial()
const profile = object({ headline: z.string(), privacy_policy_url: webAddress, terms_of_service_url: webAddress })
  .partial()
  .optional()
const configured = { business_profile: profile, default_return_url: webAddress.optional(), name: text.optional() }
export const createConfigurationParams = params({ features, ...configured })
export const updateConfigurationParams = params({
  features: features.optional(),
  active: flag.optional(),
  ...configured,
})
export const listConfigurationParams = listParams({ active: flag.optional(), is_default: flag.optional() })
export const createPortalSessionParams = params({
  customer: text,
  configuration: text.optional(),
  return_url: webAddress.optional(),
  locale: z.enum(['auto', 'pt-BR', 'pt']).optional(),
})

type Given = z.output<typeof updateConfigurationParams>
type Features = PortalConfiguration['features']

function featuresOf(given: Given['features'], known?: Features): Features {
  const { customer_update: update, invoice_history: history, payment_method_update: card } = given ?? {}
  const { subscription_cancel: cancel, subscription_update: plan } = given ?? {}
  return {
    customer_update: { allowed_updates: [], enabled: update?.enabled ?? known?.customer_update.enabled ?? false },
    invoice_history: { enabled: history?.enabled ?? known?.invoice_history.enabled ?? false },
    payment_method_update: {
      enabled: card?.enabled ?? known?.payment_method_update.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? known?.subscription_cancel.enabled ?? false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: 'unchanged',
      default_allowed_updates:
        plan?.default_allowed_updates ?? known?.subscription_update.default_allowed_updates ?? [],
      enabled: plan?.enabled ?? known?.subscription_update.enabled ?? false,
      products:
        plan?.products?.map((one) => ({
          ...one,
          adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        })) ??
        known?.subscription_update.products ??
        null,
      proration_behavior: plan?.proration_behavior ?? known?.subscription_update.proration_behavior ?? 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  }
}

export function createConfiguration(account: Account, asked: Given, isDefault = false): PortalConfiguration {
  const configuration: PortalConfiguration = {
    id: account.newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: asked.business_profile?.headline ?? null,
      privacy_policy_url: asked.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: asked.business_profile?.terms_of_service_url ?? null,
    },
    created: account.now(),
    default_return_url: asked.default_return_url ?? null,
    features: featuresOf(asked.features),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: asked.name ?? null,
    updated: account.now(),
  }
  account.state.portalConfigurations[configuration.id] = configuration
  return configuration
}

const findConfiguration = (account: Account, id: string, param?: string) =>
  find(account.state.portalConfigurations, 'configuration', id, param)
export const retrieveConfiguration = (account: Account, id: string) => findConfiguration(account, id)

export function updateConfiguration(account: Account, id: string, asked: Given): PortalConfiguration {
  const known = findConfiguration(account, id)
  return Object.assign(known, {
    active: asked.active ?? known.active,
    business_profile: { ...known.business_profile, ...asked.business_profile },
    default_return_url: asked.default_return_url ?? known.default_return_url,
    features: featuresOf(asked.features, known.features),
    name: asked.name ?? known.name,
    updated: account.now(),
  })
}

export function listConfigurations(account: Account, asked: z.output<typeof listConfigurationParams>) {
  const all = Object.values(account.state.portalConfigurations).filter(
    (one) =>
      (asked.active === undefined || one.active === asked.active) &&
      (asked.is_default === undefined || one.is_default === asked.is_default),
  )
  return page(all, '/v1/billing_portal/configurations', asked)
}

export function createPortalSession(
  account: Account,
  asked: z.output<typeof createPortalSessionParams>,
): PortalSession {
  const customer = findCustomer(account, asked.customer, 'customer')
  const configuration = asked.configuration
    ? findConfiguration(account, asked.configuration, 'configuration')
    : Object.values(account.state.portalConfigurations).find((one) => one.is_default)
  if (!configuration?.active) throw invalid('configuration', 'No active configuration was provided.')
  const id = account.newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: account.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: asked.locale ?? null,
    on_behalf_of: null,
    return_url: asked.return_url ?? configuration.default_return_url,
    url: `${account.pages}/p/session/${id}`,
  }
  account.state.portalSessions[id] = session
  return session
}

/** A portal session, and what it may touch: the subscriptions of its own customer. */
export const findPortalSession = (account: Account, id: string) =>
  find(account.state.portalSessions, 'portal session', id)
export function ownSubscription(account: Account, session: PortalSession, id: string) {
  const subscription = findSubscription(account, id)
  if (subscription.customer !== session.customer) throw invalid('subscription', 'This subscription is not yours.')
  return subscription
}
