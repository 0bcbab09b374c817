import { expect, test } from 'vitest'
import stored from './figures.json' with { type: 'json' }
import { figuresFile, quickNames, readFigures } from './figures.ts'

test('every figure of quality has its set, date, commit and command', () => {
  const figures = readFigures()
  for (const [name, { set, size, date, commit, command }] of Object.entries(figures))
    expect([name, set.length > 0, size > 0, date, commit, command]).toEqual([
      name,
      true,
      true,
      expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      expect.stringMatching(/^[0-9a-f]{8}$/),
      expect.stringMatching(/^(npm run |node )/),
    ])
  for (const missing of ['set', 'size', 'date', 'commit', 'command'])
    expect(figuresFile.safeParse({ ...stored, length: { ...stored.length, [missing]: undefined } }).success).toBe(false)
  expect(figuresFile.safeParse({ ...stored, length: undefined }).success).toBe(false)
})

test('the figures that one command measures come from one run of it', () => {
  const figures = readFigures()
  const runs = quickNames.map((name) => [figures[name].command, figures[name].date, figures[name].commit].join(' '))
  expect(new Set(runs).size).toBe(1)
  expect(runs[0]).toMatch(/^npm run quality /)
})
