/** The consultation's screen alone, for the tests that stand in for microphone and room. */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'
import workletUrl from '#app/features/recording/worklet.ts?worker&url'
import { ConsultationWorkspace } from '#app/features/recording/workspace.tsx'
import { TranscriptPanel } from '#app/features/transcript/transcript-panel.tsx'
import { Card } from '#app/ui/card.tsx'
import { Toaster } from '#app/ui/toast.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import '#app/styles/app.css'
import { installTap } from './install-tap.ts'
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
}

function Work() {
  return (
    <main className="p-4 lg:p-6">
      <ConsultationWorkspace
        consultation={consultation}
        patientCard={
          <Card className="p-4">
            <h1 className="font-serif text-[22px] font-semibold">{consultation.patientName}</h1>
            <Link to="/fora">Sair</Link>
          </Card>
        }
        transcript={(view, commands) => (
          <TranscriptPanel
            view={view}
            commands={commands}
            patientName={consultation.patientName}
            consultationType="presencial"
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

const router = createBrowserRouter([
  { path: '/fora', element: <h1>Fora</h1> },
  { path: '*', element: <Work /> },
])
createRoot(document.getElementById('root') as HTMLElement).render(<RouterProvider router={router} />)

/** ?rate=44100: a device at this rate, whose samples the test can read. */
const rate = Number(new URL(location.href).searchParams.get('rate'))

Object.assign(window, {
  readTap: rate ? installTap(rate) : undefined,
  renderOffline: (rate: number, hz: number, seconds: number) => renderOffline(workletUrl, rate, hz, seconds),
})
