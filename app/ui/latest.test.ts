import { expect, test } from 'vitest'
import { latest, stillTrue } from './latest.ts'

/** A server that answers on demand, or never. */
function server() {
  const requests: { key: string; signal: AbortSignal; answer: (text: string) => void; fail: (error: Error) => void }[] =
    []
  const ask = (key: string) => (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => requests.push({ key, signal, answer, fail }))
  return { asked: requests, ask }
}

test('each key asks at once, a stalled answer holds up nobody, and the latest key wins whatever comes first', async () => {
  const { asked, ask } = server()
  const asking = latest()
  const outcomes = ['m', 'ma', 'mar'].map((key) => asking.ask(ask(key)))
  expect(asked.map(({ key, signal }) => [key, signal.aborted])).toEqual([
    ['m', true],
    ['ma', true],
    ['mar', false],
  ])
  expect(asking.isAsking()).toBe(true)
  asked[1]?.fail(new Error('aborted'))
  asked[2]?.answer('Maria')
  expect(await outcomes[2]).toEqual({ answer: 'Maria' })
  expect(await outcomes[1]).toBeNull()
  expect(asking.isAsking()).toBe(false)
  // An old answer arrives late.
  asked[0]?.answer('Milton')
  expect(await outcomes[0]).toBeNull()
})

test('a failure is reported only while its request is the latest, and never after a stop', async () => {
  const { asked, ask } = server()
  const asking = latest()
  const failed = asking.ask(ask('a'))
  const error = new Error('no network')
  asked[0]?.fail(error)
  expect(await failed).toEqual({ error })

  const stopped = asking.ask(ask('b'))
  asking.stop()
  expect(asked[1]?.signal.aborted).toBe(true)
  expect(asking.isAsking()).toBe(false)
  asked[1]?.answer('Bruna')
  expect(await stopped).toBeNull()
  // A synchronous throw fails like a rejected promise.
  expect(
    await asking.ask(() => {
      throw error
    }),
  ).toEqual({ error })
})

test('of older items those stay that are still meant, and none where nobody can tell', () => {
  expect(stillTrue(['Ana', 'Bia'], (name) => name.startsWith('B'))).toEqual(['Bia'])
  expect(stillTrue(['Ana'], undefined)).toEqual([])
})
