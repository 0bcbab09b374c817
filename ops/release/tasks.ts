import type { DeployedEnvironment } from '#domain/configuration.ts'
import type { Deployed } from './built.ts'

/** Secrets that every deployed environment needs: made here, or given by a supplier. */
const OWN = ['AUTH_SECRET', 'DEVICE_SECRET', 'AUDIT_SECRET']
const SUPPLIED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
const OPTIONAL = ['RESEND_KEY', 'SPEECH_KEY', 'MODEL_KEY', 'GOOGLE_CLIENT_SECRET']

/** The steps that only a person can take, each with its command where there is one. `place` are arguments of wrangler. */
export function tasksOfOwner(
  environment: DeployedEnvironment,
  { vars, r2_buckets: buckets }: Pick<Deployed, 'vars' | 'r2_buckets'>,
  place: readonly string[],
): string[] {
  const put = (name: string) => `npx wrangler secret put ${name} --config wrangler.toml --env ${environment}`
  const stripe = environment === 'staging' ? 'sk_test_…' : 'sk_live_…'
  return [
    `Endereço: em [env.${environment}] de wrangler.toml, routes, APP_URL e MAIL_FROM; a zona do domínio precisa estar na conta.`,
    'Segredos:',
    ...OWN.map((name) => `  openssl rand -base64 32 | ${put(name)}`),
    ...SUPPLIED.map((name) => `  ${put(name)}`),
    `Segredos só do que for usado (${OPTIONAL.join(', ')}):`,
    ...OPTIONAL.map((name) => `  ${put(name)}`),
    `Stripe, catálogo: STRIPE_SECRET_KEY=${stripe} npm run stripe:sync`,
    `Stripe, webhook: no painel, um endpoint ${vars.APP_URL}/api/stripe/webhook; o segredo dele é STRIPE_WEBHOOK_SECRET.`,
    'E-mail: no DNS do domínio de MAIL_FROM, SPF, DKIM e DMARC que o Resend (ou o Email Sending da Cloudflare) mostra.',
    ...buckets.map(
      ({ bucket_name }) =>
        `Selos: ${['npx wrangler r2 bucket lock add', bucket_name, 'audit-log audit/ --retention-days 7305', ...place].join(' ')}`,
    ),
    'Cópias noturnas em outro provedor: npm run backup -- keys ARQUIVO, um bucket S3 e suas três regras (docs/copies.md).',
    'Publicação gradual: na zona, uma Transform Rule que define o cabeçalho Cloudflare-Workers-Version-Key = to_string(ip.src).',
    '  Sem ela, em 10% uma página da versão nova pede arquivos que só a outra versão tem, e não abre.',
    `Suporte (npm run ops): no painel Zero Trust, uma aplicação do Access para ${vars.APP_URL}/api/operator com os emails dos operadores.`,
    '  Sem os três segredos dela, esse endereço responde 404 e o resto funciona:',
    `  openssl rand -base64 32 | ${put('OPERATOR_TOKEN')}`,
    `  ${put('ACCESS_TEAM')}`,
    `  ${put('ACCESS_AUD')}`,
    'Cloudflare Access, se proteger este endereço: deixe abertos /api/health, /login e /assets/*, que a release confere.',
    'Salas (Durable Objects): nascem perto de quem grava; o código ainda não as prende a uma jurisdição.',
  ]
}
