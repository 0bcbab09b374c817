import type { ClientMessage, Refusal } from '#domain/consultation/protocol.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { RecorderMessage } from '#domain/recorder/microphone.ts'

/** The spec's messages of the connection. */
export type ConnectionMessage =
  | 'Failed to connect to transcription server'
  | 'Failed to reconnect to transcription server'
export type HttpMessage = `HTTP error! status: ${number}`

/** All that a page may write to the console: codes, numbers, the spec's messages. No field for patient text or ids. */
export type ConsoleEvent =
  | { event: 'audio_unsent'; waitingMs: number }
  | { event: 'command_unsent'; command: ClientMessage['type'] }
  | { event: 'command_refused'; code: Refusal }
  | { event: 'connection_failed'; message: ConnectionMessage }
  | { event: 'recorder_failed'; message: RecorderMessage }
  | { event: 'request_failed'; message: HttpMessage }
  | { event: 'profile_refused'; message: 'User not authenticated' }
  | { event: 'subscription_failed' | 'checkout_failed'; code: ErrorCode | 'offline' }

/** Writes one line of JSON. Loaders run the same code on the server, whose own log is domain/log-event.ts. */
export function warn(event: ConsoleEvent): void {
  if (typeof document !== 'undefined') console.warn(JSON.stringify(event))
}
