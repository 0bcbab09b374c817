import type { Page, Route } from '@playwright/test'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import type { ConsultationType } from '#domain/consultation/contract.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { linkIn, mailTo } from '../e2e/inbox.ts'
import { APP_URL } from '../e2e/stack.ts'
import { finishRoom, type Line, writeLines } from './room.ts'
import { beganEarlier, fillConsultations, fillEntries, fillPatients } from './rows.ts'
import type { Who } from './state.ts'

type Answer<T> = { status: number; body: T }
type StageDoctor = { name: string; email: string; password: string }
type Visit = {
  patient: string
  type?: ConsultationType
  context?: string
  lines?: readonly Line[]
  /** 'unasked': the patient has not answered the notice yet. */
  consent?: 'accepted' | 'unasked'
}
/** How a call goes wrong: a status of the server, no network at all, or no answer for ever. */
export type Failure = number | 'offline' | 'never'

/** Tools to produce a state: the page's doctor, and the real API as this doctor calls it. */
export type Stage = {
  url: string
  doctor: StageDoctor
  api: <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
  /** A new patient; the id. */
  patient: (name: string, context?: string) => Promise<string>
  /** An open consultation of a new patient who accepted all, with these lines typed; the consultation's id. */
  openVisit: (visit: Visit) => Promise<string>
  /** The same, finished. */
  finishedVisit: (visit: Visit) => Promise<string>
  /** The same, structured by the extractive structurer: a record that waits for its signature. */
  structuredVisit: (visit: Visit, specialty?: Specialty) => Promise<string>
  /** Rows by SQL, for long lists. */
  manyPatients: (count: number) => Promise<void>
  manyVisits: (count: number) => Promise<void>
  manyEntries: (consultationId: string, count: number) => Promise<void>
  /** Calls to paths that match go wrong from now on; `message` is the server's sentence, null none that can be read. Returns how to mend it. */
  fail: (
    path: RegExp,
    how: Failure,
    options?: { method?: string; message?: string | null; code?: ErrorCode },
  ) => Promise<() => Promise<void>>
  /** The device loses its network, or gets it back. */
  offline: (isOffline: boolean) => Promise<void>
}

const NEW_PASSWORD = 'Segredo123!'
let doctors = 0

/** Signs the page's doctor in; one of the state's own signs up first and follows the link of the mail; a visitor does neither. */
export async function enterStage(page: Page, who: Who): Promise<Stage> {
  const doctor =
    who === 'helena' ? { name: 'Dra. Helena Prado', email: DEMO_EMAIL, password: DEMO_PASSWORD } : newDoctor()
  async function api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const data = body === undefined ? {} : { data: body }
    const answer = await page.request.fetch(`${APP_URL}${path}`, { method, ...data, headers: { origin: APP_URL } })
    const text = await answer.text()
    return { status: answer.status(), body: (text.startsWith('{') ? JSON.parse(text) : null) as T }
  }
  if (who === 'visitor') return stageOf(page, doctor, api)
  if (who === 'new') await signUp(api, page, doctor)
  const { email, password } = doctor
  well(await api('POST', '/api/auth/sign-in/email', { email, password }))
  return stageOf(page, doctor, api)
}

function newDoctor(): StageDoctor {
  doctors += 1
  const email = `caio.${process.pid}.${doctors}@relato.example`
  return { name: 'Dr. Caio Nóbrega', email, password: NEW_PASSWORD }
}

async function signUp(api: Stage['api'], page: Page, { name, email, password }: StageDoctor): Promise<void> {
  well(await api('POST', '/api/auth/sign-up/email', { name, email, password }))
  await page.request.get(linkIn(await mailTo(page.request, email, 'verification')))
}

/** The body of an answer that must not be a refusal. */
function well<T>({ status, body }: Answer<T>): T {
  if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

function stageOf(page: Page, doctor: StageDoctor, api: Stage['api']): Stage {
  const patient: Stage['patient'] = async (name, context) => {
    const created = await api<{ patient: { id: string } }>('POST', '/api/patients', {
      name,
      ...(context !== undefined && { clinical_context: context }),
    })
    return well(created).patient.id
  }
  const socket = async (consultationId: string) => {
    const cookies = (await page.context().cookies(APP_URL)).map(({ name, value }) => `${name}=${value}`).join('; ')
    return {
      url: `${APP_URL.replace('http', 'ws')}/api/consultations/${consultationId}/room`,
      origin: APP_URL,
      cookies,
    }
  }
  const openVisit: Stage['openVisit'] = async (visit) => {
    const { patient: name, type = 'presencial', context = '', lines = [], consent = 'accepted' } = visit
    const patientId = await patient(name, context)
    const started = await api<{ consultation: { id: string } }>('POST', '/api/consultations', {
      patientId,
      consultationType: type,
      clinicalContext: context,
    })
    const { id } = well(started).consultation
    // The lines are as old as they say.
    const earlier = Math.max(0, ...lines.map(([, , secondsAgo = 0]) => secondsAgo))
    if (earlier > 0) beganEarlier(id, earlier + 20)
    const answer = { notice_version: currentNotice.version, answers: answersFor(type) }
    if (consent === 'accepted') well(await api('POST', `/api/consultations/${id}/consents`, answer))
    if (lines.length > 0) await writeLines(await socket(id), lines)
    return id
  }
  const finishedVisit: Stage['finishedVisit'] = async (visit) => {
    const id = await openVisit(visit)
    await finishRoom(await socket(id))
    return id
  }
  const ownId = async () => well(await api<{ user: { id: string } }>('GET', '/api/session')).user.id
  return {
    url: APP_URL,
    doctor,
    api,
    patient,
    openVisit,
    finishedVisit,
    structuredVisit: async (visit, specialty = 'general') => {
      const id = await finishedVisit(visit)
      const { status, body } = await api('POST', '/api/v1/transcription/structure', { consultation_id: id, specialty })
      if (status !== 200) throw new Error(`structuring answered ${status}: ${JSON.stringify(body)}`)
      return id
    },
    manyPatients: async (count) => fillPatients(await ownId(), count),
    manyVisits: async (count) => fillConsultations(await ownId(), count),
    manyEntries: async (consultationId, count) => fillEntries(await ownId(), consultationId, count),
    fail: async (path, how, { method, message = 'Algo deu errado. Tente novamente.', code = 'internal' } = {}) => {
      const matches = (url: URL) => path.test(url.pathname)
      const answer = async (route: Route) => {
        if (method && route.request().method() !== method) return route.fallback()
        if (how === 'never') return
        if (how === 'offline') return route.abort('internetdisconnected')
        await route.fulfill(
          message === null ? { status: how, body: '' } : { status: how, json: { code, error: message } },
        )
      }
      await page.route(matches, answer)
      return () => page.unroute(matches, answer)
    },
    offline: (isOffline) => page.context().setOffline(isOffline),
  }
}
