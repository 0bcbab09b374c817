/** The consultation's screen alone, for tests that replace microphone and room. */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'
import {
  deleteLocalRecording,
  segmentsOf,
  soundOf,
  sweepLocalRecordings,
} from '#app/features/recording/device/local-store.ts'
import { pendingAudio } from '#app/features/recording/device/pending-audio.ts'
import { soundFileOf } from '#app/features/recording/device/playback.ts'
import { useRecordingSession } from '#app/features/recording/screen/session.ts'
import { shownLines, shownView, useSnapshot } from '#app/features/recording/screen/snapshot.ts'
import { DownloadAudio, useHearAgain } from '#app/features/recording/screen/use-hear-again.tsx'
import { ConsultationWorkspace } from '#app/features/recording/screen/workspace.tsx'
import { TranscriptPanel } from '#app/features/transcript/transcript-panel.tsx'
import { openDeviceDatabase } from '#app/lib/device/database.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { announceSessionRenewed, onSessionEnded } from '#app/lib/session-events.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Toaster } from '#app/ui/toast.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import type { Segment } from '#domain/recorder/segments.ts'
import '#app/styles/app.css'
import { base64Of, installTap } from './install-tap.ts'

const consultation: Consultation = {
  id: '00000000-0000-4000-8000-000000000001',
  patientId: '00000000-0000-4000-8000-000000000002',
  patientName: 'Maria Aparecida Gonçalves de Souza',
  consultationType: 'presencial',
  clinicalContext: '',
  status: 'active',
  startTime: 0,
  endTime: null,
  duration: null,
  entryCount: 0,
  demonstration: false,
  specialty: null,
  recordState: null,
  consent: null,
}

function Work() {
  const playback = useHearAgain(consultation.id)
  const session = useRecordingSession(consultation.id, { specialty: null, earlier: [], health: [], patient: [] })
  const snapshot = useSnapshot(session?.store ?? null)
  const { consent } = snapshot.view
  return (
    <main className="p-4 lg:p-6">
      <ConsultationWorkspace
        consultation={consultation}
        session={session}
        snapshot={snapshot}
        patientCard={
          <Card className="p-4">
            <h1 className="font-serif text-[22px] font-semibold">{consultation.patientName}</h1>
            <Link to="/fora">Sair</Link>
          </Card>
        }
        notice={() => (
          <Card className="p-4">
            <p>Consentimento: {consent}</p>
            {consent === 'accepted' && <Button onClick={() => void session?.revoke()}>Paciente retirou</Button>}
          </Card>
        )}
        transcript={(commands, canFinish) => (
          <TranscriptPanel
            view={shownView(snapshot)}
            pending={shownLines(snapshot)}
            commands={commands}
            canFinish={canFinish}
            consultation={consultation}
            playback={playback}
          />
        )}
        onCompleted={() => {
          document.title = 'Finalizada'
        }}
      />
      {/* Below the recorder, as in the product: it comes and goes, and the buttons must not move. */}
      <DownloadAudio hearAgain={playback} patientName={consultation.patientName} startTime={1_772_460_000_000} />
      <Toaster theme="light" />
    </main>
  )
}

setDeviceDoctor('doctor')
onSessionEnded(lockDevice)

const router = createBrowserRouter([
  { path: '/fora', element: <h1>Fora</h1> },
  { path: '*', element: <Work /> },
])
createRoot(document.getElementById('root') as HTMLElement).render(<RouterProvider router={router} />)

/** ?rate=44100: a device at this rate, whose samples the test can read. */
const rate = Number(new URL(location.href).searchParams.get('rate'))

/** The page's disk: a page that dies earlier loses its last moment. */
async function readDisk() {
  const database = await openDeviceDatabase('doctor')
  const [notes, takes, lengths] = await Promise.all([
    database.getAllKeys('note'),
    database.getAllKeys('take'),
    database.getAll('take'),
  ])
  const sound = await Promise.all((['frame', 'chunk', 'segment'] as const).map((store) => database.count(store)))
  return {
    /** Names of what is sealed there. */
    notes: notes.map(([, name]) => name),
    /** Samples of each take that were recorded here. */
    recorded: Object.fromEntries(takes.map(([, take], i) => [take, lengths[i]?.samples ?? 0])),
    /** Rows of sound of any kind. */
    sound: sound.reduce((sum, count) => sum + count, 0),
  }
}

const harness = {
  readDisk,
  /** This device's copy of the consultation's audio, read as the product reads it. */
  segments: () => segmentsOf(consultation.id),
  /** The wav of these, in base64. */
  wavOf: async (segments: Segment[]) => base64Of((await soundFileOf(consultation.id, segments)).wav),
  /** How many seconds can be decoded when the last bytes of a segment are missing. */
  async decodedWithout(segment: number, missing: number) {
    const bytes = await soundOf(consultation.id, segment)
    if (!bytes) return 0
    const context = new OfflineAudioContext(1, 1, 16_000)
    return (await context.decodeAudioData(bytes.slice(0, bytes.byteLength - missing))).duration
  },
  deleteLocalRecording: () => deleteLocalRecording(consultation.id),
  sweepLocalRecordings,
  audioHere: async () => [...(await pendingAudio()).values()].map(({ ms, looseMs }) => ({ ms, looseMs })),
  readTap: rate ? installTap(rate) : undefined,
  /** Simulates the app's dialog after the doctor signed in again. */
  async signInAgain() {
    await unlockDevice()
    announceSessionRenewed()
  },
}
declare global {
  interface Window {
    harness: typeof harness
  }
}
window.harness = harness
