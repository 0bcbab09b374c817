import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { localTimeWithZone } from '#domain/local-time.ts'
import type { Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import type { Env } from '../env.ts'
import { greet, written } from './letter.ts'
import { sendMail } from './send.ts'

/** Events mailed to a doctor because someone else may have caused them. */
export type SecurityEvent =
  | { what: 'password_changed' | 'factor_on' | 'factor_off' | 'codes_created' | 'google_linked' | 'code_guessed' }
  | { what: 'recovery_used'; left: number }

const leftSentence = (count: number): string =>
  count === 0
    ? 'Não resta nenhum: crie novos códigos em Segurança da conta.'
    : count === 1
      ? 'Resta 1. Se precisar, crie novos códigos em Segurança da conta.'
      : `Restam ${count}.`

function contentOf(event: SecurityEvent): { subject: string; sentence: string } {
  switch (event.what) {
    case 'password_changed':
      return {
        subject: 'Sua senha foi alterada',
        sentence: 'A senha da sua conta foi alterada. As sessões abertas em outros aparelhos terminaram.',
      }
    case 'factor_on':
      return {
        subject: 'Verificação em duas etapas ativada',
        sentence: 'A verificação em duas etapas foi ativada. Para entrar, o Relato pede também o código do aplicativo.',
      }
    case 'factor_off':
      return {
        subject: 'Verificação em duas etapas desativada',
        sentence: 'A verificação em duas etapas foi desativada. Para entrar, basta a senha ou o Google.',
      }
    case 'codes_created':
      return {
        subject: 'Novos códigos de recuperação',
        sentence: 'Foram criados novos códigos de recuperação. Os anteriores não valem mais.',
      }
    case 'recovery_used':
      return {
        subject: 'Um código de recuperação foi usado',
        sentence: `Um código de recuperação da sua conta foi usado. ${leftSentence(event.left)}`,
      }
    case 'google_linked':
      return {
        subject: 'Conta do Google ligada ao Relato',
        sentence: 'Uma conta do Google com este email foi ligada à sua conta. Agora ela também entra no Relato.',
      }
    case 'code_guessed':
      return {
        subject: 'Alguém errou o código da sua conta várias vezes',
        sentence:
          'Alguém passou pela primeira etapa da entrada, com a senha ou o Google, e errou várias vezes o código de verificação. A entrada ficou bloqueada por alguns minutos.',
      }
  }
}

function securityMail(
  { to, name, appUrl }: { to: string; name: string; appUrl: string },
  event: SecurityEvent,
  at: number,
  timeZone: string,
): Mail {
  const { subject, sentence } = contentOf(event)
  return written({
    to,
    kind: 'security',
    subject,
    greeting: greet(name),
    before: [sentence, `Quando: ${localTimeWithZone(at, timeZone)}.`],
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
  const mail = securityMail(
    { to: email, name, appUrl: env.APP_URL },
    event,
    Date.now(),
    timeZoneOf(await findProfile(db, id)),
  )
  return sendMail(env, db, id, mail, options)
}
