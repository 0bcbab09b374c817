/** The parts of a moment on a clock of that zone, two digits each. */
export const localParts = (at: number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )

/** dd/mm/aaaa, hh:mm:ss: spelled out here, so that no runtime's own idea of pt-BR changes a document. */
export function localDateTime(at: number, timeZone: string): string {
  const { day, month, year, hour, minute, second } = localParts(at, timeZone)
  return `${day}/${month}/${year}, ${hour}:${minute}:${second}`
}

/** aaaa-mm-dd: days are compared as they are written so. */
export function isoDay(at: number, timeZone: string): string {
  const { day, month, year } = localParts(at, timeZone)
  return `${year}-${month}-${day}`
}
