import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { lazily } from '#domain/lazily.ts'
import { isTimeZone } from '#domain/local-time.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { readCookie, writeCookie } from './stored.ts'

/** pt-BR dates, times and durations. The zone is the doctor's own: useFormat() provides it. */
const LOCALE = 'pt-BR'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${zone} ${key}`
  let format = formats.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone })
    formats.set(name, format)
  }
  return format
}

/** Dates and times in a zone. */
const formatsIn = (zone: string) => {
  const format = (key: string, options: Intl.DateTimeFormatOptions) => (at: number) =>
    formatOf(zone, key, options).format(at)
  const date = format('date', { day: '2-digit', month: '2-digit', year: 'numeric' })
  const time = format('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return {
    zone,
    /** 21/11/2026 */
    date,
    /** 14:02 */
    time,
    /** 21/11/2026 às 14:02 */
    dateTime: (at: number) => `${date(at)} às ${time(at)}`,
    /** 6 de dezembro de 2026 */
    longDate: format('long', { day: 'numeric', month: 'long', year: 'numeric' }),
    /** sábado, 21 de novembro */
    day: format('day', { weekday: 'long', day: 'numeric', month: 'long' }),
    /** 2026-11-21, for file names */
    isoDate: (at: number) => date(at).split('/').reverse().join('-'),
  }
}
export const formatDate = (at: number, zone: string) => formatsIn(zone).date(at)
export const formatLongDate = (at: number, zone: string) => formatsIn(zone).longDate(at)

/** 24 min; 1 h 05 min; menos de 1 min */
export function formatMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'menos de 1 min'
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** 12:47 or 1:02:47 on the audio clock */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${two(hours)}:${rest}` : rest
}

/** Written by hand: loading a locale's data takes a runtime longer than rendering the page. */
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.')
/** 1.891, of a whole number */
export const formatNumber = (value: number) => grouped(String(value))
/** R$ 1.891,20, from centavos */
export function formatMoney(centavos: number): string {
  const [reais = '', rest] = (centavos / 100).toFixed(2).split('.')
  return `R$\u00a0${grouped(reais)},${rest}`
}
export const formatPercent = (share: number) => `${Math.round(share * 100)}%`
const sizes = lazily(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }))
/** 12 KB, 3,4 MB, 1,2 GB */
export function formatBytes(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'KB']
  return `${unit === 1e3 ? Math.max(1, Math.round(bytes / unit)) : sizes().format(bytes / unit)} ${name}`
}
/** 1 consulta, 2 consultas */
export const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`

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
  return useMemo(() => formatsIn(zone), [zone])
}
