import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR_CALLS } from '#domain/operator/contract.ts'
import { readConfig } from '#ops/release/provider.ts'
import { consultationProblem } from '#ops/release/smoke.ts'
import { completeToml, emptyToml, newMachine, OPERATOR, secrets, serveWorker } from './operator.ts'

const machine = newMachine()
const { file, run, readAccount, folder } = machine
let served: Awaited<ReturnType<typeof serveWorker>>
beforeAll(async () => {
  served = await serveWorker()
})
afterAll(() => {
  served.close()
  machine.remove()
})
/** Three releases, one after the other; each loads wrangler first. */
const JOURNEY_MS = 240_000
const VERSION = '00000000-0000-4000-8000-000000000001'

test(
  'with the token of an operator a release plays a consultation at 0 %, and at 100 % with the rooms of the new version',
  async () => {
    const config = file('wrangler.toml', emptyToml().replaceAll('relato.example', 'relato.med.br'))
    file('staging.json', JSON.stringify(readConfig(file('own.toml', completeToml()), 'staging')))
    const deployments = [{ created_on: '2026-11-29T10:00:00Z', versions: [{ version_id: VERSION, percentage: 100 }] }]
    file('account.json', JSON.stringify({ ...readAccount(), secrets: Object.keys(secrets), deployments }))
    const built = ['--config', config, '--built', join(folder, 'server/wrangler.json')]
    const real = ['staging', ...built, '--address', served.address]
    machine.env.OPERATOR_TOKEN = OPERATOR
    const consult = async (change: Partial<typeof served.worker>) => {
      Object.assign(served.worker, { faults: [], version: '', asked: [], ...change })
      const { status, errors, calls } = await run('release', ...real, '--yes', '--wait', '0')
      const played = served.worker.asked.filter((one) => one.includes('synthetic')).map((one) => one.split(' ').length)
      return { status, errors, played, deploys: calls.filter((one) => one.includes('versions deploy')).length }
    }
    expect(await consult({})).toEqual({ status: 0, errors: [], played: [2, 1], deploys: 3 })
    const stays = '. Todas as visitas continuam na versão '
    const refusedEarly = [expect.stringContaining(`fumaça: consulta sintética: words_TooSlow${stays}`)]
    expect(await consult({ faults: ['words_TooSlow'] })).toEqual({
      status: 1,
      errors: refusedEarly,
      played: [2],
      deploys: 2,
    })
    const late = ['consulta sintética: end_TooSlow. Para voltar: npm run rollback -- staging']
    expect(await consult({ faults: [null, 'end_TooSlow'] })).toEqual({
      ...{ status: 1, errors: late, played: [2, 1], deploys: 3 },
    })
    // Another consultation is played almost until the end of the patience, and the door counts what it refuses.
    const asked: number[] = []
    const time = { now: 0 }
    const wait = async (ms: number) => {
      time.now += ms
    }
    const clock = { now: () => time.now, wait }
    const problem = () =>
      consultationProblem({ address: served.address, headers: {}, version: 'new', patienceMs: 0 }, clock)
    const statusNow = () => {
      const { max, windowMs } = OPERATOR_CALLS
      const isOver = asked.push(time.now) > 0 && asked.filter((at) => at > time.now - windowMs).length > max
      return isOver || time.now < 290_000 ? 429 : 200
    }
    vi.stubEnv('OPERATOR_TOKEN', OPERATOR)
    Object.assign(served.worker, { version: 'new', statusNow })
    expect([await problem(), asked.length, time.now]).toEqual([null, 30, 290_000])
    // Another version answers; then the server refuses the operator.
    Object.assign(served.worker, { version: 'old', statusNow: () => 200 })
    expect(await problem()).toBe('a versão old respondeu')
    vi.stubEnv('OPERATOR_TOKEN', 'wrong')
    expect(await problem()).toContain('401 ')
    vi.unstubAllEnvs()
    delete machine.env.OPERATOR_TOKEN
  },
  JOURNEY_MS,
)
