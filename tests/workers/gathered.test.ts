import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { gathered } from '#db/gathered.ts'

test('batches asked for in one turn go as one, each gets its own answers, and one that fails takes nobody along', async () => {
  let sent = 0
  const counted = new Proxy(env.DB, {
    get: (d1, name) => {
      if (name === 'batch') sent += 1
      const member = Reflect.get(d1, name)
      return typeof member === 'function' ? member.bind(d1) : member
    },
  })
  const database = gathered(counted)
  const values = async (...numbers: number[]) => {
    const found = await database.batch<{ n: number }>(numbers.map((n) => database.prepare('SELECT ? AS n').bind(n)))
    return found.map(({ results }) => results[0]?.n)
  }
  expect(await Promise.all([values(1, 2), values(3), values()])).toEqual([[1, 2], [3], []])
  expect(sent).toBe(1)
  expect(await values(4)).toEqual([4])
  expect(sent).toBe(2)
  const wrong = database.batch([database.prepare('SELECT * FROM nowhere')])
  const outcomes = await Promise.allSettled([wrong, values(5)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await values(6)).toEqual([6])
})

test('what may have been done although its answer was lost is not asked twice', async () => {
  let sent = 0
  const broken = new Proxy(env.DB, {
    get: (d1, name) => {
      const member = Reflect.get(d1, name)
      if (name !== 'batch') return typeof member === 'function' ? member.bind(d1) : member
      return async (statements: D1PreparedStatement[]) => {
        sent += 1
        await d1.batch(statements)
        throw new Error('D1_ERROR: Network connection lost.')
      }
    },
  })
  const database = gathered(broken)
  const ask = () => database.batch([database.prepare('SELECT 1')])
  const outcomes = await Promise.allSettled([ask(), ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toBe(1)
})
