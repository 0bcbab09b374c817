import { useState } from 'react'
import { api, read } from '#app/lib/api.ts'
import { useLoaded, useTask } from '#app/lib/use-task.ts'
import { toast } from '#app/ui/toast.tsx'
import {
  type FactKind,
  memoryReply,
  type OfferedProposal,
  type PatientMemory,
  type Proposal,
} from '#domain/patient/fact.ts'

const facts = api.api.patients[':id'].facts

const getMemory = (id: string): Promise<PatientMemory> => read(facts.$get({ param: { id } }), memoryReply)

/** The lists of a patient, loaded once per patient; every change answers all of them. */
export function usePatientMemory(patientId: string) {
  const loaded = useLoaded(getMemory, patientId)
  const [changed, setChanged] = useState<{ of: PatientMemory; now: PatientMemory } | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const { busy, run } = useTask()
  const param = { id: patientId }

  /** `key`: the button that waits. */
  async function change(key: string, ...calls: (() => Parameters<typeof read>[0])[]): Promise<boolean> {
    setPending(key)
    const work = async () => {
      for (const call of calls) {
        const now = await read(call(), memoryReply)
        if (loaded.data) setChanged({ of: loaded.data, now })
      }
    }
    const done = await run(work, (description) => toast.error('Não foi possível mudar a lista', { description }))
    setPending(null)
    return done
  }

  const answering =
    ({ kind, text }: Proposal, accepted: boolean) =>
    () =>
      facts.proposals.$post({ param, json: { kind, text, accepted } })

  return {
    memory: changed && changed.of === loaded.data ? changed.now : loaded.data,
    failure: loaded.failure,
    retry: loaded.retry,
    busy: busy ? pending : null,
    add: (kind: FactKind, text: string) => change(`add ${kind}`, () => facts.$post({ param, json: { kind, text } })),
    answer: (proposal: Proposal, accepted: boolean) =>
      change(proposalKey(proposal, accepted), answering(proposal, accepted)),
    /** Includes all of them, one after the other. */
    acceptAll: (all: readonly OfferedProposal[]) => change(ACCEPT_ALL, ...all.map((one) => answering(one, true))),
    end: (fact: string, reason: string) =>
      change(`end ${fact}`, () => facts[':fact'].end.$post({ param: { ...param, fact }, json: { reason } })),
  }
}
export type MemoryWork = ReturnType<typeof usePatientMemory>

export const ACCEPT_ALL = 'accept-all'
export const proposalKey = ({ kind, text }: Pick<Proposal, 'kind' | 'text'>, accepted: boolean): string =>
  `${accepted ? 'accept' : 'dismiss'} ${kind} ${text}`
