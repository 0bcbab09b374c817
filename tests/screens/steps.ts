import { expect, type Page } from '@playwright/test'
import { dialogs, type Entry, notRendered } from './places.ts'
import type { Failure, Stage, Visit } from './stage.ts'
import type { Act, Step } from './state.ts'
import { dashboardOf } from './talk.ts'

type Role = Parameters<Page['getByRole']>[0]
type Words = string | RegExp
/** A text, or what gives it once the stage is there. */
export type Value = string | ((stage: Stage) => string | Promise<string>)

const named = (name: Words) => ({ name, exact: typeof name === 'string' })
const textOf = (value: Value, stage: Stage) => (typeof value === 'string' ? value : value(stage))

export const go =
  (path: Value): Act =>
  async (page, stage) =>
    page.goto(await textOf(path, stage))
export const click =
  (name: Words, role: Role = 'button'): Act =>
  (page) =>
    page.getByRole(role, named(name)).first().click()
/** Clicks a button of the dialog in front. */
export const confirm =
  (name: Words): Act =>
  (page) =>
    dialogs(page).last().getByRole('button', named(name)).click()
/** A pattern where other labels hold the same words. */
export const fill =
  (label: Words, value: Value): Act =>
  async (page, stage) =>
    page.getByLabel(label).fill(await textOf(value, stage))
export const press =
  (key: string): Act =>
  (page) =>
    page.keyboard.press(key)

/** Somewhere on the page; a text in the list of steps has to be in its own place. */
export const shows =
  (text: Words, timeout = 15_000): Act =>
  (page) =>
    expect(page.getByText(text, { exact: typeof text === 'string' }).first()).toBeVisible({ timeout })
export const has =
  (role: Role, name?: Words, more: Parameters<Page['getByRole']>[1] = {}): Act =>
  (page) =>
    expect(page.getByRole(role, { ...more, ...(name !== undefined && named(name)) }).first()).toBeVisible()
/** The page's script has taken the button over. */
export const ready =
  (button: string): Act =>
  (page) =>
    expect(page.getByRole('button', named(button)).first()).toBeEnabled()

/** Calls to the path go wrong from now on. */
export const fails =
  (...failure: [path: RegExp, how: Failure, options?: Parameters<Stage['fail']>[2]]): Act =>
  (_, stage) =>
    stage.fail(...failure)
export const offline: Act = (_, stage) => stage.offline(true)
/** The API as this doctor calls it. */
export const api =
  (...call: [method: string, path: string, body?: unknown]): Act =>
  (_, stage) =>
    stage.api(...call)

type Kind = 'openVisit' | 'finishedVisit' | 'structuredVisit'
export const make =
  (kind: Kind, visit: Visit): Act =>
  (_, stage) =>
    stage[kind](visit)
/** Makes a consultation and opens it in the dashboard. */
export const visit =
  (kind: Kind, of: Visit): Act =>
  async (page, stage) =>
    page.goto(dashboardOf(await stage[kind](of)))

/** Does the steps in order; texts that follow each other are looked for at once, until all are there. */
export async function perform(page: Page, stage: Stage, steps: readonly Step[]): Promise<void> {
  const flat = (list: readonly Step[]): (Act | Entry)[] =>
    list.flatMap((step) => (Array.isArray(step) ? flat(step) : [step as Act | Entry]))
  let texts: Entry[] = []
  const look = async () => {
    const wanted = texts
    texts = []
    if (wanted.length > 0) await expect.poll(async () => (await notRendered(page, wanted)).join('\n')).toBe('')
  }
  for (const step of flat(steps)) {
    if (typeof step !== 'function') texts.push(step)
    else {
      await look()
      await step(page, stage)
    }
  }
  await look()
}
