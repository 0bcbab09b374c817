import { copyFileSync, globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Search } from './canary.ts'
import { startLaidOut } from './stack.ts'
import { expect, test } from './test.ts'

/** The errors of canary-failing.js, and the secrets this test sends it. */
const search = new Search([
  { kind: 'name', text: 'Zuleica Brandão Canária' },
  { kind: 'words', text: 'sente uma dor no peito desde segunda' },
  { kind: 'address', text: 'zuleica.canaria@paciente.example' },
  { kind: 'password', text: 'Canario#2026' },
])
const person = { name: 'Zuleica Brandão Canária', email: 'zuleica.canaria@paciente.example', password: 'Canario#2026' }

const message = {
  name: person.name,
  email: person.email,
  specialty: null,
  message: 'Sente uma dor no peito desde segunda.',
}

/** Another entry before the build's own. */
function withFailures(folder: string): object {
  copyFileSync(join(import.meta.dirname, 'canary-failing.js'), join(folder, 'canary-failing.js'))
  const [pages = ''] = globSync(join(folder, 'assets/server-build-*.js'))
  writeFileSync(join(folder, 'assets/server-build.js'), `export * from './${basename(pages)}'\n`)
  return { main: 'canary-failing.js' }
}

test('whatever fails, in a page, the API, a job or a room: nothing of its sentence is printed or answered', async ({
  request,
}) => {
  const { url, said, stop } = await startLaidOut('failing', withFailures)
  try {
    const headers = { origin: url }
    const probes: [name: string, answer: Promise<{ status: () => number; text: () => Promise<string> }>][] = [
      ['a loader', request.get(`${url}/pricing`)],
      ['a loader by data', request.get(`${url}/pricing.data`)],
      ['an action', request.post(`${url}/contact`, { headers, form: person })],
      ['a component', request.get(`${url}/terms`)],
      ['sign-in', request.post(`${url}/api/auth/sign-in/email`, { headers, data: person })],
      ['sign-up', request.post(`${url}/api/auth/sign-up/email`, { headers, data: person })],
      ['recovery', request.post(`${url}/api/auth/request-password-reset`, { headers, data: person })],
      ['the API', request.post(`${url}/api/contact`, { headers, data: message })],
      ['the minute', request.get(`${url}/cdn-cgi/handler/scheduled`)],
      ['the queue', request.get(`${url}/failing/queue`)],
      ['the room', request.get(`${url}/failing/room`)],
      ['a library', request.get(`${url}/failing/library`)],
      ['nobody', request.get(`${url}/failing/timer`)],
    ]
    const answers = await Promise.all(
      probes.map(async ([name, answer]) => [name, (await answer).status(), await (await answer).text()] as const),
    )
    const spoken = answers.filter(([, , text]) => search.kindsIn(text).length > 0).map(([name]) => name)
    expect(spoken).toEqual([])

    const events = () => said.filter((line) => line.startsWith('{"event":')).map((line) => JSON.parse(line) as object)
    for (const event of [
      { event: 'page_failed', errorName: 'Error' },
      { event: 'request_failed', route: expect.stringContaining('contact'), code: 'internal' },
      { event: 'uncaught', where: 'scheduled', errorName: expect.any(String) },
      { event: 'uncaught', where: 'room', errorName: 'Error' },
      { event: 'job_failed', kind: 'mail', errorName: expect.any(String) },
      { event: 'library_printed', method: 'error', errorName: 'TypeError' },
    ])
      await expect.poll(events).toContainEqual(expect.objectContaining(event))
    expect(said.filter((line) => search.kindsIn(line).length > 0)).toEqual([])
  } finally {
    await stop()
  }
})
