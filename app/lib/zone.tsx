import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { isTimeZone } from '#domain/local-time.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { readCookie, writeCookie } from './cookies.ts'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatIsoDate,
  formatLongDate,
  formatTime,
} from './format.ts'

const COOKIE = 'relato-zone'

/** The zone for times rendered on the server: the one this device last reported, else São Paulo's. */
export function zoneOf(cookies: string | null): string {
  const value = readCookie(cookies, COOKIE)
  return isTimeZone(value) ? value : TIME_ZONE
}

/** The zone of this device; null if the server would not accept its name. */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : null
}

const ZoneContext = createContext(TIME_ZONE)

/** Starts with the server's zone, so that both render the same, then takes the device's own. */
export function ZoneProvider({ zone: served, children }: { zone: string; children: ReactNode }) {
  const [zone, setZone] = useState(served)
  useEffect(() => {
    const own = deviceZone()
    if (own === null || own === served) return
    writeCookie(COOKIE, own)
    setZone(own)
  }, [served])
  return <ZoneContext value={zone}>{children}</ZoneContext>
}

export function useFormat() {
  const zone = useContext(ZoneContext)
  return useMemo(
    () => ({
      zone,
      date: (at: number) => formatDate(at, zone),
      longDate: (at: number) => formatLongDate(at, zone),
      time: (at: number) => formatTime(at, zone),
      dateTime: (at: number) => formatDateTime(at, zone),
      day: (at: number) => formatDay(at, zone),
      clock: (at: number) => formatClock(at, zone),
      isoDate: (at: number) => formatIsoDate(at, zone),
    }),
    [zone],
  )
}
