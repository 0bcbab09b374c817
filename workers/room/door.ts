import { z } from 'zod/mini'
import { consentState } from '#domain/consent/consent.ts'
import type { ServerMessageOf, TakeLength } from '#domain/consultation/protocol.ts'
import type { Consent } from '#domain/consultation/state.ts'
import { parseJson } from '#domain/json.ts'
import { termSources } from '#domain/speech/contract.ts'

/** Owner of synthetic rooms: no account, so no list, statistic or bill has them. */
export const SYNTHETIC = 'synthetic'

/** A page that the Worker lets into a room, with what D1 says of the consultation. */
const visitor = z.object({
  consultationId: z.string(),
  doctorId: z.string(),
  sessionId: z.string(),
  /** Session end, in epoch ms. The room asks again then: an open page renews its session. */
  sessionEndsAt: z.int(),
  startedAt: z.int(),
  /** A room that is over in D1 must not be opened here. */
  status: z.enum(['active', 'completed']),
  /** The patient's last answer and its time; 'unasked' at 0. */
  consent: z.object({ state: consentState, at: z.int() }),
  /** Sources of the key terms for the speech engine. */
  terms: z.optional(termSources),
})
export type Visitor = z.infer<typeof visitor>

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
  /**
   * Deletes all data of the room: the consultation no longer exists. [C50] `onlyIfWordless`: returns false and deletes
   * nothing if there is sound or a line. `isSynthetic`: leaves no tombstone.
   */
  erase(onlyIfWordless?: boolean, isSynthetic?: boolean): Promise<boolean>
  /** Closes the sockets of an ended session. */
  cutSession(sessionId: string): void
}

const HEADER = 'x-relato-visitor'

/** Builds the request that the room trusts: the Worker has checked cookie, origin and owner. */
export function roomRequest(request: Request, admitted: Visitor): Request {
  const headers = new Headers(request.headers)
  // A header holds ASCII alone.
  const ascii = JSON.stringify(admitted).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  headers.set(HEADER, ascii)
  return new Request(request, { headers })
}

/** Returns the visitor that a Worker admitted; null when the request did not come through `roomRequest`. */
export const visitorOf = ({ headers }: Request): Visitor | null =>
  visitor.safeParse(parseJson(headers.get(HEADER))).data ?? null
