import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { ServiceStatus } from '#domain/operator/contract.ts'

const part = (change: Partial<ServiceStatus['parts'][number]>) => ({
  ...{ part: 'speech', state: 'ok', metric: 'words', fault: '', ms: null, last_fault: null },
  ...change,
})
const level = { window: 'hour', metric: 'words', release: 'abc123', mean: 900 } as const

test('ops status shows parts, levels by supplier and alerts, and fails if a part does', async () => {
  let parts = [part({})]
  const server = createServer((_, response) => {
    const levels = [
      { ...level, provider: 'fala.relato.med.br', total: 300, good: 299 },
      { ...level, provider: 'workers-ai', total: 100, good: 90 },
    ]
    const alerts = [{ metric: 'words', part: 'speech', fault: 'slow', raised_at: Date.now() - 5 * 60_000 }]
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        parts,
        levels,
        alerts,
        jobs: [],
        active: 2,
        last_copy: { copy: 'c-1', at: Date.now() - 5 * 3_600_000 },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const env = {
    ...process.env,
    RELATO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    OPERATOR_TOKEN: 'a token of the tests',
  }
  const run = async (...args: string[]) => {
    const child = spawn('node', ['ops/service/main.ts', 'status', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { said, code }
  }
  const well = await run()
  expect(well.code).toBe(0)
  for (const line of [
    /^reconhecimento de fala +ok/m,
    /minutos com voz com texto em 5 s: 97,25 % de 400 \(meta 99,00 %\) ABAIXO/,
    /workers-ai abc123: 90,00 % de 100, média 900 ms/,
    /registros prontos em 60 s: sem medida/,
    /Alerta: reconhecimento de fala, .*slow, há 5 min/,
    /Última cópia: c-1, há 5 h/,
    /Consultas em andamento: 2/,
  ])
    expect(well.said).toMatch(line)
  parts = [part({ state: 'failing', fault: 'no_engine' })]
  const ill = await run()
  expect([ill.code, ill.said]).toEqual([1, expect.stringMatching(/FALHA .*no_engine/)])
  expect(JSON.parse((await run('--json')).said)).toMatchObject({ active: 2 })
  server.close()
})
