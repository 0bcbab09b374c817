import { expect, test } from 'vitest'
import { listening, second, speak } from '#tests/testkit/speech/recogniser-bench.ts'
import { clientMessage } from '../consultation/protocol.ts'
import { initialWords, isStalled, onAudioEnd, onQuiet, onSpeech, onText, settle, type Words } from './device-words.ts'

test('[DS3] places words by the start of speech, or by their first interim text, and by their last change', () => {
  const bench = speak(listening(), 2, 4, 'boa tarde')
  bench.to(8).interim('estou').to(9).interim('estou com tosse').to(9.5).interim('estou com tosse').to(10)
  bench.final('estou com tosse')
  expect(bench.results).toEqual([
    [1.5, 2, 4, 'boa tarde'],
    [4, 7, 9, 'estou com tosse'],
  ])
})

test('[DS3] a final that comes while the next speech runs keeps the place of its own speech', () => {
  const bench = listening().to(2).speech(true).to(2.5).interim('sim').to(3).speech(false).to(4).speech(true)
  bench.to(5).final('sim').to(5.2).interim('tomo').to(6).speech(false).to(6.5).final('tomo metformina')
  expect(bench.results).toEqual([
    [1.5, 2, 3, 'sim'],
    [3, 4, 6, 'tomo metformina'],
  ])
})

test('[DS9] a session that takes no more audio covers nothing after it, and is stalled after 5 s', () => {
  const ended = onAudioEnd(initialWords(0), 3 * second)
  expect(onQuiet(ended, 12 * second).results).toEqual([{ from: 0, to: 3 * second, at: 0, text: '' }])
  expect([isStalled(ended, 7 * second), isStalled(ended, 8 * second)]).toEqual([false, true])
})

test('[DS4] several finals of one event share their place by length', () => {
  const bench = listening().to(2).speech(true).to(4).speech(false).final('dor', 'febre e tosse')
  expect(bench.results).toEqual([
    [1.5, 2, 2.375, 'dor'],
    [2.375, 2.375, 4, 'febre e tosse'],
  ])
})

test('[DS5] drops a final that is repeated at once, and keeps a word that was said twice', () => {
  const echo = speak(listening(), 2, 3, 'sim').final('sim').to(4).final('sim')
  expect(echo.results.length).toBe(1)
  expect(speak(echo, 5, 6, 'sim').results.length).toBe(2)
  const interim = listening().to(2).interim('sim').final('sim').to(3).interim('sim').final('sim')
  expect(interim.results.length).toBe(2)
})

test('[DS5] ignores a result whose index goes backwards', () => {
  const bench = listening().to(2).final({ index: 4, text: 'tosse seca' }).to(6).final({ index: 3, text: 'febre' })
  expect(bench.results.map(([, , , text]) => text)).toEqual(['tosse seca'])
})

test('[DS6] reports silence up to 5 s ago, also while the recogniser keeps an answered speech open', () => {
  expect(listening().to(11).results).toEqual([])
  expect(listening().to(11.5).results).toEqual([[1.5, 1.5, 6.5, '']])
  const open = listening().to(2).speech(true).to(3).interim('bom dia').final('bom dia')
  expect(open.to(24).results).toEqual([
    [1.5, 2, 3, 'bom dia'],
    [3, 3, 8, ''],
    [8, 8, 13, ''],
    [13, 13, 18, ''],
  ])
})

test('[DS6] speech without text is no silence', () => {
  expect(listening().to(2).speech(true).to(14).results).toEqual([])
})

test('[DS11] garbage: a final without words, text without end, a confidence beyond 1', () => {
  const bench = listening().to(2).speech(true).to(3).speech(false).final(' \u0000\ud800 ')
  expect(bench.results).toEqual([[1.5, 1.5, 3, '']])
  bench.to(4).interim('tosse').to(5).final('')
  expect(bench.results.at(-1)).toEqual([3, 3, 4, 'tosse'])
  bench.to(6).final({ text: 'palavra '.repeat(1_200), confidence: 1.2 })
  const long = bench.of('result').slice(2)
  expect(long.map(({ text }) => text).join(' ')).toBe('palavra '.repeat(1_200).trim())
  for (const { type: _, ...result } of long) {
    const message = { type: 'device_result', id: 'one', ...result }
    expect([clientMessage.safeParse(message).success, 'confidence' in result]).toEqual([true, false])
  }
})

test('[DS13] shows interim text four times a second at most, and the last of it by the next tick', () => {
  const bench = listening().to(2)
  for (const [n, text] of ['a', 'ab', 'abc', 'abcd', 'abcde'].entries()) bench.to(2 + n / 10).interim(text)
  bench.to(2.5)
  expect(bench.of('partial').map(({ at, to, text }) => [at / second, to / second, text])).toEqual([
    [1.5, 2, 'a'],
    [1.5, 2.3, 'abcd'],
  ])
  bench.to(3)
  expect(bench.of('partial').at(-1)?.text).toBe('abcde')
})

const final = (index: number, text: string) => ({ index, text })
const interim = (words: Words, text: string, at: number) => onText(words, [], text, at * second).words
const endsOf = (results: { from: number; to: number; text: string }[]) =>
  results.map(({ from, to, text }) => [from / second, to / second, text])

test('[DS3] late text of a session that takes no more audio ends where its audio ended', () => {
  const words = onAudioEnd(interim(initialWords(0), 'dor de', 1), 2 * second)
  const { results } = onText(interim(words, 'dor de cabeça', 3), [final(0, 'dor de cabeça')], '', 3 * second)
  expect(endsOf(results)).toEqual([[0, 2, 'dor de cabeça']])
})

test('[DS12] a halt in the next speech: the last final covers that speech, and one final alone does not', () => {
  const first = onSpeech(interim(onSpeech(initialWords(0), true, 0), 'boa', 1), false, 2 * second)
  const halted = { ...onSpeech(first, true, 2 * second), limit: 5 * second }
  const one = onText(halted, [final(0, 'boa tarde')], '', 6 * second).words
  expect(endsOf(settle(one).results)).toEqual([[0, 2, 'boa tarde']])
  const both = onText(one, [final(1, 'tenho tosse')], '', 7 * second).words
  expect(endsOf(settle(both).results)).toEqual([
    [0, 2, 'boa tarde'],
    [2, 5, 'tenho tosse'],
  ])
})
