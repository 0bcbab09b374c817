// npm run restore:drill -- --consultations 2000: backs up a clinic, loses it, restores it on an empty state, and works there.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import { readArguments, readCount } from '#local/input.ts'
import { buildForPreview, startBuiltWorker, untilServing, writeSecrets } from '#local/stack/stack.ts'
import { openPlace } from '#ops/copies/place.ts'
import { sha256 } from '#ops/copies/seal.ts'
import { signIn } from '#tests/testkit/doctor.ts'
import { freePorts } from '#tests/testkit/network.ts'
import { consultationId, exportId, makeClinic, pdfKey } from './clinic.ts'
import { contentOf, filesIn, signaturesIn, spawned } from './compare.ts'
import { newOperator } from './operator.ts'

const { values } = readArguments({ consultations: { type: 'string', default: '2000' } })
const consultations = readCount('--consultations', values.consultations)
const operator = await newOperator()
const state = join(operator.folder, 'state')
const bytesStored = () => [...operator.s3.files.values()].reduce((sum, { content }) => sum + content.length, 0)
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function check(what: string, isTrue: boolean): void {
  console.log(`${isTrue ? 'ok   ' : 'FALHA'} ${what}`)
  if (!isTrue) process.exitCode = 1
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Runs one step and prints its time in minutes. */
async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await act()
  console.log(`${((performance.now() - began) / 60_000).toFixed(2).padStart(6)} min  ${what}`)
  return result
}
async function command(script: 'backup' | 'restore', args: string[], env: Record<string, string> = {}): Promise<void> {
  const { status, out, errors } = await operator.run(script, args, env)
  for (const line of [...out, ...errors]) console.log(`            ${line}`)
  if (status !== 0) throw new Error(`${script} ended with ${status}`)
}
async function evidenceOf() {
  const place = await openPlace('here', { state })
  const files = await filesIn(place.files)
  const pdf = sha256((await place.files.get(pdfKey(0)))?.content ?? '')
  await place.close()
  return { content: contentOf(state), files, pdf, signatures: signaturesIn(state) }
}

type Opened = {
  consultation: { status: string }
  transcriptions: unknown[]
  structuredData: { sections: unknown[] } | null
}
const ROOT = '/api/v1/transcription'

/** Signs in, opens, listens, exports and searches on the restored state, then lets the log go on. */
async function work(pdf: string): Promise<void> {
  const [port] = (await freePorts(1)) as [number]
  const url = `http://localhost:${port}`
  const worker = startBuiltWorker({
    port,
    stateDir: state,
    vars: { APP_URL: url, SPEECH_URL: 'ws://127.0.0.1:9/v1/listen' },
  })
  try {
    await untilServing(port, worker)
    const { call, cookie } = await signIn(url)
    check('sign in', true)
    // The last one whose record is signed.
    const last = consultationId(consultations - 1 - ((consultations + 1) % 3))
    const { body: opened } = await call<Opened>('GET', `/api/consultations/${last}`)
    check(
      'open a record: its lines and sections',
      opened.transcriptions.length > 10 && (opened.structuredData?.sections.length ?? 0) > 2,
    )
    const { body: found } = await call<{ items: unknown[] }>('POST', '/api/consultations/search', { query: 'asma' })
    check('find it by a word of its note', found.items.length > 0)
    const stored = await fetch(`${url}${ROOT}/export/pdf/${exportId(0)}/file`, { headers: { cookie } })
    check('download a stored file, bit by bit', sha256(new Uint8Array(await stored.arrayBuffer())) === pdf)
    const { body: asked } = await call<{ export_id: string }>('POST', `${ROOT}/export/pdf`, { consultation_id: last })
    let made = { status: '', url: '' }
    for (let again = 0; again < 100 && made.status !== 'completed'; again++) {
      made = (await call<typeof made>('GET', `${ROOT}/export/pdf/${asked.export_id}`)).body
      if (made.status !== 'completed') await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { body: file } = await call<string>('GET', made.url)
    check('export it as a new PDF', String(file).startsWith('%PDF'))
    await unfinished(url, cookie)
    await fetch(`${url}/cdn-cgi/handler/scheduled`)
  } finally {
    await worker.stop()
  }
  const verified = await spawned('ops/audit/verify.ts', '--state', state)
  check(`audit:verify after new rows and seals: ${verified.out.join(' ')}`, verified.status === 0)
}

/** A consultation that had not ended: its room is new and empty, and waits for the doctor. */
async function unfinished(url: string, cookie: string): Promise<void> {
  const id = consultationId(consultations)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/consultations/${id}/room`, {
    headers: { cookie, origin: url },
  })
  const welcome = await new Promise<{ type: string; status?: string }>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'hello', version: PROTOCOL_VERSION, since: 0, screen: 'drill' })),
    )
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; status?: string }
      if (message.type === 'welcome') resolve(message)
    })
  })
  socket.close()
  check('an unfinished consultation opens as an empty one', welcome.status === 'active')
}

try {
  const keys = await operator.makeKeys('safe.key')
  writeSecrets()
  await timed(`a clinic with ${consultations} consultations`, () => makeClinic(state, consultations, Date.now()))
  const before = await evidenceOf()
  await timed('backup', () => command('backup', ['here', '--state', state], keys.settings))
  const first = bytesStored()
  await timed('backup of another night', () => command('backup', ['here', '--state', state], keys.settings))
  console.log(`            ${mega(first)} stored by the first, ${mega(bytesStored() - first)} by the second`)
  rmSync(state, { recursive: true })
  await timed('restore on an empty state', () => command('restore', ['here', '--state', state, '--key', keys.key]))
  const after = await evidenceOf()
  const tables = Object.entries(before.content.rows)
  const apart = tables.filter(([name, rows]) => after.content.rows[name] !== rows).map(([name]) => name)
  const isWhole = tables.length === Object.keys(after.content.rows).length && apart.length === 0
  check(`counts and hashes of all rows of ${tables.length} tables${isWhole ? '' : `, not of ${apart}`}`, isWhole)
  check('the schema', same(after.content.made, before.content.made))
  check('the sequences', same(after.content.numbers, before.content.numbers))
  check(`${Object.keys(after.files).length} files, by their hash`, same(after.files, before.files))
  check(
    `${after.signatures.signed} signatures`,
    same(after.signatures, before.signatures) && after.signatures.broken === 0,
  )
  const verified = await spawned('ops/audit/verify.ts', '--state', state)
  check(`audit:verify: ${verified.out.join(' ')}`, verified.status === 0)
  await timed('the build that works on it', buildForPreview)
  await timed('the work on it', () => work(before.pdf))
} finally {
  await operator.close()
}
