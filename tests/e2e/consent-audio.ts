// Counts the audio that leaves a page, in the page itself, from a moment on the page's clock.
import type { Page } from '@playwright/test'

type Leaving = {
  /** How often the page requested the microphone, and the tracks it got. */
  asked: number
  tracks: MediaStreamTrack[]
  /** When bytes were handed to a socket or a request. */
  sent: number[]
  /** When the button was clicked after which nothing may leave. */
  clickedAt: number | null
}
declare global {
  interface Window {
    leaving: Leaving
  }
}

/** Watches the current page, and again after each reload. `button` ends the recording. */
export async function watchAudio(page: Page, button: string) {
  await page.evaluate(install, button)
  return () =>
    page.evaluate(() => {
      const { asked, tracks, sent, clickedAt } = window.leaving
      const end = clickedAt ?? Number.POSITIVE_INFINITY
      return {
        asked,
        live: tracks.filter(({ readyState }) => readyState === 'live').length,
        before: sent.filter((at) => at <= end).length,
        after: sent.filter((at) => at > end).length,
        msSince: clickedAt === null ? 0 : performance.now() - clickedAt,
      }
    })
}

function install(button: string): void {
  const own: Leaving = { asked: 0, tracks: [], sent: [], clickedAt: null }
  window.leaving = own
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    own.asked += 1
    const stream = await open(constraints)
    own.tracks.push(...stream.getTracks())
    return stream
  }
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')?.textContent?.trim() === button)
        own.clickedAt ??= performance.now()
    },
    { capture: true },
  )

  const count = (body: unknown) => {
    if (body === null || body === undefined || typeof body === 'string' || body instanceof URLSearchParams) return
    own.sent.push(performance.now())
  }
  const { send } = WebSocket.prototype as { send: (data: unknown) => void }
  WebSocket.prototype.send = function (data: unknown) {
    count(data)
    return send.call(this, data)
  }
  const { send: post } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    count(body)
    return post.call(this, body)
  }
  const { fetch: ask } = window
  window.fetch = (input, init) => {
    count(init?.body)
    return ask(input, init)
  }
  const beacon = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (url, data) => {
    count(data)
    return beacon(url, data)
  }
}
