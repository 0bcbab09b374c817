import type { Account, State } from './account.ts'
import { invalid } from './fault.ts'
import { listOf } from './listing.ts'

/** Where the object of an id lies, by the id's beginning. */
const places = {
  prod: 'products',
  price: 'prices',
  cus: 'customers',
  pm: 'paymentMethods',
  cs: 'sessions',
  sub: 'subscriptions',
  in: 'invoices',
  bpc: 'portalConfigurations',
} as const satisfies Record<string, keyof State>

/** Lists that an object has only when they are asked for. */
const onDemand: Record<string, (account: Account, id: string) => unknown> = {
  'checkout.session.line_items': ({ state }, id) => state.sessions[id]?.line_items,
  'customer.subscriptions': ({ state }, id) => {
    const live = Object.values(state.subscriptions).filter((one) => one.customer === id && one.status !== 'canceled')
    return listOf(live.toReversed(), `/v1/customers/${id}/subscriptions`)
  },
}
const MOST_LEVELS = 4

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** As it is sent: without what must be asked for. */
function shown(value: unknown): unknown {
  const copy = structuredClone(value)
  if (isObject(copy) && copy.object === 'checkout.session') delete copy.line_items
  return copy
}

function objectOf(account: Account, id: string): unknown {
  const place = places[id.slice(0, Math.max(0, id.indexOf('_'))) as keyof typeof places]
  return place && account.state[place][id]
}

/** Puts, in place of the ids on the paths asked for, the objects themselves. */
export function expanded(account: Account, answer: object, paths: string[] = []): unknown {
  const root =
    isObject(answer) && 'data' in answer && Array.isArray(answer.data)
      ? { ...answer, data: answer.data.map(shown) }
      : shown(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.filter((part) => part !== 'data').length > MOST_LEVELS)
      throw invalid('expand', `You cannot expand more than ${MOST_LEVELS} levels of a property.`)
    walk(account, root, parts, path)
  }
  return root
}

function walk(account: Account, at: unknown, [part, ...rest]: string[], path: string): void {
  if (part === undefined || at === null) return
  if (Array.isArray(at)) {
    for (const one of at) walk(account, one, [part, ...rest], path)
    return
  }
  const known = isObject(at) ? onDemand[`${at.object}.${part}`] : undefined
  if (isObject(at) && known && at[part] === undefined) at[part] = shown(known(account, String(at.id)))
  if (!isObject(at) || !(part in at)) throw invalid('expand', `This property cannot be expanded (${path}).`)
  const value = at[part]
  if (typeof value === 'string') {
    const found = objectOf(account, value)
    if (!found) throw invalid('expand', `This property cannot be expanded (${path}).`)
    at[part] = shown(found)
  } else if (!isObject(value) && value !== null) throw invalid('expand', `This property cannot be expanded (${path}).`)
  walk(account, at[part], rest, path)
}
