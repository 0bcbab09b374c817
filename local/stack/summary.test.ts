import { expect, test } from 'vitest'
import type { ModelServer } from './ollama.ts'
import { services, speechOrder, structuring, summary, usesLocal } from './summary.ts'

const ports = { app: 5173, speech: 4300, google: 4400, stripe: 4310 }
const reader = (settings: Record<string, string>) => (name: string) => settings[name]
const demonstration = ['reconhecedor de demonstração', 'ouvindo em ws://127.0.0.1:4300/v1/listen']

test('the launcher names the services that .dev.vars selects', () => {
  const own = reader({ STRIPE_SECRET_KEY: 'sk_test_local_1' })
  expect(services(own, ports, demonstration)).toEqual({
    Google: expect.stringContaining('de mentira'),
    Stripe: expect.stringContaining('http://127.0.0.1:4310'),
    Fala: expect.stringContaining('DEMONSTRAÇÃO'),
    Estruturação: expect.stringContaining('pelas regras'),
  })
  expect(services(own, ports, ['modelo zipformer, ouvindo em ws://127.0.0.1:4300']).Fala).toContain('zipformer')
  const local = (read: typeof own) => [
    usesLocal.speech(read, ports),
    usesLocal.google(read, ports),
    usesLocal.stripe(read),
  ]
  expect(local(own)).toEqual([true, true, true])

  const others = reader({
    STRIPE_SECRET_KEY: 'sk_test_own',
    SPEECH_URL: 'wss://user:secret@fala.exemplo/v1/listen?key=secret',
    GOOGLE_DISCOVERY_URL: 'https://contas.exemplo/.well-known/openid-configuration',
    MODEL_URL: 'http://127.0.0.1:11434/v1',
    MODEL_NAME: 'gemma',
  })
  expect(local(others)).toEqual([false, false, false])
  const rows = services(others, ports, demonstration)
  expect(rows).toEqual({
    Google: 'https://contas.exemplo/.well-known/openid-configuration, por .dev.vars',
    Stripe: 'o de verdade, com a chave que está em .dev.vars',
    Fala: expect.stringMatching(/^1\. este navegador.*\n2\. wss:\/\/fala\.exemplo\/v1\/listen, por \.dev\.vars$/),
    Estruturação: 'modelo gemma em http://127.0.0.1:11434/v1, por .dev.vars',
  })
  expect(summary('Relato', 3, 5173, rows)).not.toMatch(/DEMONSTRAÇÃO|secret|regras/)
  expect(services(reader({ DEVICE_SPEECH: '', SPEECH_URL: '', MODEL_NAME: '@cf/x' }), ports, [])).toMatchObject({
    Fala: 'Workers AI, por .dev.vars',
    Estruturação: 'modelo @cf/x da Workers AI, por .dev.vars',
  })
  // The address of the local server, written out.
  expect(usesLocal.speech(reader({ SPEECH_URL: 'ws://localhost:4300/v1/listen' }), ports)).toBe(true)
})

test('the row of speech has the engines in their order', () => {
  const linesOf = (place: string) => speechOrder(place, 'modelo instalado').split('\n')
  expect(linesOf('first')).toEqual([expect.stringMatching(/^1\. este navegador/), '2. modelo instalado'])
  expect(linesOf('last')).toEqual(['1. modelo instalado', expect.stringMatching(/^2\. .*só se o primeiro falhar$/)])
  expect(linesOf('')).toEqual(['modelo instalado'])
})

const found = (...names: string[]): ModelServer => ({
  kind: 'ollama',
  models: names.map((name) => ({ name, size: 5e9, isRemote: false, writes: true, thinks: false })),
})
const silent: ModelServer = { kind: 'silent' }
const context =
  'O Ollama precisa rodar com OLLAMA_CONTEXT_LENGTH=16384 ollama serve: a janela padrão corta a consulta sem avisar.'

test('without a model, the row says how to use an Ollama of this machine', () => {
  const none = structuring('', '')
  expect(none).toContain('pelas regras, sem modelo de linguagem')
  expect([structuring('', '', silent), structuring('', '', { kind: 'other' })]).toEqual([none, none])

  const row = structuring('', '', found('llama3.2:3b', 'gemma3:4b'))
  expect(row.split('\n')).toEqual([
    'pelas regras, sem modelo de linguagem. O Ollama desta máquina tem llama3.2:3b, gemma3:4b.',
    'Para usar um, escreva em .dev.vars e inicie de novo:',
    'MODEL_URL="http://127.0.0.1:11434/v1"',
    'MODEL_NAME="gemma3:4b"',
    context,
  ])
  // The lines of a row stay in its column, so that they can be read and copied.
  expect(summary('Relato', 3, 5173, { Estruturação: row })).toContain(
    '\n                MODEL_URL="http://127.0.0.1:11434/v1"\n                MODEL_NAME="gemma3:4b"\n',
  )
  const many = structuring('', '', found('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'))
  expect(many).toContain('tem a, b, c, d, e, f, e mais 2.')
  expect(structuring('', '', found())).toContain('não tem modelo que sirva: ollama pull gemma3:4b')
})

test('with a model of this machine, the row says whether it can answer', () => {
  const address = 'http://127.0.0.1:11434/v1'
  const after = (name: string, server?: ModelServer, url = address) =>
    structuring(url, name, server).split('\n').slice(1)
  expect(structuring(address, 'gemma3:4b', silent)).toContain(`modelo gemma3:4b em ${address}, por .dev.vars\n`)
  expect(after('gemma3:4b', silent)).toEqual([
    'Nada respondeu ali. Até o modelo responder, os registros saem pelas regras.',
  ])
  expect(after('gemma3:4b', found('gemma3:4b'))).toEqual(['O Ollama está rodando e tem esse modelo.', context])
  expect(after('Gemma3', found('gemma3:latest'))).toHaveLength(2)
  expect(after('gemma3:12b', found('gemma3:4b'))).toEqual([
    'O Ollama não tem esse modelo: ollama pull gemma3:12b',
    'Instalados: gemma3:4b. Até lá, os registros saem pelas regras.',
  ])
  expect(after('gemma3', found())[1]).toContain('Nenhum modelo instalado.')
  expect(after('', found('gemma3:4b'))).toEqual([
    'Falta MODEL_NAME em .dev.vars. Instalados: gemma3:4b. Até lá, os registros saem pelas regras.',
  ])
  expect(after('gemma3:4b', found('gemma3:4b'), 'http://127.0.0.1:11434')[0]).toContain('termina em /v1')
  // Another server of this machine, or one elsewhere.
  expect([after('x', { kind: 'other' }), after('x')]).toEqual([[], []])

  const cloud: ModelServer = {
    kind: 'ollama',
    models: [{ name: 'meu', size: 1, isRemote: true, writes: true, thinks: false }],
  }
  for (const name of ['meu', 'gpt-oss:120b-cloud']) expect(after(name, cloud)[0]).toContain('sai desta máquina')
})
