import { cidStatusReply } from '#domain/record/contract.ts'
import { api, read } from './api.ts'
import { useLoaded } from './use-task.ts'

const load = () => read(api.api.v1.transcription.cid10.$get(), cidStatusReply)

/** Whether the server has the table of CID-10; null until it has answered. */
export const useCidTable = (): boolean | null => useLoaded(load, 'cid10').data?.has_table ?? null
