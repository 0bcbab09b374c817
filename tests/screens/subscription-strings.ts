import { at, type Entry, HEADER, region, toast } from './places.ts'
import type { State } from './state.ts'

const PLAN = region('Plano e uso')
const STEPS = ['Configure seu perfil', 'Faça sua primeira transcrição', 'Explore as integrações (em breve)']

/** Those of plans, of the checkout and of what came of it. */
export const subscriptionStrings: Record<State['name'], readonly Entry[]> = {
  'checkout/pro-annual': [
    ...['Pro', 'R$ 1.891,20', 'por ano', '14 dias grátis', 'Teste por 14 dias', 'Pagamento seguro', 'Como funciona'],
    ...['Consultas ilimitadas', 'Análises e relatórios (em breve)', 'Prosseguir para Pagamento'],
    at(HEADER, 'Voltar aos planos'),
    ...['termos de uso', 'política de privacidade', 'Fale conosco', 'O teste de 14 dias começa na hora.'],
  ],
  'checkout/clinica': ['Clínica', 'R$ 497,00', 'por mês', 'API personalizada (em breve)'],
  'checkout/free': ['Free', 'R$ 0,00', 'Nada a pagar', 'Começar grátis'],
  'checkout/busy': ['Processando...'],
  'checkout/failed': [toast('Erro ao processar pagamento. Tente novamente.', 'Erro ao criar sessão de checkout')],
  'checkout/no-stripe': [toast('Stripe não foi carregado')],
  'checkout/subscribed-elsewhere': ['Você já tem o plano Clínica', 'Gerenciar assinatura'],
  'checkout/subscribed': ['Você já tem o plano Pro', 'Gerenciar assinatura'],
  'checkout/no-second-trial': ['R$ 197,00 são cobrados na hora, e o plano começa.'],
  'checkout/unknown-plan': ['Plano não encontrado', 'Ver planos'],
  'checkout/success-loading': ['Processando seu pagamento...'],
  'checkout/success-trial': [
    ...['Assinatura Confirmada!', 'Seu teste de 14 dias começou', 'Plano Pro, R$ 1.891,20 por ano.', ...STEPS],
    ...['Ir para o Dashboard', 'Gerenciar assinatura', /Enviamos um email de confirmação para .*/],
  ],
  'checkout/success-over': ['Teste encerrado', 'Gerenciar assinatura'],
  'checkout/success-free': [
    ...[
      'Conta Criada!',
      '5 consultas por mês',
      'Recursos básicos',
      'Sem cobrança mensal',
      'Mude de plano quando quiser',
    ],
    ...STEPS,
  ],
  'checkout/success-free-subscribed': ['Você já tem o plano Pro', 'Gerenciar assinatura'],
  'checkout/success-free-visitor': ['Crie sua conta gratuita', 'Criar conta'],
  'checkout/success-visitor': ['Entre para ver sua assinatura', 'Entrar'],
  'checkout/success-foreign': ['Nenhum pagamento encontrado', 'Ver planos'],
  'checkout/success-none': ['Nenhum pagamento encontrado', 'Ver planos'],
  'checkout/success-open': ['O pagamento não foi concluído'],
  'checkout/success-failed': ['Erro ao buscar status da assinatura', 'Tentar novamente'],
  'checkout/canceled': [
    ...['Pagamento cancelado', 'O pagamento foi cancelado e nada foi cobrado.', 'Você cancelou o pagamento'],
    ...['Um problema com os dados do cartão', 'Uma falha temporária de conexão', 'O banco recusou a cobrança'],
    ...['Tentar novamente', 'Falar com o suporte', 'Voltar ao início', 'Ver planos'],
    ...['suporte@relato.example', '(11) 4000-0000'],
  ],
  'subscription/free': [at(PLAN, 'Free', 'Sem cobrança', '0 de 5 consultas', 'Ver planos')],
  'subscription/trial': [
    at(PLAN, 'Pro', 'Em teste', 'R$ 1.891,20 por ano', /Faltam 14 dias de teste: .*/, 'Sem limite de consultas.'),
    at(PLAN, 'Gerenciar assinatura', 'Cancelar assinatura'),
  ],
  'subscription/active': [at(PLAN, 'Clínica', 'Ativa', 'R$ 497,00 por mês')],
  'subscription/cancelling': [at(PLAN, 'Pro', 'Cancelamento agendado', 'Gerenciar assinatura')],
  'subscription/two': [at(PLAN, 'Clínica', 'Ativa', /Há outra assinatura sua em vigor, também cobrada.*/)],
  'subscription/past-due-dashboard': ['Uso do plano', 'Pagamento pendente', 'Ver pagamento'],
  'subscription/past-due': [at(PLAN, 'Pro', 'Pagamento pendente', '0 de 5 consultas')],
  'subscription/trial-expired': [at(PLAN, 'Free', 'Teste encerrado', 'Ver planos')],
  'subscription/cancel-question': ['Cancelar assinatura?', 'Manter assinatura'],
  'subscription/cancel-unpaid': [/A assinatura do plano Pro termina agora e nada mais é cobrado.*/],
  'subscription/cancel-failed': [toast('Erro ao cancelar assinatura')],
  'subscription/portal-failed': [toast('Erro ao criar portal do cliente')],
  'subscription/status-failed': [at(PLAN, 'Erro ao buscar status da assinatura', 'Tentar novamente')],
  'subscription/quota-reached': [
    'Você chegou ao limite de consultas do seu plano neste mês. Veja os planos para começar outra.',
    'Ver planos',
  ],
  'subscription/specialty-closed': [
    /As especialidades fazem parte dos planos Pro e Clínica.*/,
    'Ver planos',
    'Confirmar Especialidade',
  ],
}
