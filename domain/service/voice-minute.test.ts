import { expect, test } from 'vitest'
import {
  beginVoice,
  endVoice,
  judge,
  newHearing,
  onFailure,
  onVoice,
  onWords,
  type VoiceCount,
  type VoiceMinute,
} from './voice-minute.ts'

const START = 30_000_000 * 60_000

/** Plays events at their second; a number is that second's voice, in ms. */
function play(...events: [second: number, event: number | 'words' | 'failure' | 'end'][]): VoiceCount[] {
  let state: VoiceMinute = beginVoice(START)
  return events.flatMap(([second, event]) => {
    const now = START + second * 1_000
    const step =
      event === 'words'
        ? onWords(state, now)
        : event === 'failure'
          ? onFailure(state, now)
          : event === 'end'
            ? endVoice(state, now)
            : onVoice(state, event, now)
    state = step.state
    return [...step.counts]
  })
}
const voice = (from: number, to: number): [number, number][] =>
  Array.from({ length: to - from }, (_, n) => [from + n, 1_000])

test('a minute of voice counts once, with the longest wait for its words', () => {
  expect(play(...voice(0, 3), [3, 'words'], ...voice(4, 6), [6, 'words'], [61, 0])).toEqual([
    { firstWords: 3_000 },
    { firstWords: 2_000 },
    { words: 3_000 },
  ])
  expect(play(...voice(0, 3), [3, 'words'], [4, 'end'])).toEqual([{ firstWords: 3_000 }, { words: 3_000 }])
})

test('a late minute counts when it is late, in silence too, and not again at its end', () => {
  expect(play(...voice(0, 3), [4, 0], [6, 0], [8, 0], [61, 'end'])).toEqual([{ words: 6_000 }])
})

test('a cough or a silence waits for no words', () => {
  expect(play([0, 300], [10, 0], [20, 200], ...voice(40, 43), [43, 'words'], [44, 'end'])).toEqual([
    { firstWords: 3_000 },
    { words: 3_000 },
  ])
  expect(play([0, 300], [10, 0], [70, 'end'])).toEqual([])
})

test('a failed engine counts its minute as bad, once, and the next minute again', () => {
  expect(play(...voice(0, 3), [3, 'failure'], [5, 'failure'], [61, 'failure'], [62, 'end'])).toEqual([
    { failed: true },
    { failed: true },
  ])
})

test('a consultation counts once at its third minute with voice, and turns bad once, then or later', () => {
  const [good, late, dead]: VoiceCount[] = [{ words: 5_000 }, { words: 5_001 }, { failed: true }]
  const judged = (...minutes: (VoiceCount | undefined)[]) => {
    let hearing = newHearing
    return minutes
      .flatMap((minute) => (minute ? [minute, { firstWords: 9_000 }] : []))
      .map((minute) => {
        const { count, failed, ...next } = judge(hearing, minute)
        hearing = next.hearing
        return `${count}${failed}`
      })
      .filter((_, at) => at % 2 === 0)
      .join(' ')
  }
  expect(judged(good, good, good, good, late, good, late, late)).toBe('00 00 10 00 00 00 01 00')
  expect(judged(late, good, dead, late, late)).toBe('00 00 11 00 00')
  expect(judged(dead, late)).toBe('00 00')
})
