import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { messageOf } from '#domain/errors.ts'
import type { StructureStatus } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { structure, structureStatus } from './calls.ts'
import { poll } from './poll.ts'
import { backToRecord, opened, type PendingJob } from './state.ts'

type Options = {
  consultationId: string
  record: StructuredRecord | null
  pending: PendingJob
  onRecord: (record: StructuredRecord) => void
}

const finished = ({ status }: StructureStatus) => status === 'completed' || status === 'failed'

export function useStructuring({ consultationId, record, pending, onRecord }: Options) {
  const running = useRef<AbortController>(undefined)
  const [state, setState] = useState(() => opened(record, pending))

  const complete = useCallback(
    (made: StructuredRecord) => {
      setState({ name: 'completed', record: made })
      onRecord(made)
    },
    [onRecord],
  )
  const fail = useCallback(
    (error: unknown) =>
      setState({ name: 'error', message: error instanceof ApiFailure ? error.message : 'Erro desconhecido' }),
    [],
  )

  const follow = useCallback(
    async (jobId: string, signal: AbortSignal) => {
      const last = await poll(
        () => structureStatus(jobId),
        finished,
        ({ step }) => setState({ name: 'processing', step }),
        signal,
      )
      if (last?.record) complete(last.record)
      else if (last) setState({ name: 'error', message: last.error ?? messageOf('structuring_failed') })
    },
    [complete],
  )

  const begin = useCallback(() => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }, [])

  const pendingId = pending && pending.status !== 'failed' ? pending.job_id : null
  useEffect(() => {
    if (pendingId) follow(pendingId, begin()).catch(fail)
    return () => running.current?.abort()
  }, [pendingId, follow, begin, fail])

  async function confirm(specialty: Specialty) {
    const signal = begin()
    setState({ name: 'processing', step: null })
    try {
      const answer = await structure(consultationId, specialty)
      if (signal.aborted) return
      if ('record' in answer) complete(answer.record)
      else await follow(answer.jobId, signal)
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }

  return {
    state,
    confirm,
    start: () => setState({ name: 'selecting' }),
    /** error -> idle, completed -> idle by 'Nova Estruturação', selecting -> idle by back. */
    reset: () => setState({ name: 'idle' }),
    toRecord: () => setState((now) => backToRecord(now, record)),
  }
}
