import { expect, test } from 'vitest'
import { type Alert, alertNews, type MinuteTotal, partStates } from './alerts.ts'
import { checks } from './levels.ts'
import { addTo, type Metric, metrics, type Total } from './measurement.ts'

const NOW = 30_000_000 * 60_000
const MINUTE = 30_000_000

/** `bad` of `total` in each minute from `from` to `to` minutes ago. */
const minutes = (metric: Metric, from: number, to: number, total: number, bad: number, fault = ''): MinuteTotal[] =>
  Array.from({ length: from - to + 1 }, (_, n) => ({
    ...{ metric, minute: MINUTE - from + n, fault, total, good: total - bad },
  }))
const news = (rows: MinuteTotal[], stored: Alert[] = []) => alertNews(rows, stored, NOW).map((one) => one.what)

test('two dead minutes raise an alert with one consultation a minute; one does not', () => {
  const before = minutes('model', 60, 2, 1, 0)
  expect(news([...before, ...minutes('model', 1, 1, 1, 1, 'refused')])).toEqual([])
  expect(news(minutes('audit_broken', 0, 0, 1, 1, 'rows_changed'))).toEqual(['raised'])
  const dead = [...before, ...minutes('model', 1, 0, 1, 1, 'refused')]
  expect(alertNews(dead, [], NOW)).toEqual([{ what: 'raised', metric: 'model', fault: 'refused', raisedAt: NOW }])
})

test('some failures among many raise an alert only if they burn the budget too fast', () => {
  const busy = (bad: number) => news(minutes('ack', 59, 0, 10_000, bad))
  // 0.1 % is the budget: 1 % burns it tenfold, 2 % twentyfold.
  expect([busy(10), busy(200)]).toEqual([[], ['raised']])
  // The slow rule: tenfold for half an hour and for six hours.
  expect(news(minutes('ack', 359, 0, 10_000, 100))).toEqual(['raised'])
  expect(news([...minutes('ack', 359, 30, 10_000, 0), ...minutes('ack', 29, 0, 10_000, 100)])).toEqual([])
})

test('consultations are judged over hours: twice the budget and more than chance, at any size', () => {
  /** Of a hundred consultations `bad` fail, one each `every` minutes. */
  const hours = (length: number, every: number, bad: number, sizes = 5) =>
    Array.from({ length: length * 60 }, (_, n) =>
      minutes('consultation_words', n, n, sizes, n % every === 0 ? bad : 0, 'no_words'),
    ).flat()
  // 3 % of five a minute: an hour may be chance, six are not. 1 % is the budget, and 2 % of few may be chance.
  expect([news(hours(1, 7, 1)), news(hours(6, 7, 1)), news(hours(6, 20, 1)), news(hours(6, 50, 1, 1))]).toEqual([
    ...[[], ['raised']],
    ...[[], []],
  ])
  // With twenty a minute one hour is enough.
  expect(news(hours(1, 5, 3, 20))).toEqual(['raised'])
  // A first bad minute, a bad half hour that is over, and one bad consultation of one are no failing part.
  const early = minutes('consultation_words', 0, 0, 1, 1, 'no_words')
  const over = [...minutes('consultation_words', 359, 60, 5, 1), ...minutes('consultation_words', 59, 0, 5, 0)]
  expect([news(early), news(over)]).toEqual([[], []])
  expect(partStates(early, [], NOW).find(({ part }) => part === 'speech')?.state).toBe('ok')
})

test('an alert ends when its minutes are within the budget, also if single failures go on', () => {
  const alert: Alert[] = [{ metric: 'page', raised_at: NOW, sent_at: NOW, ended_at: null, fault: '' }]
  expect([news(minutes('page', 10, 0, 999, 1), alert), news(minutes('page', 10, 0, 1_001, 1), alert)]).toEqual([
    [],
    ['ended'],
  ])
})

test('an alert is repeated hourly and ends after ten calm minutes', () => {
  const raised = (sentAgo: number): Alert[] => [
    { metric: 'd1', raised_at: NOW - 90 * 60_000, sent_at: NOW - sentAgo * 60_000, ended_at: null, fault: 'TooSlow' },
  ]
  const still = minutes('d1', 60, 0, 1, 1, 'TooSlow')
  expect([news(still, raised(59)), news(still, raised(60))]).toEqual([[], ['repeated']])
  const calm = (length: number) => [...minutes('d1', 60, length, 1, 1), ...minutes('d1', length - 1, 0, 1, 0)]
  expect([news(calm(9), raised(5)), news(calm(10), raised(5))]).toEqual([[], ['ended']])
  // A broken seal is reported once an hour: its alert does not end between two reports.
  const broken = [{ ...raised(5)[0], metric: 'audit_broken' } as Alert]
  const reported = (ago: number) => minutes('audit_broken', ago, ago, 1, 1, 'rows_changed')
  expect([news(reported(61), broken), news(reported(91), broken)]).toEqual([[], ['ended']])
  const ended = raised(5).map((one) => ({ ...one, ended_at: NOW }))
  expect(news(still, ended)).toEqual(['raised'])
})

test('a part fails by its newest minute, is unmeasured without one, and names the fault', () => {
  const rows = [
    ...minutes('mail', 5, 1, 2, 0),
    ...minutes('mail', 0, 0, 2, 2, 'Resend401'),
    ...minutes('page', 9, 0, 5, 0),
  ]
  const states = partStates(rows, [], NOW)
  expect(states.filter(({ state }) => state === 'failing')).toEqual([
    { part: 'mail', state: 'failing', metric: 'mail', fault: 'Resend401' },
  ])
  expect(states.find(({ part }) => part === 'pages')?.state).toBe('ok')
  expect(states.find(({ part }) => part === 'stripe')?.state).toBe('unmeasured')
  // Old results say nothing about now.
  expect(partStates(minutes('mail', 30, 20, 1, 1), [], NOW).some(({ state }) => state === 'failing')).toBe(false)
})

test('totals add up by minute, and no message can become the name of a fault', () => {
  const totals = new Map<string, Total>()
  addTo(totals, { metric: 'ack', count: 60, value: 2_000 }, NOW)
  addTo(totals, { metric: 'ack', count: 2, value: 2_001 }, NOW + 59_000)
  addTo(totals, { metric: 'ack', failed: 1, fault: 'Maria tem febre' }, NOW)
  expect([...totals.values()]).toEqual([
    expect.objectContaining({ count: 62, failed: 0, max: 2_001, sum: 124_002, within: [0, 0, 60, 62, 62, 62] }),
    expect.objectContaining({ fault: 'other', count: 1, failed: 1, within: [0, 0, 0, 0, 0, 0] }),
  ])
  // Each check is about one metric, and its part is one that a status names.
  expect(new Set(checks.map(({ metric }) => metric)).size).toBe(checks.length)
  expect(checks.every(({ metric }) => metrics[metric])).toBe(true)
})
