import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { plain } from '#domain/text.ts'
import { TYPING_MS, typed } from './doctor-page.ts'

/** A list that is searched: where it is typed, and what names its rows. */
export type Searched = {
  box: Locator
  rows: string
  ignore?: string
  /** What the rows must name, in their order; without it each of them holds what was typed. */
  answer?: (query: string) => Promise<string[]>
  /** The request that each key sends. */
  request?: string
}
export type SearchTimes = { list: number[]; answer: number[] }

/** The end of what is searched for is typed key by key: a key finds the search of the one before still under way. */
const LAST_KEYS = 3

/**
 * From the last key of each search until the list that it asks for is painted, all of it, and how much of that was
 * waiting for the server's answer; in milliseconds. A query whose last key changes nothing in the list tells nothing.
 */
export async function searchTimes(page: Page, searched: Searched, queries: readonly string[], count = queries.length) {
  const { box, rows, ignore = '', answer, request } = searched
  await page.evaluate(watchLists)
  const times: SearchTimes = { list: [], answer: [] }
  for (const query of queries) {
    if (times.list.length === count) break
    const names = await answer?.(query)
    if (names && String(names) === String(await answer?.(query.slice(0, -1)))) continue
    await box.fill('')
    await box.focus()
    await pause(300)
    await page.keyboard.insertText(query.slice(0, -LAST_KEYS))
    await pause(TYPING_MS)
    const watch: Watch = {
      rows,
      ignore,
      waitMs: WAIT_MS,
      ...(names ? { names: names.map(plain) } : { words: plain(query).split(' ') }),
    }
    await typed(page, query.slice(-LAST_KEYS), async (last) => {
      if (!last) return
      await page.evaluate(() => performance.clearResourceTimings())
      await page.evaluate((watch) => window.watchOfBench?.(watch), watch)
    })
    const ms = await page.evaluate(() => window.listOfBench)
    if (typeof ms !== 'number') continue
    times.list.push(ms)
    const asked = request && (await page.evaluate(lastRequest, request))
    // What is at hand may have been all there is: the list stands before the answer.
    if (asked) times.answer.push(asked)
  }
  if (times.list.length < count / 2)
    throw new Error(`only ${times.list.length} of ${queries.length} searches changed the list`)
  return times
}

/** From a press until a row of that place is there. */
export async function untilRow(page: Page, rows: string, place: number, press: () => Promise<void>): Promise<number> {
  await page.evaluate(watchLists)
  await page.evaluate((watch) => window.watchOfBench?.(watch), { rows, ignore: '', place, waitMs: WAIT_MS })
  await press()
  return Number(await page.evaluate(() => window.listOfBench))
}

/** Runs in the page: how long the last one took. */
function lastRequest(path: string): number | undefined {
  const sent = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path))
  return sent.at(-1)?.duration
}

/** So long after the last key nobody waits any more. */
const WAIT_MS = 20_000

type Watch = { rows: string; ignore: string; names?: string[]; words?: string[]; place?: number; waitMs: number }

/** Runs in the page. `null`: the list already was what the key asks for, so that it tells nothing. */
function watchLists(): void {
  const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  window.watchOfBench = ({ rows, ignore, names, words = [], place, waitMs }) => {
    const isThere = () => {
      const texts = [...document.querySelectorAll(rows)].map((row) => folded(row.textContent ?? ''))
      if (place !== undefined) return texts.length > place
      const shown = ignore ? texts.filter((text) => !text.startsWith(ignore)) : texts
      if (names) return shown.length === names.length && names.every((name, at) => shown[at]?.includes(name))
      return shown.length > 0 && shown.every((text) => words.every((word) => text.includes(word)))
    }
    window.listOfBench = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`no list that answers ${names ?? words}`)), waitMs)
      const painted = (at: number) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - at)
          port2.postMessage(null)
        })
      const begin = (event: Event) => {
        removeEventListener('keydown', begin, true)
        removeEventListener('pointerup', begin, true)
        if (isThere()) return resolve(null)
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          painted(event.timeStamp)
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }
      addEventListener('keydown', begin, true)
      addEventListener('pointerup', begin, true)
    })
  }
}

declare global {
  interface Window {
    watchOfBench?: (watch: Watch) => void
    listOfBench?: Promise<number | null>
  }
}
