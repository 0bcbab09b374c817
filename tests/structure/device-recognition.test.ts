import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const HOME = 'app/features/recording/device/device-speech.ts'
const SET_UP = 'app/features/recording/device/device-availability.ts'
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => /^(app|domain|workers|db|local|ops|public)\/.*\.(tsx?|js|html)$/.test(file))
  .filter((file) => !/\.test\.tsx?$/.test(file))

test('one file alone constructs the recogniser of the browser, another asks what it can do', () => {
  const mentions = files.filter((file) => /\b(webkit)?SpeechRecognition\b/.test(readFileSync(file, 'utf8')))
  expect(mentions).toEqual([SET_UP, HOME])
  expect(readFileSync(SET_UP, 'utf8')).not.toMatch(/\bnew\b|\.start\(/)
})

test('the recogniser is constructed once, and recognises on the device before anything else is set', () => {
  const source = readFileSync(HOME, 'utf8')
  const constructions = source.match(/new Recogniser\(\)|new \(?(recognitionClass|globals|globalThis)\b/g)
  expect(constructions).toEqual(['new Recogniser()'])
  const [, after = ''] = source.split('new Recogniser()')
  expect(after.match(/recognition\.\w+ = \w+/g)?.[0]).toBe('recognition.processLocally = true')
  expect(source).not.toMatch(/processLocally\s*[:=]\s*false/)
  expect(source.match(/\.start\(/g)?.length).toBe(1)
})
