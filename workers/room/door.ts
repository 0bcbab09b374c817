import { consentState } from '#domain/consent/consent.ts'
import type { RoomStatus, ServerMessageOf, TakeLength } from '#domain/consultation/protocol.ts'
import type { Consent } from '#domain/consultation/state.ts'

export type Visitor = {
  consultationId: string
  doctorId: string
  sessionId: string
  /** Session end by D1, in epoch ms. The room asks again then: an open page renews its session. */
  sessionEndsAt: number
  startedAt: number
  /** Status by D1: a room that is over there must not be opened here. */
  status: Exclude<RoomStatus, 'finishing'>
  /** By D1: the patient's last answer and its time; 'unasked' at 0. */
  consent: Consent
}

/** A consultation whose room may still have to be opened. */
export type LeftOpenRoom = Pick<Visitor, 'consultationId' | 'doctorId' | 'startedAt' | 'consent'>

/** A step of structuring or of an export. */
export type JobNews = ServerMessageOf<'structuring' | 'export'>

/** Calls that the Worker makes to a room. */
export interface RoomCalls extends Rpc.DurableObjectBranded {
  fetch(request: Request): Response
  /** [C43] Sends a job's step to the open screens. */
  notify(news: JobNews): void
  /** Resolves when a structuring job has ended, or after `ms`. The caller reads its row. */
  structuringEnd(jobId: string, ms: number): Promise<void>
  /** [C23] The patient has answered or revoked consent, and D1 has it. */
  consentChanged(consent: Consent, discarded?: readonly TakeLength[]): void
  /** [C34] Ends the consultation, even if no one entered the room. */
  end(consultation: LeftOpenRoom, last: boolean): void
  /** Deletes all data of the room: the consultation no longer exists. */
  erase(): Promise<void>
  /** Closes the sockets of an ended session. */
  cutSession(sessionId: string): void
}

const PREFIX = 'x-relato-'

/** Builds the request that the room trusts: the Worker has checked cookie, origin and owner. */
export function roomRequest(request: Request, visitor: Visitor): Request {
  const headers = new Headers([...request.headers].filter(([name]) => !name.startsWith(PREFIX)))
  headers.set(`${PREFIX}consultation`, visitor.consultationId)
  headers.set(`${PREFIX}doctor`, visitor.doctorId)
  headers.set(`${PREFIX}session`, visitor.sessionId)
  headers.set(`${PREFIX}session-ends`, String(visitor.sessionEndsAt))
  headers.set(`${PREFIX}started`, String(visitor.startedAt))
  headers.set(`${PREFIX}status`, visitor.status)
  headers.set(`${PREFIX}consent`, visitor.consent.state)
  headers.set(`${PREFIX}consent-at`, String(visitor.consent.at))
  return new Request(request, { headers })
}

/** Returns the visitor that a Worker admitted; null when the request did not come through `roomRequest`. */
export function visitorOf({ headers }: Request): Visitor | null {
  const get = (name: string) => headers.get(PREFIX + name) ?? ''
  const [consultationId, doctorId, sessionId] = [get('consultation'), get('doctor'), get('session')]
  const startedAt = Number(get('started'))
  const sessionEndsAt = Number(get('session-ends'))
  const consent = consentState.safeParse(get('consent'))
  const consentAt = Number(get('consent-at'))
  if (!consent.success || !Number.isInteger(consentAt) || !Number.isInteger(sessionEndsAt)) return null
  if (!consultationId || !doctorId || !sessionId || !Number.isInteger(startedAt) || startedAt <= 0) return null
  return {
    consultationId,
    doctorId,
    sessionId,
    sessionEndsAt,
    startedAt,
    status: get('status') === 'completed' ? 'completed' : 'active',
    consent: { state: consent.data, at: consentAt },
  }
}
