import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useOnline } from '#app/ui/online.ts'
import { withConnection } from '#domain/recorder/room-view.ts'
import { RecordingSession } from './session.ts'
import { initialSnapshot, type Snapshot } from './snapshot.ts'

const nothing = () => () => undefined

/** Opens this screen's session in the consultation; closes it when the screen closes. */
export function useConsultationRoom(consultationId: string): { session: RecordingSession | null; snapshot: Snapshot } {
  const [session, setSession] = useState<RecordingSession | null>(null)
  useEffect(() => {
    const opened = new RecordingSession(consultationId)
    setSession(opened)
    return () => void opened.dispose()
  }, [consultationId])
  const read = session?.snapshot ?? (() => initialSnapshot)
  const snapshot = useSyncExternalStore(session?.subscribe ?? nothing, read, () => initialSnapshot)
  const online = useOnline()
  return { session, snapshot: useMemo(() => (online ? snapshot : offline(snapshot)), [snapshot, online]) }
}

/** A socket notices a dead network seconds later; the browser's offline state counts at once. */
const offline = (snapshot: Snapshot): Snapshot =>
  snapshot.view.connection === 'connected'
    ? { ...snapshot, view: withConnection(snapshot.view, 'disconnected') }
    : snapshot
