import type { RoomStatus } from '#domain/consultation/protocol.ts'

export type Visitor = { consultationId: string; doctorId: string; sessionId: string; startedAt: number; status: Exclude<RoomStatus, 'finishing'> }

/** The request the room may trust: the Worker has checked cookie, origin and ownership. */
export function roomRequest(request: Request, visitor: Visitor): Request {
  const inner = new Request(request)
  inner.headers.set('x-relato-consultation', visitor.consultationId)
  inner.headers.set('x-relato-doctor', visitor.doctorId)
  inner.headers.set('x-relato-session', visitor.sessionId)
  inner.headers.set('x-relato-started', String(visitor.startedAt))
  inner.headers.set('x-relato-status', visitor.status)
  return inner
}
