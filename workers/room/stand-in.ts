import type { Work } from '#domain/consultation/feeding.ts'
import { type RoomState, takesOf } from '#domain/consultation/state.ts'
import { wasHeardAgain } from '#domain/consultation/voice.ts'
import type { SpeechPorts, SpeechReport } from '../speech/engine.ts'

/** [C46] True where the demonstration must not write: a page hears the take, or its audio is tried again [C29]. */
export function isForbidden(state: RoomState, { take: number, ...span }: Work): boolean {
  const take = takesOf(state).find((one) => one.take === number)
  return take?.deviceSpans !== undefined && (take.deviceSpans.length > 0 || wasHeardAgain(take, span))
}

/** Returns a report of the demonstration with its lines marked, or without them where it must not write. */
function asInvented(state: RoomState, report: SpeechReport): SpeechReport | null {
  if (report.type === 'partial') return isForbidden(state, { take: report.take, ...report.line }) ? null : report
  if (report.type !== 'lines') return report
  if (isForbidden(state, report.span)) return { ...report, lines: [], empty: [report.span] }
  return { ...report, lines: report.lines.map((line) => ({ ...line, isInvented: true })) }
}

type Room = SpeechPorts['room']

/** Returns the port of a room that gets reports of the demonstration only in this form. */
export const markingInvented = (room: Room, isStandIn: () => boolean): Room => ({
  ...room,
  report(report) {
    const sent = isStandIn() ? asInvented(room.state(), report) : report
    if (sent) room.report(sent)
  },
})
