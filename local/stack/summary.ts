import { DEMO_EMAIL, DEMO_PASSWORD } from './demonstration-doctor.ts'

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

/** Names the server behind each service, from the Worker's settings. `speechLines` are those of the local speech server. */
export function services(read: ReadSetting, ports: Ports, speechLines: string[]): Record<string, string> {
  return {
    Google: usesLocal.google(read, ports)
      ? 'de mentira, com contas inventadas: "Continuar com Google" na tela de login'
      : read('GOOGLE_DISCOVERY_URL')
        ? chosen(read('GOOGLE_DISCOVERY_URL') ?? '')
        : 'desligado por .dev.vars',
    Stripe: usesLocal.stripe(read)
      ? `de mentira, nenhum cartão é cobrado: http://127.0.0.1:${ports.stripe}`
      : 'o de verdade, com a chave que está em .dev.vars',
    Fala: speech(read, ports, speechLines),
    Estruturação: structuring(read('MODEL_URL') ?? '', read('MODEL_NAME') ?? ''),
  }
}

function speech(read: ReadSetting, ports: Ports, lines: string[]): string {
  if (!usesLocal.speech(read, ports)) {
    const address = read('SPEECH_URL') ?? ''
    return address === '' ? 'Workers AI, por .dev.vars' : chosen(address)
  }
  if (lines.some((line) => line.includes('demonstração')))
    return 'DEMONSTRAÇÃO: escreve uma consulta pronta, não ouve palavras (npm run speech:install instala um modelo real)'
  return lines.at(-1) ?? 'iniciando'
}

function structuring(address: string, name: string): string {
  if (address !== '') return `modelo ${name || 'sem nome'} em ${chosen(address)}`
  if (name !== '') return `modelo ${name} da Workers AI, por .dev.vars`
  return 'extrativa, sem modelo de linguagem (MODEL_URL e MODEL_NAME em .dev.vars ligam um)'
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
    ...all.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
    '  Ctrl+C encerra tudo.',
    '',
  ].join('\n')
}
