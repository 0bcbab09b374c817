import type { RouterContextProvider } from 'react-router'
import { ApiFailure, read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { consultationDetailReply } from '#domain/consultation/contract.ts'

/** One consultation with everything in it. Another doctor's, or none, answers like a missing page. */
export async function consultationDetail(context: Readonly<RouterContextProvider>, request: Request, id: string) {
  try {
    return await read(apiOf(context, request).api.consultations[':id'].$get({ param: { id } }), consultationDetailReply)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) throw new Response(null, { status: 404 })
    throw error
  }
}
