import type { RoomStatus } from '#domain/consultation/protocol.ts'

export type Visitor = {
  consultationId: string
  doctorId: string
  sessionId: string
  startedAt: number
  /** By D1: a room that is over there must not be opened here. */
  status: Exclude<RoomStatus, 'finishing'>
}

const PREFIX = 'x-relato-'

/** The request the room may trust: the Worker has checked cookie, origin and ownership. */
export function roomRequest(request: Request, visitor: Visitor): Request {
  const headers = new Headers([...request.headers].filter(([name]) => !name.startsWith(PREFIX)))
  headers.set(`${PREFIX}consultation`, visitor.consultationId)
  headers.set(`${PREFIX}doctor`, visitor.doctorId)
  headers.set(`${PREFIX}session`, visitor.sessionId)
  headers.set(`${PREFIX}started`, String(visitor.startedAt))
  headers.set(`${PREFIX}status`, visitor.status)
  return new Request(request, { headers })
}

/** The visitor a Worker has let in; null when the request did not come through `roomRequest`. */
export function visitorOf({ headers }: Request): Visitor | null {
  const get = (name: string) => headers.get(PREFIX + name) ?? ''
  const [consultationId, doctorId, sessionId] = [get('consultation'), get('doctor'), get('session')]
  const startedAt = Number(get('started'))
  if (!consultationId || !doctorId || !sessionId || !Number.isInteger(startedAt) || startedAt <= 0) return null
  return {
    consultationId,
    doctorId,
    sessionId,
    startedAt,
    status: get('status') === 'completed' ? 'completed' : 'active',
  }
}
