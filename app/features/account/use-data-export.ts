import { useCallback, useEffect, useRef, useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { type DataExport, dataExportAccepted, dataExportReply, dataExportsReply } from '#domain/data-export/contract.ts'

const LOOK_EVERY_MS = 1_500

/** The last export of everything (`patientId` null), or of one patient. Polls a running one until it ends. */
export function useDataExport(patientId: string | null, initial?: DataExport | null) {
  const [current, setCurrent] = useState<DataExport | null>(initial ?? null)
  const [isLoaded, setLoaded] = useState(initial !== undefined)
  const [failure, setFailure] = useState<string | null>(null)
  const alive = useRef(true)

  const look = useCallback(async () => {
    try {
      const query = { patient_id: patientId ?? 'none' }
      const { items } = await read(api.api['data-exports'].$get({ query }), dataExportsReply)
      if (!alive.current) return
      setCurrent(items[0] ?? null)
      setLoaded(true)
      setFailure(null)
    } catch (error) {
      if (alive.current) setFailure(whyOf(error))
    }
  }, [patientId])

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => {
    if (!isLoaded) void look()
  }, [isLoaded, look])
  const preparing = current?.status === 'preparing'
  useEffect(() => {
    if (!preparing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [preparing, look])

  return {
    current,
    isLoaded,
    /** Why the last poll failed. */
    failure,
    look,
    /** Requests an export. Throws ApiFailure if it is refused. */
    ask: async (confirmation?: Confirmation) => {
      const json = patientId === null ? { confirmation } : { patient_id: patientId }
      await read(api.api['data-exports'].$post({ json }), dataExportAccepted)
      await look()
    },
    remove: async (id: string) => {
      const { data_export } = await read(api.api['data-exports'][':id'].$delete({ param: { id } }), dataExportReply)
      setCurrent(data_export)
    },
  }
}
export type DataExportState = ReturnType<typeof useDataExport>
