import { useCallback, useEffect, useState } from 'react'
import { useSettings } from '#app/lib/settings.ts'
import { type DeviceAvailability, isServerLost, offersDevice, wantsDevice } from '#domain/recorder/engine-order.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import { install as installPortuguese, availability as readAvailability } from '../device/device-availability.ts'

const POLL_MS = 3_000
/** Brave answers 'downloading' for ever (brave/brave-browser issue 55414): a longer download counts as failed. */
const DOWNLOAD_MAX_MS = 10 * 60_000

export type DeviceSpeechSetup = {
  /** Null until the browser has answered, and while the device is not offered. */
  availability: DeviceAvailability | null
  /** Downloads the browser's Portuguese. For a click: the browser asks for one. */
  install: () => void
  /** Asks the browser again. */
  look: () => void
  /** The last download here failed. */
  hasFailed: boolean
  /** The page's own recogniser is the one that hears now. */
  isChosen: boolean
}

/** Follows what this browser can recognise by itself. Asks the browser only where the device is offered. */
export function useDeviceSpeech(view: Pick<RoomView, 'deviceSpeech' | 'engine'>): DeviceSpeechSetup {
  const { engine: doctor } = useSettings().transcription
  const [current, setCurrent] = useState<DeviceAvailability | null>(null)
  const [download, setDownload] = useState<'none' | 'running' | 'failed'>('none')
  const operator = view.deviceSpeech
  const isOffered = offersDevice({ operator, doctor })
  const isDownloading = download === 'running' || (current?.state === 'downloading' && download !== 'failed')

  // Reads again when the page comes to the front: Portuguese may have been installed elsewhere.
  useEffect(() => {
    if (!isOffered) return
    let isOver = false
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await readAvailability()
      if (!isOver) setCurrent(answer)
    }
    void read()
    document.addEventListener('visibilitychange', read)
    const timer = isDownloading ? setInterval(read, POLL_MS) : undefined
    const limit = isDownloading ? setTimeout(() => setDownload('failed'), DOWNLOAD_MAX_MS) : undefined
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', read)
      clearInterval(timer)
      clearTimeout(limit)
    }
  }, [isOffered, isDownloading])

  const look = useCallback(() => void readAvailability().then(setCurrent), [])
  const install = useCallback(() => {
    setDownload('running')
    void installPortuguese().then((isInstalled) => setDownload(isInstalled ? 'none' : 'failed'))
  }, [])

  const answered = isOffered ? current : null
  const isMissing = answered?.state === 'downloadable' || answered?.state === 'downloading'
  const availability: DeviceAvailability | null =
    answered && isMissing ? { ...answered, state: isDownloading ? 'downloading' : 'downloadable' } : answered
  const isChosen = wantsDevice({ operator, doctor, availability, serverLost: isServerLost(view.engine) })
  return { availability, install, look, hasFailed: download === 'failed', isChosen }
}
