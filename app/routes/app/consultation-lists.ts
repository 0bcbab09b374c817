import { createContext, type RouterContextProvider } from 'react-router'
import type { z } from 'zod/mini'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { consultationDetailReply, openConsultationsReply } from '#domain/consultation/contract.ts'
import { type Loaded, loaded, orMissing } from '../session.ts'

type Lists = Promise<Loaded<z.infer<typeof openConsultationsReply>>>
const listsContext = createContext<Lists | null>(null)

/** Open consultations and today's, read once for all loaders of a request: the shell needs them on every page. */
export function consultationLists(context: Readonly<RouterContextProvider>, request: Request): Lists {
  const cached = context.get(listsContext)
  if (cached) return cached
  const lists = loaded(read(apiOf(context, request).api.consultations.open.$get(), openConsultationsReply))
  context.set(listsContext, lists)
  return lists
}

/** One consultation with everything in it. Another doctor's, or none, answers like a missing page. */
export function consultationDetail(context: Readonly<RouterContextProvider>, request: Request, id: string) {
  const call = apiOf(context, request).api.consultations[':id'].$get({ param: { id } })
  return orMissing(read(call, consultationDetailReply))
}
