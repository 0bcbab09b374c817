/** The consultation's screen alone, for tests that replace microphone and room. */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'
import { deleteLocalRecording, sweepLocalRecordings } from '#app/features/recording/device/local-store.ts'
import { pendingAudio } from '#app/features/recording/device/pending-audio.ts'
import workletUrl from '#app/features/recording/device/worklet.ts?worker&url'
import { useRecordingSession } from '#app/features/recording/screen/session.ts'
import { shownLines, shownView, useSnapshot } from '#app/features/recording/screen/snapshot.ts'
import { DownloadAudio, useHearAgain } from '#app/features/recording/screen/use-hear-again.tsx'
import { ConsultationWorkspace } from '#app/features/recording/screen/workspace.tsx'
import { TranscriptPanel } from '#app/features/transcript/transcript-panel.tsx'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { announceSessionRenewed, onSessionEnded } from '#app/lib/session-events.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Toaster } from '#app/ui/toast.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import '#app/styles/app.css'
import { installTap } from './install-tap.ts'
import { localSound } from './local-sound.ts'
import { renderOffline } from './offline.ts'

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
  const session = useRecordingSession(consultation.id)
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
            <DownloadAudio hearAgain={playback} patientName={consultation.patientName} startTime={1_772_460_000_000} />
          </Card>
        }
        notice={
          <Card className="p-4">
            <p>Consentimento: {consent}</p>
            {consent === 'accepted' && <Button onClick={() => void session?.revoke()}>Paciente retirou</Button>}
          </Card>
        }
        transcript={(commands) => (
          <TranscriptPanel
            view={shownView(snapshot)}
            pending={shownLines(snapshot)}
            commands={commands}
            consultation={consultation}
            playback={playback}
          />
        )}
        onCompleted={() => {
          document.title = 'Finalizada'
        }}
      />
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

Object.assign(window, {
  localSound: localSound(consultation.id),
  deleteLocalRecording: () => deleteLocalRecording(consultation.id),
  sweepLocalRecordings,
  audioHere: async () => [...(await pendingAudio()).values()].map(({ ms, looseMs }) => ({ ms, looseMs })),
  readTap: rate ? installTap(rate) : undefined,
  /** Simulates the app's dialog after the doctor signed in again. */
  signInAgain: async () => {
    await unlockDevice()
    announceSessionRenewed()
  },
  renderOffline: (rate: number, hz: number, seconds: number) => renderOffline(workletUrl, rate, hz, seconds),
})
