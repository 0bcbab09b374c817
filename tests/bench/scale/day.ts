import { randomFrom } from '../../faults/random.ts'

/** Share of a day's consultations that begin in each hour, from 7 to 18, in Brazil. Assumed: two peaks and a lunch. */
const FROM_HOUR = 7
const HOURS = [0.03, 0.1, 0.12, 0.12, 0.1, 0.04, 0.06, 0.12, 0.11, 0.1, 0.07, 0.03]
const SPREAD = 0.5
const SHORTEST = 3
const LONGEST = 120
const SMOOTH = 5

export type Day = {
  /** Rooms awake at once, in the busiest minute. */
  alive: number
  /** Consultations that end in the busiest five minutes, for each minute. */
  endsAMinute: number
}

/** One working day, consultation by consultation: the same one for the same seed. */
export function simulateDay(consultations: number, meanMinutes: number, seed: number): Day {
  const random = randomFrom(seed)
  const minutes = 36 * 60
  const alive = new Int32Array(minutes + 1)
  const ends = new Int32Array(minutes + 1)
  const cumulated = HOURS.map((_, hour) => HOURS.slice(0, hour + 1).reduce((sum, one) => sum + one, 0))
  // The mean of a log-normal is not its median.
  const location = Math.log(meanMinutes) - SPREAD ** 2 / 2
  for (let n = 0; n < consultations; n++) {
    const at = random()
    const hour = cumulated.findIndex((share) => at < share)
    const start = (FROM_HOUR + (hour < 0 ? HOURS.length - 1 : hour) + random()) * 60
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const lasts = Math.min(LONGEST, Math.max(SHORTEST, Math.exp(location + SPREAD * normal)))
    const [from, to] = [Math.floor(start), Math.min(minutes, Math.ceil(start + lasts))]
    alive[from] = (alive[from] as number) + 1
    alive[to] = (alive[to] as number) - 1
    ends[to] = (ends[to] as number) + 1
  }
  let [now, most, ended] = [0, 0, 0]
  for (let at = 0; at <= minutes; at++) {
    now += alive[at] as number
    most = Math.max(most, now)
    const window = ends.slice(Math.max(0, at - SMOOTH + 1), at + 1).reduce((sum, one) => sum + one, 0)
    ended = Math.max(ended, window / SMOOTH)
  }
  return { alive: most, endsAMinute: ended }
}
