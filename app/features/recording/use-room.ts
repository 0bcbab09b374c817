import { useEffect, useState, useSyncExternalStore } from 'react'
import { RecordingSession } from './session.ts'
import { initialSnapshot, type Snapshot } from './snapshot.ts'

const nothing = () => () => undefined

/** The session of this screen in the consultation: opened when it is shown, stopped when it is left. */
export function useConsultationRoom(consultationId: string): { session: RecordingSession | null; snapshot: Snapshot } {
  const [session, setSession] = useState<RecordingSession | null>(null)
  useEffect(() => {
    const opened = new RecordingSession(consultationId)
    setSession(opened)
    return () => void opened.dispose()
  }, [consultationId])
  const read = session?.snapshot ?? (() => initialSnapshot)
  const snapshot = useSyncExternalStore(session?.subscribe ?? nothing, read, () => initialSnapshot)
  return { session, snapshot }
}
