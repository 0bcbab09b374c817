import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { FRAME_MS } from '#domain/consultation/frame.ts'
import { signIn, startConsultation } from '#tests/testkit/doctor.ts'
import { Recorder, record } from '../recorders.ts'
import { beginRecording, wireOn } from '../wires.ts'

export type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>
type Sentence = { text: string; proof: string; flags: unknown[]; seen: boolean }
type Section = { id: string; content: string; sentences: Sentence[] }
type RecordReply = { revision: number; sections: Section[]; alerts: { message: string; seen?: boolean }[] }

/** The demonstration doctor, signed in over HTTP as a browser is; every refusal is an error. */
export async function signedIn(url: string) {
  const doctor = await signIn(url)
  const call: Call = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await doctor.call<T>(method, path, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { doctor, call }
}

/** The dashboard, a patient looked for and found new, the consultation begun with consent; answers with its id. */
export async function begin({ doctor, call }: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
  await call('GET', '/app/dashboard')
  for (const query of ['Rita', 'Rita Mo', 'Rita Moura']) await call('POST', '/api/patients/search', { query, limit: 8 })
  return startConsultation(doctor, 'Hipertensão. Retorno.')
}

type Spoken = { url: string; cookie: string; id: string; minutes: number }
/** Time enough for the engine's socket, in which the clock is not hurried: the room would give it up. */
const FIRST_FRAMES = 8

/** Every frame of so many minutes through the room, `by` times as fast; ends when D1 has the consultation. */
export async function speak({ url, cookie, id, minutes }: Spoken, by: number): Promise<void> {
  const hurry = async (factor: number) => void (await fetch(`${url}/bench/hurry?by=${factor}`))
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/consultations/${id}/room`, {
    headers: { cookie, origin: url },
    perMessageDeflate: false,
  })
  const recording = beginRecording(socket)
  const listening = new Promise<void>((resolve) => {
    socket.on('message', (data) => String(data).includes('"state":"listening"') && resolve())
  })
  const take = await recording
  const recorder = new Recorder(0, wireOn(socket, take))
  await record([recorder], FIRST_FRAMES)
  await listening
  await hurry(by)
  await record([recorder], (minutes * 60_000) / FRAME_MS - FIRST_FRAMES, by)
  await hurry(1)
  // When it is over the room hangs up, which is no fault here.
  socket.removeAllListeners('close')
  const completed = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; status?: string; ask_gap?: boolean }
      if (message.type !== 'consultation') return
      if (message.status === 'completed') resolve()
      if (message.ask_gap) reject(new Error('the room misses audio or words'))
    })
    socket.once('close', () => resolve())
  })
  socket.send(JSON.stringify({ type: 'finish', takes: [{ take, samples: recorder.sent }] }))
  await completed
  socket.close()
}

const root = '/api/v1/transcription'
const POLL_MS = 250

async function until<T extends { status: string }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status === 'completed') return answer
    if (answer.status === 'failed') throw new Error(JSON.stringify(answer))
    await pause(POLL_MS)
  }
}

/** The record is made, opened, one section edited, every mark looked at, signed, and printed. */
export async function document(call: Call, id: string): Promise<{ pdfBytes: number }> {
  await call('GET', `/app/history/${id}`)
  const started = await call<RecordReply & { job_id?: string }>('POST', `${root}/structure`, {
    consultation_id: id,
    specialty: 'general',
  })
  const job = started.job_id
  const made = job
    ? await until(() => call<RecordReply & { status: string }>('GET', `${root}/structure/${job}`))
    : started
  await call('GET', `/app/history/${id}`)
  const first = made.sections.find((section) => section.content !== '') as Section
  const edited = { content: `${first.content}\nOrientada a voltar se piorar.`, base: first.content }
  let { revision } = await call<RecordReply>('PUT', `${root}/sections/${first.id}`, edited)
  const { structuredData } = await call<{ structuredData: RecordReply }>('GET', `/api/consultations/${id}`)
  for (const section of structuredData.sections) {
    const texts = section.sentences
      .filter(({ proof, flags, seen }) => !seen && (proof === 'none' || flags.length > 0))
      .map(({ text }) => text)
    if (texts.length > 0)
      ({ revision } = await call<RecordReply>('POST', `${root}/sections/${section.id}/seen`, { texts }))
  }
  await call('POST', `${root}/records/${id}/sign`, { revision })
  const { export_id } = await call<{ export_id: string }>('POST', `${root}/export/pdf`, { consultation_id: id })
  const { url } = await until(() => call<{ status: string; url: string }>('GET', `${root}/export/pdf/${export_id}`))
  const pdf = await call<string>('GET', url)
  return { pdfBytes: pdf.length }
}
