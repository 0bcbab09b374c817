import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, vi } from 'vitest'
import { WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import type { Env } from '#workers/env.ts'
import { takeTotals } from '#workers/metrics/measure.ts'
import { good } from './fake-model.ts'
import { inProduction } from './production.ts'

const HOOK = 'https://alertas.relato.med.br/aqui'
const PEER = { model: 'https://modelo.relato.med.br/v1', mail: 'https://correio.relato.med.br/emails' }
/** A patient's name: nothing that is measured, shown or sent may have it. */
export const canary = 'Canário Peregrino'

/** The clock of everything that is measured: a minute passes at once, and a slow query takes its time. */
export const clock = {
  ahead: 0,
  real: Date.now.bind(Date),
  /** Moves to a time; never back. */
  moveTo(at: number): void {
    this.ahead = Math.max(this.ahead, at - this.real())
  },
}
/** Gives every test of the file this clock, and no measurement of another. */
export function withClock(): void {
  beforeEach(() => {
    takeTotals()
    vi.spyOn(Date, 'now').mockImplementation(() => clock.real() + clock.ahead)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    clock.ahead = 0
  })
}

/** The service with all its suppliers on the line, each of which a test may break. */
export function serviceUnderTest() {
  const fault = {
    model: good as string,
    mail: 200,
    hook: 204,
    d1Ms: 0,
    d1Away: false,
    d1Full: false,
    files: false,
    queue: false,
    /** Called by the first message of an alert. That one and those after it get no answer: their sender dies. */
    dies: null as (() => void) | null,
  }
  const engine = new WorkerEngine()
  const alerts: { what: string; part: string; metric: string; fault: string }[] = []
  const mails: string[] = []
  const sent: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (fault.dies && (request.url === HOOK || request.url === PEER.mail)) {
      fault.dies()
      return new Promise<Response>(() => undefined)
    }
    if (request.url === HOOK) {
      const body = await request.text()
      if (fault.hook !== 204) return new Response(null, { status: fault.hook })
      sent.push(body)
      alerts.push(JSON.parse(body))
      return new Response(null, { status: 204 })
    }
    if (request.url === PEER.mail) {
      const { subject, text } = await request.json<{ subject: string; text: string }>()
      if (fault.mail !== 200) return new Response(null, { status: fault.mail })
      if (subject.startsWith('[Relato]')) mails.push(subject)
      sent.push(subject.startsWith('[Relato]') ? subject + text : '')
      return new Response('{}')
    }
    if (request.url.startsWith(PEER.model)) {
      const choices = [{ index: 0, message: { role: 'assistant', content: fault.model }, finish_reason: 'stop' }]
      return Response.json({ id: 'c', object: 'chat.completion', created: 1, model: 'pequeno', choices })
    }
    return engine.fetch(request)
  })
  const { fetcher } = (env.DB as unknown as { alwaysPrimarySession: { fetcher: Fetcher } }).alwaysPrimarySession
  const Client = env.DB.constructor as new (fetcher: Fetcher) => D1Database
  const slowFetcher: Fetcher = {
    fetch(url, init) {
      clock.ahead += fault.d1Ms
      const isWrite = /INSERT INTO|UPDATE /.test(String(init.body))
      if (fault.d1Away || (fault.d1Full && isWrite)) return Promise.reject(new Error(canary))
      return fetcher.fetch(url, init)
    },
  }
  const silent = { send: async () => undefined } as unknown as Queue
  const bindings: Env = {
    ...inProduction,
    ...{ MODEL_URL: PEER.model, MODEL_NAME: 'pequeno', MODEL_KEY: 'chave', RESEND_URL: PEER.mail },
    ...{ ALERT_MAIL: 'plantao@relato.med.br', ALERT_WEBHOOK: HOOK },
    ...{ STRUCTURING_QUEUE: silent, MAIL_QUEUE: silent },
    VERSION: { id: 'v', tag: 'abc123', timestamp: '' },
    DB: new Client(slowFetcher),
    FILES: new Proxy(env.FILES, {
      get(files, name) {
        if ((name === 'head' || name === 'get') && fault.files) return () => Promise.reject(new Error(canary))
        return Reflect.get(files, name).bind(files)
      },
    }),
  }
  /** Runs a sender of alerts until its first message has left; it stores nothing afterwards. */
  const dieSending = async (run: () => Promise<void>) => {
    await new Promise<void>((resolve) => {
      fault.dies = resolve
      void run()
    })
    fault.dies = null
  }
  return { fault, engine, alerts, mails, sent, bindings, dieSending }
}
type Fetcher = { fetch(url: string, init: RequestInit): Promise<Response> }
export type Service = ReturnType<typeof serviceUnderTest>
