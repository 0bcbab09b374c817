import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import { deletePatientReply, patientReply } from '#domain/patient/contract.ts'
import { createApi, fetchWithin, read } from './api.ts'

const SHORT_MS = 60
const ID = '00000000-0000-4000-8000-000000000001'
const OFFLINE = {
  code: 'offline',
  message: 'Sem conexão com o servidor. Verifique a internet e tente de novo.',
}

async function serverThat(answers: RequestListener) {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const patientOf = (base: string, ms: number) => createApi(base, fetchWithin(ms)).api.patients[':id']

test('a server that never answers, or stops in the middle, is as good as none: reads and writes alike', async () => {
  const silent = patientOf(await serverThat(() => {}), SHORT_MS)
  await expect(read(silent.$get({ param: { id: ID } }), patientReply)).rejects.toMatchObject(OFFLINE)
  const silentRequest = silent.$get({ param: { id: ID } }, { init: { signal: new AbortController().signal } })
  await expect(read(silentRequest, patientReply)).rejects.toMatchObject(OFFLINE)
  await expect(read(silent.$delete({ param: { id: ID } }), deletePatientReply)).rejects.toMatchObject(OFFLINE)
  const half = patientOf(
    await serverThat((_, response) => void response.writeHead(200).write('{"outcome":"del')),
    SHORT_MS,
  )
  await expect(read(half.$delete({ param: { id: ID } }), deletePatientReply)).rejects.toMatchObject(OFFLINE)
})

test('who asks may give up before the time is over, and an answer in time is an answer', async () => {
  const base = await serverThat((request, response) => {
    if (request.method === 'DELETE') response.end('{"outcome":"deleted"}')
  })
  const patient = patientOf(base, 60_000)
  await expect(read(patient.$delete({ param: { id: ID } }), deletePatientReply)).resolves.toEqual({
    outcome: 'deleted',
  })
  const aborter = new AbortController()
  const abortedRead = read(patient.$get({ param: { id: ID } }, { init: { signal: aborter.signal } }), z.unknown())
  aborter.abort()
  await expect(abortedRead).rejects.toMatchObject(OFFLINE)
  const before = patient.$get({ param: { id: ID } }, { init: { signal: aborter.signal } })
  await expect(read(before, z.unknown())).rejects.toMatchObject(OFFLINE)
})

test('a foreign answer is distinguished from no answer', async () => {
  const base = await serverThat((_, response) => response.writeHead(502).end('<html>'))
  await expect(read(patientOf(base, 60_000).$get({ param: { id: ID } }), patientReply)).rejects.toMatchObject({
    code: 'internal',
    status: 502,
    technical: 'HTTP error! status: 502',
  })
})
