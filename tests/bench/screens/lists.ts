import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { plain } from '#domain/text.ts'
import { TYPING_MS, typed } from './doctor-page.ts'

/** A list that is searched: where it is typed, and what names its rows. */
export type Searched = { box: Locator; rows: string; ignore?: string }

/** The end of what is searched for is typed key by key: a key finds the search of the one before still under way. */
const LAST_KEYS = 3

/** From the last key of each search until the list shows what it asks for, in milliseconds. */
export async function searchTimes(page: Page, { box, rows, ignore }: Searched, queries: readonly string[]) {
  await page.evaluate(watchLists)
  const times: number[] = []
  for (const query of queries) {
    await box.fill('')
    await box.focus()
    await pause(300)
    await page.keyboard.insertText(query.slice(0, -LAST_KEYS))
    await pause(TYPING_MS)
    const words = plain(query).split(' ')
    await typed(page, query.slice(-LAST_KEYS), async (last) => {
      if (last) await page.evaluate((watch) => window.watchOfBench?.(watch), { rows, ignore: ignore ?? '', words })
    })
    const ms = await page.evaluate(() => window.listOfBench)
    if (typeof ms === 'number') times.push(ms)
  }
  if (times.length < queries.length / 2)
    throw new Error(`only ${times.length} of ${queries.length} searches changed the list`)
  return times
}

/** From a press until a row of that place is there. */
export async function untilRow(page: Page, rows: string, place: number, press: () => Promise<void>): Promise<number> {
  await page.evaluate(watchLists)
  await page.evaluate((watch) => window.watchOfBench?.(watch), { rows, ignore: '', words: [], place })
  await press()
  return Number(await page.evaluate(() => window.listOfBench))
}

type Watch = { rows: string; ignore: string; words: readonly string[]; place?: number }

/** Runs in the page. `null`: the list already was what the key asks for, so that it tells nothing. */
function watchLists(): void {
  const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  window.watchOfBench = ({ rows, ignore, words, place }) => {
    const isThere = () => {
      const texts = [...document.querySelectorAll(rows)].map((row) => folded(row.textContent ?? ''))
      if (place !== undefined) return texts.length > place
      const shown = ignore ? texts.filter((text) => !text.startsWith(ignore)) : texts
      return shown.length > 0 && shown.every((text) => words.every((word) => text.includes(word)))
    }
    window.listOfBench = new Promise((resolve) => {
      const begin = (event: Event) => {
        removeEventListener('keydown', begin, true)
        removeEventListener('pointerup', begin, true)
        if (isThere()) return resolve(null)
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          resolve(performance.now() - event.timeStamp)
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
