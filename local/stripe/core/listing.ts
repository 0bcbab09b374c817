import { invalid, noSuch } from './fault.ts'
import type { Listing } from './params.ts'

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
export const listOf = <T>(data: T[], url: string): List<T> => ({ object: 'list', data, has_more: false, url })

/** A page of what there is, the newest first. */
export function page<T extends { id: string; created?: number }>(all: T[], url: string, asked: Listing): List<T> {
  const { limit = 10, starting_after, ending_before, created } = asked
  if (starting_after && ending_before)
    throw invalid('ending_before', 'You may only specify one of these parameters: starting_after, ending_before.')
  let rest = all.toReversed().filter((one) => within(one.created ?? 0, created))
  const cursor = starting_after ?? ending_before
  if (cursor) {
    const at = rest.findIndex((one) => one.id === cursor)
    if (at === -1) throw noSuch('object', cursor, starting_after ? 'starting_after' : 'ending_before')
    rest = starting_after ? rest.slice(at + 1) : rest.slice(0, at)
  }
  const data = ending_before ? rest.slice(-limit) : rest.slice(0, limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

function within(created: number, asked: Listing['created']): boolean {
  if (asked === undefined) return true
  if (typeof asked === 'number') return created === asked
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = asked
  return created > gt && created >= gte && created < lt && created <= lte
}
