import type { ConsoleEvent } from '#app/lib/console-event.ts'

const EVENTS: Record<ConsoleEvent['event'], RegExp> = {
  audio_unsent: /^"waitingMs":\d+$/,
  command_unsent: /^"command":"[a-z_]+"$/,
  command_refused: /^"code":"[a-z_]+"$/,
  connection_failed: /^"message":"Failed to (re)?connect to transcription server"$/,
  recorder_failed: /^"message":"(Failed to [a-z ]+|Recording error occurred)( \(\w*\))?"$/,
  request_failed: /^"message":"HTTP error! status: \d+"$/,
  profile_refused: /^"message":"User not authenticated"$/,
  subscription_failed: /^"code":"[a-z_]+"$/,
  checkout_failed: /^"code":"[a-z_]+"$/,
}

/** True for a line that the product writes by its closed list (app/lib/console-event.ts), with no other field or text. */
export function isConsoleEvent(line: string): boolean {
  const [, event, fields = ''] = /^\{"event":"([a-z_]+)",(.+)\}$/.exec(line) ?? []
  return event !== undefined && event in EVENTS && EVENTS[event as ConsoleEvent['event']].test(fields)
}
