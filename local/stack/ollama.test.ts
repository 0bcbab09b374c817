import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressToAsk, askForModels, type LocalModel, suggestModel } from './ollama.ts'

/** Long enough for a busy machine; a server that never answers costs 50 ms instead. */
const LONG_MS = 10_000
const SHORT_MS = 50

/** Asks a real server on a free port, then stops it. */
async function ask(listener: RequestListener, withinMs = LONG_MS) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await askForModels(address, withinMs)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { answer, address }
}
const model = (name: string, change: Partial<LocalModel> = {}): LocalModel => ({
  name,
  size: 5e9,
  isRemote: false,
  writes: true,
  thinks: false,
  ...change,
})

test('lists the models of an Ollama, old or new, and marks those of its cloud', async () => {
  const requests: string[] = []
  const { answer } = await ask((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const old = { size: 1, digest: 'a', details: { family: 'gemma3', parameter_size: '4.3B' } }
    const models = [
      { name: 'gemma3:4b', model: 'gemma3:4b', ...old },
      { name: 'embeddinggemma:latest', ...old },
      { name: 'qwen3:8b', ...old, capabilities: ['completion', 'tools', 'thinking'] },
      { name: 'hf.co/alguem/vetores:Q8_0', ...old, capabilities: ['embedding'] },
      { name: 'gpt-oss:120b-cloud', ...old },
      { name: 'meu', ...old, remote_host: 'https://ollama.com:443', capabilities: null },
      { name: 'mal\u001b[2J', ...old },
    ]
    response.end(JSON.stringify({ models }))
  })
  expect(requests).toEqual(['GET /api/tags'])
  expect(answer).toEqual({
    kind: 'ollama',
    models: [
      model('gemma3:4b', { size: 1 }),
      model('embeddinggemma:latest', { size: 1, writes: false }),
      model('qwen3:8b', { size: 1, thinks: true }),
      model('hf.co/alguem/vetores:Q8_0', { size: 1, writes: false }),
      model('gpt-oss:120b-cloud', { size: 1, isRemote: true }),
      model('meu', { size: 1, isRemote: true }),
    ],
  })
  expect((await ask((_, response) => void response.end('{"models":[]}'))).answer).toEqual({
    kind: 'ollama',
    models: [],
  })
})

test('takes garbage, silence and a closed port for no Ollama, in time', async () => {
  for (const body of ['<html>', '{"models":{}}', '{"models":[{"size":1}]}', '[]', ''])
    expect((await ask((_, response) => void response.end(body))).answer, body).toEqual({ kind: 'other' })
  const refusal = await ask((_, response) => void response.writeHead(500).end('{"models":[]}'))
  expect(refusal.answer).toEqual({ kind: 'other' })
  // Follows no redirect: the target may be another machine.
  const reached: (string | undefined)[] = []
  const redirect = await ask((request, response) => {
    reached.push(request.url)
    if (request.url === '/api/tags') response.writeHead(302, { location: '/outro' })
    response.end('{"models":[]}')
  })
  expect([redirect.answer, reached]).toEqual([{ kind: 'other' }, ['/api/tags']])

  // No answer at all, and one whose body never ends.
  for (const listener of [() => undefined, (_, response) => void response.write('{"models":[')] as RequestListener[])
    expect((await ask(listener, SHORT_MS)).answer).toEqual({ kind: 'silent' })
  expect((await ask((request) => void request.socket.destroy())).answer).toEqual({ kind: 'silent' })
  expect(await askForModels(redirect.address, LONG_MS)).toEqual({ kind: 'silent' })
})

test('asks only this machine', () => {
  expect(addressToAsk()).toBe('http://127.0.0.1:11434')
  expect(addressToAsk('http://localhost:8080/v1')).toBe('http://localhost:8080')
  expect(addressToAsk('http://[::1]:11434/v1', 'gemma3:4b')).toBe('http://[::1]:11434')
  for (const address of [
    'https://modelo.exemplo/v1',
    'http://127.0.0.1.exemplo:11434/v1',
    'ftp://127.0.0.1/',
    'modelo',
  ])
    expect(addressToAsk(address, 'gemma3:4b'), address).toBeUndefined()
  // Workers AI.
  expect(addressToAsk('', '@cf/x')).toBeUndefined()
})

test('suggests a recommended model, else the largest that a laptop can run', () => {
  const suggestion = (...models: LocalModel[]) => suggestModel(models)?.name
  const large = model('llama3.3:70b', { size: 43e9 })
  expect(suggestion(large, model('gemma3:4b'), model('gemma3:12b', { size: 8e9 }))).toBe('gemma3:12b')
  expect(suggestion(large, model('gemma3:4b-it-qat'))).toBe('gemma3:4b-it-qat')
  expect(suggestion(large, model('phi4', { size: 9e9 }), model('mistral'))).toBe('phi4')
  expect(suggestion(large, model('gemma3:27b', { size: 17e9 }))).toBe('gemma3:27b')
  expect(suggestion(model('qwen3:14b', { size: 9e9, thinks: true }), model('mistral'))).toBe('mistral')
  expect(suggestion(model('qwen3:8b', { thinks: true }))).toBe('qwen3:8b')
  expect(suggestion(model('gemma3:12b', { isRemote: true }), model('bge-m3', { writes: false }))).toBeUndefined()
})
