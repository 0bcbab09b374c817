import type { LogEvent } from '#domain/log-event.ts'

/** One JSON line for each event; the union has no field for patient text. */
export const log = (event: LogEvent): void => console.log(JSON.stringify(event))
