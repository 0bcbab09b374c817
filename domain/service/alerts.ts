import { checks, type Level } from './levels.ts'
import { type Metric, metrics, minuteOf, type Part } from './measurement.ts'

/** The measurements of a metric in one minute, by fault. */
export type MinuteTotal = { metric: Metric; minute: number; fault: string; total: number; good: number }

/** A stored alert. Times in epoch ms; `ended_at` null: it is raised. */
export type Alert = { metric: Metric; raised_at: number; sent_at: number; ended_at: number | null; fault: string }

export type AlertNews = { what: 'raised' | 'repeated' | 'ended'; metric: Metric; fault: string; raisedAt: number }

/** A raised alert is sent again after this time. */
export const REPEAT_MS = 60 * 60_000
/** Longer than sending takes. A claim that was not confirmed by then is of a sender that died. */
const CLAIM_MS = 2 * 60_000
/** The time of sending that a claim stores. Until it is confirmed, the message is due again after CLAIM_MS. */
export const claimTime = (now: number): number => now - REPEAT_MS + CLAIM_MS
/** An alert ends after this many minutes within its budget, unless its level names another number. */
const CALM_MINUTES = 10
/** How far back the rules look. */
export const LONGEST_WINDOW = 6 * 60

/**
 * The share of the budget that may burn, in both windows: 14.4 spends two days' budget of a month in an hour (Google's
 * SRE workbook, 'Alerting on SLOs'). The first rule sees a dead part with little traffic, where shares mean little.
 */
const burnRules = [
  { short: 5, long: 60, burn: 14.4, badMinutes: 2 },
  { short: 30, long: LONGEST_WINDOW, burn: 6, badMinutes: 3 },
]
/**
 * The rule of slow levels: twice the budget in the last hour, and in it or in six hours more failures than chance brings.
 * `surprise`: chance brings so many less often than e^-10, once in 22,000, while the budget is kept (Chernoff's bound).
 */
const SLOW = { hour: 60, long: LONGEST_WINDOW, burn: 2, surprise: 10 }
const OUTAGE = { minutes: 5, badMinutes: 2, now: 3, share: 0.5 }

type Window = { total: number; bad: number; badMinutes: number; fault: string }

/** Sums the last `length` minutes, the current one included. `fault`: the one that happened most often. */
function windowOf(minutes: readonly MinuteTotal[], minute: number, length: number): Window {
  const inside = minutes.filter((one) => one.minute > minute - length && one.minute <= minute)
  const badOnes = inside.filter((one) => one.good < one.total)
  const faults = new Map<string, number>()
  for (const { fault, total, good } of badOnes) faults.set(fault, (faults.get(fault) ?? 0) + total - good)
  const [[fault] = ['']] = [...faults].sort((a, b) => b[1] - a[1])
  return {
    total: inside.reduce((sum, one) => sum + one.total, 0),
    bad: badOnes.reduce((sum, one) => sum + one.total - one.good, 0),
    badMinutes: new Set(badOnes.map((one) => one.minute)).size,
    fault: fault || (badOnes.length > 0 ? 'slow' : ''),
  }
}
const shareOf = ({ bad, total }: Window): number => (total === 0 ? 0 : bad / total)

/** `total` results of which each fails with the chance `budget` bring `bad` failures too rarely to be chance. */
function isSurprising({ bad, total }: Window, budget: number): boolean {
  const expected = total * budget
  return bad > expected && bad * Math.log(bad / expected) - bad + expected >= SLOW.surprise
}

function isBurning(minutes: readonly MinuteTotal[], minute: number, { target, isSlow, atOnce }: Level): boolean {
  const last = (length: number) => windowOf(minutes, minute, length)
  const recent = last(OUTAGE.minutes)
  if (isSlow) {
    const budget = 1 - target
    const isOver = (window: Window) => shareOf(window) >= SLOW.burn * budget
    const hour = last(SLOW.hour)
    if (recent.bad === 0 || !isOver(hour)) return false
    return [hour, last(SLOW.long)].some((window) => isOver(window) && isSurprising(window, budget))
  }
  if (recent.badMinutes >= (atOnce ? 1 : OUTAGE.badMinutes) && shareOf(last(OUTAGE.now)) >= OUTAGE.share) return true
  return burnRules.some(({ short, long, burn, badMinutes }) => {
    const isOver = (window: Window) => shareOf(window) >= burn * (1 - target)
    return recent.bad > 0 && last(short).badMinutes >= badMinutes && isOver(last(short)) && isOver(last(long))
  })
}

/** Returns the changes of all alerts: one message for each. `minutes`: of the last LONGEST_WINDOW minutes. */
export function alertNews(minutes: readonly MinuteTotal[], stored: readonly Alert[], now: number): AlertNews[] {
  const minute = minuteOf(now)
  return checks.flatMap((check): AlertNews[] => {
    const { metric } = check
    const own = minutes.filter((one) => one.metric === metric)
    const alert = stored.find((one) => one.metric === metric && one.ended_at === null)
    const { fault } = windowOf(own, minute, OUTAGE.minutes)
    if (!alert) return isBurning(own, minute, check) ? [{ what: 'raised', metric, fault, raisedAt: now }] : []
    const news = { metric, fault: fault || alert.fault, raisedAt: alert.raised_at }
    const calm = windowOf(own, minute, check.calmMinutes ?? CALM_MINUTES)
    if (shareOf(calm) < 1 - check.target) return [{ what: 'ended', ...news }]
    return now - alert.sent_at >= REPEAT_MS ? [{ what: 'repeated', ...news }] : []
  })
}

/** Minutes after which a result says nothing about now. */
export const FRESH_MINUTES = 3

export type PartState = { part: Part; state: 'ok' | 'failing' | 'unmeasured'; metric: Metric | null; fault: string }

/**
 * Returns the state of every part that was measured or is alerted. A part fails while an alert of it is raised, or if
 * at least half of its last minute's results are bad. One result of a slow level says nothing.
 */
export function partStates(minutes: readonly MinuteTotal[], stored: readonly Alert[], now: number): PartState[] {
  const minute = minuteOf(now)
  const states = new Map<Part, PartState>(
    Object.values(metrics).map((part) => [part, { part, state: 'unmeasured', metric: null, fault: '' }]),
  )
  for (const { metric, isSlow } of checks) {
    const part = metrics[metric]
    const own = minutes.filter((one) => one.metric === metric)
    const newest = Math.max(...own.map((one) => one.minute))
    const last = windowOf(own, newest, 1)
    const isFresh = newest > minute - FRESH_MINUTES
    const alert = stored.find((one) => one.metric === metric && one.ended_at === null)
    const isBad = isFresh && !isSlow && shareOf(last) >= OUTAGE.share
    if (alert || isBad) states.set(part, { part, state: 'failing', metric, fault: last.fault || (alert?.fault ?? '') })
    else if (own.length > 0 && states.get(part)?.state === 'unmeasured')
      states.set(part, { part, state: 'ok', metric, fault: '' })
  }
  return [...states.values()]
}
