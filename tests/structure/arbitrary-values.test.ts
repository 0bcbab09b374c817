import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tailwind values outside the scales of app/styles/scale.css, each with the reason why a name would not help. */
const reasons: Record<string, string> = {
  'align-[-2px]': 'an icon on the baseline of its text',
  'content-[…]': 'a mark drawn by CSS has empty content',
  'has-[…]': 'a page that adapts to a part it may hold',
  'in-[…]': 'a part that hides beside the running demonstration',
  'min-[1360px]': 'the width at which the support bubble no longer covers text',
  'not-nth-[-n+2]': 'the first two of a grid',
  'grid-rows-[56px_auto_1fr]': 'rows of the shell: header, strip, page',
  'grid-rows-[auto_1fr_auto]': 'rows of a step card',
  'max-h-[46dvh]': 'the proof on a phone leaves the sentence in sight',
  'max-h-[74dvh]': 'an alert leaves the page in sight',
  'max-h-[calc(100dvh-128px)]': 'the proof panel below the record header',
  'max-h-[calc(100dvh-48px)]': 'the support panel within the window',
  'h-[calc(100dvh-56px-var(--strip,0px))]': 'the sidebar below the header',
  'max-h-[calc(100dvh-86px)]': 'the menu of the public site below its header',
  'min-h-[calc(100dvh-88px)]': 'the workspace fills the window',
  'max-h-[min(600px,calc(100dvh-88px))]': 'a popover within the window',
  'max-h-[min(var(--available-height),340px)]': 'a list within the space its anchor leaves',
  'max-w-[46vw]': 'a long name leaves room for the header',
  'max-w-[calc(100vw-24px)]': 'a menu within the window',
  'w-[min(300px,84vw)]': 'the navigation drawer of a phone',
  'pb-[max(12px,env(safe-area-inset-bottom))]': 'the recorder bar above the home indicator',
  'shadow-[inset_0_-1px_0_var(--line)]': 'a line that takes no space',
  'shadow-[inset_2px_0_0_var(--accent)]': 'a line that takes no space',
  'top-[12vh]': 'dialogs are above the middle',
  'top-[18vh]': 'alerts are above the middle',
  'top-[6vh]': 'tall dialogs begin near the top',
  'transition-[…]': 'only the properties that move',
}
const MOST = 40

/** All uses of an arbitrary value in the app's classes. */
function arbitraryValues(): string[] {
  const files = execFileSync('git', ['ls-files', 'app/**/*.ts', 'app/**/*.tsx'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w-])(?:[a-z]+-)*[a-z]+-\[[^\]\s]+\]/g)].map(([value]) => value),
  )
}

test('every arbitrary value has a reason, and there are few', () => {
  const values = arbitraryValues()
  const named = (value: string) => (value in reasons ? value : value.replace(/(?<=^(?:group-)?[a-z]+-\[).*(?=\])/, '…'))
  expect(values.filter((value) => !(named(value).replace(/^group-/, '') in reasons))).toEqual([])
  expect(values.length).toBeLessThanOrEqual(MOST)
  const used = new Set(values.map((value) => named(value).replace(/^group-/, '')))
  expect(Object.keys(reasons).filter((value) => !used.has(value))).toEqual([])
})

test('text has at most eight sizes', () => {
  const scale = readFileSync('app/styles/scale.css', 'utf8')
  expect([...scale.matchAll(/^ {2}--text-\w+: \d+px;$/gm)].length).toBeLessThanOrEqual(8)
  const styles = execFileSync('git', ['ls-files', 'app/styles/*.css'], { encoding: 'utf8' }).trim().split('\n')
  const own = styles.flatMap((file) => readFileSync(file, 'utf8').match(/font(-size)?:[^;]*\d+(px|rem|em)/g) ?? [])
  expect(own).toEqual([])
})
