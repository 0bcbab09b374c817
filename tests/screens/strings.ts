import { authStrings } from './auth-strings.ts'
import {
  at,
  CHECKS,
  type Entry,
  FINISHED,
  FINISHED_PANEL,
  FLOW,
  HEADER,
  IN_CONSULTATION,
  LIVE_PANEL,
  line,
  MENU,
  NAVIGATION,
  RECORD_TEXT,
  RECORDER,
  region,
  TITLE,
  TYPE_CHOICE,
  TYPE_FILTER,
  toast,
} from './places.ts'
import { publicStrings } from './public-strings.ts'
import type { State } from './state.ts'
import { subscriptionStrings } from './subscription-strings.ts'

const PROFILE = region('Perfil profissional')
const SECURITY = region('Segurança da conta')
const AUDIO = region('Áudio')
const HDA = region('História da Doença Atual')

/**
 * Every message of the product's error catalogue and every label of its screens, by the state that shows it, and
 * where. A text that moves to another screen moves to that state here.
 */
export const strings: Record<State['name'], readonly Entry[]> = {
  ...publicStrings,
  ...authStrings,
  ...subscriptionStrings,
  // --- shell -----------------------------------------------------------------------------------------------------------
  'shell/user-menu': [
    at(HEADER, 'Relato', 'Sistema de Consultas Médicas', 'Dra. Helena Prado', 'CRM 123456/SP'),
    at(HEADER, /Notificações(, \d+ não lidas?)?/),
    at(NAVIGATION, 'Dashboard', 'Histórico', 'Pacientes', 'Configurações'),
    at(MENU, 'Dra. Helena Prado', 'CRM 123456/SP', 'Configurações', 'Sair'),
  ],
  'shell/notifications': ['Notificações'],
  'shell/session-checking': ['Carregando...'],
  'shell/session-ended': ['Sua sessão terminou'],
  'shell/signed-out': [toast('Logout realizado com sucesso!')],
  'shell/sign-out-failed': [toast('Erro ao fazer logout')],

  // --- dashboard: new consultation, recording card, finished banner ----------------------------------------------------
  'dashboard/new': [
    'Paciente*',
    at(TYPE_CHOICE, 'Presencial', 'Consulta no consultório', 'Telemedicina', 'Consulta online'),
  ],
  'dashboard/patient-search': ['Criar paciente "jo"'],
  'dashboard/patient-chosen': ['Contexto desta consulta', 'Hipertensão. Losartana 50 mg. Alergia a dipirona.'],
  'dashboard/active': [
    at(IN_CONSULTATION, 'Consulta em Andamento', 'Rita Moura Cavalcanti', 'Presencial', /Início \d\d:\d\d/),
    at(IN_CONSULTATION, 'Contexto desta consulta', 'Hipertensão. Losartana 50 mg.', 'Editar'),
    at(RECORDER, 'Conectado', '00:00', 'Finalizar'),
  ],
  'dashboard/context-edit': [at(IN_CONSULTATION, 'Cancelar', 'Salvar')],
  'dashboard/context-refused': [
    at(IN_CONSULTATION, 'Não foi possível salvar o contexto. Algo deu errado. Tente novamente.'),
  ],
  'dashboard/context-unsaved': ['O contexto desta consulta não foi salvo', 'Copiar o que escrevi', 'Descartar'],
  'dashboard/connecting': [at(RECORDER, 'Aguardando...')],
  'dashboard/microphone-needed': [at(RECORDER, 'Permissão do microfone necessária')],
  'dashboard/recording': [at(RECORDER, 'Conectado', /00:\d\d/, 'Finalizar')],
  'dashboard/microphones': [at(MENU, /Microfone \da1b2c3d/)],
  'dashboard/microphone-not-allowed': [at(RECORDER, 'Por favor, permita o acesso ao microfone para continuar')],
  'dashboard/microphone-not-found': [at(RECORDER, 'Nenhum microfone foi detectado no seu dispositivo')],
  'dashboard/microphone-not-readable': [at(RECORDER, 'O microfone está sendo usado por outro aplicativo')],
  'dashboard/microphone-overconstrained': [at(RECORDER, 'As configurações do microfone não são suportadas')],
  'dashboard/microphone-insecure': [at(RECORDER, 'Acesso ao microfone negado por motivos de segurança')],
  // The English ones are small, under a sentence.
  'dashboard/microphone-unknown': [
    at(RECORDER, 'Erro desconhecido ao acessar o microfone', 'Failed to get microphone permission (AbortError)'),
  ],
  'dashboard/microphones-unlisted': [at(RECORDER, 'Failed to get audio devices')],
  'dashboard/recording-failed': [at(RECORDER, 'Recording error occurred')],
  'dashboard/processing-failed': [at(RECORDER, 'Failed to process audio data (AbortError)')],
  'dashboard/start-failed': [at(RECORDER, 'Erro ao iniciar gravação', 'Failed to start recording')],
  'dashboard/room-unreachable': [at(RECORDER, 'Failed to connect to transcription server', 'Tentar novamente')],
  'dashboard/room-lost': [
    at(RECORDER, 'Failed to reconnect to transcription server', 'Tentar novamente'),
    at(LIVE_PANEL, 'Desconectado'),
  ],
  'dashboard/finishing': [at(RECORDER, 'Finalizando…'), at(LIVE_PANEL, 'Finalizando…')],
  'dashboard/finished': [
    at(FINISHED, 'Consulta Finalizada', 'Aguardando estruturação', 'Rita Moura Cavalcanti', 'Presencial'),
    at(FINISHED, /\d\d\/\d\d\/\d{4}, \d\d:\d\d às \d\d:\d\d/, /\d+ min/, '12 entradas de transcrição', 'Nova Consulta'),
  ],
  'dashboard/finished-structured': [
    at(FINISHED, 'Consulta Finalizada', 'Estruturada (Clínica Geral)', 'Nova Consulta'),
    at(FINISHED, 'seções criadas', /\d+ ms/, 'de processamento', /\d+%/, 'das seções com alta confiança'),
  ],
  'dashboard/finished-empty': [at(FINISHED_PANEL, 'Não há transcrições para estruturar')],

  // --- transcript ------------------------------------------------------------------------------------------------------
  'transcript/none': ['Nenhuma consulta ativa'],
  'transcript/waiting': [at(LIVE_PANEL, 'Aguardando transcrição', '0 entradas de transcrição')],
  'transcript/one-entry': [at(LIVE_PANEL, '1 entrada de transcrição')],
  'transcript/live': [
    at(LIVE_PANEL, 'Rita Moura Cavalcanti · Presencial', 'Conectado', 'Buscar...', 'Copiar Tudo', 'Exportar'),
    at(LIVE_PANEL, '7 entradas de transcrição', 'Finalizar Consulta'),
    at(line('O que traz a senhora hoje?'), /\d\d:\d\d/, 'Médico', 'Final'),
    at(line('Estou com dor no joelho'), /\d\d:\d\d/, 'Paciente', 'Final'),
    at(line('Com licença, posso entrar?'), /\d\d:\d\d/, 'Desconhecido', 'Final'),
  ],
  'transcript/disconnected': [at(LIVE_PANEL, 'Desconectado')],
  'transcript/search': [at(LIVE_PANEL, '1 de 1')],
  'transcript/completed': [
    at(FINISHED_PANEL, 'Rita Moura Cavalcanti · Presencial', 'Buscar...', 'Copiar Tudo', 'Exportar', 'Estruturar'),
    at(FINISHED_PANEL, '12 entradas de transcrição', 'Nova Consulta'),
  ],
  'transcript/line-copied': [toast('Texto copiado para a área de transferência')],
  'transcript/line-copy-failed': [toast('Erro ao copiar texto')],
  'transcript/all-copied': [toast('Toda a transcrição foi copiada')],
  'transcript/all-copy-failed': [toast('Erro ao copiar transcrição')],
  'transcript/exported': [toast('Transcrição exportada com sucesso')],
  // A line has three buttons; the speaker's own word is in two of them.
  'transcript/speaker-doctor': [
    toast('Speaker atualizado para: Médico'),
    at(line('Com licença, posso entrar?'), 'Paciente', 'Limpar', 'Copiar esta fala'),
  ],
  'transcript/speaker-patient': [
    toast('Speaker atualizado para: Paciente'),
    at(line('Com licença, posso entrar?'), 'Médico', 'Limpar', 'Copiar esta fala'),
  ],
  'transcript/speaker-cleared': [
    toast('Speaker atualizado para: Desconhecido'),
    at(line('Estou com dor no joelho'), 'Desconhecido', 'Médico', 'Paciente'),
  ],

  // --- structuring -----------------------------------------------------------------------------------------------------
  'structuring/intro': [at(FLOW, /\d[\d.]* caracteres/, 'Iniciar Estruturação')],
  'structuring/specialty': [
    at(FLOW, 'Clínica Geral', 'Consulta clínica completa do adulto'),
    at(FLOW, 'Cardiologia', 'Coração e vasos, risco cardiovascular'),
    at(FLOW, 'Pediatria', 'Crianças e adolescentes, crescimento e vacinas'),
    at(FLOW, 'Psiquiatria', 'Saúde mental e exame do estado mental'),
    at(FLOW, 'Neurologia', 'Sistema nervoso e exame neurológico'),
    at(FLOW, 'Ortopedia', 'Ossos, articulações e traumas'),
    at(FLOW, 'Emergência', 'Atendimento de urgência e emergência'),
    at(FLOW, 'Confirmar Especialidade', 'Voltar'),
  ],
  'structuring/processing': [at(FLOW, 'Estruturando a consulta', 'Na fila')],
  'structuring/failed': [
    at(FLOW, 'Não foi possível estruturar a consulta. Tente novamente.', 'Tentar Novamente', 'Fechar'),
  ],
  'structuring/failed-status': [
    at(FLOW, 'Não foi possível estruturar a consulta. Tente novamente.', 'HTTP error! status: 502'),
  ],
  'structuring/failed-unknown': [at(FLOW, 'Erro desconhecido')],
  'structuring/completed': [
    at(HEADER, 'Exportar PDF', 'Nova Estruturação', 'Salvar no Histórico', 'Fechar'),
    at(HDA, 'Alta Confiança', /\d+%/, 'Clara e completa', 'Editar'),
    at(RECORD_TEXT, 'Texto para Prontuário', 'Copiar Texto', 'CONSULTA MÉDICA - MARINA ALBUQUERQUE TEIXEIRA'),
    at(RECORD_TEXT, 'HISTÓRIA DA DOENÇA ATUAL', /Estruturado em: \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d/),
    at(RECORD_TEXT, /Registro de uso de IA: .+; ainda não revisado por médico\./),
    at(RECORD_TEXT, 'O texto copiado leva no alto “Rascunho, não assinado”.'),
  ],
  'structuring/medium': [
    at(region('Hipótese Diagnóstica'), 'Confiança Média', /\d+%/, 'Pode precisar de revisão', 'Editar'),
  ],
  'structuring/low': [
    at(HDA, 'Baixa Confiança', /\d+%/, 'Requer revisão manual', 'Atenção: Baixa confiança na estruturação'),
    at(HDA, 'Recomenda-se revisão manual detalhada desta seção.'),
  ],
  'structuring/section-empty': [at(HDA, 'Nenhum conteúdo estruturado encontrado para esta seção.')],
  'structuring/section-edit': [at(HDA, 'Salvar', 'Cancelar')],
  'structuring/suggestions': [at(region('História Patológica Pregressa'), /Sugestões \d+/, 'Aplicar')],
  'structuring/section-save-failed': [toast('Erro ao atualizar seção: O registro mudou em outro lugar.')],
  'structuring/original': ['Conteúdo original', 'História da Doença Atual'],
  'structuring/issues': [
    at(HEADER, /Falta 1 frase para conferir|Faltam \d+ frases para conferir/),
    at(CHECKS, 'Para conferir', 'Para completar', 'Diagnóstico: em hipótese, ainda sem código CID-10.'),
  ],
  'structuring/warned': [at(CHECKS, 'Avisos', 'Nenhuma conduta ou orientação foi identificada na transcrição.')],
  'structuring/text-copied': ['Texto copiado para a área de transferência!', 'Fechar'],
  'structuring/text-copy-failed': ['Erro ao copiar texto. Tente selecionar e copiar manualmente.', 'Fechar'],
  'structuring/saved': [toast('Transcrição estruturada salva com sucesso!')],
  'structuring/pdf-under-way': [/PDF em processamento\. ID: [0-9a-f-]{36}/],
  'structuring/pdf-failed': [toast('Erro ao exportar PDF: Não foi possível gerar o PDF. Tente novamente.')],
  'structuring/pdf-failed-unknown': [toast('Erro ao exportar PDF: Erro desconhecido')],

  // --- history ---------------------------------------------------------------------------------------------------------
  'history/list': [
    at(TITLE, 'Histórico de Consultas'),
    ...['Buscar por paciente ou contexto...', /\d+ de \d+ consultas/],
    at(TYPE_FILTER, 'Todos os tipos', 'Presencial', 'Telemedicina'),
  ],
  'history/row-open': [
    at(line('Marina Albuquerque Teixeira'), 'Presencial', 'Médico', 'Paciente', 'Ver todas as 25 entradas'),
    at(line('Marina Albuquerque Teixeira'), 'Detalhes da Consulta', 'Exportar'),
  ],
  'history/detail': [
    ...['Detalhes da Consulta', 'Paciente', 'Marina Albuquerque Teixeira', 'Tipo', 'Presencial'],
    ...['Data e hora', /\d\d\/\d\d\/\d{4} às \d\d:\d\d/, 'Duração', /\d+ min/],
    ...['Contexto clínico', 'Hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.'],
    ...['Transcrição estruturada', 'Alta', 'Tempo de processamento', /\d+ ms/, 'Registro criado em'],
    ...['Transcrição original', 'Exportar'],
  ],
  'history/detail-warned': ['Avisos', 'Nenhuma conduta ou orientação foi identificada na transcrição.'],
  'history/detail-medium': ['Média'],
  'history/detail-low': ['Baixa'],
  'history/detail-transcript': [
    at(line('O que traz a senhora hoje?'), 'Médico'),
    at(line('Vim ver a pressão, que anda alta'), 'Paciente'),
  ],
  'history/detail-unstructured': ['Detalhes da Consulta', 'Aguardando estruturação'],
  'history/empty': ['Nenhuma consulta registrada'],
  'history/search-empty': [/0 de \d+ consultas/],
  'history/exported': [toast('Transcrição exportada com sucesso')],

  // --- patients --------------------------------------------------------------------------------------------------------
  'patients/list': [
    at(TITLE, 'Pacientes'),
    ...['Novo Paciente', 'Buscar paciente...', /\d+ pacientes no total/, /Ativos \(\d+\)/, /Arquivados \(\d+\)/],
    at(line('Marina Albuquerque Teixeira'), 'Marina Albuquerque Teixeira', '1 consulta'),
    at(line('Marina Albuquerque Teixeira'), 'Hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.'),
    at(line('Marina Albuquerque Teixeira'), /Criado em \d\d\/\d\d\/\d{4}/, 'Editar Marina Albuquerque Teixeira'),
    at(line('Marina Albuquerque Teixeira'), 'Excluir Marina Albuquerque Teixeira'),
  ],
  'patients/never-seen': ['1 paciente no total', '0 consultas', 'Nenhum contexto clínico informado'],
  'patients/updated': [/Atualizado em \d\d\/\d\d\/\d{4}/],
  'patients/empty': ['Nenhum paciente cadastrado'],
  'patients/search-empty': ['Nenhum paciente encontrado'],
  'patients/loading': ['Carregando pacientes...'],
  'patients/load-failed': ['Erro ao carregar pacientes: Não foi possível ler a lista.'],
  'patients/load-failed-unknown': ['Erro ao carregar pacientes: Erro desconhecido'],
  'patients/create': ['Novo Paciente', 'Nome do Paciente*', 'Contexto Clínico', 'Criar Paciente', 'Cancelar'],
  'patients/edit': ['Editar Paciente', 'Nome do Paciente*', 'Contexto Clínico', 'Atualizar Paciente', 'Cancelar'],
  'patients/edit-loading': ['Editar Paciente'],
  'patients/edit-failed': ['Não foi possível ler o cadastro.', 'Tentar novamente'],
  'patients/created': [toast('Paciente criado com sucesso')],
  'patients/updated-toast': [toast('Paciente atualizado com sucesso')],
  'patients/save-failed': [toast('Erro ao salvar paciente')],
  'patients/delete': [
    'Tem certeza que deseja excluir o paciente "Rita Moura"? Esta ação não pode ser desfeita.',
    'Cancelar',
  ],
  'patients/archive': [
    'Tem certeza que deseja excluir o paciente "Rita Moura"? Esta ação não pode ser desfeita.',
    'O prontuário fica arquivado por 20 anos, como manda a lei.',
  ],
  'patients/delete-open': [toast('Finalize a consulta em andamento antes de excluir')],
  'patients/deleted': [toast('Paciente excluído com sucesso')],
  'patients/delete-failed': [toast('Erro ao excluir paciente')],
  'patients/create-identification': [
    ...['Identificação', 'Data de nascimento', 'Sexo', 'CPF', 'Telefone', 'Nome da mãe', 'Naturalidade', 'Endereço'],
  ],
  'patients/identification-refused': [
    ...['Data de nascimento inválida', 'CPF inválido', 'Telefone deve estar no formato: (11) 99999-9999'],
  ],
  'patients/name-missing': ['Nome é obrigatório'],
  'patients/namesakes': ['Já existe um paciente com este nome', 'Usar este cadastro', 'É outra pessoa'],
  'patients/chosen-namesake': ['Já existe um paciente com este nome', 'Usar este cadastro', 'É outra pessoa'],
  'patients/archived': [/Arquivado em \d\d\/\d\d\/\d{4}/, 'Restaurar', 'Ver consultas'],
  'patients/archived-empty': ['Nenhum paciente arquivado'],
  'patients/restored': [toast('Paciente restaurado com sucesso')],
  'patients/restore-failed': [toast('Erro ao restaurar paciente')],

  // --- settings --------------------------------------------------------------------------------------------------------
  'settings/page': [
    at(TITLE, 'Configurações'),
    'Gerencie seu perfil e configurações da aplicação',
    at(PROFILE, 'Nome completo*', 'CRM', 'Especialidade', 'Telefone', 'Email', 'helena@relato.example'),
    at(SECURITY, 'Senha atual', 'Nova senha', 'Confirmar nova senha'),
    at(region('Notificações'), 'Transcrição e registro prontos', 'Lembretes de consulta', 'Novidades do sistema'),
    at(AUDIO, 'Gravação neste aparelho', 'Redução de ruído', 'Ajuste automático de volume'),
    at(AUDIO, 'Qualidade da gravação neste aparelho', 'Alta', '128 kbps', 'Média', '96 kbps', 'Baixa', '64 kbps'),
    at(region('Transcrição'), 'Identificação automática de quem fala', 'Salvamento automático'),
    at(region('Transcrição'), 'Intervalo do salvamento automático', 'A cada 15 s', 'A cada 30 s'),
    at(region('Transcrição'), 'A cada 60 s', 'A cada 120 s'),
    at(region('Interface'), 'Tema', 'Claro', 'Escuro', 'Sistema', 'Modo compacto', 'Mostrar horários'),
  ],
  'settings/accesses': [
    at(region('Registro de acessos'), 'Entrada na conta', 'Paciente cadastrado', 'Marina Alves Teixeira'),
  ],
  // Written out, because the texts under test come from the domain's own list.
  'settings/specialties': [
    at(
      PROFILE,
      'Cardiologia',
      'Dermatologia',
      'Endocrinologia',
      'Gastroenterologia',
      'Ginecologia',
      'Neurologia',
      'Oftalmologia',
      'Ortopedia',
      'Pediatria',
      'Pneumologia',
      'Psiquiatria',
      'Urologia',
      'Clínica Geral',
      'Cirurgia Geral',
      'Anestesiologia',
      'Radiologia',
      'Patologia',
      'Medicina de Família',
      'Geriatria',
      'Oncologia',
    ),
  ],
  'settings/profile-invalid': [
    at(PROFILE, 'Nome é obrigatório', 'CRM deve estar no formato: 123456/UF'),
    at(PROFILE, 'Telefone deve estar no formato: (11) 99999-9999'),
  ],
  'settings/profile-saved': [toast('Perfil atualizado com sucesso!')],
  'settings/profile-failed': [toast('Erro ao atualizar perfil')],
  'settings/profile-signed-out': [toast('User not authenticated')],
  'settings/password-required': [
    at(SECURITY, 'Senha atual é obrigatória', 'Nova senha é obrigatória', 'Confirmação de senha é obrigatória'),
  ],
  'settings/password-short': [at(SECURITY, 'Mínimo 8 caracteres', 'Muito fraca', '0%')],
  'settings/password-one-rule': [at(SECURITY, 'Fraca', '20%')],
  'settings/password-no-upper': [at(SECURITY, 'Pelo menos 1 letra maiúscula', 'Fraca', '40%')],
  'settings/password-no-digit': [at(SECURITY, 'Pelo menos 1 número', 'Média', '60%')],
  'settings/password-no-lower': [at(SECURITY, 'Pelo menos 1 letra minúscula', 'Forte', '80%')],
  'settings/password-no-special': [at(SECURITY, 'Pelo menos 1 caractere especial', 'Forte', '80%')],
  'settings/password-strong': [at(SECURITY, 'Muito forte', '100%')],
  'settings/password-differs': [at(SECURITY, 'As senhas não coincidem')],
  'settings/password-wrong': [at(SECURITY, 'Senha atual incorreta')],
  'settings/password-changed': [toast('Senha alterada com sucesso!')],
  'settings/password-failed': [toast('Erro ao alterar senha')],
  'settings/saved': [toast('Configurações salvas com sucesso!')],
  'settings/save-failed': [toast('Erro ao salvar configurações')],
}
