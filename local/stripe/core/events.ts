import { z } from 'zod'
import { type Account, find } from './account.ts'
import { page } from './listing.ts'
import { list, listParams, text } from './params.ts'
import { eventTypes } from './stored.ts'

const type = z.enum(eventTypes)
export const listEventParams = listParams({ type: text.pipe(type).optional(), types: list(type).optional() })

export const retrieveEvent = (account: Account, id: string) => find(account.state.events, 'event', id)

export function listEvents(account: Account, asked: z.output<typeof listEventParams>) {
  const { type, types } = asked
  const all = Object.values(account.state.events).filter(
    (one) => (!type || one.type === type) && (!types || types.includes(one.type)),
  )
  return page(all, '/v1/events', asked)
}
