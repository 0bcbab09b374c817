const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/** Whether this runtime has the zone under an IANA name. Intl alone would accept '+03:00' too. */
export function isTimeZone(name: string | null): name is string {
  if (!name || !IANA_NAME.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Making a formatter takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** The parts of a moment on a clock of that zone, two digits each. */
export const localParts = (at: number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )

export function localDateTime(at: number, timeZone: string): string {
  const { day, month, year, hour, minute, second } = localParts(at, timeZone)
  return `${day}/${month}/${year}, ${hour}:${minute}:${second}`
}

/** dd/mm/aaaa */
export const localDate = (at: number, timeZone: string): string => localDateTime(at, timeZone).slice(0, 10)

/** Brazilian zones that have Brasília's time all year: readers call it by that name. */
const BRASILIA_ZONES = new Set(
  ['Sao_Paulo', 'Bahia', 'Belem', 'Fortaleza', 'Maceio', 'Recife', 'Araguaina', 'Santarem'].map(
    (city) => `America/${city}`,
  ),
)

export function localTimeWithZone(at: number, timeZone: string): string {
  const time = localDateTime(at, timeZone).slice(0, 17).replace(',', ' às')
  if (BRASILIA_ZONES.has(timeZone)) return `${time} (horário de Brasília)`
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return `${time} (${offset?.value.replace('GMT', 'UTC') ?? timeZone})`
}

/** aaaa-mm-dd, a form in which days can be compared. */
export function isoDay(at: number, timeZone: string): string {
  const { day, month, year } = localParts(at, timeZone)
  return `${year}-${month}-${day}`
}
