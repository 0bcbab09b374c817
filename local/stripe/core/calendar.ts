type Interval = string

export const DAY = 86_400

/** Each interval counted from the anchor, so that a 31st comes back after a shorter month. */
function after(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day' || interval === 'week') return anchor + count * DAY * (interval === 'week' ? 7 : 1)
  const months = interval === 'year' ? count * 12 : count
  const from = new Date(anchor * 1_000)
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return first.getTime() / 1_000 + (anchor % DAY)
}

/** The end of the period that begins at `start`. */
export function periodEnd(anchor: number, start: number, interval: Interval, count: number): number {
  let turns = 1
  while (after(anchor, interval, turns * count) <= start) turns++
  return after(anchor, interval, turns * count)
}
