import { lazily } from '#domain/lazily.ts'

/** pt-BR dates, times and durations. The zone is the doctor's own: useFormat() of zone.tsx provides it. */
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

/** 21/11/2026 */
export const formatDate = (at: number, zone: string) =>
  formatOf(zone, 'date', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(at)
/** 6 de dezembro de 2026 */
export const formatLongDate = (at: number, zone: string) =>
  formatOf(zone, 'long', { day: 'numeric', month: 'long', year: 'numeric' }).format(at)
/** 14:02 */
export const formatTime = (at: number, zone: string) =>
  formatOf(zone, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
/** 21/11/2026 às 14:02 */
export const formatDateTime = (at: number, zone: string) => `${formatDate(at, zone)} às ${formatTime(at, zone)}`
/** sábado, 21 de novembro */
export const formatDay = (at: number, zone: string) =>
  formatOf(zone, 'day', { weekday: 'long', day: 'numeric', month: 'long' }).format(at)
/** 14:02:37, for a line of the transcript */
export const formatClock = (at: number, zone: string) =>
  formatOf(zone, 'clock', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(at)
/** 2026-11-21, for file names */
export const formatIsoDate = (at: number, zone: string) => formatDate(at, zone).split('/').reverse().join('-')

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
