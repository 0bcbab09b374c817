import { DEMO_EMAIL, DEMO_PASSWORD } from './demonstration-doctor.ts'
import {
  isCloudName,
  type LocalModel,
  type ModelServer,
  modelNamed,
  OLLAMA,
  RECOMMENDED,
  suggestModel,
  usableModels,
} from './ollama.ts'

/** The prefix of keys for our stand-in for Stripe: with another key the Worker calls Stripe itself. */
export const STAND_IN_KEY = 'sk_test_local_'

export type Ports = { app: number; speech: number; google: number; stripe: number }
/** A setting as the Worker reads it from .dev.vars, or undefined where wrangler.toml decides. */
export type ReadSetting = (name: string) => string | undefined

const isOurs = (address: string | undefined, port: number): boolean =>
  address === undefined || new RegExp(`^\\w+://(127\\.0\\.0\\.1|localhost):${port}(/|$)`).test(address)

/** True if the Worker uses the stand-in that the launcher starts, because .dev.vars names no other service. */
export const usesLocal = {
  speech: (read: ReadSetting, { speech }: Ports): boolean => isOurs(read('SPEECH_URL'), speech),
  google: (read: ReadSetting, { google }: Ports): boolean => isOurs(read('GOOGLE_DISCOVERY_URL'), google),
  stripe: (read: ReadSetting): boolean => (read('STRIPE_SECRET_KEY') ?? '').startsWith(STAND_IN_KEY),
}

/** An address without possible secrets in it. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'endereço inválido'
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
const chosen = (address: string) => `${withoutSecrets(address)}, por .dev.vars`

/**
 * Names the server behind each service, from the Worker's settings. `speechLines` are those of the local speech server;
 * `modelServer` is the answer at `addressToAsk`.
 */
export function services(
  read: ReadSetting,
  ports: Ports,
  speechLines: string[],
  modelServer?: ModelServer,
): Record<string, string> {
  return {
    Google: usesLocal.google(read, ports)
      ? 'de mentira, com contas inventadas: "Continuar com Google" na tela de login'
      : read('GOOGLE_DISCOVERY_URL')
        ? chosen(read('GOOGLE_DISCOVERY_URL') ?? '')
        : 'desligado por .dev.vars',
    Stripe: usesLocal.stripe(read)
      ? `de mentira, nenhum cartão é cobrado: http://127.0.0.1:${ports.stripe}`
      : 'o de verdade, com a chave que está em .dev.vars',
    Fala: speechOrder(read('DEVICE_SPEECH') ?? 'first', speech(read, ports, speechLines)),
    Estruturação: structuring(read('MODEL_URL') ?? '', read('MODEL_NAME') ?? '', modelServer),
  }
}

const BROWSER =
  'este navegador, se tiver português (Chrome 139 ou mais novo; Edge 150, ainda por edge://flags): o áudio não vai a um serviço de fala'

/**
 * Returns the engines in the order in which they hear, one a line. `place` is the setting DEVICE_SPEECH, `server` the
 * engine behind the room.
 */
export function speechOrder(place: string, server: string): string {
  if (place === 'first') return `1. ${BROWSER}\n2. ${server}`
  if (place === 'last') return `1. ${server}\n2. ${BROWSER}; só se o primeiro falhar`
  return server
}

function speech(read: ReadSetting, ports: Ports, lines: string[]): string {
  if (!usesLocal.speech(read, ports)) {
    const address = read('SPEECH_URL') ?? ''
    return address === '' ? 'Workers AI, por .dev.vars' : chosen(address)
  }
  if (lines.some((line) => line.includes('demonstração')))
    return 'DEMONSTRAÇÃO, só porque não há outro: escreve uma consulta pronta, não ouve palavras (npm run speech:install instala um modelo real)'
  return lines.at(-1) ?? 'iniciando'
}

/** The prompt, 12,000 characters of talk and the answer need more than the 4,096 tokens of Ollama's default. */
const CONTEXT =
  'O Ollama precisa rodar com OLLAMA_CONTEXT_LENGTH=16384 ollama serve: a janela padrão corta a consulta sem avisar.'
const UNTIL_THEN = 'Até lá, os registros saem pelas regras.'
const LISTED = 6

function namesOf(models: readonly LocalModel[]): string {
  const names = usableModels(models).map(({ name }) => name)
  return [...names.slice(0, LISTED), ...(names.length > LISTED ? [`e mais ${names.length - LISTED}`] : [])].join(', ')
}

/** Says who writes the records, and how a model on this machine can. Lines after the first continue the row. */
export function structuring(address: string, name: string, server?: ModelServer): string {
  if (address !== '')
    return [`modelo ${name || 'sem nome'} em ${chosen(address)}`, ...modelState(address, name, server)].join('\n')
  if (name !== '') return `modelo ${name} da Workers AI, por .dev.vars`
  const rules = 'pelas regras, sem modelo de linguagem'
  if (server?.kind !== 'ollama')
    return `${rules} (MODEL_URL e MODEL_NAME em .dev.vars ligam um; o README diz como usar o Ollama)`
  const model = suggestModel(server.models)
  if (!model) return `${rules}. O Ollama desta máquina não tem modelo que sirva: ollama pull ${RECOMMENDED.at(-1)}`
  return [
    `${rules}. O Ollama desta máquina tem ${namesOf(server.models)}.`,
    'Para usar um, escreva em .dev.vars e inicie de novo:',
    `MODEL_URL="${OLLAMA}/v1"`,
    `MODEL_NAME="${model.name}"`,
    CONTEXT,
  ].join('\n')
}

/** Says whether the model of MODEL_URL can answer; nothing about a server that is not Ollama on this machine. */
function modelState(address: string, name: string, server?: ModelServer): string[] {
  if (!server || server.kind === 'other') return []
  if (server.kind === 'silent') return ['Nada respondeu ali. Até o modelo responder, os registros saem pelas regras.']
  if (!/\/v1\/?$/.test(new URL(address).pathname)) return [`O endereço do Ollama termina em /v1. ${UNTIL_THEN}`]
  const model = modelNamed(server.models, name)
  if (model?.isRemote || isCloudName(name))
    return ['ATENÇÃO: o Ollama executa esse modelo na nuvem, e a consulta sai desta máquina.']
  const others = namesOf(server.models)
  const installed = others ? `Instalados: ${others}.` : 'Nenhum modelo instalado.'
  if (name === '') return [`Falta MODEL_NAME em .dev.vars. ${installed} ${UNTIL_THEN}`]
  if (!model) return [`O Ollama não tem esse modelo: ollama pull ${name}`, `${installed} ${UNTIL_THEN}`]
  return ['O Ollama está rodando e tem esse modelo.', CONTEXT]
}

export function summary(title: string, seconds: number, port: number, rows: Record<string, string>): string {
  const all: [string, string][] = [
    ['Aplicativo', `http://localhost:${port}`],
    ['Entrar com', `${DEMO_EMAIL}  ·  senha ${DEMO_PASSWORD}`],
    ['Emails', `http://localhost:${port}/dev/inbox  (nada sai desta máquina)`],
    ...Object.entries(rows),
    ['Dados', '.wrangler/state  (ficam de uma vez para a outra)'],
  ]
  const width = Math.max(...all.map(([name]) => name.length))
  return [
    '',
    `  ${title} · pronto em ${seconds} s`,
    '',
    ...all.map(([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`),
    '',
    '  Ctrl+C encerra tudo.',
    '',
  ].join('\n')
}
