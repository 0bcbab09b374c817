import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { followJob } from '#app/lib/follow-job.ts'
import { listen } from '#app/lib/listeners.ts'
import type { ServerMessage } from '#domain/consultation/protocol.ts'
import { messageOf } from '#domain/errors.ts'
import type { StructureStatus } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { structure, structureStatus, writeRecord } from './calls.ts'
import {
  answeredBy,
  backToRecord,
  type Failure,
  failedWith,
  isUnderWay,
  opened,
  type PendingJob,
  stepped,
} from './state.ts'

type Options = {
  consultationId: string
  record: StructuredRecord | null
  pending: PendingJob
  /** A job started or ended: the page reloads its data of the consultation. */
  onChange: () => void
  onFailed: (message: string) => void
  /** The answer is the record of a structuring already under way in another specialty. */
  onOther: (specialty: Specialty) => void
}

const isOver = ({ status }: StructureStatus) => status === 'completed' || status === 'failed'

/** The server's sentence. If a proxy answered instead: ours, with the proxy's text as technical detail. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiFailure)) return { message: 'Erro desconhecido' }
  const { message, technical } = error
  return technical ? { message: messageOf('structuring_failed'), technical } : { message }
}

export function useStructuring({ consultationId, record, pending, onChange, onFailed, onOther }: Options) {
  const running = useRef<AbortController>(undefined)
  /** The job that is followed, so that a second socket is not opened for it. */
  const following = useRef<string>(undefined)
  const [state, setState] = useState(() => opened(record, pending))
  const callbacks = useRef({ onChange, onFailed, onOther })
  callbacks.current = { onChange, onFailed, onOther }

  function complete(made: StructuredRecord) {
    setState({ name: 'completed', record: made })
    callbacks.current.onChange()
  }
  function failed(failure: Failure) {
    setState((now) => failedWith(now, failure))
    callbacks.current.onFailed(failure.message)
  }
  function fail(error: unknown) {
    failed(failureOf(error))
    // Without a connection nothing can be loaded.
    if (error instanceof ApiFailure && error.code !== 'offline') callbacks.current.onChange()
  }

  async function follow(jobId: string, signal: AbortSignal) {
    following.current = jobId
    const job = {
      isAbout: (message: ServerMessage) => message.type === 'structuring' && message.job_id === jobId,
      read: () => structureStatus(jobId),
      isOver,
      onAnswer: (answer: StructureStatus) => setState((now) => stepped(now, answer)),
    }
    try {
      const last = await followJob(consultationId, job, signal)
      if (last?.status === 'completed') complete(last)
      else if (last) {
        failed({ message: last.error ?? messageOf('structuring_failed') })
        callbacks.current.onChange()
      }
    } finally {
      if (!signal.aborted) following.current = undefined
    }
  }

  function begin() {
    running.current?.abort()
    following.current = undefined
    running.current = new AbortController()
    return running.current.signal
  }

  // The page may learn of the end before the job does: follow the job until its state is final.
  const pendingId = pending && isUnderWay(pending) ? pending.job_id : null
  const followPending = useEffectEvent(() => {
    if (pendingId && following.current !== pendingId) void follow(pendingId, begin()).catch(fail)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pending job.
  useEffect(() => {
    followPending()
    return listen(window, 'online', () => followPending())
  }, [pendingId])
  const abort = useEffectEvent(begin)
  useEffect(() => () => void abort(), [])

  async function confirm(specialty: Specialty) {
    const signal = begin()
    setState({ name: 'processing', step: null, specialty })
    try {
      const answer = await structure(consultationId, specialty)
      if (signal.aborted) return
      if ('record' in answer) {
        complete(answer.record)
        if (answer.record.specialty !== specialty) callbacks.current.onOther(answer.record.specialty)
      } else {
        setState(answeredBy(answer.specialty, specialty))
        callbacks.current.onChange()
        await follow(answer.jobId, signal)
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }

  async function write(specialty: Specialty) {
    begin()
    try {
      complete(await writeRecord(consultationId, specialty))
    } catch (error) {
      fail(error)
    }
  }

  return {
    state,
    confirm,
    write,
    /** idle, error -> writing: a record without structuring. */
    toWrite: () => setState({ name: 'writing' }),
    start: () => setState({ name: 'selecting' }),
    /** error -> idle, completed -> idle by 'Nova Estruturação', selecting -> idle by back. */
    reset: () => setState({ name: 'idle' }),
    toRecord: () => setState((now) => backToRecord(now, record)),
  }
}
