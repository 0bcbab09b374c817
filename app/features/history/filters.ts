import { type ConsultationType, consultationTypes, type HistoryState } from '#domain/consultation/contract.ts'

type TypeFilter = 'all' | ConsultationType
type StateFilter = 'all' | HistoryState
/** The search state in the address. The typed text is left out because it may contain a name. */
export type Filters = { type: TypeFilter; state: StateFilter; patientId: string | null }
export const noFilters: Filters = { type: 'all', state: 'all', patientId: null }

export const stateLabels: Record<HistoryState, string> = {
  waiting: 'Aguardando estruturação',
  draft: 'Rascunho',
  signed: 'Assinada',
}
const stateWords: Record<HistoryState, string> = { waiting: 'aguardando', draft: 'rascunho', signed: 'assinada' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function filtersIn(address: URLSearchParams): Filters {
  const type = consultationTypes.find((one) => one === address.get('tipo')) ?? 'all'
  const state = Object.entries(stateWords).find(([, word]) => word === address.get('situacao'))?.[0] ?? 'all'
  const patient = address.get('paciente') ?? ''
  return { type, state: state as StateFilter, patientId: UUID.test(patient) ? patient : null }
}

export function addressOf({ type, state, patientId }: Filters): Record<string, string> {
  return {
    ...(type !== 'all' && { tipo: type }),
    ...(state !== 'all' && { situacao: stateWords[state] }),
    ...(patientId && { paciente: patientId }),
  }
}

export const keyOf = (query: string, { type, state, patientId }: Filters) =>
  JSON.stringify([query, type, state, patientId])
