import { at, type Entry, HEADER, region } from './places.ts'
import type { State } from './state.ts'

/** Texts of the public pages: the claims, the plans, the demonstration, support. */
export const publicStrings: Record<State['name'], readonly Entry[]> = {
  // --- public ----------------------------------------------------------------------------------------------------------
  'public/landing': [
    'A consulta vira prontuário. Você olha para o paciente.',
    ...['Testar 14 dias sem cartão', 'Ver demonstração', 'Garantia de 30 dias. 20% de desconto no plano anual.'],
    ...['500+', 'médicos ativos', '50.000+', 'consultas', '98%', 'de precisão', '4,9/5', 'de satisfação', 'LGPD/HIPAA'],
    'Depois de finalizar · História da Doença Atual',
  ],
  'public/landing-redirected': ['Entre na sua conta para continuar de onde parou.'],
  'public/pricing': [
    ...['Free', 'Pro', 'Clínica', 'Mais popular', 'R$ 0,00', 'R$ 197,00', 'R$ 497,00', 'Começar grátis'],
    ...['5 consultas por mês', 'Exportação em PDF', 'Suporte por email', 'Consultas ilimitadas'],
    ...['IA especializada por área', 'Suporte prioritário', 'Exportação em vários formatos', 'Suporte premium'],
    ...['Integração com prontuários eletrônicos (em breve)', 'Análises e relatórios (em breve)'],
    ...['3 usuários incluídos (em breve)', 'Gestão de equipe (em breve)', 'Relatórios administrativos (em breve)'],
    'API personalizada (em breve)',
  ],
  'public/pricing-annual': ['R$ 1.891,20', 'R$ 4.771,20'],
  'public/pricing-signed-in': [at(HEADER, 'Abrir o Relato')],
  'public/about': ['500+', '50.000+', '98%', '4,9/5', 'LGPD/HIPAA'],
  'public/privacy': ['E a HIPAA?', 'Recuperação de senha:', 'Entrada com o Google:'],
  'public/contact': ['Nome*', 'Email*', 'Especialidade', 'Mensagem*', 'Seg–Sex 8h–18h, Sáb 9h–13h'],
  'public/contact-demo': ['Agende 15 minutos', 'Pedir demonstração de 15 minutos'],
  'public/contact-refused': ['Nome é obrigatório', 'Email é obrigatório', 'Escreva sua mensagem'],
  'public/contact-sent': ['Mensagem enviada! Responderemos em breve.'],
  'public/not-found': ['Página não encontrada'],

  // --- demonstration, support, the offer on the way out ----------------------------------------------------------------
  'demo/idle': ['Voltar ao início', 'Iniciar Demonstração', 'Reiniciar', 'Aguardando início'],
  'demo/step-0': ['Gravando...', 'Em andamento'],
  'demo/step-3': ['Médico', 'Paciente', 'IA processando a transcrição…', 'Concluída'],
  'demo/finished': [
    at(region('Registro estruturado'), 'Anamnese', 'Queixa principal', 'Exame físico', 'Diagnóstico', 'Conduta'),
    at(region('Registro estruturado'), 'Hipertensão essencial (primária)', 'CID-10 I10', 'Exportar PDF'),
    at(region('Registro estruturado'), 'Paciente 00:06', 'Médico 03:12', 'código informado pela médica'),
    ...['Trecho: 2 das 25 falas desta consulta de exemplo.', 'Ver a conversa inteira'],
    'Testar 14 dias sem cartão',
  ],
  'demo/conversation': ['Ver a conversa inteira', 'O retorno é em três semanas, com os exames e as medidas.'],
  'demo/support-open': ['suporte@relato.example', '(11) 4000-0000', 'Seg–Sex 8h–18h, Sáb 9h–13h', 'Nome*', 'Mensagem*'],
  'demo/support-in-app': ['suporte@relato.example', '(11) 4000-0000', 'Seg–Sex 8h–18h, Sáb 9h–13h', 'Mensagem*'],
  'demo/exit-offer': [/15 minutos, .*/, 'Pedir demonstração de 15 minutos', 'Agora não'],
}
