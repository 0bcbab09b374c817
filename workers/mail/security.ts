import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { localTimeWithZone } from '#domain/local-time.ts'
import type { Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import type { Env } from '../env.ts'
import { type ToDoctor, toDoctor } from './letter.ts'
import { sendMail } from './send.ts'

/** Events mailed to a doctor because someone else may have caused them. */
export type SecurityEvent =
  | { what: Exclude<keyof typeof contents, 'recovery_used'> }
  | { what: 'recovery_used'; left: number }

const leftSentence = (count: number): string =>
  count === 0
    ? 'Não resta nenhum: crie novos códigos em Segurança da conta.'
    : count === 1
      ? 'Resta 1. Se precisar, crie novos códigos em Segurança da conta.'
      : `Restam ${count}.`

/** The subject and first sentence of each mail. */
const contents = {
  password_changed: [
    'Sua senha foi alterada',
    'A senha da sua conta foi alterada. As sessões abertas em outros aparelhos terminaram.',
  ],
  factor_on: [
    'Verificação em duas etapas ativada',
    'A verificação em duas etapas foi ativada. Para entrar, o Relato pede também o código do aplicativo.',
  ],
  factor_off: [
    'Verificação em duas etapas desativada',
    'A verificação em duas etapas foi desativada. Para entrar, basta a senha ou o Google.',
  ],
  codes_created: [
    'Novos códigos de recuperação',
    'Foram criados novos códigos de recuperação. Os anteriores não valem mais.',
  ],
  recovery_used: ['Um código de recuperação foi usado', 'Um código de recuperação da sua conta foi usado.'],
  google_linked: [
    'Conta do Google ligada ao Relato',
    'Uma conta do Google com este email foi ligada à sua conta. Agora ela também entra no Relato.',
  ],
  integration_saved: [
    'Integração configurada na sua conta',
    'Seus próximos registros assinados passam a ser enviados a um endereço de outro sistema. Ele aparece em Configurações, Integração.',
  ],
  code_guessed: [
    'Alguém errou o código da sua conta várias vezes',
    'Alguém passou pela primeira etapa da entrada, com a senha ou o Google, e errou várias vezes o código de verificação. A entrada ficou bloqueada por alguns minutos.',
  ],
} as const

function securityMail(doctor: ToDoctor, appUrl: string, event: SecurityEvent, at: number, timeZone: string): Mail {
  const [subject, sentence] = contents[event.what]
  return toDoctor(doctor, 'security', {
    subject,
    before: [
      event.what === 'recovery_used' ? `${sentence} ${leftSentence(event.left)}` : sentence,
      `Quando: ${localTimeWithZone(at, timeZone)}.`,
    ],
    button: { label: 'Abrir Segurança da conta', url: `${appUrl}/app/settings#seguranca` },
    after: [
      `Se não foi você, crie uma nova senha agora; isso encerra todas as sessões:\n${appUrl}/login?recuperar=1`,
      `Precisa de ajuda? Escreva para ${site.support.email.value}.`,
    ],
  })
}

/** Queues the mail about a security event. */
export async function sendSecurityMail(
  env: Env,
  db: Database,
  { id, email, name }: { id: string; email: string; name: string },
  event: SecurityEvent,
  options?: { once: string },
): Promise<void> {
  const timeZone = timeZoneOf(await findProfile(db, id))
  return sendMail(env, db, id, securityMail({ to: email, name }, env.APP_URL, event, Date.now(), timeZone), options)
}
