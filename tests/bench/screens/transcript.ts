import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import { hourLong } from '#tests/support/long-consultation.ts'
import { typed } from './doctor-page.ts'
import { percentile } from './figures.ts'
import type { Doctor } from './fill.ts'

const HOUR_MS = 3_600_000
/** A line is heard this often while the doctor works. */
const HEARD_MS = 1_000
/** Shorter ones the browser does not tell: they count as this long. */
const UNTOLD_MS = 16

/** Fills the running consultation through its room, as if each line had been typed at its time. */
export async function fillRoom(page: Page, { running, lines }: Doctor): Promise<void> {
  const said = hourLong().map(({ speaker, text }) => ({ speaker: speaker ?? null, text }))
  const all = Array.from({ length: lines }, (_, index) => ({
    ...(said[index % said.length] as (typeof said)[number]),
    ago_ms: Math.round(HOUR_MS * (1 - index / lines)),
  }))
  await page.goto('/app/settings')
  await page.evaluate(
    ([id, version, all]) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`/api/consultations/${id}/room`)
        const last = `typed-${crypto.randomUUID()}`
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { type: string; id?: string }
          if (message.type === 'welcome')
            for (const [index, line] of all.entries()) {
              const own = index === all.length - 1 ? last : `typed-${crypto.randomUUID()}`
              socket.send(JSON.stringify({ type: 'write_entry', id: own, ...line }))
            }
          else if (message.id === last) resolve()
        }
        socket.onclose = ({ code }) => reject(new Error(`the room hung up: ${code}`))
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version, holds: [] }))
        window.roomOfBench = socket
      }),
    [running, PROTOCOL_VERSION, all] as const,
  )
}

/** Writes on, a line a second, until it is told to stop. */
async function goOn(page: Page): Promise<() => Promise<void>> {
  const timer = setInterval(
    () =>
      void page.evaluate(
        (id) =>
          window.roomOfBench?.send(
            JSON.stringify({ type: 'write_entry', id, speaker: 'patient', text: 'E a dor continua igual, doutora.' }),
          ),
        `typed-${crypto.randomUUID()}`,
      ),
    HEARD_MS,
  )
  return async () => clearInterval(timer)
}

/** How long each interaction took until its next paint, in milliseconds. */
export async function transcriptInteractions(page: Page, feeder: Page, doctor: Doctor): Promise<number[]> {
  await page.goto(`/app/dashboard?consulta=${doctor.running}`)
  const log = page.getByRole('log')
  await log
    .locator('[data-entry]')
    .nth(Math.min(5, doctor.lines - 1))
    .waitFor({ state: 'attached' })
  // A page behind another one paints nothing.
  await page.bringToFront()
  await pause(1_500)
  await page.evaluate(observeInteractions)
  const stop = await goOn(feeder)
  let pressed = 0
  const count = () => {
    pressed++
    return Promise.resolve()
  }
  const press = async (key: string) => {
    await count()
    await page.keyboard.press(key)
    await pause(120)
  }
  try {
    await page.getByLabel('Buscar na transcrição').focus()
    await typed(page, 'dor de cabeca', count)
    for (let times = 0; times < 3; times++) await press('Enter')
    await press('Escape')
    for (let round = 0; round < 12; round++) {
      await page.mouse.move(900, 450)
      await page.mouse.wheel(0, round % 2 ? 700 : -900)
      await pause(150)
      await chooseSpeaker(page, round % 2 ? 'Médico' : 'Paciente')
      await count()
      await pause(150)
    }
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', '1', '2', 'ArrowDown', 'ArrowDown', '2', '1']) await press(key)
  } finally {
    await stop()
  }
  await pause(500)
  const told = await page.evaluate(() => window.interactionsOfBench ?? [])
  if (told.length === 0 && doctor.lines > 1_000) throw new Error('the browser told of no interaction')
  return [...told, ...Array.from({ length: Math.max(0, pressed - told.length) }, () => UNTOLD_MS)]
}

/** The pointer goes to a line in the middle of what is seen, and presses its button. */
async function chooseSpeaker(page: Page, name: string): Promise<void> {
  const line = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('[role=log] [data-entry]')].map((one) => one.getBoundingClientRect())
    const box = seen.find(({ top, bottom }) => top > 350 && bottom < 760)
    return box && { x: box.left + 200, y: (box.top + box.bottom) / 2 }
  })
  if (!line) throw new Error('no line in the middle of the screen')
  await page.mouse.move(line.x, line.y)
  await pause(80)
  const button = await page.evaluate(
    ([{ x, y }, name]) => {
      const buttons = document.elementFromPoint(x, y)?.closest('[data-entry]')?.querySelectorAll('button') ?? []
      const box = [...buttons].find(({ textContent }) => textContent?.trim() === name)?.getBoundingClientRect()
      return box && { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    },
    [line, name] as const,
  )
  if (!button) throw new Error(`the line under the pointer has no button ${name}`)
  await page.mouse.click(button.x, button.y)
}

/** Runs in the page. The longest event of an interaction is how long the interaction was. */
function observeInteractions(): void {
  const longest = new Map<number, number>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId)
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0))
    window.interactionsOfBench = [...longest.values()]
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
}

/** Of so few interactions: the 98th percentile. */
export const nextPaint = (interactions: readonly number[]): number => percentile(interactions, 0.98)

declare global {
  interface Window {
    roomOfBench?: WebSocket
    interactionsOfBench?: number[]
  }
}
