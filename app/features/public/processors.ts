/** The companies that process data for us. docs/data-map.md lists what reaches each; a test compares the two. */
export const processors = [
  {
    who: 'Cloudflare',
    why: 'Hospedagem, banco de dados, arquivos, filas e os modelos de IA que transcrevem (Nova-3, da Deepgram) e organizam, executados por ela',
    where: 'Estados Unidos e outros países da sua rede',
  },
  {
    who: 'Resend',
    why: 'Envio dos emails da conta e de contato e, se o médico pedir, do link de um resumo ao endereço do paciente; neles o Relato não põe dados de saúde',
    where: 'Estados Unidos',
  },
  {
    who: 'Stripe',
    why: 'Pagamento das assinaturas: recebe o email do médico; o cartão é digitado lá',
    where: 'Estados Unidos e outros países onde opera',
  },
  {
    who: 'Google',
    why: 'Entrada com a conta Google, só para quem a escolhe',
    where: 'Estados Unidos e outros países onde opera',
  },
] as const

/** How long the copies at the other provider keep a file that was deleted (docs/copies.md, 'The bucket'). */
export const COPIES_KEPT_DAYS = 121

/** How long Cloudflare can restore data deleted from D1 or a Durable Object. The period cannot be shortened. */
export const RECOVERABLE_DAYS = 30
